import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'

/**
 * Tells that the address can't be listened on before anything is made for a service that could not
 * be reached.
 * @throws Error of the system, as listening would
 */
export async function refuseTakenPort({
  PORT,
  HOST,
}: Pick<Config, 'PORT' | 'HOST'>): Promise<void> {
  const server = createServer()
  server.listen(PORT, HOST)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
