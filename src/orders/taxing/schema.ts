import { type TSchema, Type } from 'typebox'
import { AMOUNT } from '../../../packages/model/kinds.ts'
import {
  baseKinds,
  marginKinds,
  type TaxLineProperty,
  taxLineProperties,
} from '../../../packages/model/taxes.ts'
import { headerParts, lineShares } from '../../../packages/model/totals.ts'
import { anyKey } from '../../custom/schema.ts'
import { closed, decimal, nullable } from '../../http/schemas.ts'
import type { TaxLineInput } from '../amounts/tax-lines/input.ts'

// The list of taxes of a line, as it is sent and as it is shown.

/** Taxes of a line: there are twenty, and each stands there once. */
const MOST = 50
const MAX_DETAILS = 50

type Decimal = {
  [P in TaxLineProperty]: (typeof taxLineProperties)[P] extends null ? never : P
}[TaxLineProperty]

const descriptions: Record<Decimal, string> = {
  base: 'What it is levied on. Follows from the line where only a rate is sent.',
  rate: 'In percent.',
  value: 'base × rate ÷ 100, or as the tax has it.',
  reduction: 'Percent by which the base of ICMS and ICMS-ST is lower, and the rate of IBS and CBS.',
  deferral: 'Percent of the tax that is due later.',
  deferred: 'The same in money: it is not in `value`.',
  returned: 'Given back: it is not in `value`.',
  margin: 'The margin (MVA) in the base of ICMS-ST, as it was applied, in percent.',
  deduction: 'What is taken off: the line’s own ICMS or FCP unless given.',
  inter_rate: 'The rate between the states, in percent.',
  quantity: 'What an amount per unit is levied on; the line’s quantity unless given.',
  per_unit: 'Amount per unit, where the tax is by quantity.',
}

const decimals = Object.fromEntries(
  Object.entries(descriptions).map(([name, description]) => {
    const digits = taxLineProperties[name as Decimal]
    return [name, decimal(digits.integer, digits.decimals, { description })]
  }),
) as unknown as Record<Decimal, TSchema>

const word = (pattern: string, description: string, maxLength: number) =>
  Type.String({ pattern, maxLength, description })

const key = word('^[a-z][a-z0-9_]*$', 'A tax of the catalogue (`GET /taxes`).', 40)

const words = {
  code: word('^[0-9]{2,3}$', 'CST or CSOSN.', 3),
  class: word('^[0-9]{1,6}$', 'cClassTrib of IBS, CBS and IS; cEnq of IPI.', 6),
  margin_kind: Type.String({ enum: [...marginKinds], description: 'What the margin is.' }),
  base_kind: Type.String({ enum: [...baseKinds], description: 'Whether the tax is in its base.' }),
  mode: word('^[0-9]$', 'How the base is found (modBC, modBCST).', 1),
  reason: word('^[0-9]{1,2}$', 'Why ICMS is relieved (motDesICMS).', 2),
  benefit: word('^([A-Z0-9]{8}|[A-Z0-9]{10}|SEM CBENEF)$', 'The code of the benefit (cBenef).', 10),
}

const flags = {
  deducts: Type.Boolean({ description: 'The relieved ICMS is taken off the total.' }),
  adds: Type.Boolean({ description: 'The tax is added to the total.' }),
}

const detail = Type.Unsafe<string | number | boolean | null>({
  type: ['string', 'number', 'boolean', 'null'],
  format: 'text',
  maxLength: 500,
})

const details = Type.Record(anyKey, detail, {
  maxProperties: MAX_DETAILS,
  propertyNames: { minLength: 1, maxLength: 100, format: 'text' },
  description: 'What is rarer: returned as it is, up to 2,000 bytes of JSON.',
})

const optional = (properties: Record<string, TSchema>) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]),
  )

const taxInput = closed(
  { tax: key, ...optional({ ...words, ...decimals, ...flags, details }) },
  { title: 'LineTaxInput' },
)

/** The list in a body. */
export const taxesIn = Type.Optional(
  Type.Unsafe<readonly TaxLineInput[] | null>({
    ...nullable(Type.Array(taxInput, { maxItems: MOST })),
    description:
      'All taxes of the line, each once: the list replaces the one that is there. The properties `base_icms` to `value_icms_st` say the same of three of them, and must agree. null and an empty list take all away; rules then work out what they can (`derived_taxes` of the account).',
  }),
)

const { base, rate, value, ...otherDecimals } = decimals

export const lineTax = Type.Object(
  {
    tax: key,
    base,
    rate,
    value,
    effect: Type.Integer({
      minimum: -1,
      maximum: 1,
      description: 'What the value does to the total: added, inside the price, taken off.',
    }),
    origin: Type.String({
      pattern: '^(given|derived|rule:[0-9]+@[0-9]+)$',
      maxLength: 50,
      description:
        '`given`: as it was sent. `derived`: its figures follow from a rate alone, or from the tax itself. `rule:7@2`: version 2 of tax rule 7 has worked it out.',
      examples: ['given'],
    }),
    ...optional({
      ...words,
      ...otherDecimals,
      ...flags,
      details,
      effective_rate: decimal(3, 4, { description: 'The rate less its reduction.' }),
    }),
  },
  { $id: 'LineTax', additionalProperties: false, description: 'A tax of a line.' },
)

/** What is accepted where an order is invoiced on another day than the one of its total. */
export const acceptTotal = Type.Optional(
  nullable(
    decimal(AMOUNT.integer, AMOUNT.decimals, {
      description:
        'The total that the order comes to by the day of its invoice, where it is moved to a status that is `invoiced` and 409 `total_moves_with_date` has told it. It is not kept.',
    }),
  ),
)

/** What all lines have of each tax. */
export const taxesTotal = Type.Union([
  Type.Record(anyKey, decimal(AMOUNT.integer, AMOUNT.decimals), {
    maxProperties: MOST,
    description:
      'The sum of each tax of the items, by its key in the catalogue (`GET /taxes`): those that they have. Null in locked orders and events that a version without it has stored.',
    examples: [{ ipi: 6.5, icms: 23.4 }],
  }),
  Type.Null(),
])

/** The list in an answer. */
export const taxesOut = Type.Union([
  Type.Array(Type.Ref('LineTax'), { maxItems: 10_000 }),
  Type.Null(),
])

const LINE_TOTAL =
  'What this item comes to: net total and taxes outside the price, with its shares. Those of all items add up to the order’s `total_value`.'
const OLDER = 'Null in locked orders and events that a version without it has stored.'
const descriptionsOf = new Map(
  headerParts.map(({ column, share, weight }) => [
    share.name,
    `What falls to this item of the order’s \`${column}\`, in proportion to ${weight === 'total_liq' ? 'net totals' : 'quantity × price'}: the shares of all items add up to it exactly.`,
  ]),
)

/** What the service says of items: null where it was stored by a version that did not know it. */
export const shareProperties = Object.fromEntries(
  lineShares.map(({ name }) => [
    name,
    Type.Union([
      decimal(AMOUNT.integer, AMOUNT.decimals, {
        description: `${descriptionsOf.get(name) ?? LINE_TOTAL} ${OLDER}`,
      }),
      Type.Null(),
    ]),
  ]),
)
