import {
  isDecimal,
  type OrderRow,
  type ReferenceRow,
  type ValueRow,
} from '../../../packages/model/order-row.ts'
import { columnOf, isEmptied, isReference, isWritten } from '../order.ts'

// SQL of an order's header, each piece a function of the rows. In it `o` is the row of an order, and
// `last` that of the order before it.

type Rows = readonly OrderRow[]

/** Each on its own line, so that a new one changes no other. */
const list = (parts: readonly string[]) => parts.join(',\n')

const written = (rows: Rows) => rows.filter(isWritten)
const referring = (rows: Rows) => rows.filter(isReference)

// --- written ---------------------------------------------------------------------------------

/** What a client writes. */
export const columns = (rows: Rows) => list(written(rows).map(columnOf))

/**
 * The same of a new order. What is not sent, since the program does not know it, is unset. Without a
 * status an order gets the account's initial one.
 */
export const newValues = (rows: Rows) => list(written(rows).map(newValue))

function newValue(row: ReferenceRow | ValueRow): string {
  const column = columnOf(row)
  if (column === 'id_order_status') return 'coalesce(id_order_status, initial_status)'
  if (isDecimal(row)) return `coalesce(${column}, ${row.unset})`
  return row.kind === 'texts' ? `coalesce(${column}, '{}')` : column
}

/** Each column of the table gets what `o` has. */
export const assignments = (rows: Rows) =>
  list(written(rows).map((row) => `${columnOf(row)} = o.${columnOf(row)}`))

/** What people write of whoever it is about is emptied. */
export const emptiedTexts = (rows: Rows) =>
  list(
    rows.flatMap((row) =>
      isEmptied(row) && ['text', 'code'].includes(row.kind) ? [`${row.name} = null`] : [],
    ),
  )

/** What a client writes in its wire form, by the names of the columns. */
export const wireForms = (rows: Rows) => list(written(rows).map(wireForm))

function wireForm(row: ReferenceRow | ValueRow): string {
  const column = columnOf(row)
  if (row.kind === 'instant') return `instant_text(${column}) as ${column}`
  return isDecimal(row) ? `trim_scale(${column})::text as ${column}` : column
}

/** Branches of a `case`: the record that a column names by its code. */
export const codeBranches = (rows: Rows) =>
  referring(rows)
    .map(
      ({ column, table }) => `when '${column}' then
  select id into found_id from ${table} where account_id = of_account and fk_id = of_code;`,
    )
    .join('\n')

// --- shown -----------------------------------------------------------------------------------

/** The properties that show a record. */
export const references = (rows: Rows) => list(referring(rows).map(({ name }) => `'${name}'`))

/** Those that say nothing of who the customer is. */
export const impersonalReferences = (rows: Rows) =>
  references(rows.filter((row) => row.name !== 'customer' && !('isPersonal' in row)))

/** Where the JSON of a record is kept: that of one with the order's own value is in two parts. */
const variablesOf = ({ name, shows }: ReferenceRow) =>
  shows === 'value' ? [`${name}_json`, `${name}_rest`] : [`${name}_json`]

/** Their declarations. */
export const referenceVariables = (rows: Rows) =>
  referring(rows)
    .flatMap(variablesOf)
    .map((name) => `${name} text;`)
    .join('\n')

/** What is shown of a record. */
const SHOWN = {
  record: 'reference_json(id, name, fk_id)',
  name: `concat('{"id":', id, ',"name":', json_text(name), '}')`,
  value: `concat('{"id":', id, ',"name":', json_text(name), ',"value":'),
         concat(',"fk_id":', json_text(fk_id), '}')`,
  address: `concat(
         '{"id":', id, ',"street":', json_text(street), ',"number":', json_text(number),
         ',"number_text":', json_text(coalesce(number_text, number::text)),
         ',"complement":', json_text(complement), ',"zip_code":', json_text(zip_code),
         ',"postal_code":', json_text(to_char(zip_code, 'FM00000"-"000')),
         ',"neighborhood":', json_text(neighborhood), ',"city":', json_text(city), ',"state":', json_text(state),
         ',"latitude":', json_text(trim_scale(latitude)), ',"longitude":', json_text(trim_scale(longitude)),
         ',"address_type":', json_text(address_type), ',"name":', json_text(name),
         ',"fk_id":', json_text(fk_id), ',"ibge":', json_text(ibge), ',"country":', country, '}')`,
}

/** Looks up each record that is another one than the last order's. */
export const referenceLookups = (rows: Rows) =>
  referring(rows)
    .map(
      (row) => `if o.${row.column} is distinct from last.${row.column} then
  select ${SHOWN[row.shows ?? 'record']}
    into ${variablesOf(row).join(', ')} from ${row.table} where account_id = of_account and id = o.${row.column};
end if;`,
    )
    .join('\n')

/** Arguments of `concat`: each property and its value. */
export const properties = (rows: Rows) =>
  rows
    .filter((row) => !('within' in row))
    .map((row, i) => `'${i === 0 ? '' : ','}"${row.name}":', ${shown(row, rows)}`)
    .join(',\n')

function shown(row: OrderRow, rows: Rows): string {
  const column = `o.${row.name}`
  switch (row.kind) {
    case 'reference':
      return shownReference(row, rows)
    case 'code':
    case 'text':
    case 'day':
      return `json_text(${column})`
    case 'instant':
      return row.unset === null ? `json_text(instant_text(${column}))` : quoted(column)
    case 'time':
      return quoted(column)
    case 'money':
    case 'percentage':
    case 'total':
      return `trim_scale(${column})`
    case 'payable':
      return 'trim_scale(payable)'
    case 'taxes':
      return 'taxes_total'
    case 'items':
      return `'[', items, ']'`
    case 'installments':
      return `case when ${PLAN} is null then '[]' else installments_json(of_account, ${PLAN}) end`
    case 'flag':
      return FLAGS[row.name] ?? 'null'
    case 'id':
    case 'texts':
      return column
    case 'yes_no':
    case 'numbered':
    case 'intermediary':
      return `coalesce(${column}::text, 'null')`
    case 'words':
      return `coalesce(${column}::text, '[]')`
  }
}

/** What instalments an order has by now, and what they follow from: `settle_installments` writes it. */
const PLAN = 'o.installment_plan'
const FLAGS: Readonly<Record<string, string>> = {
  installments_kept: `case when o.installments is null then 'false' else 'true' end`,
  installments_estimated: `coalesce(${PLAN} ->> 'estimated', 'false')`,
}

const quoted = (instant: string) => `'"', instant_text(${instant}), '"'`

function shownReference(row: ReferenceRow, rows: Rows): string {
  const json = `${row.name}_json`
  if (row.isNeeded) return json
  const value = rows.find((one) => 'within' in one && one.within === row.name)
  if (!value) return `coalesce(${json}, 'null')`
  const parts = `${json}, trim_scale(o.${value.name}), ${row.name}_rest`
  return `case when o.${row.column} is null then 'null' else concat(${parts}) end`
}
