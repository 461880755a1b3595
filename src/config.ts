import type { KeyObject } from 'node:crypto'
import { readSecretKeys } from './base/secret-box.ts'
import { misspelledNames } from './base/system/misspelled.ts'
import { OperatorError } from './base/system/operator-error.ts'
import { lookupSettings, mailSettings } from './base/system/outward-settings.ts'
import {
  any,
  integer,
  type Origins,
  oneOf,
  orderSort,
  origins,
  postgresUrl,
  publicUrl,
  setting,
  share,
  timeZone,
  yesOrNo,
} from './base/system/setting-readers.ts'
import { storageSettings } from './base/system/storage-settings.ts'
import { orderSorts } from './model/order.ts'
import { type Allowed, readAllowed, readNetwork } from './outbound/addresses.ts'
import { both, lines, type Message, msg, verbatim } from './texts/message.ts'

/**
 * Which proxies in front are believed: how many there are, or who they are. A network of all
 * addresses would believe everybody.
 */
const trustedProxies = (text: string): number | string[] => {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = text.split(',').map((one) => one.trim())
  if (networks.every((one) => readNetwork(one) && !/\/0+$/.test(one))) return networks
  throw new OperatorError(
    msg`must be how many proxies stand in front, such as 1, or a comma list of their addresses and networks, such as 10.0.0.5,fd00::/8 (whoever believes everybody, which "true" once meant, lets each client choose its address by a header)`,
  )
}

/**
 * Every setting there is. `docs/configuration.md` is generated from this table; the meanings in
 * Portuguese are in `scripts/generate/configuration.ts`.
 */
export const settings = {
  PORT: setting(3000, integer(0, 65535), 'Port to listen on; 0 takes any free one.'),
  HOST: setting('127.0.0.1', any, 'Address to listen on; `0.0.0.0` for every interface.'),
  DATA_DIR: setting(
    './data',
    any,
    'Folder of the embedded database, its secret key, the images, the attachments and the first token.',
  ),
  DATABASE_URL: setting<string | undefined>(
    undefined,
    postgresUrl,
    'PostgreSQL 15 or newer; unset: the embedded database in `DATA_DIR`.',
    true,
  ),
  WORKERS: setting(
    1,
    integer(1, 64),
    'Processes that serve, behind one port; more than one needs `DATABASE_URL`.',
  ),
  DATABASE_POOL_SIZE: setting(
    24,
    integer(3, 10_000),
    'Connections to PostgreSQL, of all workers together: at least 3 for each and for one more.',
  ),
  DATABASE_CONNECT_TIMEOUT_MS: setting(
    5000,
    integer(100, 3_600_000),
    'For connecting to PostgreSQL, and for waiting for a free connection.',
  ),
  DATABASE_READ_URL: setting<string | undefined>(
    undefined,
    postgresUrl,
    'A streaming replica of `DATABASE_URL` for lists and reads; unset: none.',
    true,
  ),
  DATABASE_READ_POOL_SIZE: setting<number | undefined>(
    undefined,
    integer(3, 10_000),
    'Connections to the replica, counted in the same way; unset: as many as `DATABASE_POOL_SIZE`.',
  ),
  DATABASE_READ_MAX_LAG_MS: setting(
    10_000,
    integer(0, 3_600_000),
    'A replica that is further behind is not read from.',
  ),
  DATABASE_STATEMENT_TIMEOUT_MS: setting(
    15_000,
    integer(100, 3_600_000),
    'A statement that takes longer is cancelled; for so long a commit waits for a synchronous standby, too.',
  ),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: setting(
    15_000,
    integer(100, 3_600_000),
    'A transaction that idles longer is ended.',
  ),
  DATABASE_STARTUP_WAIT_MS: setting(
    30_000,
    integer(0, 3_600_000),
    'How long the start waits for PostgreSQL.',
  ),
  LOG_LEVEL: setting<LogLevel>(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'What is logged.',
  ),
  LOG_REQUESTS: setting(true, yesOrNo, '`false`: no line in the log for each request.'),
  LOG_SLOW_STATEMENT_MS: setting(
    1000,
    integer(0, 3_600_000),
    'A statement that takes longer is logged by its name; 0: none.',
  ),
  METRICS_PORT: setting<number | undefined>(
    undefined,
    integer(0, 65535),
    'Port of `GET /metrics` for Prometheus, apart from the API and without tokens; 0 takes any free one; unset: no metrics.',
  ),
  METRICS_HOST: setting(
    '127.0.0.1',
    any,
    'Address for that port; another one than of this machine is for closed networks.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting<string | undefined>(
    undefined,
    publicUrl,
    'Where traces go by OTLP over HTTP, such as `http://127.0.0.1:4318`; unset: nowhere.',
  ),
  OTEL_SERVICE_NAME: setting('pedido', any, 'What the service is called in traces.'),
  OTEL_TRACES_SAMPLER_ARG: setting(
    1,
    share,
    'Share of the requests that are traced, from 0 to 1, where the caller decides nothing.',
  ),
  RATE_LIMIT: setting(0, integer(0, 1_000_000_000), 'Requests a minute and token; 0 is off.'),
  FAILED_AUTH_LIMIT: setting(
    60,
    integer(1, 1_000_000),
    'Failed authentications a minute and client address, and as many sign-ins that are begun.',
  ),
  TRUST_PROXY: setting<number | string[]>(
    0,
    trustedProxies,
    'Behind proxies: a comma list of their addresses and networks, such as `10.0.0.5,fd00::/8`, or how many there are where nobody else can connect. The client address is then read from `X-Forwarded-For`, as far as they wrote it; 0: it is the connection’s.',
  ),
  CORS_ORIGIN: setting<Origins | undefined>(
    undefined,
    origins,
    'Origins whose pages may call the API, by comma, such as `https://shop.example.com`; `*`: all; unset: none.',
  ),
  PUBLIC_URL: setting<string | undefined>(
    undefined,
    publicUrl,
    'Where people reach the service, such as `https://pedido.example.com`: links for them begin so. Unset: by the host that the request which makes a link was sent to; set it behind a proxy.',
  ),
  ...mailSettings,
  ...lookupSettings,
  SESSION_IDLE_MINUTES: setting(
    720,
    integer(1, 525_600),
    'A member who does nothing for so long is signed out.',
  ),
  SESSION_DAYS: setting(30, integer(1, 3650), 'Days after which a member signs in again anyway.'),
  ACCESS_TOKEN_MINUTES: setting(
    60,
    integer(2, 1440),
    'How long an access token of `POST /oauth/token` works at most; at least half of it.',
  ),
  ALLOW_INSECURE_SIGN_IN: setting(
    false,
    yesOrNo,
    '`true`: members may sign in by plain http from other machines, where others on the network can read their passwords. For trials in a closed network.',
  ),
  MAX_BODY_BYTES: setting(1024 * 1024, integer(1024, 1024 ** 3), 'Largest JSON body.'),
  MAX_UPLOAD_BYTES: setting(
    10 * 1024 * 1024,
    integer(1024, 1024 ** 3),
    'Largest upload of an image or an attachment.',
  ),
  IMPORT_MAX_BYTES: setting(
    200 * 1024 * 1024,
    integer(1024, 1024 ** 3),
    'Largest file for `POST /imports`; a workbook is never larger than 32 MiB.',
  ),
  IMPORT_KEPT_BYTES: setting(
    1024 ** 3,
    integer(1024, 1024 ** 5),
    'What the database keeps for an account of files of imports that wait or run, and as much again of what imports refused and told; at least `IMPORT_MAX_BYTES`.',
  ),
  MAX_ITEMS: setting(1000, integer(1, 100_000), 'Items in one order.'),
  REQUEST_TIMEOUT_MS: setting(
    30_000,
    integer(100, 3_600_000),
    'A request must have arrived whole within this time.',
  ),
  KEEP_ALIVE_TIMEOUT_MS: setting(
    72_000,
    integer(1000, 3_600_000),
    'How long an idle connection is kept for its next request; longer than a proxy in front keeps its own.',
  ),
  MAX_CONNECTIONS: setting(
    10_000,
    integer(1, 1_000_000),
    'Connections of clients at once, in each process; fewer where the limit of open files is lower.',
  ),
  SHUTDOWN_DELAY_MS: setting<number | undefined>(
    undefined,
    integer(0, 3_600_000),
    'How long requests are still served after SIGTERM, while `/health/ready` answers 503 and each answer ends its connection, so that proxies and load balancers turn away first. Unset: 5000 behind a proxy (`TRUST_PROXY`), else 0.',
  ),
  MAX_STREAMS: setting(1000, integer(1, 1_000_000), 'Streams of events at once, in each process.'),
  MAX_LONG_POLLS: setting(
    1000,
    integer(1, 1_000_000),
    'Requests that wait for events at once (`GET /events` with `wait`), in each process.',
  ),
  MAX_BULKS: setting(
    20,
    integer(1, 1_000_000),
    'Requests that write many records at once (`POST /bulk/…`), in each process.',
  ),
  MAX_EXPORTS: setting(
    4,
    integer(1, 10_000),
    'Lists that are exported as files at once, in each process; as many as have a place read (`docs/quotas.md`), the others wait.',
  ),
  EXPORT_SNAPSHOT_TIMEOUT_MS: setting(
    120_000,
    integer(100, 3_600_000),
    'How long an export may read the database.',
  ),
  MAX_SUMMED_ORDERS: setting<number | undefined>(
    undefined,
    integer(1, 1_000_000_000),
    'Orders of which one request sums up the lines, by product; ten times as many where it reads orders alone. What the service keeps sums of has no limit. Unset: 200,000, and 30,000 on the embedded database.',
  ),
  ACCOUNT_QUOTA_PERCENT: setting(
    50,
    integer(1, 100),
    'Percent that one account may have of what accounts share in a process: streams, requests that wait for events, requests that write much, images to be decoded, documents, exports, reads of many rows; see `docs/quotas.md`.',
  ),
  STREAM_HEARTBEAT_MS: setting(
    15_000,
    integer(10, 3_600_000),
    'A stream of events is never silent for longer.',
  ),
  STREAM_STALL_MS: setting(
    60_000,
    integer(10, 3_600_000),
    'A client that takes nothing of its stream for so long is cut off.',
  ),
  ACCOUNT_DELETION_DAYS: setting(
    30,
    integer(0, 3650),
    'Days that an account stays closed before it is deleted, unless `pedido account delete` is told otherwise; it can be restored until then.',
  ),
  EVENT_RETENTION_DAYS: setting(
    90,
    integer(1, 3650),
    'Days that events stay in the feed, those of the audit at all, and attempts of webhooks in their list.',
  ),
  REQUEST_LOG_DAYS: setting(
    7,
    integer(0, 90),
    'Days for which `GET /requests` lists what tokens changed and were refused; 0: nothing is kept.',
  ),
  FISCAL_RETENTION_YEARS: setting(
    5,
    integer(0, 100),
    'Whole years, after the one that it is of, for which an order that is a fiscal document keeps the name and address of a customer whose data is removed.',
  ),
  ...storageSettings,
  DEFAULT_SORT: setting(
    '-id',
    orderSort(Object.keys(orderSorts)),
    'Order of `GET /orders` without `sort`.',
  ),
  TIME_ZONE: setting('UTC', timeZone, 'Time zone of new accounts.'),
  SECRET_KEY: setting<readonly [KeyObject, ...KeyObject[]] | undefined>(
    undefined,
    readSecretKeys,
    'Key of the secrets of webhooks in the database: 32 random bytes in base64 (`openssl rand -base64 32`). Several by comma: the first encrypts, all decrypt. Unset: the embedded database keeps its own in `DATA_DIR/secret-key`, PostgreSQL has none.',
    true,
  ),
  WEBHOOK_ALLOW: setting<readonly Allowed[] | undefined>(
    undefined,
    readAllowed,
    'What webhooks may call besides public addresses by https at port 443: a comma list of host names, addresses and networks, each at all ports or one, by http too, such as `erp.internal,10.0.0.0/8,192.168.1.5:8080,[fd00::1]:8080`.',
  ),
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export type Config = { readonly [N in keyof typeof settings]: (typeof settings)[N]['default'] }

/** Thrown with all the faults of the settings at once, a line each. */
export class ConfigurationError extends OperatorError {}

/**
 * Reads the settings from environment variables.
 * @param given what the command line says, which comes first
 * @throws ConfigurationError that names every fault
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  given: Record<string, string> = {},
): Config {
  const faults: Message[] = []
  const values = Object.entries(settings).map(([name, { default: fallback, read, secret }]) => {
    const text = given[name] ?? environment[name]
    if (text === undefined || text === '') return [name, fallback]
    if (/^(['"]).*\1$/s.test(text)) {
      faults.push(
        msg`${name} begins and ends with a quote, which is part of its value here: docker run --env-file, for one, takes none away. Write it without.`,
      )
      return [name, fallback]
    }
    try {
      return [name, read(text)]
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      faults.push(
        secret ? msg`${name} ${error.detail}.` : msg`${name} ${error.detail}, not "${text}".`,
      )
      return [name, fallback]
    }
  })
  const config = Object.fromEntries(values) as Config
  for (const { written, meant } of misspelledNames(environment, Object.keys(settings))) {
    if (DECIDES_PLACE.includes(meant)) {
      faults.push(
        msg`${written} is no setting: ${meant} was probably meant. Rename it, or unset it.`,
      )
    }
  }
  if (config.IMPORT_KEPT_BYTES < config.IMPORT_MAX_BYTES)
    faults.push(msg`IMPORT_KEPT_BYTES must be at least IMPORT_MAX_BYTES.`)
  if (config.IMAGE_STORAGE === 's3' && !config.S3_BUCKET)
    faults.push(msg`S3_BUCKET is needed with IMAGE_STORAGE=s3.`)
  if (config.DATABASE_READ_URL !== undefined && config.DATABASE_URL === undefined)
    faults.push(msg`DATABASE_READ_URL needs DATABASE_URL, whose replica it is.`)
  if (config.HISTORY_DAYS !== undefined && config.HISTORY_DAYS < config.EVENT_RETENTION_DAYS)
    faults.push(
      msg`HISTORY_DAYS must be at least EVENT_RETENTION_DAYS, for which events are in the feed.`,
    )
  // A link that began as some request says would lead whoever gets it to the asker's own server.
  const missing = (['MAIL_FROM', 'PUBLIC_URL'] as const).filter((name) => !config[name])
  if (config.SMTP_URL !== undefined && missing.length > 0)
    faults.push(msg`SMTP_URL needs ${both(missing.map(verbatim))}.`)
  if (config.OPERATOR_EMAIL !== undefined && config.SMTP_URL === undefined)
    faults.push(msg`OPERATOR_EMAIL needs SMTP_URL.`)
  if (config.WORKERS > 1) faults.push(...faultsOfWorkers(config))
  if (faults.length > 0) {
    const listed = faults.map((fault) => msg`  ${fault}`)
    throw new ConfigurationError(lines([msg`Wrong settings:`, ...listed]))
  }
  return config
}

/** Behind a proxy the service sees the host that the proxy asks for, which people may not reach. */
export function lacksPublicUrl({
  TRUST_PROXY,
  PUBLIC_URL,
}: Pick<Config, 'TRUST_PROXY' | 'PUBLIC_URL'>): boolean {
  return TRUST_PROXY !== 0 && PUBLIC_URL === undefined
}

/** Where these are not found, records would go to another place than the operator thinks. */
const DECIDES_PLACE = ['DATABASE_URL', 'DATA_DIR']

/** A line for each variable that was probably meant to be a setting, but for those that are faults. */
export function misspelledSettings(environment: NodeJS.ProcessEnv = process.env): string[] {
  return misspelledNames(environment, Object.keys(settings))
    .filter(({ meant }) => !DECIDES_PLACE.includes(meant))
    .map(({ written, meant }) => `${written} is no setting and does nothing; ${meant} is one.`)
}

/** One for reads by key, one to look whether the server is there, and one for everything else. */
const FEWEST_CONNECTIONS = 3

/**
 * How many connections one of several workers may have. While one worker replaces another there is
 * one more than usual, so the limit is shared by one more.
 */
export function connectionsOfWorker(limit: number, workers: number): number {
  return Math.floor(limit / (workers + 1))
}

function faultsOfWorkers(config: Config): Message[] {
  const { WORKERS, DATABASE_URL } = config
  if (DATABASE_URL === undefined) {
    return [msg`WORKERS above 1 needs DATABASE_URL: the embedded database is for one process.`]
  }
  const needed = FEWEST_CONNECTIONS * (WORKERS + 1)
  return (['DATABASE_POOL_SIZE', 'DATABASE_READ_POOL_SIZE'] as const)
    .filter((name) => connectionsOfWorker(config[name] ?? needed, WORKERS) < FEWEST_CONNECTIONS)
    .map(
      (name) =>
        msg`${name} must be at least ${needed} with WORKERS=${WORKERS}, not "${config[name]}".`,
    )
}
