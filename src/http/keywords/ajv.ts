import { Ajv2020 } from 'ajv/dist/2020.js'
import type { DataValidateFunction, SchemaValidateFunction } from 'ajv/dist/types/index.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { MAX_ERRORS } from '../../base/problems.ts'
import { contradictions } from '../../base/values/addresses.ts'
import { bareDocument, isGtin } from '../../base/values/check-digits.ts'
import { isDate, isDateTime, isTimeZone } from '../../base/values/date-time.ts'
import { type DecimalDigits, decimalError } from '../../base/values/decimals.ts'
import { searchError } from '../../base/values/search-words.ts'
import { fkIdError, lineError, nameError, textError } from '../../base/values/texts.ts'
import type { Message } from '../../texts/message.ts'

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

/** Compiles schemas, with the formats and keywords of ours. */
export const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  // What a branch of a choice requires is defined beside the choice.
  strictRequired: false,
  allowUnionTypes: true,
  code: { process: stopAtMost },
})

/** Why a text has not the format, for those formats that say it of each. */
export const textErrors: Record<string, (text: string) => Message | undefined> = {
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
// What a property is called in answers, where that is no matter of form (`src/http/returned/words.ts`).
ajv.addKeyword('x-returned')
// Left out it stays, in a PUT, too.
ajv.addKeyword('x-stays')
// Properties of an answer that are refused even where they say what the record has.
ajv.addKeyword('x-never')
// A body that does not fit is looked at again in the words of answers.
ajv.addKeyword('x-answered')
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
