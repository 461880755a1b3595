import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to whoever asks for any port: Linux from 32,768 on, others higher. */
const [FIRST, BEYOND] = [10_000, 32_000]

/**
 * A port of this machine that nobody has, and that nobody who takes any port gets: it stays free until
 * it is used, and while what has it is started again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND)
    const server = createServer()
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
      await new Promise((closed) => server.close(closed))
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}
