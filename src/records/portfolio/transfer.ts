import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { type FieldError, Problem, refuseInvalid } from '../../base/problems.ts'
import type { Tx } from '../../database/database.ts'
import type { Condition } from '../../database/list.ts'
import { msg } from '../../texts/message.ts'
import { noun } from '../../texts/nouns.ts'
import { recordsNamed, unknownErrors } from '../references/references.ts'
import { customersOf, MAX_SELLERS } from './portfolio.ts'

/** What is to become of the sellers of customers. Of an id and a code either names a seller. */
export interface TransferBody {
  from?: number | null
  fk_id_from?: string
  to?: number | null
  fk_id_to?: string
  customers?: number[]
  keep?: boolean
}

/** The same with ids alone. */
export interface Transfer {
  /** null: of customers without sellers; undefined: whoever their sellers are. */
  from: number | null | undefined
  /** null: nobody. */
  to: number | null
  /** The sellers of before stay. */
  keep: boolean
}

/** @throws Problem for who sees a part of the customers only */
export function refuseRestricted({ only }: Actor): void {
  if (only.users === null) return
  throw new Problem(
    'insufficient_scope',
    msg`The token is restricted to some sellers (\`only\`): it can’t hand customers over from one to another.`,
  )
}

/**
 * Finds the sellers that are named.
 * @param isChosen whether something else says which customers are meant
 */
export async function transferOf(
  tx: Tx,
  account_id: number,
  body: TransferBody,
  isChosen: boolean,
): Promise<Transfer> {
  const { from, fk_id_from, to, fk_id_to, keep = false } = body
  const known = await recordsNamed(tx, 'users', account_id, [from, fk_id_from, to, fk_id_to])
  const [before, after] = [endOf(body, 'from', known), endOf(body, 'to', known)]
  refuseInvalid([...before.errors, ...after.errors])
  const transfer = { from: before.id, to: after.id ?? null, keep }
  refuseInvalid(errorsOf(transfer, after.id !== undefined, isChosen))
  return transfer
}

interface End {
  id: number | null | undefined
  errors: FieldError[]
}

function endOf(body: TransferBody, name: 'from' | 'to', known: ReadonlyMap<unknown, number>): End {
  const { [name]: id, [`fk_id_${name}` as const]: fk_id } = body
  const ofCode = known.get(fk_id)
  const errors = [
    ...unknownErrors(noun('user'), name, id, known),
    ...unknownErrors(noun('user'), `fk_id_${name}`, fk_id, known),
  ]
  const isContradiction = id !== undefined && ofCode !== undefined && id !== ofCode
  if (errors.length > 0 || !isContradiction) return { id: id === undefined ? ofCode : id, errors }
  const detail = msg`names other sellers than ${name}.`
  return { id, errors: [{ pointer: `/fk_id_${name}`, code: 'reference_contradiction', detail }] }
}

function errorsOf({ from, to, keep }: Transfer, hasTo: boolean, isChosen: boolean): FieldError[] {
  if (!hasTo)
    return [{ pointer: '/to', code: 'required', detail: msg`is required; null is nobody.` }]
  if (from === undefined && !isChosen) {
    const detail = msg`is required where neither \`customers\` nor a filter says which customers are meant.`
    return [{ pointer: '/from', code: 'required', detail }]
  }
  if (from === to)
    return [{ pointer: '/to', code: 'nothing_changes', detail: msg`is the seller of \`from\`.` }]
  if (keep && to === null) {
    const detail = msg`needs a seller in \`to\`.`
    return [{ pointer: '/keep', code: 'nothing_changes', detail }]
  }
  return []
}

/** The customers `r` for which it remains to be done. */
export function remaining(account_id: number, { from, to, keep }: Transfer): Condition[] {
  const wanted = keep
    ? [sql`${to}::bigint <> all (r.id_users) and cardinality(r.id_users) < ${MAX_SELLERS}`]
    : []
  if (from === null) return [sql`r.id_users = '{}'`]
  if (from !== undefined)
    // The row says it of the moment in which it is locked.
    return [customersOf(account_id, [from]), sql`${from}::bigint = any (r.id_users)`, ...wanted]
  return keep ? wanted : [sql`r.id_users <> ${to === null ? [] : [to]}::bigint[]`]
}

/** A customer's sellers then: the new one stands where the other one stood, and nobody twice. */
export function sellersAfter(sellers: number[], { from, to, keep }: Transfer): number[] {
  const next = to === null ? [] : [to]
  if (keep) return [...sellers, ...next]
  if (from === undefined || from === null) return next
  return [...new Set(sellers.flatMap((id) => (id === from ? next : [id])))]
}
