import { fieldErrorCodes } from '../../../src/base/field-error-codes.ts'
import { errorCodes } from '../../../src/base/problems.ts'
import type { Document } from './document.ts'
import { capital } from './operations.ts'
import { lines, note } from './types.ts'

/** A class for each code, with the members that a problem of this code has beside those of all. */
export function errorsFile(document: Document): string {
  const properties = Object.entries(document.components.schemas['Problem']?.properties ?? {})
  const classes = Object.entries(errorCodes).map(([code, [status, title, advice]]) => {
    const members = properties
      .filter(([, { description = '' }]) => description.startsWith(`With \`${code}\``))
      .map(
        ([name, { description }]) =>
          `${note(description)}declare readonly ${name}: Problem['${name}']`,
      )
    const inside = members.length > 0 ? ` {\n${lines(members)}}` : ' {}'
    return `${note(`${status} ${title}. ${advice}`).trim()}\nexport class ${classOf(code)} extends ProblemError<'${code}'>${inside}\n`
  })
  return `import { ProblemError } from '../errors.ts'\nimport type { Problem } from './problem.ts'\n\n${classes.join('\n')}\n${fieldErrorCodeType()}`
}

/** The codes of single errors, and whatever comes after them. */
function fieldErrorCodeType(): string {
  const codes = Object.entries(fieldErrorCodes).map(
    ([code, meaning]) => `${note(meaning)}| '${code}'`,
  )
  return `/** What one error is. New codes may come. */\nexport type FieldErrorCode =\n${lines([...codes, '| (string & {})'])}`
}

/** `order_locked` is an `OrderLockedError`; `internal_error` says it already. As `nameOf` of the client. */
export const classOf = (code: string) =>
  `${code
    .replace(/_error$/, '')
    .split('_')
    .map(capital)
    .join('')}Error`
