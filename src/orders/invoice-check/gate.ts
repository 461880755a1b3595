import type { TokenHolder } from '../../access/actor.ts'
import { errorSummary, type FieldError, MAX_ERRORS, Problem } from '../../base/problems.ts'
import type { Reader } from '../../database/database.ts'
import { knownCatalogue } from '../../taxes/load.ts'
import { msg, translated } from '../../texts/message.ts'
import { statuses_checking } from '../sql.ts'
import { type Found, foundIn } from './check.ts'
import { releasedChecks } from './file.ts'
import { gathered } from './gather.ts'

// Statuses into which orders come only if their invoices would be right.

type Checking = Pick<TokenHolder, 'account_id' | 'time_zone' | 'checks_invoices'>

/** Which of these statuses are so; null is the initial one, of a new order that says none. */
export async function checkedStatuses(
  db: Reader,
  { account_id }: Pick<Checking, 'account_id'>,
  targets: readonly (number | null)[],
): Promise<(to: number | null) => boolean> {
  if (targets.length === 0) return () => false
  const ids = targets.filter((id) => id !== null)
  const rows = await statuses_checking(db, [account_id, ids])
  return (to) => rows.some(({ id, initial }) => (to === null ? initial : id === to))
}

/** The same of one. Nothing is read in an account that has none. */
export async function isChecked(db: Reader, actor: Checking, to: number | null): Promise<boolean> {
  if (!actor.checks_invoices) return false
  return (await checkedStatuses(db, actor, [to]))(to)
}

/**
 * Why an order may not come into such a status; undefined where it may.
 * @param document its JSON as it would be there
 */
export async function invoiceProblem(
  db: Reader,
  { account_id, time_zone }: Pick<Checking, 'account_id' | 'time_zone'>,
  document: string,
): Promise<Problem | undefined> {
  const on = { tax_date: undefined, time_zone }
  const { facts } = await gathered(db, account_id, document, on)
  const found = foundIn(facts, await releasedChecks(), await knownCatalogue(db))
  const wrong = found.filter(({ level }) => level === 'error')
  if (wrong.length === 0) return undefined
  const errors = wrong.map(fieldError)
  const first = wrong.slice(0, MAX_ERRORS)
  const findings = first.map(({ code, rule, pointer }) => ({ code, rule, pointer }))
  return new Problem(
    'invoice_check_failed',
    msg`The invoice would be refused: ${errorSummary(errors)}`,
    { errors, meta: { tax_date: facts.tax_date, findings } },
  )
}

/** @throws Problem `invoice_check_failed` */
export async function refuseWrongInvoice(...of: Parameters<typeof invoiceProblem>): Promise<void> {
  const problem = await invoiceProblem(...of)
  if (problem) throw problem
}

function fieldError({ code, pointer, detail }: Found): FieldError {
  const words = { 'pt-BR': `${code}: ${detail['pt-BR']}`, en: `${code}: ${detail.en}` }
  return { pointer, code: 'invoice_check', detail: translated(words) }
}
