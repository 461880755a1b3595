import assert from 'node:assert/strict'
import { access, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { inTransaction } from '../../src/database/database.ts'
import {
  closeAccount,
  listDeletions,
  reopenAccount,
} from '../../src/operations/accounts/deletion.ts'
import { removeAccount } from '../../src/operations/accounts/removals.ts'
import { openHistory } from '../../src/processes/history/store.ts'
import { type Account, type Server, startServer } from '../harness.ts'
import { sendFile } from '../support/files/imports.ts'
import { data, succeed } from '../support/orders.ts'
import { invited, PASSWORD, person } from '../support/people.ts'
import { sample } from '../support/sample.ts'
import { addDeliveries } from '../support/webhooks/retention.ts'
import { fillAccount } from './filled-account.ts'

// An account that is deleted: closed, restored, and then removed, with a look into every table.
// Kills: test/failure/accounts.test.ts.

let server: Server
let other: Account
let archive: string
before(async () => {
  server = await startServer()
  await fillAccount(server)
  await addDeliveries(server, server, 3, 1)
  await invited(server)
  await succeed(
    server,
    'POST',
    '/quotations',
    { name: 'K' },
    { headers: { 'Idempotency-Key': 'k' } },
  )
  await sendFile(server, 'customers', 'name\nMercado\n\n')
  await succeed(server, 'POST', '/orders/recalculate?all=true')
  archive = join(server.config.DATA_DIR, 'events.ndjson.gz')
  await writeFile(archive, '')
  await server.pool.query(
    `insert into history_archives (account_id, state, first_event, last_event, first_time, last_time, events, place, bytes, sha256)
     values (1, 'done', 1, 1, now(), now(), 1, $1, 0, '')`,
    [archive],
  )
  for (const text of SELDOM) await server.pool.query(`insert into ${text}`)
  other = await server.newAccount('Boreal')
  await sample(server, other.token)
  for (let i = 0; i < 3; i++) await write()
})
after(() => server.close())

/** Rows of what is seldom there, or not for long. A new table belongs here, or is filled above. */
const SELDOM = [
  "anonymisations (account_id, id_customer, state, stage, position, known, asked_at) values (1, 1, 'done', '', '', '', now())",
  'former_addresses (account_id, id_customer, id) values (1, 1, 9)',
  'customer_users (account_id, id_user, id_customer) select 1, min(u.id), min(c.id) from users u join customers c using (account_id) where account_id = 1',
  'installment_methods (account_id, id_order, id_payment_method) select 1, min(o.id), min(m.id) from orders o join payment_methods m using (account_id) where account_id = 1',
  "import_mappings (account_id, name, resource, mapping) values (1, 'm', 'customers', '{}')",
  "import_refusals (account_id, id_import, line, rows, faults) values (1, 1, 2, '[]', '[]')",
  "mail_allowances (account_id, key, spent_until) values (1, 'account', now())",
  "order_counts (account_id, kind, id, hour, count, sum_value) values (1, 'all', 0, '-infinity', 0, 0)",
  "passkeys (account_id, id_member, name, credential_id, public_key, counter, transports) values (1, 1, 'p', '', '', 0, '{}')",
  "sign_in_attempts (account_id, key, attempts, next_at, last_at) values (1, 'k', 1, now(), now())",
  "sign_in_challenges (account_id, sha256, purpose, expires_at) values (1, '', 'passkey', now())",
  "sign_in_places (account_id, key, expires_at) values (1, 'k', now())",
  "sign_in_providers (account_id, name, issuer, client_id, client_secret, scope, role_claim, creates_members, trusts_emails) values (1, 'p', 'i', 'c', '', '', '', false, false)",
  "webhook_replays (account_id, id_webhook, position, until_position, types, from_time) values (1, 1, 1, 1, '{}', now())",
  "webhook_retries (account_id, id_webhook, position, resource, id_record, attempts, next_at) values (1, 1, 1, 'orders', 1, 1, now())",
]

/** The other account goes on writing. */
async function write(): Promise<void> {
  const [customer] = await data(server, 'GET', '/customers', undefined, { token: other.token })
  await data(server, 'POST', '/orders', { id_customer: customer.id }, { token: other.token })
}

/** How many rows there are of an account, by table; those of the removal's record are not its own. */
async function rowsOf({ account_id }: Account): Promise<Record<string, number>> {
  const { rows: tables } = await server.pool.query<{ name: string }>(`
    select c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'account_id'
       and c.table_name <> 'account_deletions' order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await server.pool.query(
      `select count(*)::int as count from ${name} where account_id = $1`,
      [account_id],
    )
    counts[name] = rows[0].count
  }
  return counts
}

const filled = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

const close = (seconds: number) =>
  inTransaction(server.db, (tx) =>
    closeAccount(tx, { account_id: server.account_id, seconds, by: 'maria' }),
  )
const remove = (signal = new AbortController().signal) =>
  removeAccount(
    server,
    {
      images: server.resources.images,
      removeHistory: async (address) => (await openHistory(server.config)).remove(address),
    },
    server.account_id,
    signal,
  )
const images = () => readdir(join(server.config.DATA_DIR, 'images'))

// Whatever is asked: test/access/matrix.test.ts.
test('a closed account answers nobody, and says until when', async () => {
  const { account_id, token } = await server.newAccount('closed')
  const at = await inTransaction(server.db, (tx) =>
    closeAccount(tx, { account_id, seconds: 86_400, by: 'test' }),
  )
  const { status, body } = await server.send('GET', '/orders', { token })
  assert.deepEqual([status, body.code], [403, 'account_closed'])
  assert.ok(body.detail.includes(at.toISOString()), body.detail)
  await inTransaction(server.db, (tx) => reopenAccount(tx, account_id))
  assert.equal((await server.send('GET', '/orders', { token })).status, 200)
})

test('members of a closed account are signed out, and told when they sign in', async () => {
  const { account_id } = await server.newAccount('closed to members')
  const { email, password, send } = await person(server, { account_id })
  const at = await inTransaction(server.db, (tx) =>
    closeAccount(tx, { account_id, seconds: 86_400, by: 'test' }),
  )
  assert.equal((await send('GET', '/session')).status, 401)
  const signIn = () => server.send('POST', '/session', { token: null, body: { email, password } })
  const { status, body } = await signIn()
  assert.deepEqual([status, body.code], [409, 'conflict'])
  assert.ok(body.detail.includes(at.toISOString()), body.detail)
  await inTransaction(server.db, (tx) => reopenAccount(tx, account_id))
  assert.equal((await signIn()).status, 201)
})

test('a closed account gives nobody access, by a client or a link', async () => {
  const account = await server.newAccount('closed to clients')
  const { account_id, token } = account
  const [{ id }] = await data(server, 'GET', '/tokens', undefined, account)
  const { link } = await invited(server, { account_id })
  await inTransaction(server.db, (tx) =>
    closeAccount(tx, { account_id, seconds: 86_400, by: 'test' }),
  )
  const form = { grant_type: 'client_credentials', client_id: String(id), client_secret: token }
  const ask = () =>
    server.send('POST', '/oauth/token', {
      token: null,
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const use = () =>
    server.send('POST', '/session/link', { token: null, body: { link, password: PASSWORD } })
  const refused = await ask()
  assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_client'])
  assert.equal((await use()).status, 409)
  await inTransaction(server.db, (tx) => reopenAccount(tx, account_id))
  assert.equal((await ask()).status, 200)
  assert.equal((await use()).status, 201)
})

test('an account is closed, and opened again as it was', async () => {
  const token = await server.newToken('*')
  const before = await rowsOf(server)
  await close(3_600)
  await assert.rejects(close(3_600), /is closed already/)
  const refused = await server.send('GET', '/orders', { token })
  assert.deepEqual([refused.status, refused.body.code], [403, 'account_closed'])
  await inTransaction(server.db, (tx) => reopenAccount(tx, server.account_id))
  await assert.rejects(
    inTransaction(server.db, (tx) => reopenAccount(tx, server.account_id)),
    /Account 1 is open\./,
  )
  assert.equal(await remove(), false)
  assert.equal((await server.send('GET', '/orders')).status, 200)
  assert.deepEqual(await rowsOf(server), before)
  assert.deepEqual(await listDeletions(server.db), [])
})

test('nothing of it stays in any table or folder, and nothing of others goes', async () => {
  const gone = await server.newToken('*')
  await server.app.requestLog?.flush(server.db)
  const before = await rowsOf(server)
  // Every table had something to lose, but for these.
  assert.deepEqual(
    Object.keys(before).filter((table) => before[table] === 0),
    [],
  )
  const others = await rowsOf(other)
  assert.deepEqual(await images(), ['.incoming', '1'])
  await close(0)

  // Stopped half-way, it goes on, while others write.
  const stopping = new AbortController()
  const halfway = remove(stopping.signal)
  await write()
  stopping.abort()
  await halfway
  await assert.rejects(
    inTransaction(server.db, (tx) => reopenAccount(tx, server.account_id)),
    /removal of account 1 has begun and can't be undone/,
  )
  const [done] = await Promise.all([remove(), write()])
  assert.equal(done, true)
  assert.deepEqual(filled(await rowsOf(server)), {})
  assert.deepEqual(await images(), ['.incoming'])
  await assert.rejects(access(archive))
  const after = await rowsOf(other)
  assert.equal(after['orders'], Number(others['orders']) + 2)
  for (const table of ['customers', 'products', 'tokens', 'order_statuses', 'event_heads']) {
    assert.equal(after[table], others[table], table)
  }
  assert.equal((await server.send('GET', '/orders', { token: gone })).status, 401)
  assert.equal(await remove(), false)

  // What is known of it still: who, when and how much, and no name.
  const [text = '', ...more] = await listDeletions(server.db)
  assert.deepEqual(more, [])
  const { id, requested_by, begun_at, ended_at, removed } = JSON.parse(text)
  assert.deepEqual([id, requested_by], [1, 'maria'])
  assert.ok(begun_at <= ended_at)
  assert.deepEqual(removed, filled(before))
  assert.doesNotMatch(text, /Aurora/)
})
