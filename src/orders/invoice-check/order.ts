import type { Reader } from '../../database/database.ts'
import { loadedCatalogue } from '../../taxes/load.ts'
import type { Language } from '../../texts/message.ts'
import { checkInvoice, type Finding } from './check.ts'
import { releasedChecks } from './file.ts'
import { factsOf } from './gather.ts'
import { invoiceTotals, totalNames } from './totals.ts'

/** What the check of an order found. Totals are numbers of reais. */
export interface Checked {
  ready: boolean
  tax_date: string
  totals: Record<(typeof totalNames)[number], number>
  findings: Finding[]
}

/** Checks an order by its JSON, stored or previewed. */
export async function checkOrder(
  db: Reader,
  document: string,
  how: { account_id: number; tax_date: string; language: Language },
): Promise<Checked> {
  const { account_id, tax_date, language } = how
  const [facts, file, catalogue] = await Promise.all([
    factsOf(db, account_id, document, tax_date),
    releasedChecks(),
    loadedCatalogue(db),
  ])
  const findings = checkInvoice(facts, file, catalogue, language)
  const totals = invoiceTotals(facts, catalogue)
  return {
    ready: findings.every(({ level }) => level !== 'error'),
    tax_date,
    totals: Object.fromEntries(
      totalNames.map((name) => [name, Number(totals[name])]),
    ) as Checked['totals'],
    findings,
  }
}
