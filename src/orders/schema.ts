import { type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import { anyKey, customFieldsIn, customFieldsOut, customFieldsPatch } from '../custom/schema.ts'
import { addressDefinition } from '../customers/schema.ts'
import {
  closed,
  dateTime,
  dateTimeOut,
  decimal,
  fkId,
  fkIdOut,
  id,
  longText,
  nameOut,
  nullable,
  partOf,
  textOut,
  traceparent,
} from '../http/schemas.ts'
import { returnedExample } from '../records/schema.ts'
import { say } from '../texts/text.ts'
import { itemFigures, type ReturnedFigure, type WrittenFigure } from './amounts/item-fields.ts'
import { returnedItems, returnedOrder } from './examples.ts'

// --- written ---------------------------------------------------------------------------------

/** What each figure of an item is; the returned names say the same. */
const figureMeaning: Record<WrittenFigure, string> = {
  quantity: 'How many; 0 is refused.',
  price: 'Unit price; the product’s unless given.',
  total_item: 'quantity × price.',
  discount_value:
    'Discount of the whole line in money. Of the two discounts the one that was sent last stays when the line changes; sent together they change nothing about that.',
  discount_percentage: 'The same in percent.',
  net_unit_value: 'net_value ÷ quantity.',
  net_value: 'total_item less the discount.',
  base_icms_st:
    'Base of ICMS-ST, its margin (MVA) included; needed with a rate. Bases keep their ratio to net_value when the line changes.',
  aliq_icms_st: 'Rate of ICMS-ST in percent.',
  value_icms_st:
    'ICMS-ST: base × rate ÷ 100 less value_icms, not below 0. Where value_icms is 0 it may be anything up to base × rate ÷ 100 (Simples Nacional deducts a presumed ICMS), and keeps its ratio when the line changes. Part of the order’s total.',
  base_ipi: 'Base of IPI; net_value where only a rate is sent.',
  aliq_ipi: 'Rate of IPI in percent.',
  value_ipi: 'IPI: base × rate ÷ 100. Part of the order’s total.',
  base_icms: 'Base of ICMS; net_value where only a rate is sent.',
  aliq_icms: 'Rate of ICMS in percent.',
  value_icms: 'ICMS: base × rate ÷ 100. Inside the price, never added.',
}

function figure(written: WrittenFigure, options: Record<string, unknown> = {}) {
  const { integer, decimals } = itemFigures[written]
  return decimal(integer, decimals, { description: figureMeaning[written], ...options })
}

const setFigure = (written: WrittenFigure) => Type.Optional(nullable(figure(written)))

/** Properties that name a record by its id or by its own code. */
type ByIdOrCode<F extends string, I extends TSchema, C extends TSchema> = Record<F, TOptional<I>> &
  Record<`fk_${F}`, TOptional<C>>

/** A record that can’t be cleared. */
function naming<F extends `id_${string}`>(field: F, description: string) {
  return {
    [field]: Type.Optional({ ...id, description }),
    [`fk_${field}`]: Type.Optional({ ...fkId, description: byCode(field) }),
  } as ByIdOrCode<F, typeof id, typeof fkId>
}

/** A record that may be named, and cleared by null. */
function reference<F extends `id_${string}`>(field: F, description: string) {
  return {
    [field]: Type.Optional(nullable({ ...id, description })),
    [`fk_${field}`]: Type.Optional(nullable({ ...fkId, description: byCode(field) })),
  } as ByIdOrCode<F, typeof nullableId, typeof nullableFkId>
}

const nullableId = nullable(id)
const nullableFkId = nullable(fkId)
const byCode = (field: string) => `The same by its own \`fk_id\`, in place of \`${field}\`.`

/** One of both is needed; both must name the same record. */
const needs = (field: string) => ({
  anyOf: [{ required: [field] }, { required: [`fk_${field}`] }],
})

const quantity = figure('quantity', { minimum: undefined, exclusiveMinimum: 0, examples: [12.5] })
const price = figure('price', { examples: [19.9] })

const itemFigureProperties = {
  price: Type.Optional(nullable(price)),
  total_item: setFigure('total_item'),
  discount_value: setFigure('discount_value'),
  discount_percentage: setFigure('discount_percentage'),
  net_unit_value: setFigure('net_unit_value'),
  net_value: setFigure('net_value'),
  base_icms_st: setFigure('base_icms_st'),
  aliq_icms_st: setFigure('aliq_icms_st'),
  value_icms_st: setFigure('value_icms_st'),
  base_ipi: setFigure('base_ipi'),
  aliq_ipi: setFigure('aliq_ipi'),
  value_ipi: setFigure('value_ipi'),
  base_icms: setFigure('base_icms'),
  aliq_icms: setFigure('aliq_icms'),
  value_icms: setFigure('value_icms'),
}

const itemTextProperties = {
  description: Type.Optional(nullable(longText)),
  fk_id: Type.Optional(nullable(fkId)),
  recurrency_period: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'Days; the product’s unless given.',
      }),
    ),
  ),
}

export const itemBody = closed(
  {
    ...naming('id_item', 'The product.'),
    quantity,
    ...itemFigureProperties,
    ...itemTextProperties,
  },
  { title: 'OrderItemInput', ...needs('id_item') },
)

export const itemPatchBody = closed(
  {
    ...naming('id_item', 'The product.'),
    quantity: Type.Optional(quantity),
    ...itemFigureProperties,
    ...itemTextProperties,
  },
  { title: 'OrderItemPatch' },
)

/** The items of an order. */
export function itemsOf(maxItems: number) {
  return Type.Array(itemBody, { maxItems })
}

const namesAnItem = { anyOf: [{ required: ['id'] }, { required: ['fk_id'] }] }
const { description, recurrency_period } = itemTextProperties

/** Several changes of an order's items at once. */
export function itemsPatchBody(maxItems: number) {
  return closed(
    {
      add: Type.Optional(Type.Array(itemBody, { maxItems, description: 'New items.' })),
      change: Type.Optional(
        Type.Array(
          closed(
            {
              id: Type.Optional({ ...id, description: 'Which item.' }),
              fk_id: Type.Optional({
                ...nullable(fkId),
                description: 'Which item; beside an `id` its new code.',
              }),
              ...naming('id_item', 'The product.'),
              quantity: Type.Optional(quantity),
              ...itemFigureProperties,
              description,
              recurrency_period,
            },
            { title: 'OrderItemKeyedPatch', ...namesAnItem },
          ),
          { maxItems, description: 'Items that stay, with what is new of them.' },
        ),
      ),
      remove: Type.Optional(
        Type.Array(
          closed(
            {
              id: Type.Optional({ ...id, description: 'Which item.' }),
              fk_id: Type.Optional({ ...fkId, description: 'Which item, by its own code.' }),
            },
            namesAnItem,
          ),
          { maxItems, description: 'Items that go.' },
        ),
      ),
    },
    { title: 'OrderItemsPatch' },
  )
}

const orderProperties = {
  date: Type.Optional(dateTime),
  ...reference('id_user', 'The seller.'),
  fk_id: Type.Optional(nullable(fkId)),
  ...reference('id_payment_type', 'When it is paid, such as in 28 days.'),
  ...reference('id_payment_method', 'How it is paid, such as by boleto.'),
  ...naming('id_order_status', 'The account’s initial status, unless given.'),
  ...reference(
    'id_reason',
    'Why the order is in its status, such as why it was cancelled; needed where the status says `reason_required`. It goes with a move to another status, unless that brings one.',
  ),
  ...reference('id_category', 'Kind of order.'),
  ...reference('id_freight_type', 'Who pays the freight; needed where `freight_value` is above 0.'),
  freight_value: Type.Optional(
    nullable(
      decimal(13, 2, {
        description: 'Part of the order’s total where the freight type is `charged`.',
        examples: [35.5],
      }),
    ),
  ),
  ...reference('id_shipping_company', 'The carrier.'),
  ...reference('id_address', 'Where it is delivered: an address of the order’s customer.'),
  observations: Type.Optional(nullable({ ...longText, description: 'Free text.' })),
  delivery_date: Type.Optional(nullable(dateTime)),
  ...reference('id_branch_company', 'The branch that sells.'),
  ...reference('id_opportunity', 'Where the order comes from.'),
  ...reference('id_quotation', 'Where the order comes from.'),
}

/** The body that creates an order, or replaces one by its external identifier. */
export function orderBody(maxItems: number) {
  return closed(
    {
      ...naming('id_customer', 'Who orders.'),
      ...orderProperties,
      custom_fields: Type.Optional({
        ...customFieldsIn,
        description:
          'Texts of your own, returned as they are. Those that are declared at `/custom-fields` are checked.',
      }),
      items: Type.Optional(itemsOf(maxItems)),
    },
    { title: 'OrderInput', ...needs('id_customer') },
  )
}

export const orderPatchBody = closed(
  {
    ...naming('id_customer', 'Who orders.'),
    ...orderProperties,
    custom_fields: Type.Optional(customFieldsPatch),
  },
  {
    title: 'OrderPatch',
    'x-elsewhere': {
      items: say`can’t be changed here: use /orders/{id}/changes, /orders/{id_order}/items or /orders/{id_order}/items/{id}.`,
    },
  },
)

// --- returned --------------------------------------------------------------------------------

/** A response object: every property always there, nothing else. */
function returned<P extends TProperties>(properties: P, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const longTextOut = nullable(textOut(5000))

const namedReference = returned(
  { id, name: nameOut, fk_id: fkIdOut },
  { $id: 'Reference', description: 'A record that the order refers to, in short.' },
)
const named = orNull(Type.Ref('Reference'))

/** The figures of a returned item: same digits and meaning as written, under the returned names. */
const returnedFigureProperties = Object.fromEntries(
  Object.entries(itemFigures)
    .filter(([, { returned }]) => returned)
    .map(([written, { column }]) => [column, figure(written as WrittenFigure)]),
) as unknown as Record<ReturnedFigure, TSchema>

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
    ...returnedFigureProperties,
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
    value: decimal(13, 2, { description: 'What the freight costs.' }),
    fk_id: fkIdOut,
  },
  { title: 'OrderFreight', description: 'The freight type, in short, with the order’s own value.' },
)

export const order = returned(
  {
    id,
    date: dateTimeOut,
    fk_id: fkIdOut,
    status: Type.Ref('Reference'),
    reason: named,
    freight: orNull(freight),
    customer: Type.Ref('Reference'),
    user: named,
    observations: longTextOut,
    delivery_date: nullable(dateTimeOut),
    opportunity: named,
    quotation: orNull(returned({ id, name: nameOut }, { title: 'OrderQuotation' })),
    payment_type: named,
    payment_method: named,
    category: named,
    shipping_company: named,
    address: orNull(Type.Ref('Address')),
    branch_company: named,
    total_value: decimal(13, 2, {
      description:
        'Net totals of the items, plus their IPI and ICMS-ST, plus the freight where it is charged.',
    }),
    custom_fields: customFieldsOut,
    created_at: dateTimeOut,
    updated_at: dateTimeOut,
    items: Type.Array(Type.Ref('OrderItem'), { maxItems: 100_000 }),
  },
  { $id: 'Order', examples: [returnedOrder(returnedExample(addressDefinition))] },
)

const orderEvent = returned(
  {
    id,
    type: Type.String({
      pattern: '^order\\.[a-z_]+$',
      maxLength: 100,
      examples: ['order.updated'],
    }),
    version: { ...id, description: 'Counts the changes of this order from 1.' },
    time: dateTimeOut,
    token: orNull(
      returned(
        { id, name: nullable(nameOut) },
        { title: 'OrderEventToken', description: 'Who made the change.' },
      ),
    ),
    request_id: nullable(textOut(100)),
    traceparent: Type.Optional(traceparent),
    changed_fields: Type.Array(textOut(100, { examples: ['observations'] }), { maxItems: 100 }),
    previous: orNull(
      Type.Record(anyKey, Type.Unknown(), {
        maxProperties: 100,
        description:
          'The changed fields as they were; none to who is restricted (`only`) and did not see the order then.',
      }),
    ),
    data: Type.Ref('Order'),
  },
  { $id: 'OrderEvent', description: 'One change of an order.' },
)

export const orderSchemas: TSchema[] = [namedReference, orderItem, order, partOf(order), orderEvent]
