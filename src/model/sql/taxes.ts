import { itemFigures } from '../../../packages/model/item.ts'
import { type TaxRow, taxOfRow } from '../../../packages/model/taxes.ts'

// SQL of the list of taxes of a line, each piece a function of the rows of taxes that have columns. In it `i` is the
// row of a line, and `tax` one of its list.

type Rows = readonly TaxRow[]

const columnOf = (name: TaxRow['base']) => `i.${itemFigures[name].column}`

const figuresOf = ({ base, rate, value }: TaxRow) => [base, rate, value].map(columnOf)

/** Whether those with columns are all 0; none of them is below. */
export const areNone = (rows: Rows) => `greatest(${rows.flatMap(figuresOf).join(', ')}) = 0`

/** Branches of a `case`: a tax of the list with what its columns have. */
export const listed = (rows: Rows) =>
  rows.map((row) => `when '${taxOfRow(row)}' then tax := tax || ${objectOf(row)};`).join('\n')

/** Whether a line has a tax with columns that its list does not have. */
const isBeside = (row: TaxRow) =>
  `greatest(${figuresOf(row).join(', ')}) > 0 and not i.taxes @> '[{"tax":"${taxOfRow(row)}"}]'`

/** Those that the list does not have, as a line without one shows them. */
export const others = (rows: Rows) =>
  rows
    .map(
      (row) => `if ${isBeside(row)} then
  all_taxes := all_taxes || (jsonb_build_object('tax', '${taxOfRow(row)}', 'effect', ${row.isAdded ? 1 : 0}, 'origin', 'given') || ${objectOf(row)});
end if;`,
    )
    .join('\n')

/** The value of `tax`, one of the list. */
export const valueOfListed = (rows: Rows) =>
  [
    `case tax ->> 'tax'`,
    ...rows.map((row) => `when '${taxOfRow(row)}' then ${columnOf(row.value)}`),
    `else (tax ->> 'value')::numeric end`,
  ].join(' ')

/** The values of those that the list does not have. */
export const valuesOfOthers = (rows: Rows) =>
  rows
    .map(
      (row) => `union all select '${taxOfRow(row)}', ${columnOf(row.value)} where ${isBeside(row)}`,
    )
    .join('\n')

function objectOf(row: TaxRow): string {
  const parts = (['base', 'rate', 'value'] as const).map(
    (part) => `'${part}', trim_scale(${columnOf(row[part])})`,
  )
  return `jsonb_build_object(${parts.join(', ')})`
}
