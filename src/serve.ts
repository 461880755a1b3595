import { existsSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAccount, createToken } from './accounts/commands.ts'
import { type App, buildApp } from './app.ts'
import type { Config } from './config.ts'
import { connect } from './database/connect.ts'
import { type Db, inTransaction } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import type { Log } from './database/pool.ts'
import { startJobs } from './jobs.ts'
import { type ImageStorage, openImageStorage } from './products/image-storage.ts'

/** Requests that still run after this time are cut off when the service stops. */
const STOP_MS = 20_000
const SWEEP_MS = 50

/**
 * Runs the service until SIGTERM or SIGINT: then nothing more is accepted, what runs is finished,
 * and the database is closed. A second SIGINT ends the process at once.
 * @throws Error when the embedded database gives up (disk full or broken)
 */
export async function serve(config: Config): Promise<void> {
  const stop = stopSignal()
  const broken = Promise.withResolvers<never>()
  // It may break before anybody waits for it.
  broken.promise.catch(() => {})
  const database = await connect(config, startLog, broken.reject)
  try {
    await migrate(database.pool)
    const { db } = database
    const welcome = await firstSteps(config, db)
    const app = await buildApp({ config, database, images: await openImages(config) })
    const stopJobs = startJobs(db, app.log)
    try {
      await app.listen({ port: config.PORT, host: config.HOST })
      greet(addressOf(app, config), welcome)
      await Promise.race([stop, broken.promise])
    } finally {
      await Promise.all([finish(app), stopJobs()])
    }
  } finally {
    await database.close()
  }
}

/** Opens the storage of images that the settings name. */
export async function openImages(config: Config): Promise<ImageStorage> {
  if (config.IMAGE_STORAGE === 'disk') {
    return openImageStorage({ driver: 'disk', folder: join(config.DATA_DIR, 'images') })
  }
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  const credentials =
    S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
      ? { credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } }
      : {}
  return openImageStorage({
    driver: 's3',
    bucket: S3_BUCKET ?? '',
    region: S3_REGION,
    ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}),
    ...credentials,
  })
}

/** Resolves at the first SIGTERM or SIGINT. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => {
      process.once('SIGINT', () => process.exit(130))
      resolve()
    })
  })
}

/** A client's idle connection would otherwise stay as long as the client likes. */
async function finish(app: App): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => app.server.closeAllConnections(), STOP_MS)
  await app.close()
  clearInterval(sweep)
  clearTimeout(cut)
}

/** What somebody needs to know to begin with. */
type Welcome = (address: string) => string

/** Where there is no account yet: makes one on the embedded database, else says how to. */
async function firstSteps(config: Config, db: Db): Promise<Welcome> {
  const { count } = await db
    .selectFrom('accounts')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > 0) return () => tokenReminder(config)
  if (config.DATABASE_URL !== undefined) {
    return () => `
There is no account yet. Make one, and a token for it:

  npm run pedido -- account create NAME
  npm run pedido -- token create --account NAME --name admin --scope '*'
`
  }
  const token = await createFirstAccount(config, db)
  return (address) => `
Your token may do everything. It is shown this once and kept in ${tokenFile(config)}:

  ${token}

Try it:

  curl -H 'Authorization: Bearer ${token}' ${address}/orders
`
}

/** Whoever missed the first start's output is told where its token is. */
function tokenReminder(config: Config): string {
  if (config.DATABASE_URL !== undefined || !existsSync(tokenFile(config))) return ''
  return `The token of the first start is kept in ${tokenFile(config)}\n`
}

/**
 * The account `default` and a token that may do everything. The token is in its file before the
 * database knows it, so it can't get lost.
 */
async function createFirstAccount(config: Config, db: Db): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { account_id } = await createAccount(tx, { name: 'default', time_zone: config.TIME_ZONE })
    const { token } = await createToken(tx, {
      account_id,
      name: 'admin',
      scopes: ['*'],
      expires_at: null,
    })
    await writeSecret(config.DATA_DIR, tokenFile(config), token)
    return token
  })
}

const tokenFile = (config: Config) => join(config.DATA_DIR, 'admin-token')

async function writeSecret(folder: string, path: string, secret: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.writeFile(`${secret}\n`)
  await file.sync()
  await file.close()
  await rename(`${path}.new`, path)
}

function addressOf(app: App, { HOST }: Config): string {
  const { port } = app.server.address() as AddressInfo
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  const host = everywhere[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)
  return `http://${host}:${port}`
}

function greet(address: string, welcome: Welcome): void {
  const line = `Pedido listens on ${address}, its reference is at ${address}/docs\n`
  process.stdout.write(line + welcome(address))
}

/** Before there is a logger: progress is for people and goes to stderr. */
const startLog: Log = { info: writeLine, warn: writeLine }

function writeLine(text: string): void {
  process.stderr.write(`${text}\n`)
}
