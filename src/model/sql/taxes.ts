import { itemFigures } from '../../../packages/model/item.ts'
import type { TaxRow } from '../../../packages/model/taxes.ts'

// SQL of the list of taxes of a line, each piece a function of the rows of taxes that have columns. In it `i` is the
// row of a line, and `tax` one of its list.

type Rows = readonly TaxRow[]

/** The name that the list and the catalogue have for it. */
const nameOf = ({ value }: TaxRow) => value.replace(/^value_/, '')

const columnOf = (name: TaxRow['base']) => `i.${itemFigures[name].column}`

const figuresOf = ({ base, rate, value }: TaxRow) => [base, rate, value].map(columnOf)

/** Whether those with columns are all 0; none of them is below. */
export const areNone = (rows: Rows) => `greatest(${rows.flatMap(figuresOf).join(', ')}) = 0`

/**
 * The text of a line's list: its taxes, those with columns with what these have. It is written out where it is asked
 * for: as a function it would be begun anew for each line, which takes longer than what it does.
 */
export const json = (rows: Rows) =>
  `case
  when i.taxes = '[]' and ${areNone(rows)} then '[]'
  else concat('[', concat_ws(', ',
    case when i.taxes <> '[]' then (
      select string_agg(
               case tax ->> 'tax'
${rows.map((row) => `                 when '${nameOf(row)}' then concat(left(tax::text, -1), ${figuresText(row)}, '}')`).join('\n')}
                 else tax::text
               end, ', ')
        from jsonb_array_elements(i.taxes) tax) end,
${rows.map((row) => `    case when ${isUnlisted(row)} then concat('{"tax": "${nameOf(row)}", "effect": ${row.isAdded ? 1 : 0}, "origin": "given"', ${figuresText(row)}, '}') end`).join(',\n')}
  ), ']')
end`

/** The value of a tax of the list, with its line: `listed` is one of its columns. */
export const listedValue = (rows: Rows) =>
  `case i.listed ->> 'tax'
${rows.map((row) => `  when '${nameOf(row)}' then ${columnOf(row.value)}`).join('\n')}
  else (i.listed ->> 'value')::numeric
end`

/** Those that lists do not have: more rows of a select of names and values. */
export const otherValues = (rows: Rows) =>
  rows
    .map(
      (row) => `union all
select '${nameOf(row)}', ${columnOf(row.value)} from order_items i
 where i.account_id = of_account and i.id_order = of_order and ${isUnlisted(row)}`,
    )
    .join('\n')

/** Whether a line has something of a tax with columns that its list does not have. */
const isUnlisted = (row: TaxRow) =>
  `greatest(${figuresOf(row).join(', ')}) > 0 and not i.taxes @> '[{"tax":"${nameOf(row)}"}]'`

/** Arguments of `concat`. */
const figuresText = (row: TaxRow) =>
  (['base', 'rate', 'value'] as const)
    .map((part) => `', "${part}": ', trim_scale(${columnOf(row[part])})`)
    .join(', ')
