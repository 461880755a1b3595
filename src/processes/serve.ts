import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp, type Parts } from '../app.ts'
import { openLog } from '../base/log/log.ts'
import { closeToOthers } from '../base/system/folders.ts'
import type { Config } from '../config.ts'
import { connect, connectReplica } from '../database/connect.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/schema/migrate.ts'
import type { SharedColumn } from '../database/wal-positions.ts'
import type { App } from '../http/app.ts'
import type { CountHit } from '../http/rate-limits.ts'
import type { MakeImage } from '../images/images.ts'
import { startJobs } from '../jobs/job.ts'
import { openMailer } from '../members/mail/mailer.ts'
import type { AccountFiles } from '../operations/accounts/removals.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import { openOutbound } from '../outbound/outbound.ts'
import { loadReleasedCatalogue } from '../taxes/load.ts'
import { refuseBackupsOfCluster, scheduleBackups } from './backups/schedule.ts'
import { Connections } from './connections.ts'
import { bytesOf } from './decoding/answer.ts'
import { ImageMaker } from './decoding/maker.ts'
import {
  addressOf,
  announceDatabase,
  announceMetrics,
  type FirstStart,
  firstStart,
  keepLink,
  logReady,
  logStop,
  startLog,
} from './first-start.ts'
import { placeOf, refuseTakenPort } from './free-port.ts'
import { openHistory } from './history/store.ts'
import { openImages } from './images.ts'
import { jobsOf } from './jobs.ts'
import { openSecretBox } from './secret-key.ts'
import { stopSignal } from './signals.ts'
import { followJobs, type ProcessStatus, processStatus } from './status/process-status.ts'
import { offerStatus } from './status/status-socket.ts'
import { offerMetrics, openMetrics, showProcess } from './telemetry/metrics.ts'
import { logSlowStatements } from './telemetry/slow-statements.ts'
import { openTraces } from './telemetry/traces.ts'

/**
 * Runs the service in this process until SIGTERM, SIGINT or SIGHUP: then, after `SHUTDOWN_DELAY_MS` in which it is
 * not ready any more, nothing more is accepted, what runs is finished, and the database is closed. A
 * second SIGINT ends the process at once.
 * @throws OperatorError where a person can put it right, also when the embedded database gives up
 *   (disk full or broken)
 */
export async function serve(config: Config): Promise<void> {
  await refuseTakenPort(config)
  const log = openLog(config.LOG_LEVEL)
  const leaving = stopSignal('SIGTERM', 'SIGHUP')
  let first: FirstStart = {}
  let isLeaving = false
  let connections: Connections | undefined
  await run(config, {
    leaving,
    stop: leaving.then((reason) => {
      isLeaving = true
      logStop(log, reason)
      return shutdownDelay(config, reason, () => connections?.leave())
    }),
    creating: () => announceDatabase(log, config),
    prepare: async ({ db }) => {
      first = await firstStart(config, db)
    },
    listen: async (app) => {
      connections = new Connections(app.server)
      if (isLeaving) connections.leave()
      await listenQuietly(app, config)
      if (isLeaving) return
      const address = addressOf(app.server.address() as AddressInfo, config)
      await keepLink(first, address, config)
      logReady(log, address, first, config)
    },
    offer: async ({ gather }) => {
      const { address, close } = await offerMetrics(config, async () => [await gather()])
      announceMetrics(log, address)
      return close
    },
    report: (look) => offerStatus(config, log, () => ({ wanted: 1, ready: 1, died: 0 }), look),
    finish: async (app) => {
      await connections?.end()
      await app.close()
    },
  })
}

/** Fastify logs a line for each address, of which the greeting makes one in all. */
async function listenQuietly(app: App, config: Config): Promise<void> {
  const { level } = app.log
  app.log.level = 'silent'
  try {
    await app.listen(placeOf(config))
  } finally {
    app.log.level = level
  }
}

/**
 * A proxy sends on a connection that it keeps until it hears that it is closed, and answers 502 to what
 * it sent meanwhile. So it closes those itself, after the 4 s that the files in deploy/ say.
 */
export const PROXY_DELAY_MS = 5_000

/**
 * The time in which others learn that the service is not ready; a person at Ctrl-C has no others.
 * @param leave ends each connection with its next answer. Not called where there is no such time:
 *   who then connected again at once would meet the door as it closes, and be reset.
 */
export async function shutdownDelay(
  { SHUTDOWN_DELAY_MS, TRUST_PROXY }: Pick<Config, 'SHUTDOWN_DELAY_MS' | 'TRUST_PROXY'>,
  reason: string,
  leave: () => void,
): Promise<void> {
  const delay = SHUTDOWN_DELAY_MS ?? (TRUST_PROXY === 0 ? 0 : PROXY_DELAY_MS)
  if (reason === 'SIGINT' || delay === 0) return
  leave()
  await pause(delay)
}

/** What differs between the one process of a service and a worker of several. */
interface Part {
  /** The first process of a service runs the jobs of one. */
  isFirst?: boolean
  /** Where the processes of a service note what their tokens have written. */
  written?: SharedColumn
  /** Counts requests for all processes of the service. */
  countHit?: CountHit
  /** Makes images for all processes of the service. */
  makeImage?: MakeImage
  /** Resolves when the process is about to stop: it serves on, and says that it is not ready. */
  leaving?: Promise<unknown>
  /** Resolves when the process shall stop. */
  stop: Promise<void>
  /** Resolves when no request shall wait for events any more. */
  draining?: Promise<void>
  /** A new embedded database is about to be made. */
  creating?(): void
  /** Before anything is served, on a database that is up to date. */
  prepare(database: Database): Promise<void>
  listen(app: App, config: Config): Promise<void>
  /** Lets others ask for metrics of the process; the function it gives ends that. */
  offer(metrics: Metrics): Promise<() => Promise<void>>
  /** Lets others ask how the process is, likewise. */
  report(look: () => Promise<ProcessStatus>): Promise<() => Promise<void>>
  /** Accepts nothing more and answers what runs. */
  finish(app: App): Promise<void>
}

function keepOthersOut({ DATA_DIR }: Config): void {
  for (const path of closeToOthers(DATA_DIR)) {
    startLog.warn(`Other users of the machine may look into ${path}: its owner is another user.`)
  }
}

/** Runs one process of the service, alone or as a worker, until it shall stop. */
export async function run(config: Config, part: Part): Promise<void> {
  const { isFirst = true, written, countHit } = part
  const broken = Promise.withResolvers<never>()
  // It may break before anybody waits for it.
  broken.promise.catch(() => {})
  if (isFirst) keepOthersOut(config)
  const metrics = await openMetrics(config)
  const closeTraces = await openTraces(config, startLog)
  const database = await connect(config, startLog, {
    onCreate: () => part.creating?.(),
    onFailure: broken.reject,
    stop: part.leaving,
  })
  try {
    await migrate(database.pool, { backfillsLater: true, log: startLog.info })
    await loadReleasedCatalogue(database.db)
    await refuseBackupsOfCluster(config, database.pool)
    await part.prepare(database)
    // What one process sees of the replica, the others do too.
    const replicaLog = isFirst ? startLog : { info() {}, warn() {} }
    const replica = await connectReplica(config, database, replicaLog, written)
    const resources = await openResources(config, part.makeImage)
    const app = await buildApp({ config, database, replica, ...resources, countHit })
    const { db, sessions } = database
    const { eventHub: hub, log, onCommitted } = app
    const stopLogging = logSlowStatements(config.LOG_SLOW_STATEMENT_MS, log)
    const imports = {
      due: app.importsDue,
      maxItems: config.MAX_ITEMS,
      keptBytes: config.IMPORT_KEPT_BYTES,
      onCommitted,
    }
    const recalculations = { due: app.recalculationsDue, onCommitted }
    const mails = mailsOf(app, config)
    const jobs = followJobs()
    const look = () => processStatus(jobs.failing(), database, replica)
    const backups = isFirst ? scheduleBackups(config, db, log) : undefined
    if (metrics) showProcess(metrics, { database, replica, isFirst, newestBackup: backups?.newest })
    const watched = { config, database, replica, backups, failingJobs: jobs.failing }
    const { images } = resources
    const service = { database, files: filesOf(resources, config), images, backups, watched, log }
    const parts = {
      config,
      hub,
      log,
      isFirst,
      sessions,
      webhooks: resources,
      imports,
      recalculations,
      mails,
      requestLog: app.requestLog,
      service,
    }
    const stopJobs = startJobs(jobsOf(parts), db, log)
    void part.draining?.then(() => hub.close())
    void part.leaving?.then(() => {
      app.isLeaving = true
    })
    const withdraw: (() => Promise<void>)[] = []
    try {
      if (metrics) withdraw.push(await part.offer(metrics))
      withdraw.push(await part.report(look))
      await part.listen(app, config)
      await Promise.race([part.stop, broken.promise])
    } finally {
      // Who waits for events is answered, and streams end.
      hub.close()
      await Promise.all([part.finish(app), stopJobs()])
      for (const end of withdraw) await end()
      jobs.end()
      stopLogging()
      await Promise.all([replica?.close(), resources.outbound.close()])
    }
  } finally {
    await database.close()
    metrics?.close()
    await closeTraces()
  }
}

export type Resources = Pick<Parts, 'images' | 'makeImage' | 'secrets' | 'outbound'>

/** Opens what the service needs beside its database, as the settings say. */
export async function openResources(config: Config, makeImage = ownImages()): Promise<Resources> {
  return {
    images: await openImages(config),
    makeImage,
    secrets: await openSecretBox(config),
    outbound: openOutbound({ allowed: config.WEBHOOK_ALLOW }),
  }
}

/** What this process sends mails with; undefined where the service sends none. */
function mailsOf(app: App, config: Config) {
  const mailer = openMailer(config)
  const { mailsDue: due, orderMailsDue: ordersDue, documentOf } = app
  return mailer && { due, ordersDue, mailer, base: config.PUBLIC_URL ?? '', documentOf }
}

/** Images of this process alone. */
function ownImages(): MakeImage {
  const maker = new ImageMaker()
  return async (kind, bytes) => bytesOf(await maker.make({ kind, bytes }))
}

/** What accounts have beside their rows, to be removed with them. */
export const filesOf = ({ images }: Pick<Resources, 'images'>, config: Config): AccountFiles => ({
  images,
  removeHistory: async (address) => (await openHistory(config)).remove(address),
})
