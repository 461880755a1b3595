import { Type } from 'typebox'
import { closed, nullable, textOut } from '../http/schemas.ts'
import { conditions, rateStatuses, regimes, roundings, spheres } from './catalogue.ts'

const oneOf = (values: readonly string[], description: string) =>
  Type.String({ enum: [...values], description })

const day = (description: string) =>
  Type.String({ format: 'date', maxLength: 10, description, examples: ['2027-01-01'] })

const source = textOut(500, {
  description: 'The law or official text that says so.',
  examples: ['NT 2026.008, rules I11 and VB01-10'],
})
const regime = oneOf(regimes, '`regular`, or `single`: within the Simples Nacional.')
const effect = nullable(
  Type.Integer({
    minimum: -1,
    maximum: 1,
    description:
      'What a value does to the order’s total: 1 adds it, −1 takes it off. Null: there is no such tax then.',
    examples: [1],
  }),
)
const only_if = nullable(
  oneOf(conditions, 'The effect is that of lines which say so; that of others is 0.'),
)
const in_product_value = Type.Boolean({
  description: 'Whether the value is part of the product value (vProd) of the NF-e.',
})
const rate = (description: string) => Type.Number({ minimum: 0, description, examples: [0.05] })
const pattern = (description: string) =>
  nullable(textOut(500, { description, examples: ['\\d{6}'] }))

const effectRow = closed({
  regime: oneOf(['any', ...regimes], 'Of the seller. A row that names it wins over one of `any`.'),
  since: day('Until the next row of the same regime.'),
  effect,
  only_if,
  in_product_value,
  source,
})

const rateRow = closed({
  since: day('The first day.'),
  until: nullable(day('The last day; null: it has none.')),
  rate: rate('In percent.'),
  status: oneOf(rateStatuses, 'An `estimate` is shown, and never used.'),
  source,
})

const tax = closed({
  tax: textOut(30, { examples: ['cbs'] }),
  name: textOut(100, { description: 'In the language of `Accept-Language`.', examples: ['CBS'] }),
  sphere: oneOf(spheres, 'Who levies it.'),
  rounding: oneOf(roundings, 'How its values are rounded to cents.'),
  code_pattern: pattern('Regular expression of its whole CST or CSOSN; null: it has none.'),
  class_pattern: pattern('The same of its classification, such as cClassTrib.'),
  sequence: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: 'The order in which taxes are shown.',
    examples: [80],
  }),
  source,
  on_date: closed(
    {
      effect,
      only_if,
      in_product_value,
      rate: nullable(
        rate('In percent; null where there is no national rate, or none is published.'),
      ),
    },
    { description: 'What it is on the day and in the regime of `on`.' },
  ),
  effects: Type.Array(effectRow, { maxItems: 10_000 }),
  rates: Type.Array(rateRow, { maxItems: 10_000 }),
})

export const taxCatalogue = closed(
  {
    date: nullable(day('Of which day the file is that is loaded; null: none is.')),
    sha256: nullable(
      Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64, description: 'Of that file.' }),
    ),
    on: closed({ date: day('As asked for.'), regime }),
    taxes: Type.Array(tax, { maxItems: 10_000 }),
  },
  { $id: 'TaxCatalogue' },
)

export const taxQuery = closed({
  date: Type.Optional(
    Type.String({
      format: 'date',
      maxLength: 10,
      description: 'Shows what each tax is on this day; today in the account’s zone unless given.',
      examples: ['2027-01-04'],
    }),
  ),
  regime: Type.Optional(
    Type.String({
      ...regime,
      description: 'The seller’s regime for IBS and CBS; by `crt` unless given.',
    }),
  ),
  crt: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 4,
      description: 'The seller’s CRT: 1 and 4 mean the single regime, all else the regular one.',
      examples: [3],
    }),
  ),
})
