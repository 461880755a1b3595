import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Outcome } from '../base/outcomes.ts'
import { type FieldError, refuseInvalid } from '../base/problems.ts'
import type { Tx } from '../database/database.ts'
import type { Condition } from '../database/list.ts'
import { updateChosen } from '../records/bulk/write.ts'
import {
  refuseRestricted,
  remaining,
  sellersAfter,
  type TransferBody,
  transferOf,
} from '../records/portfolio/transfer.ts'
import { msg } from '../texts/message.ts'
import { noun } from '../texts/nouns.ts'
import { customer, MOST_MOVED } from './schema.ts'
import { customers_among } from './sql.ts'

/** Which customers `r` a request is about. */
export interface Choice {
  conditions: Condition[]
  /** Whether these are fewer than all. */
  isFiltered: boolean
}

/**
 * Hands customers over from one seller to another: so many at a time, and those that remain when it is
 * asked again. Each is changed as by a PATCH.
 */
export async function transferCustomers(
  tx: Tx,
  actor: Actor,
  body: TransferBody,
  { conditions, isFiltered }: Choice,
): Promise<Outcome> {
  const { account_id } = actor
  const { customers } = body
  refuseRestricted(actor)
  const transfer = await transferOf(tx, account_id, body, isFiltered || customers !== undefined)
  if (customers) await refuseUnknown(tx, account_id, customers)
  const chosen = customers ? [sql`r.id = any (${customers}::bigint[])`] : []
  const wanted = [...conditions, ...chosen, ...remaining(account_id, transfer)]
  const { changed, left } = await updateChosen(
    tx,
    actor,
    customer,
    { conditions: wanted, limit: MOST_MOVED },
    ({ id_users }) => ({ id_users: sellersAfter(id_users ?? [], transfer) }),
  )
  const document = JSON.stringify({ moved: changed, remaining: left })
  return { done: 'updated', document, bare: true }
}

async function refuseUnknown(tx: Tx, account_id: number, customers: number[]): Promise<void> {
  const found = await customers_among(tx, [account_id, customers])
  const known = new Set(found.map(({ id }) => id))
  refuseInvalid(
    customers.flatMap((id, i): FieldError[] => {
      if (known.has(id)) return []
      const detail = msg`names ${noun('customer')} ${id}, which does not exist.`
      return [{ pointer: `/customers/${i}`, code: 'unknown_reference', detail }]
    }),
  )
}
