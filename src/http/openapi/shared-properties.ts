import { Type } from 'typebox'
import { closed, id, nullable } from '../schemas.ts'

// Properties that records of several features have.

const ofUsers = 'Ids of sellers: orders of one of these.'
const ofBranches = 'Ids of branch companies: orders of one of these.'

/** At most so many sellers, and branches. */
const MAX_IN_SCOPE = 100

const scopeIds = (description: string, minItems = 1) =>
  nullable(
    Type.Array(id, {
      ...(minItems > 0 ? { minItems } : {}),
      maxItems: MAX_IN_SCOPE,
      uniqueItems: true,
      description,
      examples: [[1, 2]],
    }),
  )

/** The orders that a token is restricted to, as it is written. */
export const rowScopeBody = nullable(
  closed(
    {
      id_user: Type.Optional(scopeIds(ofUsers)),
      id_branch_company: Type.Optional(scopeIds(ofBranches)),
    },
    {
      title: 'RowScopeInput',
      description:
        'It sees and writes orders of these sellers and branches only; where both are given an order must be of one of each. All orders unless given.',
      examples: [{ id_user: [1] }],
    },
  ),
)

/** The same, as it is shown. */
export const rowScopeOut = nullable(
  closed(
    {
      id_user: scopeIds(`${ofUsers} Empty: no orders at all.`, 0),
      id_branch_company: scopeIds(ofBranches),
    },
    {
      title: 'RowScope',
      description:
        'Restricted to orders of these sellers and branches; null: to none, all are seen.',
      examples: [{ id_user: [1], id_branch_company: null }],
    },
  ),
)
