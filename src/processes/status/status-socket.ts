import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { programVersion } from '../../base/system/package.ts'
import type { Config } from '../../config.ts'
import type { ProcessStatus } from './process-status.ts'
import { answerAtSocket, type ServiceStatus } from './socket.ts'

/**
 * Lets `pedido status` ask this service how it is, from now on. The function it returns ends it. Where
 * `DATA_DIR` takes no socket, the service goes without.
 */
export async function offerStatus(
  { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
  log: Logger,
  workers: () => ServiceStatus['workers'],
  look: () => Promise<ProcessStatus>,
): Promise<() => Promise<void>> {
  const since = new Date(performance.timeOrigin).toISOString()
  const own = { version: programVersion(), pid: process.pid, host: hostname(), since }
  const status = async () => ({ ...own, workers: workers(), ...(await look()) })
  try {
    return await answerAtSocket(DATA_DIR, status)
  } catch (error) {
    log.info({ err: error }, 'pedido status can’t ask this service: no socket in DATA_DIR')
    return async () => {}
  }
}
