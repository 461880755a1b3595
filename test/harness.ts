import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Pool } from 'pg'
import { accountOf, accountOfToken } from '../src/access/tokens.ts'
import { createToken } from '../src/accounts/commands.ts'
import { createAccount } from '../src/accounts/creation.ts'
import { buildApp } from '../src/app.ts'
import { newSecretKey, readSecretKeys } from '../src/base/secret-box.ts'
import { type Config, readConfig } from '../src/config.ts'
import { type Db, inTransaction } from '../src/database/database.ts'
import type { App } from '../src/http/app.ts'
import { readAllowed } from '../src/outbound/addresses.ts'
import { type Lookup, openOutbound } from '../src/outbound/outbound.ts'
import { openResources, type Resources } from '../src/processes/serve.ts'
import { loadReleasedCatalogue } from '../src/taxes/load.ts'
import { openDatabase } from './support/database.ts'
import { contractOf } from './support/house/contract.ts'
import { watchStatements } from './support/house/one-account.ts'

export interface SendOptions {
  /** An object is sent as JSON; text, bytes and a stream as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** Another token than the server's own; null: none. */
  token?: string | null
}

export interface Answer {
  status: number
  headers: Record<string, string>
  /** Parsed where it is JSON, a list where it is lines of JSON, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
  body: any
  text: string
  bytes: Buffer
}

export interface Account {
  account_id: number
  token: string
}

export interface Server extends Account {
  app: App
  db: Db
  pool: Pool
  config: Config
  /** What the service has beside its database. */
  resources: Resources
  /** Address of the database, for other processes; undefined on PGlite. */
  url: string | undefined
  /** Under which the database shows this process. */
  sessions: string
  /** Sends a request as the server's account; every answer is held to the OpenAPI document. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
  /** Another account, with a token for everything. */
  newAccount(name: string): Promise<Account>
  /** Another token of the server's account. */
  newToken(...scopes: string[]): Promise<string>
  close(): Promise<void>
}

/** Settings change nothing that is published. */
let verifier: ReturnType<typeof contractOf> | undefined

/**
 * The whole service over a database of its own, with one account and a token for everything.
 * Nothing listens: requests are injected. `LOG_LEVEL=debug` shows the log.
 * @param isDistributed see `openDatabase`
 */
export async function startServer(
  overrides: Partial<Config> = {},
  isDistributed = true,
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-test-'))
  const config: Config = {
    ...readConfig({ LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent', DATA_DIR: folder }),
    FAILED_AUTH_LIMIT: 1_000_000,
    // Of many requests at once the last waits for its connection: on a busy machine for long. So may
    // a statement there.
    DATABASE_CONNECT_TIMEOUT_MS: 60_000,
    DATABASE_STATEMENT_TIMEOUT_MS: 60_000,
    SECRET_KEY: readSecretKeys(newSecretKey()),
    WEBHOOK_ALLOW: readAllowed('127.0.0.1'),
    ...overrides,
  }
  const database = await openDatabase(config, isDistributed)
  const { db, pool, url, sessions } = database
  await loadReleasedCatalogue(db)
  const outbound = openOutbound({ allowed: config.WEBHOOK_ALLOW, lookup: exampleHosts })
  const resources = { ...(await openResources(config)), outbound }
  const app = await buildApp({ config, database, ...resources })
  await app.ready()
  const newAccount = (name: string) => createAccountWithToken(db, name)
  const own = await newAccount('default')
  verifier ??= contractOf(app.swagger())
  const verify = verifier
  const send = async (method: string, path: string, options: SendOptions = {}) => {
    const answer = await inject(app, method, path, { token: own.token, ...options })
    verify(method, path, answer)
    return answer
  }
  const newToken = (...scopes: string[]) => tokenOf(db, own.account_id, scopes)
  const close = async () => {
    await app.close()
    await outbound.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    ...own,
    app,
    db,
    pool,
    config,
    resources,
    url,
    sessions,
    send,
    newAccount,
    newToken,
    close,
  }
}

/** Instead of the DNS: the hosts of examples are this machine, and there are no others. */
const exampleHosts: Lookup = (host, _options, done) => {
  if (host.endsWith('.example.com')) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(new Error(`There is no ${host}.`), [])
}

async function createAccountWithToken(db: Db, name: string): Promise<Account> {
  const { account_id } = await inTransaction(db, (tx) =>
    createAccount(tx, { name, time_zone: 'UTC' }),
  )
  return { account_id, token: await tokenOf(db, account_id, ['*']) }
}

async function tokenOf(db: Db, account_id: number, scopes: string[]): Promise<string> {
  const name = `test ${scopes.join(' ')}`.slice(0, 200)
  const { token } = await inTransaction(db, (tx) =>
    createToken(tx, { account_id, name, scopes, expires_at: null }),
  )
  return token
}

/** What makes, removes and leads to a test account, and out of it. */
const BETWEEN_ACCOUNTS = /^(\/v2)?\/(session|session\/test-account|test-account)(\?.*)?$/

async function inject(
  app: App,
  method: string,
  url: string,
  options: SendOptions,
): Promise<Answer> {
  const { body, headers = {}, token } = options
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable
  const request = {
    method: method as 'GET',
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
  }
  const session = /pedido_session=([^;]+)/.exec(headers['cookie'] ?? '')?.[1] ?? ''
  const account_id =
    accountOfToken(token ?? headers['authorization']?.slice(7) ?? '') ??
    accountOf('session', session)
  // A stream has no end: of its answer there is only the head.
  const isStream = url.startsWith('/events/stream') || url.startsWith('/v2/events/stream')
  const { result: answer, faults } = await watchStatements(
    account_id,
    async (): Promise<Injected> => (isStream ? injectStream(app, request) : app.inject(request)),
    BETWEEN_ACCOUNTS.test(url),
  )
  assert.deepEqual(faults, [], 'every statement of a request is about its own account')
  const isJson = /^application\/(problem\+)?json/.test(String(answer.headers['content-type']))
  const isLines = /^application\/x-ndjson/.test(String(answer.headers['content-type']))
  const text = decoded(answer)
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    body: isLines ? linesOf(text) : isJson && text !== '' ? JSON.parse(text) : text,
    text,
    bytes: answer.rawPayload,
  }
}

/** Lines of JSON, parsed. */
function linesOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

function decoded({ headers, rawPayload, body }: Injected): string {
  const { 'content-encoding': encoding } = headers
  if (rawPayload.length === 0 || encoding === undefined) return body
  return (encoding === 'br' ? brotliDecompressSync : gunzipSync)(rawPayload).toString()
}

type Injected = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'rawPayload' | 'body'>

/** Sends a request and leaves where the answer is a stream of events. */
async function injectStream(app: App, request: InjectOptions): Promise<Injected> {
  const answer = await app.inject({ ...request, payloadAsStream: true })
  const isEvents = /^text\/event-stream/.test(String(answer.headers['content-type']))
  const chunks: Buffer[] = []
  if (isEvents) answer.raw.res.destroy()
  else for await (const chunk of answer.stream()) chunks.push(chunk)
  const rawPayload = Buffer.concat(chunks)
  const { statusCode, headers } = answer
  return { statusCode, headers, rawPayload, body: rawPayload.toString() }
}
