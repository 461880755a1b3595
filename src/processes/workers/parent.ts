import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '../../base/log/log.ts'
import type { Config } from '../../config.ts'
import { connect, connectReplica } from '../../database/connect.ts'
import { migrate } from '../../database/schema/migrate.ts'
import { createSharedPositions } from '../../database/wal-positions.ts'
import type { MetricsEndpoint } from '../../operations/metrics/endpoint.ts'
import { refuseBackupsOfCluster } from '../backups/schedule.ts'
import {
  addressOf,
  announceMetrics,
  type FirstStart,
  firstStart,
  logReady,
  logStop,
  startLog,
} from '../first-start.ts'
import { placeOf, refuseTakenPort } from '../free-port.ts'
import { shutdownDelay } from '../serve.ts'
import { STOP_MS, stopSignal } from '../signals.ts'
import { offerStatus } from '../status/status-socket.ts'
import { offerMetrics } from '../telemetry/metrics.ts'
import { Acceptor } from './acceptor.ts'
import { Team } from './team.ts'
import { WorkerStatuses } from './worker-status.ts'

/**
 * Runs the service in several processes behind one port, until SIGTERM or SIGINT: then nothing
 * more is accepted, what was asked is answered, and the workers end. SIGHUP renews the workers.
 * @throws NoWorker when none comes up
 */
export async function serveWithWorkers(config: Config): Promise<void> {
  await refuseTakenPort(config)
  const log = openLog(config.LOG_LEVEL)
  const stop = stopSignal('SIGTERM')
  void stop.then((reason) => logStop(log, reason))
  const first = await prepare(config, stop)
  const folder = await mkdtemp(join(tmpdir(), 'pedido-'))
  // While a worker is replaced there are two of its number.
  createSharedPositions(folder, 2 * config.WORKERS)
  const acceptor = new Acceptor(config, log)
  const drainMs = config.KEEP_ALIVE_TIMEOUT_MS + config.REQUEST_TIMEOUT_MS + 2 * STOP_MS
  const metrics = await openWorkerMetrics(config, () => team.count)
  const statuses = new WorkerStatuses()
  const onStart = (child: ChildProcess) => {
    metrics?.add(child)
    statuses.add(child)
  }
  const team: Team = new Team({ size: config.WORKERS, folder, drainMs, onStart }, acceptor, log)
  const renew = () => void team.renew()
  process.on('SIGHUP', renew)
  let endpoint: MetricsEndpoint | undefined
  let endStatus = async () => {}
  try {
    await team.start()
    endpoint = metrics && (await offerMetrics(config, () => metrics.gather()))
    if (endpoint) announceMetrics(log, endpoint.address)
    const count = () => ({ wanted: config.WORKERS, ...team.count })
    endStatus = await offerStatus(config, log, count, () => statuses.gather())
    const address = await acceptor.listen(placeOf(config))
    logReady(log, addressOf(address, config), first, config)
    const reason = await stop
    await shutdownDelay(config, reason, () => team.leave())
    await acceptor.stop()
    await team.stop()
  } finally {
    await endpoint?.close()
    await endStatus()
    team.kill()
    acceptor.close()
    process.off('SIGHUP', renew)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Loaded only where somebody may ask. */
async function openWorkerMetrics(config: Config, count: () => Team['count']) {
  if (config.METRICS_PORT === undefined) return undefined
  const { WorkerMetrics } = await import('./worker-metrics.ts')
  return new WorkerMetrics(count)
}

/** Once for all workers; each looks again, since a renewal may bring newer migrations. */
async function prepare(config: Config, stop: Promise<unknown>): Promise<FirstStart> {
  const database = await connect(config, startLog, { stop })
  try {
    await migrate(database.pool, { backfillsLater: true, log: startLog.info })
    await refuseBackupsOfCluster(config, database.pool)
    // Each worker has its own; what can't be used at all is told before they start.
    await (await connectReplica(config, database, { info() {}, warn() {} }))?.close()
    return await firstStart(config, database.db)
  } finally {
    await database.close()
  }
}
