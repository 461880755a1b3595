import {
  rowOfTax,
  type TaxLineProperty,
  taxLineProperties,
} from '../../../../packages/model/taxes.ts'
import type { CatalogueRows } from '../../../taxes/catalogue.ts'
import { msg } from '../../../texts/message.ts'
import type { AmountError } from '../figures.ts'
import type { TaxLineInput } from './input.ts'

/** Of what a tax says beside its properties, as JSON. */
const MAX_DETAILS = 2000

/** What every tax has; codes and classes as far as the catalogue knows some. */
const OF_ALL: readonly string[] = ['base', 'rate', 'value']

/** What is wrong with the form of a line's taxes: unknown ones, twice the same, foreign properties. */
export function formErrors(
  sent: readonly TaxLineInput[],
  { taxes }: Pick<CatalogueRows, 'taxes'>,
): AmountError[] {
  const first = new Map<string, number>()
  return sent.flatMap((line, i): AmountError[] => {
    const { tax } = line
    const pointer = `/taxes/${i}`
    const definition = taxes.find((one) => one.tax === tax)
    if (!definition) {
      const known = taxes.map((one) => one.tax).join(', ')
      const detail = msg`is not a known tax. Known: ${known}.`
      return [{ pointer: `${pointer}/tax`, code: 'tax_unknown', detail }]
    }
    const before = first.get(tax)
    if (before !== undefined) {
      const detail = msg`stands at /taxes/${before} already: a line has each tax once.`
      return [{ pointer: `${pointer}/tax`, code: 'tax_twice', detail }]
    }
    first.set(tax, i)
    return [
      ...codeErrors(line, 'code', definition.code_pattern, pointer),
      ...codeErrors(line, 'class', definition.class_pattern, pointer),
      ...foreignProperties(line).map((name) => unknownProperty(name, tax, pointer)),
      ...longDetails(line, pointer),
    ]
  })
}

function codeErrors(
  line: TaxLineInput,
  property: 'code' | 'class',
  pattern: string | null,
  pointer: string,
): AmountError[] {
  const text = line[property]
  if (text === undefined) return []
  if (pattern === null) return [unknownProperty(property, line.tax, pointer)]
  if (wholly(pattern).test(text)) return []
  const detail = msg`must be one of ${line.tax}: ${pattern}.`
  return [{ pointer: `${pointer}/${property}`, code: 'pattern', detail }]
}

/** Of the catalogue, which has a few. */
const expressions = new Map<string, RegExp>()

function wholly(pattern: string): RegExp {
  const known = expressions.get(pattern)
  if (known) return known
  const made = new RegExp(`^(?:${pattern})$`, 'u')
  expressions.set(pattern, made)
  return made
}

function longDetails({ details }: TaxLineInput, pointer: string): AmountError[] {
  if (!details) return []
  if (Buffer.byteLength(JSON.stringify(details)) <= MAX_DETAILS) return []
  const detail = msg`must be at most ${MAX_DETAILS} bytes of JSON.`
  return [{ pointer: `${pointer}/details`, code: 'max_length', detail }]
}

function foreignProperties(line: TaxLineInput): string[] {
  const { properties = [] } = rowOfTax(line.tax)
  const own: readonly string[] = [...OF_ALL, ...properties]
  return Object.keys(line).filter(
    (name) =>
      Object.hasOwn(taxLineProperties, name) &&
      line[name as TaxLineProperty] !== undefined &&
      !own.includes(name),
  )
}

function unknownProperty(name: string, tax: string, pointer: string): AmountError {
  const detail = msg`is no property of ${tax}.`
  return { pointer: `${pointer}/${name}`, code: 'unknown_property', detail }
}
