import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToken } from '../../../src/accounts/commands.ts'
import { createAccount } from '../../../src/accounts/creation.ts'
import { readConfig } from '../../../src/config.ts'
import { connect } from '../../../src/database/connect.ts'
import { inTransaction } from '../../../src/database/database.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { type Call, callService, type Reply } from '../call.ts'
import { type Service, startService } from '../service.ts'
import { type PostgresServer, query, startPostgres } from './postgres.ts'

/** A PostgreSQL that a test may damage, and the real `pedido serve` on it. */
export interface Stand {
  postgres: PostgresServer
  service: Service
  token: string
  /** The service's `DATA_DIR`. */
  folder: string
  call(path: string, options?: Call): Promise<Reply>
  /** Runs SQL on the server, past the service. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** What the service logged of requests that failed by its own fault. */
  faults(): string
  /** Resolves once the service says that it is ready. */
  ready(): Promise<void>
  close(): Promise<void>
}

interface Plan {
  /** Where the service finds the server, such as a proxy before it. */
  addressOf?: (url: string) => string | Promise<string>
  /** Settings of PostgreSQL. */
  server?: Record<string, string>
}

/**
 * Starts both, with one account, a customer (id 1) and a product (id 1). What PostgreSQL commits
 * survives its crash, though not the machine's.
 * @param settings of the service, on top of its `DATABASE_URL`
 */
export async function startStand(
  settings: Record<string, string> = {},
  { addressOf = (url) => url, server = {} }: Plan = {},
): Promise<Stand> {
  const postgres = await startPostgres({ synchronous_commit: 'on', ...server })
  const folder = await mkdtemp(join(tmpdir(), 'pedido-stand-'))
  const direct = { DATA_DIR: folder, DATABASE_URL: postgres.url }
  const token = await firstToken(postgres.url)
  const service = await startService({
    ...direct,
    DATABASE_URL: await addressOf(postgres.url),
    ...settings,
  })
  const call = (path: string, options?: Call) => callService(service, token, path, options)
  const sql = (text: string, values?: unknown[]) => query(postgres.url, text, values)
  const faults = () =>
    service
      .output()
      .split('\n')
      .filter((line) => /"level":50.*"reqId"/.test(line))
      .join('\n')
  const ready = async () => {
    while ((await call('/health/ready')).status !== 200);
  }
  await call('/customers', { body: { name: 'Mercado Aurora' } })
  await call('/products', { body: { name: 'Café torrado', price: 18.9 } })
  const close = async () => {
    await service.stop('SIGKILL')
    await postgres.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { postgres, service, token, folder, call, sql, faults, ready, close }
}

async function firstToken(DATABASE_URL: string): Promise<string> {
  const database = await connect({ ...readConfig({}), DATABASE_URL }, { info() {}, warn() {} })
  try {
    await migrate(database.pool)
    const { token } = await inTransaction(database.db, async (tx) => {
      const { account_id } = await createAccount(tx, { name: 'Aurora', time_zone: 'UTC' })
      return createToken(tx, { account_id, name: 'test', scopes: ['*'], expires_at: null })
    })
    return token
  } finally {
    await database.close()
  }
}

/** An order of one item. */
export const anOrder = (more: object = {}) => ({
  body: { id_customer: 1, items: [{ id_item: 1, quantity: 2 }], ...more },
})

/** Holds an answer to what a caller is promised while the database fails. */
export function assertUnavailable({ status, headers, body }: Reply, code = 'unavailable'): void {
  assert.deepEqual([status, body.status, body.code], [503, 503, code], JSON.stringify(body))
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.equal(headers.get('x-request-id'), body.request_id)
}
