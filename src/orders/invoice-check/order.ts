import type { Reader } from '../../database/database.ts'
import type { Catalogue } from '../../taxes/catalogue.ts'
import type { Language } from '../../texts/message.ts'
import { checkInvoice, type Finding } from './check.ts'
import { releasedChecks } from './file.ts'
import { type CheckedOn, gathered } from './gather.ts'
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
  how: CheckedOn & { account_id: number; language: Language; catalogue: Catalogue },
): Promise<Checked> {
  const { account_id, language, catalogue } = how
  const [{ facts }, file] = await Promise.all([
    gathered(db, account_id, document, how),
    releasedChecks(),
  ])
  const findings = checkInvoice(facts, file, catalogue, language)
  const totals = invoiceTotals(facts, catalogue)
  return {
    ready: findings.every(({ level }) => level !== 'error'),
    tax_date: facts.tax_date,
    totals: Object.fromEntries(
      totalNames.map((name) => [name, Number(totals[name])]),
    ) as Checked['totals'],
    findings,
  }
}
