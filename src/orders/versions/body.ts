import { isLosslessNumber, parse, stringify } from 'lossless-json'
import type { TSchema } from 'typebox'
import { figureRows, type WrittenFigure } from '../../model/item.ts'
import { lineReferences } from '../../model/line.ts'
import { columnOf, isReference, writtenRows } from '../../model/order.ts'
import { hasFields } from '../amounts/tax-lines/line.ts'
import type { OrderBody } from '../input.ts'
import { itemBody } from '../lines/schema.ts'
import { orderBody } from '../schema.ts'
import type { ItemRow } from '../sql.ts'

// An order's document as the request that would write it: by the rows of the model, and by what
// bodies take beside these. Figures are decimal strings.

type Values = Record<string, unknown>

/** What an order has by its moves and its numbering, which no other version changes. */
const STAYING: readonly string[] = ['id_order_status', 'id_reason', 'number']

/** An order as it was, ready to be written again. */
export interface WrittenAgain {
  body: OrderBody
  /** The items of the body as rows: their ids and when they came. */
  items: ItemRow[]
}

/** @param document an order's JSON text */
export function writtenAgain(document: string): WrittenAgain {
  const { items, ...order } = parse(document) as Values & { items: Values[] }
  const body = { ...headerOf(order), items: items.map(itemOf) } as unknown as OrderBody
  return { body, items: items.map(rowOf) }
}

const headerSchemas = orderBody(1).properties as Record<string, TSchema>
const itemSchemas = itemBody.properties as Record<string, TSchema>

function headerOf(order: Values): Values {
  const body: Values = {}
  for (const row of writtenRows) {
    const column = columnOf(row)
    if (STAYING.includes(column)) continue
    body[column] = isReference(row) ? idOf(order[row.name]) : plain(shownValue(row, order))
    if (row.kind === 'installments') body[column] = keptInstallments(order)
    // The money says it, too.
    if (row.kind === 'percentage' && body[column] === '0') delete body[column]
  }
  return { ...others(headerSchemas, order, [...Object.keys(body), ...STAYING, 'items']), ...body }
}

function shownValue(row: (typeof writtenRows)[number], order: Values): unknown {
  if (!('within' in row) || !row.within) return order[row.name]
  return (order[row.within] as Values | null)?.['value'] ?? '0'
}

/** A list that was sent, with the percentages that it has by now; null where it follows from terms. */
function keptInstallments({ installments, installments_kept }: Values): unknown {
  if (!installments_kept) return null
  return (installments as Values[]).map((line) => ({
    due_date: line['due_date'],
    amount: plain(line['amount']),
    percentage: plain(line['percentage']),
    id_payment_method: idOf(line['payment_method']),
    down_payment: line['down_payment'],
  }))
}

function itemOf(item: Values): Values {
  const body: Values = {
    id_item: idOf(item['item']),
    fk_id: item['fk_id'],
    taxes: taxList(item['taxes']),
  }
  for (const { name, column } of lineReferences) body[column] = idOf(item[name])
  for (const [written, { returned, column }] of figureRows) {
    if (returned) body[written] = plain(item[column])
  }
  return { ...others(itemSchemas, item, [...Object.keys(body), ...hidden]), ...body }
}

/** What one of the taxes that have fields says by these alone, and what no request says. */
const PLAIN_PROPERTIES = ['tax', 'base', 'rate', 'value', 'effect', 'origin']

/** The list of a line's taxes; null where the line's own fields say it all. */
function taxList(shown: unknown): unknown {
  const list = JSON.parse(stringify(shown ?? []) as string) as (Values & { tax: string })[]
  const isPlain = list.every(
    (one) =>
      hasFields(one.tax) && Object.keys(one).every((name) => PLAIN_PROPERTIES.includes(name)),
  )
  if (isPlain) return null
  return list.map(({ effect: _, origin: __, effective_rate: ___, ...one }) => one)
}

/** Figures that no document shows: they follow from the others. */
const hidden: readonly WrittenFigure[] = figureRows.flatMap(([written, { returned }]) =>
  returned ? [] : [written],
)

function rowOf(item: Values): ItemRow {
  const figures = figureRows.map(([, { returned, column }]) => [
    column,
    returned ? String(plain(item[column])) : '0',
  ])
  return {
    id: Number(item['id']),
    created_at: item['created_at'] as string,
    id_item: idOf(item['item']) as number,
    fk_id: item['fk_id'] as string | null,
    description: item['description'] as string | null,
    recurrency_period: plainNumber(item['recurrency_period']),
    figures: { ...Object.fromEntries(figures), typed_discount: 'money' },
    // The body says these.
    properties: null,
    taxes: [],
    outside_other: '0',
  }
}

/** What a body takes under the name that a document has for it, and in the same form. */
function others(schemas: Record<string, TSchema>, shown: Values, known: string[]): Values {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      !known.includes(name) && name in shown ? [[name, written(schema, shown[name])]] : [],
    ),
  )
}

/** A value as its schema takes it: of an object the properties that are written, and ids of records. */
function written(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = formOf(schema, 'items')
    return items ? value.map((one) => written(items as TSchema, one)) : value
  }
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) {
    const types = [(schema as { type?: unknown }).type].flat()
    return types.includes('integer') ? plainNumber(value) : plain(value)
  }
  const { properties } = formOf(schema, 'properties')
  if (!properties) return value
  return Object.fromEntries(
    Object.entries(properties as Record<string, TSchema>).flatMap(([name, one]) => {
      if (name in value) return [[name, written(one, (value as Values)[name])]]
      const shown = (value as Values)[name.replace(/^id_/, '')]
      return name.startsWith('id_') && shown !== undefined ? [[name, idOf(shown)]] : []
    }),
  )
}

/** Of a schema with several forms, such as one with null, the one with this keyword. */
function formOf(schema: TSchema, keyword: string): Values {
  const { anyOf } = schema as { anyOf?: TSchema[] }
  const forms = (anyOf ?? [schema]) as unknown as Values[]
  return forms.find((form) => keyword in form) ?? {}
}

const idOf = (record: unknown) => plainNumber((record as Values | null)?.['id'] ?? null)

/** A decimal as text. */
function plain(value: unknown): unknown {
  return isLosslessNumber(value) ? value.value : value
}

const plainNumber = (value: unknown) => (value === null ? null : Number(value))
