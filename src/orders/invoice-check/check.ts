import type { Language } from '../../texts/message.ts'
import type { CheckFile, CheckRow } from './file.ts'
import type { Known } from './finding.ts'
import type { InvoiceFacts } from './invoice.ts'
import { predicates } from './predicates/all.ts'

/** What is wrong with an order whose invoice is to be made. */
export interface Finding {
  readonly code: string
  /** Of the layout; null where the rule is not a tax office's. */
  readonly rule: string | null
  readonly level: CheckRow['level']
  readonly pointer: string
  readonly detail: string
  readonly source: string
}

/**
 * What the tax offices would refuse or complain of, by the rules that hold on the tax date in the seller's
 * state: errors first, then by place.
 */
export function checkInvoice(
  facts: InvoiceFacts,
  file: CheckFile,
  catalogue: Known['catalogue'],
  language: Language,
): Finding[] {
  return foundIn(facts, file, catalogue).map(({ detail, ...found }) => ({
    ...found,
    detail: detail[language],
  }))
}

/** A finding in each language. */
export interface Found extends Omit<Finding, 'detail'> {
  readonly detail: Readonly<Record<Language, string>>
}

/** The same, to be told in whichever language. */
export function foundIn(
  facts: InvoiceFacts,
  { checks, lists }: CheckFile,
  catalogue: Known['catalogue'],
): Found[] {
  return checks
    .filter((row) => holds(row, facts))
    .flatMap((row) =>
      (predicates[row.check] ?? never)(facts, row.args, { lists, catalogue }).map(
        ({ pointer, level }) => found(row, pointer, level ?? row.level),
      ),
    )
    .toSorted(
      (a, b) =>
        Number(a.level === 'warning') - Number(b.level === 'warning') ||
        inOrder(a.pointer, b.pointer),
    )
}

const never = () => []

function holds({ since, until, states }: CheckRow, { tax_date, seller }: InvoiceFacts): boolean {
  const isInTime = (since === null || since <= tax_date) && (until === null || tax_date <= until)
  return isInTime && (states === null || (seller.state !== null && states.includes(seller.state)))
}

function found(
  { code, rule, pt, en, source }: CheckRow,
  pointer: string,
  level: CheckRow['level'],
): Found {
  const detail = { 'pt-BR': pt, en }
  return { code, rule: rule === '' ? null : rule, level, pointer, detail, source }
}

const byNumbers = new Intl.Collator('en', { numeric: true })

/** `/items/2` before `/items/10`. */
const inOrder = (a: string, b: string) => byNumbers.compare(a, b)
