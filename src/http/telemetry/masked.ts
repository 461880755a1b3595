import { isDateTime } from '../../base/values/date-time.ts'

// What of a request may be kept for others to read: what its schema says is no text of a person. Numbers,
// flags, words of a list and dates stay, all else is masked, whatever it is called.

/** In the place of a text; of another value its kind stands behind it. */
const MASKED = '***'

/** What is read of a schema. */
export interface Shape {
  $ref?: string
  anyOf?: Shape[]
  type?: string | string[]
  enum?: unknown[]
  format?: string
  items?: Shape
  properties?: Record<string, Shape>
}

/** Finds a schema by its `$id`. */
type SchemaNamed = (name: string) => unknown

/** Characters that masked values may have together, about. */
const MOST_CHARACTERS = 4_000
/** Of a query are kept. */
const MOST_PARAMETERS = 50
/** Deeper values are masked whole. */
const MOST_LEVELS = 12

/** Names of numbers and dates that say where somebody lives, who he is, or how to come in. */
const PERSONAL =
  /^(number|zip_code|postal_code|latitude|longitude|ibge)$|document|cpf|cnpj|phone|birth|secret|password|token|key|credential|passkey|cookie|authorization/i

/** A name that programs give; a person's own data stands in none. */
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,49}$/

interface Masking {
  named: SchemaNamed
  /** Only ids, flags and words of a list stay: the record is a person. */
  isOfPerson: boolean
  left: number
}

/**
 * A JSON object of a request as it may be kept; undefined where it is none.
 * @param schema of the body; undefined: all is masked
 * @param isOfPerson whether its records are people
 */
export function maskedBody(
  body: unknown,
  schema: Shape | undefined,
  named: SchemaNamed,
  isOfPerson: boolean,
): Record<string, unknown> | undefined {
  if (!isObject(body)) return undefined
  const masking = { named, isOfPerson, left: MOST_CHARACTERS }
  return maskedObject(body, schema, masking, MOST_LEVELS)
}

/** A query's values as they may be kept, each as a text. */
export function maskedQuery(
  query: Record<string, unknown>,
  schema: Shape | undefined,
  named: SchemaNamed,
): Record<string, string> {
  const kept = Object.keys(query)
    .slice(0, MOST_PARAMETERS)
    .map((name) => {
      const value = query[name]
      const shape = formOf(schema?.properties?.[name], named)
      const text = Array.isArray(value) ? value.join(',') : String(value)
      return [NAME.test(name) ? name : MASKED, keptParameter(name, text, shape, named)] as const
    })
  return Object.fromEntries(kept)
}

/** Parameters that name fields. */
const OF_FIELDS = ['sort', 'fields', 'expand', 'group_by']

function keptParameter(name: string, text: string, shape: Shape, named: SchemaNamed): string {
  if (OF_FIELDS.includes(name) && /^[-a-z_,]{1,200}$/.test(text)) return text
  if (PERSONAL.test(name)) return MASKED
  const one = shape.items ? formOf(shape.items, named) : shape
  const parts = shape.items ? text.split(',') : [text]
  return text.length <= 500 && parts.every((part) => isKeptText(part, one)) ? text : MASKED
}

function isKeptText(text: string, { type, enum: values, format }: Shape): boolean {
  if (values?.some((value) => value === text)) return true
  const types = [type].flat()
  if (types.includes('integer') || types.includes('number')) return /^-?\d+(\.\d+)?$/.test(text)
  if (types.includes('boolean')) return /^(true|false)$/.test(text)
  return isDay(text, format)
}

/** An address with the numbers of records in it, and no other values. */
export function maskedPath(
  pattern: string,
  params: Record<string, unknown>,
  schema: Shape | undefined,
  named: SchemaNamed,
): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const { type } = formOf(schema?.properties?.[name], named)
    const text = String(params[name])
    return type === 'integer' && /^\d{1,16}$/.test(text) ? text : MASKED
  })
}

/** A JSON pointer or a parameter's name, without what a caller made up. */
export function maskedPlace(place: string): string {
  const parts = place.split('/')
  return parts.map((part) => (/^\d{0,6}$/.test(part) || NAME.test(part) ? part : MASKED)).join('/')
}

function maskedObject(
  value: Record<string, unknown>,
  shape: Shape | undefined,
  masking: Masking,
  levels: number,
): Record<string, unknown> {
  const masked: Record<string, unknown> = {}
  // Of 80,000 names few are kept: pairs of all with their values would take longer than those.
  for (const name of Object.keys(value)) {
    if (isFull(masking)) {
      masked['…'] = '…'
      break
    }
    const known = shape?.properties?.[name]
    const shown = NAME.test(name) ? name : MASKED
    masking.left -= shown.length + 4
    masked[shown] = maskedValue(value[name], name, known, masking, levels - 1)
  }
  return masked
}

function maskedValue(
  value: unknown,
  name: string,
  schema: Shape | undefined,
  masking: Masking,
  levels: number,
): unknown {
  const shape = schema && formOf(schema, masking.named)
  if (levels > 0 && Array.isArray(value)) {
    const list: unknown[] = []
    for (const one of value) {
      if (isFull(masking)) {
        list.push('…')
        break
      }
      list.push(maskedValue(one, name, shape?.items, masking, levels - 1))
    }
    return list
  }
  if (levels > 0 && isObject(value)) return maskedObject(value, shape, masking, levels)
  const kept = isKept(value, name, shape, masking) ? value : maskOf(value)
  masking.left -= String(kept).length + 2
  return kept
}

function isKept(value: unknown, name: string, shape: Shape | undefined, of: Masking): boolean {
  if (value === null) return true
  if (shape === undefined) return false
  const types = [shape.type].flat()
  if (typeof value === 'boolean') return types.includes('boolean')
  if (typeof value === 'string' && shape.enum?.includes(value)) return !PERSONAL.test(name)
  if (PERSONAL.test(name) || (of.isOfPerson && !/^id(_|$)/.test(name))) return false
  if (typeof value === 'number') return types.includes('number') || types.includes('integer')
  return typeof value === 'string' && isDay(value, shape.format)
}

/** A date, or a moment. */
function isDay(text: string, format: string | undefined): boolean {
  return format?.startsWith('date') === true && text.length <= 35 && isDateTime(text)
}

function maskOf(value: unknown): string {
  if (typeof value === 'string') return MASKED
  if (Array.isArray(value)) return `${MASKED} (array)`
  return `${MASKED} (${isObject(value) ? 'object' : typeof value === 'boolean' ? 'boolean' : 'number'})`
}

const isFull = ({ left }: Masking) => left <= 0

/** What a schema refers to; of a choice of forms the first that is no null. */
function formOf(schema: Shape | undefined, named: SchemaNamed): Shape {
  if (schema?.$ref !== undefined) return formOf(named(schema.$ref) as Shape, named)
  // Where it has a type of its own, the forms only say what else is needed.
  const form = schema?.type === undefined && schema?.anyOf?.find(({ type }) => type !== 'null')
  return form ? formOf(form, named) : (schema ?? {})
}

/** Numbers that a double does not carry are objects of a class of their own. */
function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null
}
