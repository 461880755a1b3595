import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Config } from '../../config.ts'
import { connect, connectReplica } from '../../database/connect.ts'
import { migrate } from '../../database/schema/migrate.ts'
import { createSharedPositions } from '../../database/wal-positions.ts'
import { cutMs } from '../../events/stream.ts'
import { addressOf, firstSteps, greet, startLog, type Welcome } from '../first-start.ts'
import { STOP_MS, stopSignal } from '../signals.ts'
import { Relay } from './relay.ts'
import { Team } from './team.ts'

/** What a request's head takes beside its body. */
const HEAD_BYTES = 64 * 1024

/**
 * Runs the service in several processes behind one port, until SIGTERM or SIGINT: then nothing
 * more is accepted, what was asked is answered, and the workers end. SIGHUP renews the workers.
 * @throws NoWorker when none comes up
 */
export async function serveWithWorkers(config: Config): Promise<void> {
  const stop = stopSignal('SIGTERM')
  const welcome = await prepare(config)
  const log = pino({ level: config.LOG_LEVEL })
  // Only for this user: whoever reaches a worker's socket could claim any client address.
  const folder = await mkdtemp(join(tmpdir(), 'pedido-'))
  // While a worker is replaced there are two of its number.
  createSharedPositions(folder, 2 * config.WORKERS)
  const relay = new Relay({
    keepBytes: Math.max(config.MAX_BODY_BYTES, config.MAX_UPLOAD_BYTES) + HEAD_BYTES,
    waitMs: config.REQUEST_TIMEOUT_MS,
    stallMs: cutMs(config),
  })
  const team = new Team(config.WORKERS, folder, relay, log)
  const renew = () => void team.renew()
  process.on('SIGHUP', renew)
  try {
    await team.start()
    const address = await relay.listen({ port: config.PORT, host: config.HOST })
    greet(addressOf(address, config), welcome)
    await stop
    team.drain()
    await relay.stop(STOP_MS)
    await team.stop()
  } finally {
    team.kill()
    relay.close()
    process.off('SIGHUP', renew)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Once for all workers; each looks again, since a renewal may bring newer migrations. */
async function prepare(config: Config): Promise<Welcome> {
  const database = await connect(config, startLog)
  try {
    await migrate(database.pool)
    // Each worker has its own; what can't be used at all is told before they start.
    await (await connectReplica(config, database, { info() {}, warn() {} }))?.close()
    return await firstSteps(config, database.db)
  } finally {
    await database.close()
  }
}
