// What the catalogue of taxes says, and what a tax is on a date. Dates are `YYYY-MM-DD`, so that they
// compare as texts; rates are percent.

export const spheres = ['federal', 'state', 'municipal'] as const
export const roundings = ['half_up', 'half_even'] as const
/** How a seller pays IBS and CBS: as everybody does, or within the Simples Nacional. */
export const regimes = ['regular', 'single'] as const
export const rateStatuses = ['law', 'provisional', 'estimate'] as const
/** What a line says of itself where that decides whether its tax moves the total. */
export const conditions = ['deducts', 'adds'] as const

export type Regime = (typeof regimes)[number]

export interface TaxDefinition {
  tax: string
  name_pt: string
  name_en: string
  sphere: (typeof spheres)[number]
  rounding: (typeof roundings)[number]
  /** Regular expressions of the whole code or class; null: the tax has none. */
  code_pattern: string | null
  class_pattern: string | null
  sequence: number
  source: string
}

export interface EffectRow {
  tax: string
  regime: Regime | 'any'
  since: string
  /** What a value does to the total; null: there is no such tax then. */
  effect: -1 | 0 | 1 | null
  only_if: (typeof conditions)[number] | null
  in_product_value: boolean
  source: string
}

export interface RateRow {
  tax: string
  since: string
  until: string | null
  rate: number
  status: (typeof rateStatuses)[number]
  source: string
}

/** The rows of a catalogue. */
export interface CatalogueRows {
  taxes: TaxDefinition[]
  effects: EffectRow[]
  rates: RateRow[]
}

/** The catalogue that is loaded; without a date where none is yet. */
export interface Catalogue extends CatalogueRows {
  date: string | null
  sha256: string | null
}

/** What a tax does to the total on a date, and the rate that derivation uses then. */
export interface TaxOnDate extends Pick<EffectRow, 'effect' | 'only_if' | 'in_product_value'> {
  /** Null where the catalogue has none: states have their own, and some are not published. */
  rate: number | null
}

const CLOSED = { effect: null, only_if: null, in_product_value: false } as const

/** By catalogue: what was asked of it. A line asks for each of its taxes, and orders of few days. */
const known = new WeakMap<object, Map<string, TaxOnDate>>()

/** As many days as are kept. */
const MOST_KNOWN = 10_000

/** What a tax is on a date, for sellers of a regime. Before its first row there is no such tax. */
export function taxOnDate(
  catalogue: Pick<CatalogueRows, 'effects' | 'rates'>,
  tax: string,
  regime: Regime,
  date: string,
): TaxOnDate {
  const answers = known.get(catalogue) ?? new Map<string, TaxOnDate>()
  const key = `${tax} ${regime} ${date}`
  const found = answers.get(key)
  if (found) return found
  if (answers.size >= MOST_KNOWN) answers.clear()
  known.set(catalogue, answers)
  const answer = readOnDate(catalogue, tax, regime, date)
  answers.set(key, answer)
  return answer
}

function readOnDate(
  { effects, rates }: Pick<CatalogueRows, 'effects' | 'rates'>,
  tax: string,
  regime: Regime,
  date: string,
): TaxOnDate {
  const begun = effects.filter((row) => row.tax === tax && row.since <= date)
  const row =
    newest(begun.filter((one) => one.regime === regime)) ??
    newest(begun.filter((one) => one.regime === 'any')) ??
    CLOSED
  const { effect, only_if, in_product_value } = row
  return { effect, only_if, in_product_value, rate: rateOnDate(rates, tax, date) }
}

/** An estimate is never used, and a rate is over with its last day. */
function rateOnDate(rates: readonly RateRow[], tax: string, date: string): number | null {
  const usable = rates.filter(
    (row) =>
      row.tax === tax &&
      row.status !== 'estimate' &&
      row.since <= date &&
      (row.until === null || date <= row.until),
  )
  return newest(usable)?.rate ?? null
}

function newest<Row extends { since: string }>(rows: readonly Row[]): Row | undefined {
  return rows.reduce<Row | undefined>(
    (last, row) => (last === undefined || row.since > last.since ? row : last),
    undefined,
  )
}

/**
 * The regime of a seller: as it says itself, else by its CRT. 1 and 4 (Simples Nacional, MEI) are in the
 * single one; the others, and who says nothing, are in the regular one.
 */
export function regimeOf(seller: {
  regime?: Regime | undefined
  crt?: 1 | 2 | 3 | 4 | undefined
}): Regime {
  const { regime, crt } = seller
  return regime ?? (crt === 1 || crt === 4 ? 'single' : 'regular')
}
