import { once } from 'node:events'
import { createServer } from 'node:net'
import { OperatorError } from '../base/system/operator-error.ts'
import type { Config } from '../config.ts'
import { passedSocket } from '../environment.ts'
import { msg } from '../texts/message.ts'

/**
 * Tells that an address can't be listened on before anything is made for a service that could not
 * be reached.
 * @throws Error of the system, as listening would; OperatorError about the port of the metrics
 */
export async function refuseTakenPort({
  PORT,
  HOST,
  METRICS_PORT,
  METRICS_HOST,
}: Pick<Config, 'PORT' | 'HOST' | 'METRICS_PORT' | 'METRICS_HOST'>): Promise<void> {
  if (passedSocket() === undefined) await tryToListen(PORT, HOST)
  if (METRICS_PORT === undefined) return
  await tryToListen(METRICS_PORT, METRICS_HOST).catch((error: Error) => {
    throw new OperatorError(
      msg`METRICS_PORT: ${METRICS_HOST}:${METRICS_PORT} can’t be listened on (${error.message}). Choose another METRICS_PORT or METRICS_HOST.`,
    )
  })
}

/** Where the service listens: at the socket that it was passed, else as the settings say. */
export function placeOf({ PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>) {
  const fd = passedSocket()
  // Fastify would listen a second time where the host is a name.
  return fd === undefined ? { port: PORT, host: HOST } : { fd, host: '127.0.0.1' }
}

async function tryToListen(port: number, host: string): Promise<void> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
