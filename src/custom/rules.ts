import type { FieldErrorCode } from '../base/field-error-codes.ts'
import type { FieldError } from '../base/problems.ts'
import { type Message, msg } from '../texts/message.ts'

/** What has custom fields. */
export const customResources = ['orders', 'customers', 'products'] as const
export type CustomResource = (typeof customResources)[number]

/** What a declared field can hold. */
export const customTypes = ['text', 'integer', 'decimal', 'boolean', 'date', 'choice'] as const
export type CustomType = (typeof customTypes)[number]

/** Values of a record's custom fields by their keys, as they are written and returned. */
export type CustomValues = Readonly<Record<string, string>>

/** What a declaration holds values to. */
export interface Rule {
  id: number
  id_field: number
  key: string
  type: CustomType
  required: boolean
  unique: boolean
  filterable: boolean
  choices: string[]
  state: 'active' | 'checking'
}

/** A declaration that writes are held to, as people name it. */
export interface ActiveField extends Pick<Rule, 'key' | 'type' | 'choices'> {
  label: string | null
}

/** A text that can be looked for is no longer, in characters. */
const MAX_INDEXED_TEXT = 200

/** Stands for no text in the index, after all others. No value that can be looked for holds it. */
export const NO_TEXT = '\u{10FFFF}'

type Values = Pick<Rule, 'type' | 'required' | 'unique' | 'filterable' | 'choices'>
type ValueError = { code: FieldErrorCode; detail: Message }

const forms: Partial<Record<CustomType, [form: RegExp, help: Message]>> = {
  integer: [
    /^(0|-?[1-9]\d{0,14})$/,
    msg`must be a whole number of at most 15 digits such as "12".`,
  ],
  decimal: [
    /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/,
    msg`must be a number such as "12.5", with a point and at most 15 digits before it and 10 behind.`,
  ],
  boolean: [/^(true|false)$/, msg`must be "true" or "false".`],
  date: [
    /^(?:19|20|21)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
    msg`must be a date such as "2026-11-21", of the years 1900 to 2199.`,
  ],
}

/** Whether a value has to be found again: then it is in the index. */
export function isIndexed({ unique, filterable }: Pick<Rule, 'unique' | 'filterable'>): boolean {
  return unique || filterable
}

/**
 * What is wrong with a value, undefined for none; the function `breaks_rule` of the schema says the
 * same, and has the last word.
 */
export function valueError(rule: Values, value: string | undefined): ValueError | undefined {
  if (value === undefined || (value === '' && rule.type === 'text'))
    return rule.required ? { code: 'required', detail: msg`is required.` } : undefined
  return formError(rule, value)
}

/** The same of a value that is there, or is looked for. */
export function formError(
  { type, choices, ...rule }: Values,
  value: string,
): ValueError | undefined {
  if (type === 'text') return isIndexed(rule) ? indexedError(value) : undefined
  if (type === 'choice') {
    if (choices.includes(value)) return undefined
    return { code: 'enum', detail: msg`must be one of ${quoted(choices)}.` }
  }
  const [form, help] = forms[type] as [RegExp, Message]
  const isOne = form.test(value) && (type !== 'date' || isDay(value))
  return isOne ? undefined : { code: 'format', detail: help }
}

function indexedError(value: string): ValueError | undefined {
  if (value.includes(NO_TEXT)) return { code: 'format', detail: msg`must not contain U+10FFFF.` }
  if ([...value].length <= MAX_INDEXED_TEXT) return undefined
  const detail = msg`must have at most ${MAX_INDEXED_TEXT} characters, as the field is filterable or unique.`
  return { code: 'max_length', detail }
}

function isDay(value: string): boolean {
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const quoted = (texts: readonly string[]) => texts.map((text) => JSON.stringify(text)).join(', ')

/** How a value stands in the index: numbers by their number, all else by its text. */
export function indexed(
  type: CustomType,
  value: string | undefined,
): { number: string; text: string } {
  if (type === 'integer' || type === 'decimal') return { number: value ?? 'infinity', text: '' }
  return { number: '0', text: value ?? NO_TEXT }
}

/**
 * What is wrong with the custom fields of a record that is written, by the rules of its account and
 * resource. What a change leaves as it is, is not looked at; nothing is known here of who else has
 * the value of a unique field.
 * @param before those of the record as it is; null for a new one
 * @param after those that it would have
 */
export function customErrors(
  resource: CustomResource,
  rules: readonly Rule[],
  before: CustomValues | null,
  after: CustomValues,
): FieldError[] {
  const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after))]
  const declared = new Set(rules.map(({ key }) => key))
  const broken = rules.flatMap((rule) => {
    const value = is.get(rule.key)
    if (before !== null && value === was.get(rule.key)) return []
    const fieldError = valueError(rule, value)
    return fieldError ? [{ pointer: pointerTo(rule.key), ...fieldError }] : []
  })
  // Of the rules of one field the first one speaks.
  const first = new Map(broken.toReversed().map((fieldError) => [fieldError.pointer, fieldError]))
  if (resource === 'orders') return [...first.values()]
  const unknown = [...is].filter(([key, value]) => !declared.has(key) && was.get(key) !== value)
  return [...first.values(), ...unknown.map(([key]) => undeclared(resource, key))]
}

function undeclared(resource: CustomResource, key: string): FieldError {
  const detail = msg`is not declared: POST /custom-fields with "resource": "${resource}" and "key": ${JSON.stringify(key)} first.`
  return { pointer: pointerTo(key), code: 'unknown_property', detail }
}

/** Where a custom field stands in a body. */
export function pointerTo(key: string): string {
  return `/custom_fields/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The values of a record after some of them were sent; null removes one. */
export function mergedValues(
  base: CustomValues,
  sent: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const merged = new Map<string, string | null>([...Object.entries(base), ...Object.entries(sent)])
  // fromEntries and not assignment: a key may be `__proto__`.
  return Object.fromEntries(
    [...merged].filter((entry): entry is [string, string] => entry[1] !== null),
  )
}
