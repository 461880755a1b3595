import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { callService } from '../support/call.ts'
import { UNKNOWN_PRODUCT, WRONG_CNPJ, writeErpFiles } from '../support/files/erp-files.ts'
import { startStand } from '../support/servers/stand.ts'
import { killRunning, PEDIDO, type Service, startService } from '../support/service.ts'
import { freePort } from '../support/wire/free-port.ts'
import { until } from '../support/workers.ts'

// docs/first-load.md as it stands, on PostgreSQL, with an ERP's files and a kill -9 in the middle.
// `FIRST_LOAD=10` brings in a tenth of a month of 25,000 customers and 60,000 orders of 20 lines.

const FRACTION = Number(process.env['FIRST_LOAD'] ?? 100)
const SIZES = {
  customers: 25_000 / FRACTION,
  products: 8_000 / FRACTION,
  orders: 60_000 / FRACTION,
  lines: 20,
}
const MOST_COMMANDS = 20

const guide = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const scripts = (text: string) => [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, sh]) => sh)

after(killRunning)

test('the guide has the same commands in both languages', async () => {
  assert.deepEqual(
    scripts(await guide('first-load.md')),
    scripts(await guide('first-load.pt-BR.md')),
  )
})

test('the commands of the guide bring a month in, to the cent, through a kill -9', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-first-load-'))
  const expected = await writeErpFiles(folder, SIZES)
  const command = join(folder, 'pedido')
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${PEDIDO}' "$@"\n`)
  await chmod(command, 0o755)
  // It is to be free while the service is killed and started again.
  const PORT = String(await freePort())
  const stand = await startStand({ PORT })
  const settings = { DATA_DIR: stand.folder, DATABASE_URL: stand.postgres.url, PORT }
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
    PEDIDO_URL: stand.service.address,
    PEDIDO_TOKEN: stand.token,
  }
  const commands = scripts(await guide('first-load.md'))
    .flatMap((sh = '') => sh.trim().split('\n'))
    .filter((line) => !line.startsWith('export '))
  assert.ok(commands.length <= MOST_COMMANDS, `${commands.length} commands`)

  const began = performance.now()
  let killed: Promise<Service> | undefined
  let answer = ''
  for (const line of commands) {
    if (line.includes('orders pedidos.csv'))
      killed = killInTheMiddle(stand.service, stand, settings)
    const { code, stdout, stderr } = await shell(line, { cwd: folder, env })
    // A command that leaves refused lines says so by ending with 1.
    const mayRefuse = /--dry-run|--refused/.test(line)
    assert.ok(code === 0 || (mayRefuse && code === 1), `${line}\n${stdout}\n${stderr}`)
    answer = stdout
    if (mayRefuse) await assertRefusedAreNamed(folder, line)
  }
  const service = await killed
  assert.ok(service, 'no command was interrupted')
  console.log(`${JSON.stringify(SIZES)} in ${((performance.now() - began) / 1000).toFixed(1)} s`)

  assert.deepEqual(inCents(JSON.parse(answer).data.groups), expected.cents)
  const all = await callService(service, stand.token, '/orders?limit=1')
  assert.equal(all.body.pagination.total, expected.orders)
  await service.stop('SIGTERM')
  await stand.close()
  await rm(folder, { recursive: true })
})

/** Once a part of the orders is there: kill -9, and another start at the same address. */
async function killInTheMiddle(
  service: Service,
  { token }: { token: string },
  settings: Record<string, string>,
): Promise<Service> {
  const isUnderWay = async () => {
    const { body } = await callService(service, token, '/imports?sort=-id&limit=1')
    const [last] = body.data
    return last?.resource === 'orders' && last.progress > 0.2
  }
  await until(isUnderWay)
  await service.stop('SIGKILL')
  return startService(settings)
}

async function assertRefusedAreNamed(folder: string, line: string): Promise<void> {
  const [, file] = /--refused (\S+)/.exec(line) ?? []
  if (file === undefined) return
  const text = await readFile(join(folder, file), 'utf8')
  assert.ok(text.includes(file.startsWith('clientes') ? WRONG_CNPJ : UNKNOWN_PRODUCT), text)
}

interface Group {
  customer: { fk_id: string }
  sum: number
}

function inCents(groups: Group[]): Map<string, bigint> {
  return new Map(groups.map(({ customer, sum }) => [customer.fk_id, BigInt(Math.round(sum * 100))]))
}

function shell(
  line: string,
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ code: number; stdout: string; stderr: string }> {
  const settings = { ...options, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve) => {
    execFile('bash', ['-c', line], settings, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
  })
}
