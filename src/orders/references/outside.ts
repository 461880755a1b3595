import type { Sight } from '../../access/row-scope.ts'
import type { FieldError } from '../../base/problems.ts'
import { either, msg, verbatim } from '../../texts/message.ts'
import { UNKNOWN_ID } from './codes.ts'

/** What a token may be restricted to, and the field of an order that decides. */
export const restricted = [
  ['id_user', 'users'],
  ['id_branch_company', 'branches'],
] as const

/** What would put an order out of reach of the restricted token that writes it. */
export function outsideErrors(
  only: Sight,
  fields: Readonly<Record<(typeof restricted)[number][0], number | null>>,
): FieldError[] {
  return restricted.flatMap(([field, kind]) => {
    const [ids, id] = [only[kind], fields[field]]
    // Of a code that nobody has, that was said.
    if (ids === null || id === UNKNOWN_ID || (id !== null && ids.includes(id))) return []
    const one = either(ids.map((each) => verbatim(String(each))))
    const detail =
      kind === 'users'
        ? msg`must be ${one}: the token is restricted to orders of this seller.`
        : msg`must be ${one}: the token is restricted to orders of this branch.`
    return [{ pointer: `/${field}`, code: 'outside_restriction', detail }]
  })
}
