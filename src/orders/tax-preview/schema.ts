import { type Static, type TSchema, Type } from 'typebox'
import { states } from '../../../packages/model/invoices/states.ts'
import { AMOUNT, COUNT, UNIT_PRICE } from '../../../packages/model/kinds.ts'
import { closed, decimal, id, nullable, textOut } from '../../http/schemas.ts'
import { regimes } from '../../taxes/catalogue.ts'
import { lineTax } from '../taxing/schema.ts'

const MOST_ITEMS = 100
const day = { format: 'date', maxLength: 10, examples: ['2026-11-25'] } as const

const may = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional({ ...nullable(schema), description })

const state = Type.String({
  pattern: `^(${Object.keys(states).join('|')})$`,
  maxLength: 2,
  examples: ['MG'],
})
const code = (pattern: string, maxLength: number, example: string) =>
  Type.String({ pattern, maxLength, examples: [example] })
const oneOf = <T extends number>(...values: T[]) =>
  Type.Unsafe<T>({
    type: 'integer',
    enum: values,
    minimum: Math.min(...values),
    maximum: Math.max(...values),
  })
const amount = (description: string) =>
  Type.Optional(
    decimal(AMOUNT.integer, AMOUNT.decimals, { description: `${description} 0 unless given.` }),
  )

const operationKinds = [
  'sale',
  'bonus',
  'sample',
  'demonstration',
  'consignment',
  'future_delivery_bill',
  'future_delivery_goods',
  'on_order_bill',
  'on_order_goods',
  'other',
] as const

const item = closed(
  {
    id_product: may(id, 'By which rules of one product are found; its codes are those given here.'),
    ncm: may(code('^[0-9]{8}$', 8, '82029990'), 'The goods’ NCM.'),
    cest: may(code('^[0-9]{7}$', 7, '0800100'), 'The goods’ CEST.'),
    origin: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8,
        description: 'Where they come from; 0 unless given.',
      }),
    ),
    own_production: Type.Optional(
      Type.Boolean({ description: 'Whether the seller made them; false unless given.' }),
    ),
    id_operation: may(id, 'By which rules of one operation are found.'),
    operation_kind: Type.Optional(
      Type.Enum(operationKinds, {
        description: 'What the line is, for its CFOP; a sale unless given.',
      }),
    ),
    quantity: decimal(COUNT.integer, COUNT.decimals, { minimum: undefined, exclusiveMinimum: 0 }),
    price: decimal(UNIT_PRICE.integer, UNIT_PRICE.decimals),
    discount_value: amount('Taken off the line.'),
  },
  { title: 'TaxPreviewItemInput' },
)

export const previewBody = closed(
  {
    date: Type.Optional(
      Type.String({ ...day, description: 'The day that decides; today unless given.' }),
    ),
    origin_state: may(state, 'Of the branch that sells.'),
    destination_state: may(state, 'Where the goods go; `EX` is abroad.'),
    crt: may(oneOf(1, 2, 3, 4), 'The seller’s CRT; as 3 unless given.'),
    regime: may(Type.Enum([...regimes]), 'Of IBS and CBS; it follows from the CRT unless given.'),
    simples_credit_rate: may(
      decimal(3, 4),
      'The credit that a seller in the Simples Nacional passes on, in percent.',
    ),
    ipi_payer: Type.Optional(
      Type.Boolean({ description: 'Whether the seller pays IPI; false unless given.' }),
    ),
    ie_kind: may(oneOf(1, 2, 9), 'Whether the buyer is registered for ICMS (indIEDest).'),
    final_consumer: may(
      Type.Boolean(),
      'Whether the buyer does not resell; unless given, where `ie_kind` is 9.',
    ),
    customer_simples: may(Type.Boolean(), 'Whether the buyer is in the Simples Nacional.'),
    id_category: may(id, 'By which rules of one category of orders are found.'),
    id_branch_company: may(id, 'By which rules of one branch are found.'),
    freight_value: amount('What the buyer pays for freight.'),
    insurance_value: amount('Insurance.'),
    other_expenses: amount('Other expenses.'),
    discount_value: amount('Taken off the whole.'),
    items: Type.Array(item, { minItems: 1, maxItems: MOST_ITEMS }),
  },
  {
    title: 'TaxPreviewInput',
    examples: [
      {
        date: '2026-11-25',
        origin_state: 'SP',
        crt: 3,
        destination_state: 'MG',
        ie_kind: 1,
        final_consumer: false,
        freight_value: 25,
        items: [{ ncm: '82029990', cest: '0800100', quantity: 12, price: 83.9 }],
      },
    ],
  },
)

export type PreviewBody = Static<typeof previewBody>

const figure = (description: string) => Type.Number({ description, examples: [1006.8] })

const rule = {
  id,
  version: { ...id, description: 'The version that was gone by.' },
  name: textOut(200, { examples: ['Tools to MG, ST'] }),
  valid_from: Type.String({ ...day }),
}
const namedRule = closed(rule, { $id: 'TaxRuleNamed', description: 'A rule as a tax names it.' })

const parts = ['product', 'destination', 'origin', 'operation', 'branch', 'conditions']

const choice = closed(
  {
    ...rule,
    matched: Type.Array(textOut(1_000, { examples: ['cest 0800100'] }), {
      maxItems: 20,
      description: 'What of the rule the sale meets.',
    }),
    passed_over: Type.Array(
      closed({
        id,
        name: textOut(200),
        less_specific_in: Type.String({ enum: parts, description: 'Why the other one counts.' }),
      }),
      { maxItems: 50_000, description: 'Rules that hold, too, and are less specific.' },
    ),
  },
  { $id: 'TaxRuleChoice', description: 'The rule that counts for a line, and why.' },
)

const step = closed(
  {
    what: textOut(100, { examples: ['icms_st base'] }),
    formula: textOut(500, { examples: ['(1031.8 + IPI 0) × (1 + 55.61 %)'] }),
    value: Type.Number({ examples: [1605.58] }),
  },
  { $id: 'TaxStep', description: 'How a figure came about.' },
)

const finding = closed(
  {
    code: Type.String({
      enum: ['no_place', 'buyer_kind_unknown', 'no_rule', 'rule_incomplete', 'rate_missing', '694'],
    }),
    level: Type.String({ enum: ['error', 'warning'] }),
    tax: nullable(textOut(40, { description: 'The tax that it is about.' })),
    property: nullable(textOut(40, { description: 'The property of the rule that is missing.' })),
    pointer: textOut(20, { examples: ['/items/0'] }),
    detail: textOut(500, { description: 'In the language of `Accept-Language`.' }),
  },
  { $id: 'TaxFinding', description: 'Why something was not worked out.' },
)

const { properties: taxProperties } = lineTax as unknown as { properties: Record<string, TSchema> }

const previewTax = closed(
  {
    ...taxProperties,
    rule: Type.Ref('TaxRuleNamed'),
    steps: Type.Array(Type.Ref('TaxStep'), { maxItems: 20 }),
  },
  { $id: 'TaxPreviewTax', description: 'A tax of a line, and how it came about.' },
)

const maybeChoice = Type.Union([Type.Ref('TaxRuleChoice'), Type.Null()])

const ofRules = {
  cfop: nullable(textOut(4, { examples: ['6403'] })),
  rules: closed({ icms: maybeChoice, ipi: maybeChoice, ibs_cbs: maybeChoice }),
  findings: Type.Array(Type.Ref('TaxFinding'), { maxItems: 20 }),
}

const previewItem = closed(
  {
    total_item: figure('quantity × price.'),
    total_liq: figure('Less the line’s discount.'),
    freight_share: figure('What falls to the line of the freight.'),
    insurance_share: figure('Of the insurance.'),
    other_share: figure('Of other expenses.'),
    discount_share: figure('Of the discount of the whole.'),
    op: figure('What taxes are levied on: the net value with its shares.'),
    line_total: figure('The same with the taxes outside the price.'),
    ...ofRules,
    taxes: Type.Array(Type.Ref('TaxPreviewTax'), { maxItems: 50 }),
  },
  { $id: 'TaxPreviewItem', description: 'What the rules make of a line.' },
)

const preview = closed(
  {
    date: Type.String({ ...day }),
    total_value: figure('What the order would come to.'),
    items: Type.Array(Type.Ref('TaxPreviewItem'), { maxItems: MOST_ITEMS }),
  },
  { $id: 'TaxPreview', description: 'What the rules of the account make of a sale.' },
)

const explainedTax = closed(
  {
    ...taxProperties,
    rule: Type.Ref('TaxRuleNamed'),
    steps: Type.Array(Type.Ref('TaxStep'), { maxItems: 20 }),
    same_as_stored: Type.Boolean({
      description:
        'The item has just this. False: what rules ask has changed since, or the item has no such tax yet.',
    }),
  },
  { $id: 'ExplainedTax', description: 'A tax of an item as its rule works it out.' },
)

const explainedItem = closed(
  {
    id: { ...id, description: 'The item’s.' },
    op: figure('What taxes are levied on: the net value, with its shares where the order says so.'),
    ...ofRules,
    taxes: Type.Array(Type.Ref('ExplainedTax'), { maxItems: 50 }),
  },
  { $id: 'ExplainedItem', description: 'What rules make of an item.' },
)

const explanation = closed(
  {
    tax_date: Type.String({ ...day, description: 'The day that decides.' }),
    items: Type.Array(Type.Ref('ExplainedItem'), { maxItems: 1_000 }),
  },
  { $id: 'OrderTaxes', description: 'What the rules of the account make of an order, and why.' },
)

const recalculation = closed(
  {
    dry_run: Type.Boolean({ description: 'Nothing was written.' }),
    order: Type.Ref('Order'),
    diff: Type.Ref('OrderDiff'),
  },
  {
    $id: 'OrderRecalculation',
    description: 'An order whose taxes were worked out again, and what that changed.',
  },
)

/** The envelope: with a message where something was written. */
export const recalculated = Type.Object(
  {
    data: Type.Ref('OrderRecalculation'),
    message: Type.Optional(textOut(100, { examples: ['Resource updated successfully'] })),
    meta: Type.Ref('Meta'),
  },
  { title: 'OrderRecalculationResponse' },
)

export const recalculateQuery = closed({
  dry_run: Type.Optional(
    Type.Boolean({
      description: 'Shows what would change, and writes nothing. Not, unless given.',
      'x-component': 'DryRunOfTaxes',
    }),
  ),
})

export const previewSchemas: TSchema[] = [
  recalculation,
  explainedTax,
  explainedItem,
  explanation,
  namedRule,
  choice,
  step,
  finding,
  previewTax,
  previewItem,
  preview,
]
