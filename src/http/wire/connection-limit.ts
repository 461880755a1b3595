import type { Socket } from 'node:net'
import { Problem } from '../../base/problems.ts'
import { openFilesLimit } from '../../base/system/open-files.ts'
import type { Config } from '../../config.ts'
import { msg } from '../../texts/message.ts'
import type { App } from '../app.ts'

/** Files that a process opens beside its clients' connections. */
const OTHER_FILES = 128
/** Connections beyond the limit that are told so; further ones are not taken. */
const REFUSED = 64
const FEWEST = 16

/** How many connections this process serves, and how many more it refuses with an answer. */
export function mostConnections({ MAX_CONNECTIONS }: Config): { most: number; refused: number } {
  const files = openFilesLimit() - OTHER_FILES - REFUSED
  return { most: Math.min(MAX_CONNECTIONS, Math.max(FEWEST, files)), refused: REFUSED }
}

/**
 * Refuses the first request of each connection beyond the limit, and ends the connection with it.
 * Whether the process lives is still answered: it does, and a restart would end what is served.
 */
export function limitConnections(app: App, config: Config): void {
  const { most, refused } = mostConnections(config)
  const surplus = new WeakSet<Socket>()
  let open = 0
  app.server.maxConnections = most + refused
  app.server.on('connection', (socket: Socket) => {
    open++
    if (open > most) surplus.add(socket)
    socket.once('close', () => open--)
  })
  app.addHook('onRequest', ({ raw: { socket }, routeOptions }, reply, done) => {
    if (!surplus.has(socket)) return done()
    reply.header('Connection', 'close')
    if (routeOptions.url === '/health/live') return done()
    const detail = msg`This process has ${most} connections, as many as it may.`
    done(new Problem('unavailable', detail, { retryAfter: 1 }))
  })
}
