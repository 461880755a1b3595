import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { callService } from '../support/call.ts'
import type { FeedEvent } from '../support/feed.ts'
import { findBinaries, query, serverUser } from '../support/servers/postgres.ts'
import { anOrder, type Stand, startStand } from '../support/servers/stand.ts'
import { killRunning, type Service, startService } from '../support/service.ts'
import { freePort } from '../support/wire/free-port.ts'

// A PostgreSQL that is brought back to a moment by the commands of docs/backup.md, with its folders and
// moment replaced, and what a client meets then.

const run = promisify(execFile)

let folder: string
let stand: Stand
let port: number
/** The guide's blocks of commands. */
let settings: string
let baseBackup: string
let goBack: string
let wait: string

before(async () => {
  const guide = await readFile(new URL('../../docs/backup.md', import.meta.url), 'utf8')
  const [, chapter = ''] = guide.split("## PostgreSQL's own tools")
  const blocks = [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  ;[settings = '', baseBackup = '', goBack = '', wait = ''] = blocks
  folder = await mkdtemp(join(tmpdir(), 'pedido-moment-'))
  await mkdir(join(folder, 'wal'))
  const user = await serverUser()
  if (user) for (const path of [folder, join(folder, 'wal')]) await chown(path, user.uid, user.gid)
  port = await freePort()
  stand = await startStand({}, { server: settingsOf(here(settings)) })
})
after(async () => {
  killRunning()
  await shell(`pg_ctl -D ${folder}/restored -m immediate stop`).catch(() => {})
  await stand.close()
  await rm(folder, { recursive: true, force: true })
})

/** Commands of the guide in the folder of this test. */
const here = (block: string) =>
  block.replaceAll('/backups', folder).replaceAll('/var/lib/postgresql/15', folder)

/** The lines of a `postgresql.conf`. */
function settingsOf(block: string): Record<string, string> {
  const lines = [...block.matchAll(/^(\w+) = '?(.*?)'?$/gm)]
  return Object.fromEntries(lines.map(([, name, value]) => [name, value]))
}

/** Runs commands as the server's user, with the server at a port. */
async function shell(script: string, at = port): Promise<string> {
  const env = {
    PATH: `${await findBinaries()}:${process.env['PATH']}`,
    PGHOST: '127.0.0.1',
    PGUSER: 'postgres',
    PGPORT: String(at),
  }
  const user = await serverUser()
  return (await run('sh', ['-euc', script], { cwd: folder, env, ...user })).stdout
}

test('a moment between two orders comes back, and no cursor passes over anything', async () => {
  const create = async () => (await stand.call('/orders', anOrder())).body.data.id as number
  const feedEnd = async (version: number, id: number) => {
    for (;;) {
      const { body } = await stand.call('/events?wait=5&limit=100')
      const isThere = body.data.some(
        ({ subject, data }: FeedEvent) => subject === `/orders/${id}` && data.version === version,
      )
      if (isThere) return body.next_cursor as string
    }
  }
  const first = await create()
  await shell(here(baseBackup), Number(new URL(stand.postgres.url).port))
  const kept = await feedEnd(1, first)
  const before = await create()
  const [{ moment }] = (await stand.sql('select clock_timestamp()::text as moment')) as [
    { moment: string },
  ]
  const lost = await create()
  await stand.call(`/orders/${before}`, { method: 'PATCH', body: { observations: 'too late' } })
  const ahead = await feedEnd(2, before)
  await stand.service.stop('SIGTERM')
  await stand.postgres.halt('SIGINT')

  assert.match(goBack, /'2026-11-22 14:30:00-03'/)
  // What another machine has in its own settings.
  const own = "unix_socket_directories = ''\nmax_connections = 200"
  const script = here(goBack).replace('2026-11-22 14:30:00-03', moment)
  await shell(script.replace(/(?=echo)/, `echo "${own}" >> ${folder}/restored/postgresql.conf\n`))
  await shell(here(wait))

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const service: Service = await startService({ DATA_DIR: stand.folder, DATABASE_URL: url })
  const ask = (path: string, call = {}) => callService(service, stand.token, path, call)
  for (const id of [first, before]) {
    const { status, body } = await ask(`/orders/${id}`)
    assert.deepEqual([status, body.data.observations], [200, null])
  }
  assert.equal((await ask(`/orders/${lost}`)).status, 404)
  assert.deepEqual(await query(url, 'select timeline_id from pg_control_checkpoint()'), [
    { timeline_id: 2 },
  ])

  // A cursor from what is lost is refused at once, and where other events have its place by now.
  const gone = async () => {
    const { status, body } = await ask(`/events?cursor=${ahead}`)
    assert.deepEqual([status, body.code], [410, 'cursor_gone'])
    return body.restart_cursor as string
  }
  await gone()
  const made: number[] = []
  for (let i = 0; i < 5; i++) made.push((await ask('/orders', anOrder())).body.data.id)
  const restart = await gone()
  const later = [before, ...made].map((id) => `/orders/${id}`)
  /** Of all events up to the last order's: each has its place a moment after its answer. */
  const subjects = async (from: string) => {
    const all: string[] = []
    for (let cursor = from; all.at(-1) !== later.at(-1); ) {
      const { body } = await ask(`/events?wait=5&limit=100&cursor=${cursor}`)
      all.push(...body.data.map(({ subject }: { subject: string }) => subject))
      cursor = body.next_cursor
    }
    return all
  }
  assert.deepEqual(await subjects(kept), later)
  assert.deepEqual((await subjects(restart)).slice(-later.length), later)
  await service.stop('SIGTERM')
})
