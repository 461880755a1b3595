import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { type FieldErrorCode, fieldErrorCodes } from '../../base/field-error-codes.ts'
import {
  type ErrorCode,
  errorSummary,
  type FieldError,
  MAX_ERRORS,
  Problem,
} from '../../base/problems.ts'
import { type DecimalDigits, decimalError } from '../../base/values/decimals.ts'
import { escapePointer, unescapePointer } from '../../base/values/pointers.ts'
import { meantInstead, NO_PARAMETER, notOneOf, unknownAmong } from '../../texts/did-you-mean.ts'
import { either, Message, msg, verbatim } from '../../texts/message.ts'
import { noun } from '../../texts/nouns.ts'
import { ajv, textErrors } from '../keywords/ajv.ts'
import { InexactNumber } from './json-body.ts'
import { type ParametersSchema, readParameters } from './url.ts'

type Part = 'body' | 'querystring' | 'params' | 'headers'
type Checked = { value: unknown } | { error: Error }

/** A body that its schema refuses, and that may be understood in the words of an answer. */
export interface Unfit {
  /** Why it is refused. */
  problem: () => Problem
  /** What is wrong with what was understood instead. */
  errorsOf: (body: unknown) => FieldError[]
}

const unfit = new WeakMap<object, Unfit>()

/** Of a body that was let through although its schema refuses it. */
export const unfitOf = (body: unknown): Unfit | undefined =>
  typeof body === 'object' && body !== null ? unfit.get(body) : undefined

/**
 * Fastify's validator compiler: bodies are never coerced; query and path parameters are read
 * strictly as the type their schema gives. All errors are reported at once. A schema is compiled
 * at its first use, which takes a second off the start, and once for all routes that have the same.
 */
export function compileValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }) {
  const part = (httpPart ?? 'body') as Part
  const typed = schema as ParametersSchema
  let validate: ValidateFunction | undefined
  const patterns = Object.entries(typed.patternProperties ?? {}).map(
    ([pattern, one]) => [new RegExp(pattern, 'u'), one] as const,
  )
  return (value: unknown): Checked => {
    validate ??= compiled(schema as object)
    const input =
      part === 'querystring' || part === 'params'
        ? readParameters(value, typed.properties, patterns)
        : value
    const errors = errorsOf(validate, input)
    if (errors.length === 0) return { value: input }
    if ('x-answered' in typed && typeof input === 'object' && input !== null) {
      unfit.set(input, unfitBody(validate, errors))
      return { value: input }
    }
    return { error: problemOf(errors, part) }
  }
}

const validators = new Map<string, ValidateFunction>()

function compiled(schema: object): ValidateFunction {
  const text = JSON.stringify(schema)
  const known = validators.get(text) ?? ajv.compile(schema)
  validators.set(text, known)
  return known
}

function problemOf(errors: ErrorObject[], part: Part): Problem {
  const fieldErrors = fieldErrorsOf(errors, part)
  const summary = errorSummary(fieldErrors, errors.length > MAX_ERRORS)
  return new Problem(problemCodes[part], summary, { errors: fieldErrors })
}

const fieldErrorsOf = (errors: ErrorObject[], part: Part): FieldError[] =>
  uniqueErrors(namesOnce(ofChoices(errors).map((one) => errorOf(one, part))))

function unfitBody(validate: ValidateFunction, errors: ErrorObject[]): Unfit {
  return {
    problem: () => problemOf(errors, 'body'),
    errorsOf: (body) => fieldErrorsOf(errorsOf(validate, body), 'body'),
  }
}

/** All errors of a value, or one more than an answer lists. */
function errorsOf(validate: ValidateFunction, value: unknown): ErrorObject[] {
  try {
    validate(value)
    return validate.errors ?? []
  } catch (thrown) {
    if (Array.isArray(thrown)) return thrown
    throw thrown
  }
}

const problemCodes = {
  body: 'validation_failed',
  headers: 'invalid_header',
  params: 'invalid_parameter',
  querystring: 'invalid_parameter',
} as const satisfies Record<Part, ErrorCode>

const IN_A_CHOICE = /\/anyOf\/\d/
const OTHER_KIND = ['type', 'const', 'enum']

/**
 * A choice of properties says itself which are missing. Of a choice of values the errors count of the one that takes
 * a value of that kind; where none does, the choice itself says what there is to choose.
 */
function ofChoices(errors: readonly ErrorObject[]): ErrorObject[] {
  return errors.flatMap((error) => {
    const { keyword, schemaPath, instancePath } = error
    if (IN_A_CHOICE.test(schemaPath)) return []
    if (keyword !== 'anyOf' || choiceOf(error).length > 0) return [error]
    const branches = Map.groupBy(
      errors.filter((one) => one.schemaPath.startsWith(`${schemaPath}/`)),
      (one) => one.schemaPath.slice(schemaPath.length + 1).split('/', 1)[0],
    )
    const isOtherKind = (one: ErrorObject) =>
      one.instancePath === instancePath && OTHER_KIND.includes(one.keyword)
    return branches.values().find((branch) => !branch.some(isOtherKind)) ?? [error]
  })
}

function errorOf(error: ErrorObject, part: Part): FieldError {
  const missing =
    error.params?.['missingProperty'] ??
    error.params?.['additionalProperty'] ??
    error.params?.['property'] ??
    choiceOf(error)[0]
  const pointer =
    missing === undefined
      ? error.instancePath
      : `${error.instancePath}/${escapePointer(String(missing))}`
  const [code, detail] = part === 'body' ? bodyError(error) : parameterError(error)
  if (part === 'body') return { pointer, code, detail }
  // An error of one value of a list is the parameter's.
  const parameter = unescapePointer(pointer.split('/')[1] ?? '')
  return part === 'headers' ? { header: parameter, code, detail } : { parameter, code, detail }
}

/** The properties of which one is needed; none where it is a choice of values. */
function choiceOf({ keyword, schema }: ErrorObject): string[] {
  if (keyword !== 'anyOf') return []
  const alternatives = schema as { type?: string; required?: string[] }[]
  return alternatives.flatMap(({ type, required }) => (type ? [] : (required ?? [])))
}

/** What values there are to choose from: `an object, false or null`. */
function valuesOf({ schema }: ErrorObject): Message {
  const alternatives = schema as { type?: string; const?: unknown }[]
  return either(
    alternatives.map((one) =>
      'const' in one ? verbatim(JSON.stringify(one.const)) : noun(String(one.type)),
    ),
  )
}

const nameLists = new WeakMap<object, string>()

/** The names of a schema's properties, put together once: a hundred errors may tell them. */
function namesOf(properties: object = {}): string {
  const names = nameLists.get(properties) ?? Object.keys(properties).join(', ')
  nameLists.set(properties, names)
  return names
}

/** What is wrong, as a code and in words. */
type CodeAndDetail = [code: FieldErrorCode, detail: Message]

function parameterError(error: ErrorObject): CodeAndDetail {
  if (error.keyword === 'additionalProperties') {
    return ['unknown_parameter', unknownParameter(error)]
  }
  if (error.keyword !== 'type') return bodyError(error)
  const type = typesOf(error)
  return [
    'type',
    Array.isArray(error.data)
      ? msg`must be given once.`
      : msg`must be ${type}, not "${String(error.data)}".`,
  ]
}

function unknownParameter({ parentSchema = {}, params, data }: ErrorObject): Message {
  const { properties = {} } = parentSchema as ParametersSchema
  const name = String(params['additionalProperty'])
  const bare = name.replace(/\[\w*\]$/, '')
  if (bare !== name && Object.hasOwn(properties, bare)) {
    return properties[bare]?.type === 'array'
      ? msg`is written without brackets: ${bare}=a,b with commas, or ${bare} several times.`
      : msg`is written without brackets, as ${bare}.`
  }
  // Many are no slips of the hand, and each is compared with all that there are.
  const isSlip = Object.keys(data as object).length <= 10
  const meant = isSlip ? meantInstead(bare, Object.keys(properties)) : undefined
  return meant ?? msg`${NO_PARAMETER} Known: ${namesOf(properties)}.`
}

/** A text may not be a number of any length: then that is what is wrong. */
function takesNumber({ keyword, params }: ErrorObject): boolean {
  return keyword !== 'type' || /number|integer/.test(String(params?.['type']))
}

function bodyError(error: ErrorObject): CodeAndDetail {
  if (error.data instanceof InexactNumber && takesNumber(error)) {
    const { decimals } = (error.parentSchema?.['x-decimal'] ?? {}) as Partial<DecimalDigits>
    const { source } = error.data
    return [
      'inexact_number',
      // Rounding is no help to what has too many digits before its point.
      decimals === undefined || !source.includes('.')
        ? msg`has more digits (${source}) than a JSON number carries exactly.`
        : msg`has more digits (${source}) than a JSON number carries exactly: round it to ${decimals} decimals.`,
    ]
  }
  const params = error.params ?? {}
  switch (error.keyword) {
    case 'additionalProperties':
      return ['unknown_property', unknownProperty(error)]
    case 'required':
      return ['required', msg`is required.`]
    case 'anyOf': {
      const [, ...others] = choiceOf(error)
      return others.length > 0
        ? ['required', msg`is required, or ${either(others.map(verbatim))}.`]
        : ['type', msg`must be ${valuesOf(error)}, not ${kindOf(error.data)}.`]
    }
    case 'type':
      return ['type', msg`must be ${typesOf(error)}, not ${kindOf(error.data)}.`]
    case 'format':
      return [
        params['format'] === 'gtin' ? 'gtin_invalid' : 'format',
        wrongFormat(params['format'] as string, error.data),
      ]
    case 'enum':
      return ['enum', notOneOf(params['allowedValues'] as unknown[], error.data)]
    case 'pattern':
      return [
        'pattern',
        textOf(error.parentSchema?.['x-message']) ?? msg`must match ${params['pattern']}.`,
      ]
    case 'x-decimal':
      return ['decimal', decimalText(error)]
    case 'x-pairs': {
      const value = JSON.stringify(params['value'])
      return ['address_contradiction', msg`contradicts ${params['other']}, which is ${value}.`]
    }
    default:
      return [codeOf(error), detailOf(error)]
  }
}

function typesOf({ params }: ErrorObject): Message {
  return either([params['type'] as string | string[]].flat().map(noun))
}

function decimalText({ data, schema }: ErrorObject): Message {
  return decimalError(data as number, schema as DecimalDigits) ?? msg`is no such decimal.`
}

/** A text that stands in a schema: whoever copies a schema makes a plain object of it. */
function textOf(text: unknown): Message | undefined {
  const { strings, values } = (text ?? {}) as Partial<Message>
  return strings && values && new Message(strings, values)
}

function wrongFormat(format: string, data: unknown): Message {
  const fieldError = typeof data === 'string' ? textErrors[format]?.(data) : undefined
  return fieldError ?? formatHelp[format] ?? msg`must be a valid ${format}.`
}

const formatHelp: Record<string, Message> = {
  date: msg`must be a date such as 2026-11-21, of the years 1900 to 2199.`,
  'date-time-or-local': msg`must be an RFC 3339 date-time such as 2026-11-21T09:30:00-03:00 (without a zone: the account’s), or a date such as 2026-11-21, of the years 1900 to 2199.`,
  'cpf-or-cnpj': msg`must be a CPF or CNPJ with the right check digits, such as 12.ABC.345/01DE-35.`,
  gtin: msg`must be a GTIN of 8, 12, 13 or 14 digits with the right check digit, such as 7891000315507, or SEM GTIN.`,
  email: msg`must be an e-mail address such as compras@aurora.example.`,
  regex: msg`must be a regular expression.`,
  'time-zone': msg`must be an IANA time zone such as America/Sao_Paulo.`,
  'date-time-or-date': msg`must be an RFC 3339 date-time (in a URL, write its + as %2B) or a date such as 2026-11-21, of the years 1900 to 2199.`,
}

/** `maxLength` is `max_length`: the table of error codes has one for each keyword of ours. */
function codeOf({ keyword }: ErrorObject): FieldErrorCode {
  const code = keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  if (Object.hasOwn(fieldErrorCodes, code)) return code as FieldErrorCode
  throw new Error(`no fault code for the keyword ${keyword}`)
}

function detailOf({ keyword, params, message, parentSchema }: ErrorObject): Message {
  const limit = Number(params?.['limit'])
  // Its white space is gone by now: of a name of spaces nothing is left.
  if (keyword === 'minLength' && limit === 1 && parentSchema?.['trim']) {
    return msg`must have a visible character: white space around a text is taken off.`
  }
  if (/^min(Length|Items)$/.test(keyword) && limit === 1) return msg`must not be empty.`
  return limits[keyword]?.(limit) ?? verbatim(`${message}.`.replace('NOT', 'not'))
}

const limits: Record<string, (limit: number) => Message> = {
  minLength: (limit) => msg`must not have fewer than ${limit} characters.`,
  maxLength: (limit) => msg`must not have more than ${limit} characters.`,
  minItems: (limit) => msg`must not have fewer than ${limit} items.`,
  maxItems: (limit) => msg`must not have more than ${limit} items.`,
  minProperties: (limit) => msg`must not have fewer than ${limit} properties.`,
  maxProperties: (limit) => msg`must not have more than ${limit} properties.`,
  minimum: (limit) => msg`must be >= ${limit}.`,
  maximum: (limit) => msg`must be <= ${limit}.`,
  exclusiveMinimum: (limit) => msg`must be > ${limit}.`,
  exclusiveMaximum: (limit) => msg`must be < ${limit}.`,
  uniqueItems: () => msg`must not have the same item twice.`,
  propertyNames: () => msg`has a property whose name is not allowed.`,
}

/** A schema's `x-elsewhere` says where a property that clients expect here is written instead. */
function unknownProperty({ parentSchema = {}, params }: ErrorObject): Message {
  const name = params['additionalProperty'] as string
  const elsewhere = parentSchema['x-elsewhere'] as Record<string, Message> | undefined
  const instead = elsewhere && Object.hasOwn(elsewhere, name) ? textOf(elsewhere[name]) : undefined
  if (instead) return instead
  const known = namesOf(parentSchema['properties'])
  const names = Object.keys(parentSchema['properties'] ?? {})
  return unknownAmong(name, names, known)
}

function kindOf(value: unknown): Message {
  if (value === null) return noun('null')
  if (value instanceof InexactNumber) return noun('number')
  return noun(Array.isArray(value) ? 'array' : typeof value)
}

/** Of parameters that are none only the first is told with those that there are. */
function namesOnce(fieldErrors: FieldError[]): FieldError[] {
  const listsNames = ({ detail }: FieldError) => detail.values[0] === NO_PARAMETER
  const first = fieldErrors.find(listsNames)
  return fieldErrors.map((fieldError) =>
    listsNames(fieldError) && fieldError !== first
      ? { ...fieldError, detail: NO_PARAMETER }
      : fieldError,
  )
}

function uniqueErrors(fieldErrors: FieldError[]): FieldError[] {
  const key = ({ pointer, parameter, header, code, detail }: FieldError) =>
    `${pointer ?? parameter ?? header} ${code} ${detail}`
  return [...new Map(fieldErrors.map((fieldError) => [key(fieldError), fieldError])).values()]
}
