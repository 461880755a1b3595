import { randomUUID } from 'node:crypto'
import type { ReplicaStand } from '../../test/support/servers/replica-stand.ts'
import { sql } from '../../test/support/servers/replica-stand.ts'
import { run } from '../../test/support/service.ts'
import { addTo, differenceOf, type Ledger } from './clients.ts'
import type { FeedFollower, Seen } from './followers.ts'

const PAGE = 100

/** Reads all orders and holds them to what clients were told: none is lost, doubled or different. */
export async function checkOrders({ call, writer }: ReplicaStand, ledger: Ledger): Promise<void> {
  const { orders, deleted, faults } = ledger
  const found = new Set<string>()
  let path: string | undefined = `/orders?pagination=cursor&sort=id&limit=${PAGE}`
  while (path) {
    const { body } = await call(path, { token: writer })
    for (const order of body.data) {
      if (found.has(order.fk_id)) addTo(faults, `at the end: ${order.fk_id} twice`)
      found.add(order.fk_id)
      const difference = differenceOf(orders.get(order.fk_id), order)
      if (difference) addTo(faults, `at the end: ${order.fk_id} ${difference}`)
    }
    path = body.next_cursor ? `/orders?cursor=${body.next_cursor}` : undefined
  }
  for (const fk_id of orders.keys()) {
    if (!found.has(fk_id)) addTo(faults, `at the end: ${fk_id} is lost`)
  }
  for (const fk_id of deleted) {
    if (found.has(fk_id)) addTo(faults, `at the end: ${fk_id} was deleted`)
  }
}

/** Each order that was made is told once in the feed, and at least once to the webhook. */
export async function checkFollowers(
  ledger: Ledger,
  feed: FeedFollower,
  webhook: Seen,
): Promise<void> {
  const { orders, deleted, faults } = ledger
  await feed.readAll()
  const made = orders.size + deleted.size
  if (feed.seen.created.size !== made) {
    addTo(faults, `feed: ${feed.seen.created.size} orders made, ${made} acknowledged`)
  }
  for (const [id, times] of feed.seen.created) if (times > 1) addTo(faults, `feed: ${id} twice`)
  const isThere = () => webhook.created.size === made
  for (let tries = 0; !isThere() && tries < 600; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (!isThere())
    addTo(faults, `webhook: ${webhook.created.size} orders made, ${made} acknowledged`)
}

/** Restores the backup into a new database: what was acknowledged before it began is there. */
export async function checkBackup(
  { primary, folder }: ReplicaStand,
  file: string,
  before: string[],
  { faults, deleted }: Ledger,
): Promise<string> {
  const name = `restored_${randomUUID().slice(0, 8)}`
  await sql(primary, `create database ${name}`)
  const url = new URL(primary.url)
  url.pathname = `/${name}`
  const restored = await run(['restore', file], { DATABASE_URL: url.href, DATA_DIR: folder })
  if (restored.code !== 0) addTo(faults, `restore: ${restored.stderr}`)
  const rows = await sql<{ fk_id: string }>(
    { ...primary, url: url.href },
    'select fk_id from orders',
  )
  const there = new Set(rows.map(({ fk_id }) => fk_id))
  const missing = before.filter((fk_id) => !there.has(fk_id) && !deleted.has(fk_id))
  if (missing.length > 0) addTo(faults, `backup: ${missing.length} orders are missing`)
  return `${there.size} orders restored, ${before.length} acknowledged before it began`
}
