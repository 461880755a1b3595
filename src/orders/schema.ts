import { type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'
import type { LineRow } from '../../packages/model/invoices/lines.ts'
import type { OrderRow, ReferenceRow } from '../../packages/model/order-row.ts'
import { headerParts } from '../../packages/model/totals.ts'
import { customFieldsIn, customFieldsOut, customFieldsPatch } from '../custom/schema.ts'
import { addressDefinition } from '../customers/schema.ts'
import { expandedOut } from '../http/lists/expanded.ts'
import {
  closed,
  dateTime,
  dateTimeOut,
  day,
  fkId,
  fkIdOut,
  id,
  longText,
  nameOut,
  nullable,
  partOf,
  textOut,
} from '../http/schemas.ts'
import { figureRows, type ReturnedFigure } from '../model/item.ts'
import { saidRows } from '../model/line.ts'
import { type ColumnOf, shownRows, type WrittenRow, writtenRows } from '../model/order.ts'
import { returnedExample } from '../records/schema.ts'
import { msg } from '../texts/message.ts'
import type { IntermediaryInput } from './buyer/intermediary.ts'
import * as buyer from './buyer/schema.ts'
import { returnedItems, returnedOrder } from './examples.ts'
import * as installments from './installments/schema.ts'
import { amount, flagOut, percentage } from './installments/schema.ts'
import { lotsOut } from './lines/lots.ts'
import { figure, itemsOf, naming, needs, reference } from './lines/schema.ts'
import { acceptTotal, lineTax, shareProperties, taxesOut, taxesTotal } from './taxing/schema.ts'

// --- written ---------------------------------------------------------------------------------

// What requests set of an order, by the rows of the model.

interface Input {
  reference: number
  code: string
  text: string
  instant: string
  day: string
  money: number
  percentage: number
  texts: Record<string, string | null>
  installments: installments.InstallmentBody[]
  yes_no: boolean
  numbered: number
  words: string[]
  intermediary: IntermediaryInput | false
}

/** What can't be cleared is not null: a record that is needed, a date that every order has. */
type InputBy<R extends WrittenRow> = R extends
  | { isNeeded: true }
  | { unset: 'now' }
  | { kind: 'texts' }
  ? Input[R['kind']]
  : Input[R['kind']] | null

type OrderProperties = {
  [R in WrittenRow as ColumnOf<R>]: TOptional<TUnsafe<InputBy<R>>>
} & {
  [R in WrittenRow as R extends { kind: 'reference' } ? `fk_${ColumnOf<R>}` : never]: TOptional<
    TUnsafe<R extends { isNeeded: true } ? string : string | null>
  >
}

const values = {
  installments: installments.installmentsIn,
  code: nullable(fkId),
  text: nullable(longText),
  instant: nullable(dateTime),
  day: nullable(day),
  money: nullable(amount({ examples: [35.5] })),
  percentage: nullable(percentage()),
  yes_no: buyer.yesNo,
  words: buyer.wordsIn,
  intermediary: buyer.intermediaryIn,
}

/** How a value is sent, by the kind of its row. */
function schemaOf(
  row: Exclude<(typeof writtenRows)[number], { kind: 'reference' | 'texts' }>,
): TSchema {
  if (row.kind === 'numbered') return buyer.numbered(row.choices)
  if (row.kind === 'code' && row.most) return nullable(buyer.shortText(row.most))
  return row.unset === 'now' ? dateTime : values[row.kind]
}

function describedBy(row: OrderRow): { description?: string } {
  if (!('description' in row) || !row.description) return {}
  const meanings = row.kind === 'numbered' ? ` ${buyer.meaningsOf(row.choices)}.` : ''
  return { description: `${row.description}${meanings}` }
}

function written(row: (typeof writtenRows)[number], custom_fields: TSchema): TProperties {
  const described = describedBy(row)
  if (row.kind === 'reference') {
    const schemas = row.isNeeded ? naming : reference
    return schemas(row.column, row.description ?? '', row.name)
  }
  if (row.kind === 'texts') return { [row.name]: Type.Optional(custom_fields) }
  const returned = row.within ? { 'x-returned': `${row.within}.value` } : {}
  return { [row.name]: Type.Optional({ ...schemaOf(row), ...described, ...returned }) }
}

/** @param custom_fields how texts of the account's own are sent */
function orderProperties(
  custom_fields: TSchema,
): OrderProperties & { accept_total: typeof acceptTotal } {
  const properties = writtenRows.map((row) => written(row, custom_fields))
  return Object.assign({}, ...properties, { accept_total: acceptTotal })
}

const customFieldsInput = {
  ...customFieldsIn,
  description:
    'Texts of your own, returned as they are. Those that are declared at `/custom-fields` are checked.',
}

/** The body that creates an order, or replaces one by its external identifier. */
export function orderBody(maxItems: number) {
  return closed(
    { ...orderProperties(customFieldsInput), items: Type.Optional(itemsOf(maxItems)) },
    { title: 'OrderInput', ...needs('id_customer') },
  )
}

export const orderPatchBody = closed(orderProperties(customFieldsPatch), {
  title: 'OrderPatch',
  // The interface has it refused, whatever it says.
  'x-never': ['items'],
  'x-elsewhere': {
    items: msg`can’t be changed here: use /orders/{id}/changes, /orders/{id_order}/items or /orders/{id_order}/items/{id}.`,
  },
})

// --- returned --------------------------------------------------------------------------------

/** A response object: every property always there, nothing else. */
export function returned<P extends TProperties>(
  properties: P,
  options: Record<string, unknown> = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

export const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const longTextOut = nullable(textOut(5000))

const namedReference = returned(
  { id, name: nameOut, fk_id: fkIdOut },
  { $id: 'Reference', description: 'A record that another refers to, in short.' },
)
const named = orNull(Type.Ref('Reference'))

/** The figures of a returned item: same digits and meaning as written, under the returned names. */
const returnedFigureProperties = Object.fromEntries(
  figureRows
    .filter(([, { returned }]) => returned)
    .map(([written, { column }]) => [column, figure(written)]),
) as unknown as Record<ReturnedFigure, TSchema>

/** What is said of an item: null in what was stored by a version that did not know it. */
const saidOut = Object.fromEntries(saidRows.map((row) => [row.name, saidOutOf(row)]))

function saidOutOf(row: LineRow): TSchema {
  switch (row.kind) {
    case 'reference':
      return named
    case 'code':
    case 'text':
      return nullable(textOut(row.most, { description: row.description }))
    case 'lots':
      return lotsOut(row.most)
  }
}

export const orderItem = returned(
  {
    id,
    item: returned(
      {
        id,
        name: nameOut,
        fk_id: fkIdOut,
        type: Type.String({ enum: ['product', 'service'] }),
      },
      { title: 'OrderItemProduct', description: 'The product, in short.' },
    ),
    description: longTextOut,
    created_at: dateTimeOut,
    fk_id: fkIdOut,
    ...saidOut,
    ...returnedFigureProperties,
    ...shareProperties,
    taxes: taxesOut,
    recurrency_period: nullable(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Days.' }),
    ),
  },
  { $id: 'OrderItem', examples: [returnedItems[0]] },
)

const freight = returned(
  {
    id,
    name: nameOut,
    value: amount({ description: 'What the freight costs.' }),
    fk_id: fkIdOut,
  },
  { title: 'OrderFreight', description: 'The freight type, in short, with the order’s own value.' },
)

/** What is shown of a record, where it is more or less than others show. */
const shownRecords: Record<NonNullable<ReferenceRow['shows']>, TSchema> = {
  name: orNull(returned({ id, name: nameOut }, { title: 'OrderQuotation' })),
  address: orNull(Type.Ref('Address')),
  value: orNull(freight),
}

const others = headerParts
  .filter(({ condition }) => !condition)
  .map(({ column, sign }) => `, ${sign === '+' ? 'plus' : 'less'} \`${column}\``)
  .join('')

/** What is shown of everything else, by its kind. */
const shownValues: Record<
  Exclude<
    OrderRow['kind'],
    'reference' | 'instant' | 'day' | 'money' | 'percentage' | 'flag' | 'yes_no' | 'numbered'
  >,
  TSchema
> = {
  id,
  code: fkIdOut,
  text: longTextOut,
  time: dateTimeOut,
  texts: customFieldsOut,
  payable: amount({
    description:
      'What the customer pays: `total_value` less what the items come to whose operation is not `payable`. `/operations` that change later change no order.',
  }),
  taxes: taxesTotal,
  total: amount({
    description: `Net totals of the items, plus their IPI, ICMS-ST and other taxes outside the price, plus the freight if it is charged${others}.`,
  }),
  items: Type.Array(Type.Ref('OrderItem'), { maxItems: 100_000 }),
  installments: installments.installmentsOut,
  words: buyer.wordsOut,
  intermediary: buyer.intermediaryOut,
}

function shownOf(row: (typeof shownRows)[number]): TSchema {
  if (row.kind === 'instant') return row.unset === null ? nullable(dateTimeOut) : dateTimeOut
  if (row.kind === 'day') return nullable(day)
  if (row.kind === 'money') return amount({ description: row.description })
  if (row.kind === 'percentage') return percentage({ description: row.description })
  if (row.kind === 'flag') return flagOut(row)
  if (row.kind === 'yes_no') return { ...buyer.yesNo, ...describedBy(row) }
  if (row.kind === 'numbered') return { ...buyer.numbered(row.choices), ...describedBy(row) }
  if (row.kind !== 'reference') return shownValues[row.kind]
  if (row.shows) return shownRecords[row.shows]
  return row.isNeeded ? Type.Ref('Reference') : named
}

export const order = returned(
  {
    ...Object.fromEntries(shownRows.map((row) => [row.name, shownOf(row)])),
    expanded: expandedOut,
  },
  { $id: 'Order', examples: [returnedOrder(returnedExample(addressDefinition))] },
)

export const orderSchemas: TSchema[] = [namedReference, lineTax, orderItem, order, partOf(order)]
