import type { Language } from '../texts/message.ts'
import { type Catalogue, type Regime, taxOnDate } from './catalogue.ts'

/** The catalogue as the API shows it, with what each tax is on a date. */
export function catalogueDocument(
  catalogue: Catalogue,
  on: { date: string; regime: Regime },
  language: Language,
) {
  const { date, sha256, taxes, effects, rates } = catalogue
  return {
    date,
    sha256,
    on,
    taxes: taxes.map(({ name_pt, name_en, ...tax }) => ({
      ...tax,
      name: language === 'en' ? name_en : name_pt,
      on_date: taxOnDate(catalogue, tax.tax, on.regime, on.date),
      effects: rowsOf(effects, tax.tax),
      rates: rowsOf(rates, tax.tax),
    })),
  }
}

function rowsOf<Row extends { tax: string }>(rows: readonly Row[], name: string) {
  return rows.flatMap(({ tax, ...row }) => (tax === name ? [row] : []))
}
