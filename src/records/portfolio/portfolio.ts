import { sql } from 'kysely'
import type { Actor, Viewer } from '../../access/actor.ts'
import { isOfSellers } from '../../access/row-scope.ts'
import { type FieldError, Problem, refuseInvalid } from '../../base/problems.ts'
import { readValues } from '../../base/values/value-lists.ts'
import type { Reader, Tx } from '../../database/database.ts'
import type { Condition } from '../../database/list.ts'
import { either, type Message, msg, verbatim } from '../../texts/message.ts'
import { noun } from '../../texts/nouns.ts'
import { namesIn, type Resolved, recordsNamed, unknownErrors } from '../references/references.ts'
import { customers_outside, customers_sellers } from './sql.ts'

// A customer has sellers, whose portfolio it is in. Who is restricted to orders of some sellers (`only`)
// changes customers of these alone, and reads no others unless the account lets him.

type Body = Record<string, unknown>

/** At most so many sellers of one customer. */
export const MAX_SELLERS = 100

/** The properties that name sellers. All of them end up in `id_users`. */
const PROPERTIES = ['id_user', 'fk_id_user', 'id_users', 'fk_id_users'] as const

/** A body whose sellers are ids, in `id_users`. */
export interface ResolvedSellers extends Resolved {
  /** What an error of all the sellers points to. */
  pointer: string
}

/** Ids in the place of all that names sellers in bodies, by one statement; none where nothing does. */
export async function withSellers(
  tx: Tx,
  account_id: number,
  bodies: Body[],
): Promise<ResolvedSellers[]> {
  const named = bodies.flatMap((body) => PROPERTIES.flatMap((name) => namesIn(body[name])))
  const known = await recordsNamed(tx, 'users', account_id, named)
  return bodies.map((body) => resolved(body, known))
}

function resolved(body: Body, known: ReadonlyMap<unknown, number>): ResolvedSellers {
  const sent = PROPERTIES.filter((name) => body[name] !== undefined)
  const [first] = sent
  if (first === undefined) return { body, errors: [], pointer: '/id_user' }
  const lists = sent.map((name) => ({
    name,
    ids: namesIn(body[name]).map((value) => known.get(value)),
  }))
  const unknown = sent.flatMap((name) => unknownErrors(noun('user'), name, body[name], known))
  const ids = lists[0]?.ids ?? []
  const others = lists.filter(({ name, ids: one }) => name !== first && !isSame(ids, one))
  const contradictions = others.map(({ name }): FieldError => {
    const detail = msg`names other sellers than ${first}.`
    return { pointer: `/${name}`, code: 'reference_contradiction', detail }
  })
  const rest = Object.entries(body).filter(([name]) => !sent.some((one) => one === name))
  const id_users = [...new Set(ids)]
  return {
    body: { ...Object.fromEntries(rest), id_users },
    errors: unknown.length > 0 ? unknown : contradictions,
    pointer: `/${first}`,
  }
}

function isSame(one: unknown[], other: unknown[]): boolean {
  return one.length === other.length && one.every((id, i) => id === other[i])
}

/**
 * The body with the sellers that the customer gets. Those that it has stay where the body does not speak
 * of them, in a whole one, too: who sees a customer changes only where that is said.
 * @param before the sellers that the customer has; undefined for a new one
 * @throws Problem where a restricted token would give sellers that are not its own, or take them away
 */
export function decidedSellers(
  { only: { users: own } }: Actor,
  { body, pointer }: Omit<ResolvedSellers, 'errors'>,
  before: number[] | undefined,
): Body {
  const sent = body['id_users'] as number[] | undefined
  if (sent === undefined && before !== undefined) return { ...body, id_users: before }
  if (own === null) return body
  const [only, ...more] = own
  const isObvious = sent === undefined && only !== undefined && more.length === 0
  const sellers = isObvious ? [only] : (sent ?? [])
  const others = (ids: number[]) => ids.filter((id) => !own.includes(id)).toSorted((a, b) => a - b)
  const stay = before === undefined ? [] : others(before)
  if (!isOfSellers(own, sellers) || !isSame(others(sellers), stay)) {
    refuseInvalid([{ pointer, code: 'outside_restriction', detail: whyOutside(own) }])
  }
  return { ...body, id_users: sellers }
}

function whyOutside(own: readonly number[]): Message {
  const one = either(own.map((id) => verbatim(String(id))))
  return msg`must name ${one}, and of other sellers those that the customer has: the token is restricted to its own.`
}

/** Whether the viewer sees a customer of these sellers. */
export function showsCustomer({ only }: Viewer, sellers: number[]): boolean {
  return isOfSellers(only.customers, sellers)
}

/** The same by its id. */
export async function showsCustomerOf(
  db: Reader,
  { account_id, only: { customers } }: Viewer,
  id: number,
): Promise<boolean> {
  if (customers === null) return true
  const [row] = await customers_sellers(db, [account_id, id])
  return row !== undefined && isOfSellers(customers, row.id_users)
}

/** Whether the viewer may change it, where it may change customers. */
export function changesCustomer({ only }: Viewer, sellers: number[]): boolean {
  return isOfSellers(only.users, sellers)
}

/** A record that was read: its sellers, or those of the customer that it names; null: it is for everybody. */
interface Row {
  id_users: number[] | null
}

/** Whether the viewer sees a record, of whatever kind. */
export function showsRecord(viewer: Viewer, { id_users }: Row): boolean {
  return id_users === null || showsCustomer(viewer, id_users)
}

/** Whether the viewer may change it, where it may change its kind. */
export function changesRecord(viewer: Viewer, { id_users }: Row): boolean {
  return id_users === null || changesCustomer(viewer, id_users)
}

export function mayOnlyRead(): Problem {
  return new Problem(
    'insufficient_scope',
    msg`The token is restricted to some sellers (\`only\`), of whom none has this customer: it may read it, but not change it.`,
  )
}

/** Which of these customers the viewer does not see. */
export async function hiddenCustomers(
  db: Reader,
  { account_id, only: { customers } }: Viewer,
  ids: number[],
): Promise<Set<number>> {
  if (customers === null || ids.length === 0) return new Set()
  const rows = await customers_outside(db, [account_id, ids, customers])
  return new Set(rows.map(({ id }) => id))
}

/** The customers `r` that the viewer sees, as conditions; none where it sees all. */
export function customersWithin({ account_id, only: { customers } }: Viewer): Condition[] {
  return customers === null ? [] : [customersOf(account_id, customers)]
}

/** The customers `r` that one of these sellers has. */
export const customersOf = (account_id: number, sellers: readonly unknown[]): Condition =>
  isOfCustomers('id', account_id, sellers)

const isOfCustomers = (column: string, account_id: number, sellers: readonly unknown[]) =>
  sql`r.${sql.ref(column)} in (select s.id_customer from customer_users s
                where s.account_id = ${account_id} and s.id_user = any (${sellers}::bigint[]))`

/** The records `r` that the viewer sees, of those that may name a customer in a column. */
export function namingWithin(
  { account_id, only: { customers } }: Viewer,
  column: string,
): Condition[] {
  if (customers === null) return []
  return [sql`(r.${sql.ref(column)} is null or ${isOfCustomers(column, account_id, customers)})`]
}

/** What the filters by sellers mean. */
export function sellerFilters(account_id: number): Record<string, (value: string) => Condition> {
  return {
    id_user: (value) => customersOf(account_id, readValues(value)),
    fk_id_user: (value) => sql`r.id in (select s.id_customer from customer_users s
      join users u on u.account_id = s.account_id and u.id = s.id_user
     where s.account_id = ${account_id} and u.fk_id = any (${readValues(value)}::text[]))`,
    has_users: (value) => (value === 'true' ? sql`r.id_users <> '{}'` : sql`r.id_users = '{}'`),
  }
}
