import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { DataValidateFunction, SchemaValidateFunction } from 'ajv/dist/types/index.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { type FieldErrorCode, fieldErrorCodes } from '../../base/field-error-codes.ts'
import {
  type ErrorCode,
  errorSummary,
  type FieldError,
  MAX_ERRORS,
  Problem,
} from '../../base/problems.ts'
import { contradictions } from '../../base/values/addresses.ts'
import { bareDocument, isGtin } from '../../base/values/check-digits.ts'
import { isDate, isDateTime, isTimeZone } from '../../base/values/date-time.ts'
import { type DecimalDigits, decimalError } from '../../base/values/decimals.ts'
import { escapePointer, unescapePointer } from '../../base/values/pointers.ts'
import { searchError } from '../../base/values/search-words.ts'
import { fkIdError, lineError, nameError, textError } from '../../base/values/texts.ts'
import { meantInstead, NO_PARAMETER, notOneOf, unknownAmong } from '../../texts/did-you-mean.ts'
import { either, Message, msg, verbatim } from '../../texts/message.ts'
import { noun } from '../../texts/nouns.ts'
import { InexactNumber } from './json-body.ts'
import { type ParametersSchema, readParameters } from './url.ts'

/**
 * Makes a validator throw its list of errors when there are more than an answer lists, or at an
 * object with too many properties, before it looks at each: one body of 1 MiB has 110,000 of them,
 * or 670,000 errors. Ajv itself knows only the first error or all of them.
 */
function stopAtMost(code: string): string {
  return code
    .replaceAll('errors++;', `errors++;if(vErrors.length>${MAX_ERRORS})throw vErrors;`)
    .replaceAll(/keyword:"maxProperties".*?errors\+\+;/gs, '$&throw vErrors;')
}

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  // What a branch of a choice requires is defined beside the choice.
  strictRequired: false,
  allowUnionTypes: true,
  code: { process: stopAtMost },
})

/** Why a text has not the format, for those formats that say it of each. */
const textErrors: Record<string, (text: string) => Message | undefined> = {
  text: textError,
  line: lineError,
  name: nameError,
  'fk-id': fkIdError,
  search: searchError,
}
for (const [format, fieldError] of Object.entries(textErrors)) {
  ajv.addFormat(format, (text) => fieldError(text) === undefined)
}
ajv.addFormat('date', isDate)
ajv.addFormat('date-time-or-local', isDateTime)
ajv.addFormat('date-time-or-date', isDateTime)
ajv.addFormat('cpf-or-cnpj', (value) => bareDocument(value) !== undefined)
ajv.addFormat('gtin', isGtin)
ajv.addFormat('email', fullFormats.email)
ajv.addFormat('regex', fullFormats.regex)
ajv.addFormat('time-zone', isTimeZone)
const trim: DataValidateFunction = (value: string, at) => {
  if (at) (at.parentData as Record<string, unknown>)[at.parentDataProperty] = value.trim()
  return true
}
ajv.addKeyword({
  keyword: 'trim',
  type: 'string',
  modifying: true,
  before: 'maxLength',
  compile: () => trim,
})
ajv.addKeyword('x-elsewhere')
ajv.addKeyword('x-component')
// What a text that doesn't fit the `pattern` beside it is told.
ajv.addKeyword('x-message')
ajv.addKeyword({
  keyword: 'x-decimal',
  type: 'number',
  validate: (digits: DecimalDigits, value: number) => decimalError(value, digits) === undefined,
  errors: false,
})

/** Two properties that say the same, and say different things: each gets an error that names the other. */
const validatePairs: SchemaValidateFunction = (_: true, body: Record<string, unknown>) => {
  const found = contradictions(body)
  const pairError = (property: string, other: string) => ({
    keyword: 'x-pairs',
    params: { property, other, value: body[other] },
  })
  validatePairs.errors = found.flatMap(({ integer, text }) => [
    pairError(integer, text),
    pairError(text, integer),
  ])
  return found.length === 0
}
ajv.addKeyword({ keyword: 'x-pairs', type: 'object', validate: validatePairs })

type Part = 'body' | 'querystring' | 'params' | 'headers'
type Checked = { value: unknown } | { error: Error }

/**
 * Fastify's validator compiler: bodies are never coerced; query and path parameters are read
 * strictly as the type their schema gives. All errors are reported at once. A schema is compiled
 * at its first use, which takes a second off the start.
 */
export function compileValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }) {
  const part = (httpPart ?? 'body') as Part
  const typed = schema as ParametersSchema
  let validate: ValidateFunction | undefined
  const patterns = Object.entries(typed.patternProperties ?? {}).map(
    ([pattern, one]) => [new RegExp(pattern, 'u'), one] as const,
  )
  return (value: unknown): Checked => {
    validate ??= ajv.compile(schema as object)
    const input =
      part === 'querystring' || part === 'params'
        ? readParameters(value, typed.properties, patterns)
        : value
    const errors = errorsOf(validate, input)
    if (errors.length === 0) return { value: input }
    const fieldErrors = uniqueErrors(namesOnce(ofChoices(errors).map((e) => errorOf(e, part))))
    const summary = errorSummary(fieldErrors, errors.length > MAX_ERRORS)
    return { error: new Problem(problemCodes[part], summary, { errors: fieldErrors }) }
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
