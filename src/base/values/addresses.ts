import { states } from '../../../packages/model/invoices/states.ts'
import { msg } from '../../texts/message.ts'
import type { FieldError } from '../problems.ts'

// Two values of an address stand there twice: as the interface's integer, and as text, which is how
// people in Brazil write them. `KM 12` is no integer, and an integer has no zeros in front.

/** The integer that a house number is; null where it is more than its digits. */
export function houseNumberOf(text: string): number | null {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

/** A CEP, with its hyphen or without it, as the interface’s integer; NaN where it is none. */
function zipCodeOf(postal_code: string): number {
  return /^\d{5}-?\d{3}$/.test(postal_code) ? Number(postal_code.replace('-', '')) : Number.NaN
}

/** The same as people write it, `01310-200`: the number that it is has no zeros in front. */
export function postalCodeText(zip_code: unknown): string {
  return String(zip_code)
    .padStart(8, '0')
    .replace(/(...)$/, '-$1')
}

/** Whether these two capital letters are a state of Brazil or its federal district. */
export const isState = (text: string): boolean => text !== 'EX' && Object.hasOwn(states, text)

/** `São Paulo/SP`, `São Paulo - SP`, `São Paulo (SP)`. */
const CITY = /^(.*\p{L}.*?)\s*(?:[/,\p{Pd}]\s*([a-z]{2})|\(\s*([a-z]{2})\s*\))$/iu

/** A city as people write it, and its state where that stands behind it. */
export function cityParts(text: string): { city: string; state: string | undefined } {
  const plain = text.trim()
  const [, city = '', behind, inside] = CITY.exec(plain) ?? []
  const state = (behind ?? inside ?? '').toUpperCase()
  return isState(state) ? { city, state } : { city: plain, state: undefined }
}

/** Two properties that say the same: an integer, and a text that may say more. */
interface Pair {
  integer: string
  text: string
  integerOf: (text: string) => number | null
  textOf: (integer: number) => string
}

const pairs: readonly Pair[] = [
  { integer: 'number', text: 'number_text', integerOf: houseNumberOf, textOf: String },
  { integer: 'zip_code', text: 'postal_code', integerOf: zipCodeOf, textOf: postalCodeText },
]

type Body = Record<string, unknown>

/** The body with the other one of each pair of which it has one. */
export function withPairs(body: Body): Body {
  const whole = { ...body }
  for (const { integer, text, integerOf, textOf } of pairs) {
    const [number, written] = [body[integer], body[text]]
    if (written !== undefined)
      whole[integer] = written === null ? null : integerOf(written as string)
    else if (number !== undefined) whole[text] = number === null ? null : textOf(number as number)
  }
  return whole
}

/** The pairs of which a body has both, and they contradict one another. */
export function contradictions(body: Body): Pair[] {
  return pairs.filter(({ integer, text, integerOf }) => {
    const [number, written] = [body[integer], body[text]]
    // What is wrong by itself is refused for that.
    if (number !== null && !(typeof number === 'number' && number >= 0)) return false
    if (written === null) return number !== null
    const meant = typeof written === 'string' ? integerOf(written) : Number.NaN
    return !Number.isNaN(meant) && meant !== number
  })
}

/** The errors of a municipality's number (`ibge`) that is of another state than the `state` beside it. */
export function municipalityErrors({ ibge, state }: Body): FieldError[] {
  if (typeof ibge !== 'string') return []
  const [found] = Object.entries(states).find(([, digits]) => ibge.startsWith(digits)) ?? []
  const named = typeof state === 'string' ? state.toUpperCase() : found
  if (found !== undefined && named === found) return []
  const detail = found
    ? msg`is a municipality of ${found}, and state is ${named}.`
    : msg`must begin with the two digits of a state, such as 35 of São Paulo.`
  return [{ pointer: '/ibge', code: 'address_contradiction', detail }]
}
