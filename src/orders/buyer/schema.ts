import { type TSchema, Type } from 'typebox'
import type { Meanings } from '../../../packages/model/order-row.ts'
import { closed, line, nullable, text, textOut } from '../../http/schemas.ts'

// What an invoice says of a sale and of who buys, and words of the house, as they are sent and shown.

const MOST_WORDS = 20
const MOST_OF_WORD = 40
const MOST_OF_ID = 60

export const yesNo = nullable(Type.Boolean())

/** One of a table of the invoice. */
export function numbered(choices: Meanings): TSchema {
  const values = Object.keys(choices).map(Number)
  const [minimum, maximum] = [Math.min(...values), Math.max(...values)]
  return nullable(Type.Integer({ enum: values, minimum, maximum }))
}

export function meaningsOf(choices: Meanings): string {
  return Object.entries(choices)
    .map(([number, [, english]]) => `${number}: ${english}`)
    .join('; ')
}

/** A code on one line. */
export function shortText(most: number, example?: string): TSchema {
  const examples = example === undefined ? {} : { examples: [example] }
  return line(most, { minLength: 1, ...examples })
}

/** No white space and no mark that stands between words. */
const ONE_WORD = '^[^\\s,;|]+$'

const word = { minLength: 1, maxLength: MOST_OF_WORD, examples: ['urgente'] }

export const wordsIn = nullable(
  Type.Array(text(MOST_OF_WORD, { ...word, pattern: ONE_WORD }), { maxItems: MOST_WORDS }),
)
export const wordsOut = Type.Array(textOut(MOST_OF_WORD, word), { maxItems: MOST_WORDS })

const document = {
  pattern: '^[0-9A-Z]{12}[0-9]{2}$',
  maxLength: 14,
  description: 'Its CNPJ, without punctuation.',
  examples: ['11222333000181'],
}
const idThere = { description: 'Who the seller is there.', examples: ['LOJA-88'] }

const falseOrNull = [Type.Literal(false), Type.Null()]

export const intermediaryIn = Type.Union([
  closed(
    {
      document: Type.Optional(nullable(Type.String(document))),
      id: Type.Optional(nullable(line(MOST_OF_ID, { minLength: 1, ...idThere }))),
    },
    { title: 'IntermediaryInput' },
  ),
  ...falseOrNull,
])

export const intermediaryOut = Type.Union([
  closed(
    { document: nullable(Type.String(document)), id: nullable(textOut(MOST_OF_ID, idThere)) },
    { title: 'Intermediary' },
  ),
  ...falseOrNull,
])
