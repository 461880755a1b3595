import { type TProperties, type TSchema, Type } from 'typebox'
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
const reference = (description: string) => Type.Optional(nullable({ ...id, description }))

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
    id_item: { ...id, description: 'The product.' },
    quantity,
    ...itemFigureProperties,
    ...itemTextProperties,
  },
  { title: 'OrderItemInput' },
)

export const itemPatchBody = closed(
  {
    id_item: Type.Optional({ ...id, description: 'The product.' }),
    quantity: Type.Optional(quantity),
    ...itemFigureProperties,
    ...itemTextProperties,
  },
  { title: 'OrderItemPatch' },
)

/** The pattern of Type.String itself is `^.*$`, which lets a key with a newline hold anything. */
const anyKey = Type.String({ pattern: '^[^]*$' })

export const MAX_CUSTOM_FIELDS = 100
const customFieldOptions = {
  maxProperties: MAX_CUSTOM_FIELDS,
  propertyNames: { minLength: 1, maxLength: 100, format: 'text' },
}
const customFieldValue = Type.String({ maxLength: 2000, format: 'text' })

const orderProperties = {
  date: Type.Optional(dateTime),
  id_user: reference('The seller.'),
  fk_id: Type.Optional(nullable(fkId)),
  id_payment_type: reference('When it is paid, such as in 28 days.'),
  id_payment_method: reference('How it is paid, such as by boleto.'),
  id_order_status: Type.Optional({
    ...id,
    description: 'The account’s initial status, unless given.',
  }),
  id_category: reference('Kind of order.'),
  id_freight_type: reference('Who pays the freight; needed where `freight_value` is above 0.'),
  freight_value: Type.Optional(
    nullable(
      decimal(13, 2, {
        description: 'Part of the order’s total where the freight type is `charged`.',
        examples: [35.5],
      }),
    ),
  ),
  id_shipping_company: reference('The carrier.'),
  id_address: reference('Where it is delivered: an address of the order’s customer.'),
  observations: Type.Optional(nullable({ ...longText, description: 'Free text.' })),
  delivery_date: Type.Optional(nullable(dateTime)),
  id_branch_company: reference('The branch that sells.'),
  id_opportunity: reference('Where the order comes from.'),
  id_quotation: reference('Where the order comes from.'),
}

/** The body that creates an order, or replaces one by its external identifier. */
export function orderBody(maxItems: number) {
  return closed(
    {
      id_customer: { ...id, description: 'Who orders.' },
      ...orderProperties,
      custom_fields: Type.Optional(
        Type.Record(anyKey, customFieldValue, {
          ...customFieldOptions,
          description: 'Texts of your own, returned as they are.',
        }),
      ),
      items: Type.Optional(Type.Array(itemBody, { maxItems })),
    },
    { title: 'OrderInput' },
  )
}

export const orderPatchBody = closed(
  {
    id_customer: Type.Optional({ ...id, description: 'Who orders.' }),
    ...orderProperties,
    custom_fields: Type.Optional(
      Type.Record(anyKey, nullable(customFieldValue), {
        ...customFieldOptions,
        description: 'Merged key by key; null removes a key.',
      }),
    ),
  },
  {
    title: 'OrderPatch',
    'x-elsewhere': {
      items:
        'can’t be changed here: use /orders/{id_order}/items and /orders/{id_order}/items/{id}.',
    },
  },
)

// --- parameters ------------------------------------------------------------------------------

const id_order = { ...id, description: 'The order’s `id`.' }
export const itemParams = Type.Object({
  id_order,
  id: { ...id, description: 'The item’s `id`.', 'x-component': 'ItemId' },
})
export const itemsParams = Type.Object({ id_order })

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

const orderItem = returned(
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

const order = returned(
  {
    id,
    date: dateTimeOut,
    fk_id: fkIdOut,
    status: Type.Ref('Reference'),
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
    custom_fields: Type.Record(anyKey, textOut(2000), {
      maxProperties: 100,
      description: 'The texts that were sent.',
    }),
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
        description: 'The changed fields as they were.',
      }),
    ),
    data: Type.Ref('Order'),
  },
  { $id: 'OrderEvent', description: 'One change of an order.' },
)

export const orderSchemas: TSchema[] = [namedReference, orderItem, order, partOf(order), orderEvent]
