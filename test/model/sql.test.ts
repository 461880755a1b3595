import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemFigures } from '../../packages/model/item.ts'
import type { OrderRow } from '../../packages/model/order-row.ts'
import * as item from '../../src/model/sql/item.ts'
import * as shares from '../../src/model/sql/line-shares.ts'
import * as order from '../../src/model/sql/order.ts'
import * as shape from '../../src/model/sql/shape.ts'
import * as total from '../../src/model/sql/total.ts'

// What SQL is made from rows: a row of each kind. The whole is in migrations/functions.sql.

const label = ['', ''] as const
const reference = { kind: 'reference', label, unset: null } as const

const rows: OrderRow[] = [
  { name: 'id', kind: 'id', label },
  { name: 'date', kind: 'instant', label, unset: 'now' },
  { name: 'fk_id', kind: 'code', label, unset: null, isPersonal: true },
  {
    ...reference,
    name: 'freight',
    column: 'id_freight_type',
    table: 'freight_types',
    shows: 'value',
  },
  { name: 'freight_value', kind: 'money', within: 'freight', label, unset: '0' },
  { ...reference, name: 'customer', column: 'id_customer', table: 'customers', isNeeded: true },
  { name: 'delivery_date', kind: 'instant', label, unset: null },
  { ...reference, name: 'quotation', column: 'id_quotation', table: 'quotations', shows: 'name' },
  { ...reference, name: 'address', column: 'id_address', table: 'addresses', isPersonal: true },
  { name: 'total_value', kind: 'total', label },
  { name: 'custom_fields', kind: 'texts', label, unset: {} },
  { name: 'created_at', kind: 'time', label },
  { name: 'items', kind: 'items', label },
]

const some = (...names: string[]) => rows.filter(({ name }) => names.includes(name))

test('columns are what requests set', () => {
  assert.equal(order.columns(some('id', 'date', 'customer', 'total_value')), 'date,\nid_customer')
  assert.equal(order.assignments(some('id', 'date')), 'date = o.date')
})

test('a new order has what its rows say where nothing is sent', () => {
  assert.equal(
    order.newValues(some('date', 'freight_value', 'custom_fields')),
    `date,\ncoalesce(freight_value, 0),\ncoalesce(custom_fields, '{}')`,
  )
  const status = { ...reference, name: 'status', column: 'id_order_status', table: 't' } as const
  assert.equal(order.newValues([status]), 'coalesce(id_order_status, initial_status)')
})

test('instants and amounts have a wire form', () => {
  assert.equal(
    order.wireForms(some('date', 'fk_id', 'freight_value')),
    'instant_text(date) as date,\nfk_id,\ntrim_scale(freight_value)::text as freight_value',
  )
})

test('a record is found by its code', () => {
  assert.equal(
    order.codeBranches(some('customer', 'total_value')),
    `when 'id_customer' then
  select id into found_id from customers where account_id = of_account and fk_id = of_code;`,
  )
})

test('the records that an order shows, and those that tell nothing of its customer', () => {
  const shown = some('freight', 'customer', 'address', 'date')
  assert.equal(order.references(shown), `'freight',\n'customer',\n'address'`)
  assert.equal(order.impersonalReferences(shown), `'freight'`)
})

test('a record is looked up where the order before had another', () => {
  const looked = some('freight', 'quotation')
  assert.equal(
    order.referenceVariables(looked),
    'freight_json text;\nfreight_rest text;\nquotation_json text;',
  )
  assert.equal(
    order.referenceLookups(looked),
    `if o.id_freight_type is distinct from last.id_freight_type then
  select concat('{"id":', id, ',"name":', json_text(name), ',"value":'),
         concat(',"fk_id":', json_text(fk_id), '}')
    into freight_json, freight_rest from freight_types where account_id = of_account and id = o.id_freight_type;
end if;
if o.id_quotation is distinct from last.id_quotation then
  select concat('{"id":', id, ',"name":', json_text(name), '}')
    into quotation_json from quotations where account_id = of_account and id = o.id_quotation;
end if;`,
  )
})

test('a property is shown by its kind', () => {
  assert.equal(
    order.properties(rows),
    `'"id":', o.id,
',"date":', '"', instant_text(o.date), '"',
',"fk_id":', json_text(o.fk_id),
',"freight":', case when o.id_freight_type is null then 'null' else concat(freight_json, trim_scale(o.freight_value), freight_rest) end,
',"customer":', customer_json,
',"delivery_date":', json_text(instant_text(o.delivery_date)),
',"quotation":', coalesce(quotation_json, 'null'),
',"address":', coalesce(address_json, 'null'),
',"total_value":', trim_scale(o.total_value),
',"custom_fields":', o.custom_fields,
',"created_at":', '"', instant_text(o.created_at), '"',
',"items":', '[', items, ']'`,
  )
})

test('the figures of a line: what is not sent is 0, and some are not returned', () => {
  const { price, total_item } = itemFigures
  assert.equal(item.columns([price, total_item]), 'price,\ntotal_item')
  assert.equal(item.newValues([price]), 'coalesce(price, 0)')
  assert.equal(item.unsetFigures([price, total_item]), 'unset.price := 0;\nunset.total_item := 0;')
  assert.equal(item.assignments([price]), 'price = i.price')
  assert.equal(item.properties([price, total_item]), `',"price":', trim_scale(i.price)`)
})

test('what was stored without a property shows it unset, and a line its figures', () => {
  const { price, total_item } = itemFigures
  const all = {
    header: some('fk_id', 'freight', 'freight_value', 'custom_fields', 'items'),
    lines: [price, total_item],
    properties: [],
    shares: [{ name: 'packing_share', label }],
  }
  assert.equal(shape.size(all), '7')
  assert.equal(shape.properties(all), '"fk_id" json,\n"freight" json,\n"custom_fields" json')
  assert.equal(
    shape.completeProperties(all),
    `'"fk_id":' || coalesce(o."fk_id"::text, 'null'),
'"freight":' || coalesce(o."freight"::text, 'null'),
'"custom_fields":' || coalesce(o."custom_fields"::text, '{}')`,
  )
  const amount = { name: 'packing_value', kind: 'money', label, unset: '0' } as const
  assert.equal(
    shape.completeProperties({ ...all, header: [amount] }),
    `'"packing_value":' || coalesce(o."packing_value"::text, '0')`,
  )
  assert.equal(shape.figures(all), '"price" json,\n"packing_share" json')
  assert.equal(
    shape.completeFigures(all),
    `'"price":' || coalesce(l."price"::text, '0'),
'"packing_share":' || coalesce(l."packing_share"::text, 'null')`,
  )
})

test('what people write of a person is emptied, and nothing else', () => {
  const observations = { name: 'observations', kind: 'text', label, unset: null } as const
  const personal = { ...observations, isPersonal: true } as const
  assert.equal(order.emptiedTexts([...rows, personal]), 'observations = null')
  assert.equal(order.emptiedTexts([...rows, observations]), '')
  const number = { ...personal, name: 'customer_order', kind: 'code' } as const
  assert.equal(order.emptiedTexts([...rows, number]), 'customer_order = null')
})

test('a total is of the parts of lines, and of the header’s, added or taken off', () => {
  const parts = {
    lines: ['total_liq', 'value_ipi'],
    header: [
      { column: 'freight_value', sign: '+', condition: 'freight_charged' },
      { column: 'packing_value', sign: '-' },
    ],
  } as const
  assert.equal(total.ofLine(parts), 'total_liq + value_ipi')
  assert.equal(total.taxesOfLine(parts), 'value_ipi')
  assert.equal(
    total.ofHeader(parts),
    'case when freight_charged then freight_value else 0 end - packing_value',
  )
  assert.equal(
    total.ofChangedHeader(parts),
    'case when o.freight_charged then o.freight_value else 0 end - o.packing_value',
  )
  assert.equal(
    total.ofNewHeader(parts),
    'case when id_freight_type = any (charged_types) then coalesce(freight_value, 0) else 0 end - coalesce(packing_value, 0)',
  )
})

test('what falls to a line is of its weight and of those before it', () => {
  const parts = {
    lines: ['total_liq'],
    header: [
      {
        column: 'freight_value',
        sign: '+',
        condition: 'freight_charged',
        weight: 'total_item',
        share: { name: 'freight_share', label },
      },
      {
        column: 'packing_value',
        sign: '-',
        weight: 'total_liq',
        share: { name: 'packing_share', label },
      },
    ],
  } as const
  assert.equal(shares.none(parts), `',"freight_share":0,"packing_share":0'`)
  assert.equal(shares.plainTotal(parts), 'i.total_liq')
  assert.equal(
    shares.areThere(parts),
    'case when o.freight_charged then o.freight_value else 0 end > 0\n or o.packing_value > 0',
  )
  assert.equal(
    shares.ofLine(parts),
    `share_of(case when o.freight_charged then o.freight_value else 0 end, i.total_item, sum(i.total_item) over in_turn, sum(i.total_item) over (), row_number() over in_turn) as freight_share,
share_of(o.packing_value, i.total_liq, sum(i.total_liq) over in_turn, sum(i.total_liq) over (), row_number() over in_turn) as packing_share`,
  )
  assert.equal(
    shares.ofJson(parts),
    "coalesce((line ->> 'freight_share')::numeric, 0) as freight_share,\ncoalesce((line ->> 'packing_share')::numeric, 0) as packing_share",
  )
  assert.equal(
    shares.properties(parts),
    `',"freight_share":', trim_scale(l.freight_share),\n',"packing_share":', trim_scale(l.packing_share)`,
  )
  assert.equal(shares.total(parts), '(l.i).total_liq + l.freight_share - l.packing_share')
})

test('a total is checked where a column changes that it depends on', () => {
  const header = [
    { column: 'freight_value', sign: '+', condition: 'freight_charged' },
    { column: 'packing_value', sign: '-' },
  ] as const
  const of = (row: string) =>
    `${row}.total_value,\n${row}.freight_value,\n${row}.freight_charged,\n${row}.packing_value`
  assert.equal(total.oldParts({ lines: [], header }), of('old'))
  assert.equal(total.newParts({ lines: [], header }), of('new'))
})
