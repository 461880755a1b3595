import { isSameUnit, splitUnit } from '../../../../../src/files/units.ts'
import { type Found, finderOf } from '../../../common/records/finder.ts'
import { inOwnUnit, type Line } from '../draft.ts'
import { fewAtOnce } from './few-at-once.ts'
import type { Meaning } from './paste-columns.ts'

// Quantities in packages, in tables that name products by their codes: `3 cx` is 36 where a box has 12.

type Rows = readonly (readonly string[])[]

/** Those that are offered no longer have codes, too. */
const products = finderOf('products')

/** The unit behind each row's quantity, where it may be a package. */
export const unitsOf = (rows: Rows, meanings: readonly Meaning[]): (string | undefined)[] =>
  rows.map((row) => {
    const unit = splitUnit(row[meanings.indexOf('quantity')] ?? '')?.unit
    return unit === undefined || isSameUnit(unit, 'un') ? undefined : unit
  })

/** The codes of rows whose quantities may be in packages. */
export function packedRows(rows: Rows, meanings: readonly Meaning[]): string[] {
  const units = unitsOf(rows, meanings)
  const coded = meanings.indexOf('product')
  return [...new Set(rows.flatMap((row, i) => (units[i] ? (row[coded] ?? '') : [])))].filter(
    Boolean,
  )
}

/** Products by their codes; where the service is away, or two have one code, quantities stay as they are. */
export async function productsOf(codes: readonly string[]): Promise<ReadonlyMap<string, Found>> {
  const { signal } = new AbortController()
  const found = await fewAtOnce(codes, (code) => products.byCode(code, signal).catch(() => []))
  return new Map(
    codes.flatMap((code, i) => {
      const [one, other] = found[i] ?? []
      return one && !other ? [[code, one] as const] : []
    }),
  )
}

interface Laid {
  lines: readonly Line[]
  came: readonly Line[]
}

/** The lines that came with their quantities in their products' own units. */
export function inProductUnits(
  { lines, came }: Laid,
  units: readonly (string | undefined)[],
  products: ReadonlyMap<string, Found>,
): Laid {
  const counted = came.map((line, i) => {
    const [unit, product] = [units[i], products.get(line.product?.fk_id ?? '')]
    return unit && product ? inOwnUnit({ ...line, pastedUnit: unit }, product) : line
  })
  const byKey = new Map(counted.map((line) => [line.key, line]))
  return { lines: lines.map((line) => byKey.get(line.key) ?? line), came: counted }
}
