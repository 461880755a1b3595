import type { LineRow } from '../../../../packages/model/invoices/lines.ts'
import { type FigureRow, itemFigures } from '../../../../packages/model/item.ts'
import type { OrderRow, ReferenceRow, ValueRow } from '../../../../packages/model/order-row.ts'
import { lineTaxes } from '../../../../packages/model/totals.ts'
import { figureRows } from '../../../model/item.ts'
import { saidRows } from '../../../model/line.ts'
import { isComputed, rows } from '../../../model/order.ts'
import { customFields, type FieldKind, field, type ImportField } from './field.ts'
import { numbersOf } from './words.ts'

/**
 * A record by its code, or by the service's own number of it, as exports have it: that counts in
 * rows that have no code of it.
 */
export function reference(
  { name, label, headings = [] }: Pick<ReferenceRow, 'name' | 'label' | 'headings'>,
  column: string,
): ImportField[] {
  const [portuguese, english] = label
  const codes = [`${portuguese} (código)`, `${english} (code)`]
  return [
    field(column, 'id', `${name}.id`, `${portuguese} (id)`, `${english} (id)`),
    field(`fk_${column}`, 'code', `${name}.fk_id`, ...headings, ...codes),
  ]
}

/** How cells are read, by the kinds of the model. */
const kinds: Record<
  Exclude<ValueRow['kind'], 'texts' | 'installments' | 'numbered'> | FigureRow['kind'],
  FieldKind
> = {
  code: 'code',
  text: 'text',
  instant: 'date',
  day: 'day',
  money: 'decimal',
  unit_price: 'decimal',
  quantity: 'quantity',
  percentage: 'percent',
  yes_no: 'boolean',
  words: { list: 'code' },
  intermediary: 'object',
}

const kindOf = (row: ValueRow): FieldKind =>
  row.kind === 'numbered' ? numbersOf(row.choices) : kinds[row.kind as keyof typeof kinds]

function fieldsOf(row: OrderRow): ImportField[] {
  const { name, label, headings = [] } = row
  if (row.kind === 'reference') return reference(row, row.column)
  if (row.kind === 'texts') return [customFields]
  // The total is compared with what comes out, under headings that only it has.
  if (row.kind === 'total') return [{ name, kind: 'decimal', headings }]
  // What exports have of them may follow from terms: sent, they would be kept.
  if (isComputed(row) || row.kind === 'installments') return []
  const shown = row.within ? [`${row.within}.value`] : []
  const one = field(name, kindOf(row), ...shown, ...headings, ...label)
  if (!(name in itemFigures || name === 'number')) return [one]
  // People mean the line's by that name, or the number of a house; only as exports write it, it is
  // the order's.
  return [{ ...one, headings: [...headings, ...label], exact: [name] }]
}

/** What is said of an item: in rows without a code of a record its number counts, as exports have it. */
function saidFields(row: LineRow): ImportField[] {
  const { name, label, headings } = row
  const [portuguese, english] = label
  if (row.kind !== 'reference') {
    const kind = row.kind === 'lots' ? 'rows' : row.kind
    return [field(`items.${name}`, kind, ...headings, ...label)]
  }
  const { column } = row
  const codes = [`${portuguese} (código)`, `${english} (code)`]
  return [
    field(`items.${column}`, 'id', `items.${name}.id`, `${portuguese} (id)`, `${english} (id)`),
    field(`items.fk_${column}`, 'code', `items.${name}.fk_id`, ...headings, ...codes),
  ]
}

/** Fields of an order, and of the item that each line is. */
export const orders: ImportField[] = [
  ...rows.flatMap(fieldsOf),
  field('items.id_item', 'id', 'items.item.id', 'Produto (id)', 'Product (id)'),
  field(
    'items.fk_id',
    'code',
    'Item',
    'Nº do item',
    'Seq.',
    'Sequência',
    'Cód. item',
    'Item (código)',
    'Item (code)',
  ),
  field(
    'items.fk_id_item',
    'code',
    'items.item.fk_id',
    'Cód. produto',
    'Produto',
    'Referência',
    'SKU',
    'Product code',
    'Product',
  ),
  ...figureRows.map(([name, { kind, column, headings, label }]) =>
    field(`items.${name}`, kinds[kind], `items.${column}`, ...headings, ...label),
  ),
  { ...field('items.taxes', 'taxes', ...lineTaxes.label), exact: ['items.taxes'] },
  ...saidRows.flatMap(saidFields),
  field(
    'items.description',
    'text',
    'Descrição do item',
    'Observação do item',
    'Item description',
    'Descrição',
    'Description',
  ),
  field(
    'items.recurrency_period',
    'integer',
    'Recorrência',
    'Recurrency',
    'Recorrência (dias)',
    'Recurrency (days)',
  ),
]
