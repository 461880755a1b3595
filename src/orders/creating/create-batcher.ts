import type { Actor } from '../../access/actor.ts'
import { batched } from '../../base/batched.ts'
import { inTransaction, singleRow } from '../../database/database.ts'
import { databaseFailure, LOCK_NOT_AVAILABLE, mayBeDone } from '../../database/failures.ts'
import { writtenOnce } from '../../database/retries.ts'
import { recordedData } from '../../events/record.ts'
import type { Services } from '../../services.ts'
import type { OrderBody } from '../input.ts'
import { orders_create, orders_createBatch, orders_drawIds } from '../sql.ts'
import {
  createDecided,
  type Decided,
  decided,
  type NewOrder,
  type Written,
  withIds,
  write,
} from './create.ts'

type Databases = Pick<Services, 'primary' | 'lookups'>

/** Statements of an account: while the answers of one are sent, the next one is at work. */
const AT_ONCE = 2
/** Orders of a statement: each waits for all of them. */
const MOST = 20
/** With more lines an order goes by itself. */
const MANY_LINES = 100

/** What an order came to: what was written, or what is still to be done for it. */
type Result = () => Promise<Written>

/**
 * What makes an order without a transaction around it. Those of an account that come while others are
 * written go together after them, by one statement, as a database's commits do.
 */
export function batchingCreator(
  databases: Databases,
): (actor: Actor, body: OrderBody) => Promise<Written> {
  const create = batched<Decided, Result>({
    most: MOST,
    atOnce: AT_ONCE,
    thenWaits: 'for one',
    run: (account_id, orders) => createBatch(databases, account_id, orders),
  })
  return async (actor, body) => {
    const { account_id } = actor
    const order = await decided(databases.lookups, actor, body)
    // Its invoice is checked with the record that is written, and undoes it where it is wrong.
    if (order.isChecked) return inTransaction(databases.primary, (tx) => createDecided(tx, order))
    const isLong = order.planned.lines.length > MANY_LINES
    const result = isLong
      ? singleRow(await createBatch(databases, account_id, [order]))
      : await create(account_id, order)
    return result()
  }
}

async function createBatch(
  databases: Databases,
  account_id: number,
  orders: readonly Decided[],
): Promise<Result[]> {
  const created = await withIds(databases.lookups, orders, orders_drawIds)
  const together = write(databases.primary, orders_createBatch, account_id, created)
  const [outcome] = await Promise.allSettled([together])
  const isOwn = outcome.status === 'fulfilled' || !mayBeOthers(outcome.reason, orders)
  return created.map((order, i) => {
    const own = isOwn ? async () => (await together)[i] as Written : undefined
    return () => createOnce(databases, orders[i] as Decided, order, own)
  })
}

/** What refused all of them may lie in another one, or pass for an order that has time. */
function mayBeOthers(error: unknown, orders: readonly Decided[]): boolean {
  const failure = databaseFailure(error)
  if (!failure || mayBeDone(error)) return false
  return orders.length > 1 || failure.code === LOCK_NOT_AVAILABLE
}

/**
 * Makes an order, which is there once whatever happens: its ids are drawn, so it can't be made twice, and
 * where it was made its event tells.
 * @param first gives what came of a first run
 * @throws OutcomeUnknown where the database was lost, and stays away
 */
function createOnce(
  { primary, lookups }: Databases,
  decided: Decided,
  order: NewOrder,
  first: Result | undefined,
): Promise<Written> {
  const { account_id } = decided.actor
  let current = order
  const again = async () => singleRow(await write(primary, orders_create, account_id, [current]))
  let run = first ?? again
  return writtenOnce({
    get id() {
      return current.id
    },
    write() {
      const now = run
      run = again
      return now()
    },
    async find() {
      const { id, id_event, author } = current
      const document = await recordedData(lookups, account_id, id_event, author.event_uid)
      return document === undefined ? undefined : { id, document }
    },
    async reallocate() {
      current = singleRow(await withIds(lookups, [decided], orders_drawIds))
    },
  })
}
