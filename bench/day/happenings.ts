import { join } from 'node:path'
import type { ReplicaStand } from '../../test/support/servers/replica-stand.ts'
import { pedido, program } from '../../test/support/service.ts'
import { channels, nextProgram } from '../../test/upgrade/support/next-version.ts'

/** What an operator does, and what befalls him, in the course of the day. */
export interface Happening {
  /** When, as a part of the day. */
  at: number
  name: string
  /** @returns what to tell of it */
  happen(): Promise<string>
}

const IMPORTED = 3000
const LOOK_MS = 200

/** All of them, in their order. `onBackup` is called when the backup begins. */
export function happenings(stand: ReplicaStand, file: string, onBackup: () => void): Happening[] {
  const { folder, primary, standby } = stand
  const settings = { DATABASE_URL: primary.url, DATA_DIR: folder }
  const succeeded = async (command: ReturnType<typeof pedido>) => {
    const { code, stdout, stderr } = await command.ended
    if (code !== 0) throw new Error(stderr)
    return stdout.trim().split('\n')[0] ?? ''
  }
  return [
    {
      at: 0.1,
      name: 'backup',
      happen: () => {
        onBackup()
        return succeeded(pedido(['backup', file], settings))
      },
    },
    { at: 0.25, name: 'import', happen: () => importCustomers(stand) },
    {
      at: 0.4,
      name: 'replica dies',
      happen: async () => {
        await standby.halt('SIGQUIT')
        return 'crashed'
      },
    },
    {
      at: 0.5,
      name: 'replica is back',
      happen: async () => {
        await standby.start()
        await stand.until('used')
        return 'used'
      },
    },
    {
      at: 0.6,
      name: 'migration by the next version',
      happen: () => {
        const next = nextProgram(join(folder, 'next'), channels(500))
        return succeeded(program([next, 'migrate'], { ...settings, LOG_LEVEL: 'warn' }))
      },
    },
    {
      at: 0.7,
      name: 'workers renewed',
      happen: async () => {
        const renewed = stand.service.printedAnew(/all workers are new/)
        stand.service.child.kill('SIGHUP')
        await renewed
        return 'all new'
      },
    },
    {
      at: 0.85,
      name: 'backup verified',
      happen: () => succeeded(pedido(['backup', 'verify', file])),
    },
  ]
}

async function importCustomers({ service, writer }: ReplicaStand): Promise<string> {
  const lines = Array.from({ length: IMPORTED }, (_, i) => `I-${i};Padaria São João ${i}`)
  const form = new FormData()
  const text = ['Código;Razão social', ...lines].join('\r\n')
  form.append('file', new Blob([text], { type: 'text/csv' }), 'clientes.csv')
  const headers = { Authorization: `Bearer ${writer}` }
  const sent = await fetch(`${service.address}/imports?resource=customers&dry_run=false`, {
    method: 'POST',
    headers,
    body: form,
  })
  const { data } = (await sent.json()) as { data: { id: number } }
  for (;;) {
    const answer = await fetch(`${service.address}/imports/${data.id}`, { headers })
    const { state, counts } = ((await answer.json()) as { data: Imported }).data
    if (state === 'done' && counts.created === IMPORTED) return `${IMPORTED} customers`
    if (!['checking', 'running'].includes(state)) {
      throw new Error(`the import is ${state}: ${JSON.stringify(counts)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

interface Imported {
  state: string
  counts: { created: number }
}
