import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { installPackages } from '../programs/apt.ts'
import { freePort } from '../wire/free-port.ts'

const run = promisify(execFile)

export interface PostgresServer {
  /** Address of its `postgres` database, for a superuser. */
  url: string
  /** The postmaster: its children are the backends. */
  pid(): number
  /** SIGINT ends it as an administrator would, SIGQUIT as a crash would; it can be started again. */
  halt(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
  start(): Promise<void>
  /** Stops it and removes its folder. */
  close(): Promise<void>
}

/** What a test server can do without: it lives for one run. */
const CARELESS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  // Tests recognise a statement that waits by its end.
  track_activity_query_size: '16384',
}

/** What one in use needs, so that nothing is lost in a crash. */
export const CAREFUL = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

/** Runs one statement on a server, past the service, on a connection of its own. */
export async function query(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/**
 * Starts a throw-away PostgreSQL of its own: own folder, own port on 127.0.0.1, nothing shared
 * with an installed one. PostgreSQL refuses to run as root, so root runs it as `postgres`.
 * @param settings such as `{ fsync: 'on' }`; as delivered nothing is synced, which suits tests
 * @throws Error when no PostgreSQL is installed and this is not root on Debian
 */
export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  return startServer('initdb', settings, (data) => [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
  ])
}

/** Starts a streaming replica of another server, which lives as long and as carelessly. */
export async function startStandby(
  primary: PostgresServer,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  return startServer('pg_basebackup', settings, (data) => [
    '-D',
    data,
    '-d',
    primary.url,
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
  ])
}

/** @param program fills the new folder with a database when it is given these arguments */
async function startServer(
  program: 'initdb' | 'pg_basebackup',
  settings: Record<string, string>,
  argumentsFor: (data: string) => string[],
): Promise<PostgresServer> {
  const bin = await findBinaries()
  const folder = await mkdtemp(join(tmpdir(), 'pedido-postgres-'))
  const user = await serverUser()
  if (user) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const env = { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] }
  await run(join(bin, program), argumentsFor(data), { cwd: folder, env, ...user })

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const listen = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  }
  const flags = Object.entries({ ...listen, ...CARELESS, ...settings })
  const words = ['-D', data, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  let child: ChildProcess | undefined
  const start = async () => {
    // Detached: Ctrl-C on a terminal is for the tests, which then stop the server.
    const options = { cwd: folder, env, detached: true, ...user }
    child = spawn(join(bin, 'postgres'), words, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    await untilReady(url, child)
  }
  const halt = (signal: 'SIGINT' | 'SIGQUIT') => endOf(child, signal)
  const dismissWatchman = postWatchman(folder)
  const close = async () => {
    await halt('SIGINT')
    await rm(folder, { recursive: true, force: true })
    dismissWatchman()
  }
  try {
    await start()
  } catch (error) {
    await close()
    throw error
  }
  return { url, pid: () => child?.pid ?? 0, halt, start, close }
}

/**
 * Stops the server and removes its folder should this process be killed: a shell that reads until
 * our end of its pipe is gone. Nothing is left for it to do after `close`.
 */
function postWatchman(folder: string): () => void {
  const script = `read _
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"
    rm -rf "$1"`
  const watchman = spawn('sh', ['-c', script, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchman.unref()
  return () => watchman.stdin.end()
}

async function endOf(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** The folder with `initdb` and `postgres`: newest of Debian's, else of PATH. */
export async function findBinaries(): Promise<string> {
  const found = await installedBinaries()
  if (found) return found
  if (process.getuid?.() === 0) {
    installPackages('postgresql')
    const installed = await installedBinaries()
    if (installed) return installed
  }
  throw new Error('No PostgreSQL found: install it (Debian: apt-get install postgresql).')
}

async function installedBinaries(): Promise<string | undefined> {
  const debian = '/usr/lib/postgresql'
  const versions = await readdir(debian).catch((): string[] => [])
  versions.sort((a, b) => Number(b) - Number(a))
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  for (const folder of folders) {
    const names = await readdir(folder).catch((): string[] => [])
    if (names.includes('initdb') && names.includes('postgres')) return folder
  }
  return undefined
}

/** Whom root runs the server as; undefined when this is not root. */
export async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const ids = async (name: string) => ({
    uid: Number((await run('id', ['-u', name])).stdout),
    gid: Number((await run('id', ['-g', name])).stdout),
  })
  return ids('postgres').catch(() => ids('nobody'))
}

/** Tries to connect until it works. @throws Error with the server's words where it ended instead */
async function untilReady(url: string, child: ChildProcess): Promise<void> {
  let output = ''
  child.stderr?.on('data', (text) => {
    output = (output + text).slice(-4000)
  })
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch {
      if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${output}`)
      await setTimeout(50)
    }
  }
}
