import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ProcessStatus } from './process-status.ts'

// A service answers who owns its DATA_DIR: `pedido status` finds its socket there.

/** What a service says of itself. */
export interface ServiceStatus extends ProcessStatus {
  version: string
  pid: number
  host: string
  /** When it was started. */
  since: string
  workers: { wanted: number; ready: number; died: number }
}

const FOLDER = 'services'
const PATIENCE_MS = 5_000

/**
 * Answers at a socket in `dataDir` from now on. The function it returns ends it.
 * @throws Error of the system: the folder can't be written, its path is too long for a socket, …
 */
export async function answerAtSocket(
  dataDir: string,
  status: () => Promise<ServiceStatus>,
): Promise<() => Promise<void>> {
  const folder = join(dataDir, FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Those of services that were killed.
  for (const socket of await openAll(folder)) socket.destroy()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    status().then(
      (found) => socket.end(JSON.stringify(found)),
      () => socket.destroy(),
    )
  })
  server.listen(shortest(join(folder, `${randomBytes(4).toString('hex')}.sock`)))
  await once(server, 'listening')
  return async () => {
    server.close()
  }
}

/** Asks the services of `dataDir`, those on this machine; what does not answer is left out. */
export async function askServices(dataDir: string): Promise<ServiceStatus[]> {
  const sockets = await openAll(join(dataDir, FOLDER))
  const answers = await Promise.all(sockets.map(answerOf))
  return answers.filter((answer) => answer !== undefined)
}

async function answerOf(socket: Socket): Promise<ServiceStatus | undefined> {
  socket.setTimeout(PATIENCE_MS, () => socket.destroy())
  try {
    return JSON.parse(await text(socket)) as ServiceStatus
  } catch {
    return undefined
  }
}

/** Connects to all sockets of the folder, and removes those behind which nobody is any more. */
async function openAll(folder: string): Promise<Socket[]> {
  const names = await readdir(folder).catch(() => [])
  const opened = await Promise.all(names.map((name) => open(join(folder, name))))
  return opened.filter((socket) => socket !== undefined)
}

async function open(path: string): Promise<Socket | undefined> {
  const socket = connect(shortest(path))
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') await rm(path, { force: true })
    return undefined
  }
}

/** The path of a socket has some hundred characters at most. */
function shortest(path: string): string {
  const fromHere = relative(process.cwd(), path)
  return fromHere.length < path.length ? fromHere : path
}
