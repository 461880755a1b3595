import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { placeAll } from '../../../src/events/sequencer.ts'
import type { Account, SendOptions, Server } from '../../harness.ts'
import { data } from '../orders.ts'
import type { Received } from './receiver.ts'

/** Of a host that nobody answers at. */
export const EXAMPLE = 'https://erp.example.com/pedido'

/** Registers a webhook; its record with the secret. */
export function register(server: Server, body: object = {}, options: SendOptions = {}) {
  return data(server, 'POST', '/webhooks', { url: EXAMPLE, ...body }, options)
}

/** Gives all events of the account their places, without any job. */
export function place(server: Server, { account_id }: Account = server): Promise<boolean> {
  return placeAll(server.db, server.app.eventHub, account_id, new AbortController().signal)
}

/** What was received, verified with the official package; each of these secrets must verify. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
export function verified({ headers, body }: Received, ...secrets: string[]): any {
  assert.ok(secrets.length > 0)
  for (const secret of secrets) new Webhook(secret).verify(body, headers as Record<string, string>)
  return JSON.parse(body.toString())
}

/** The row of a table about a webhook, the first where there are several. */
export async function rowOf(
  { db }: Server,
  table: string,
  id: number,
): Promise<Record<string, unknown> | undefined> {
  const key = table === 'webhooks' ? 'id' : 'id_webhook'
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(db)
  return rows[0]
}
