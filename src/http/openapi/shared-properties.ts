import { Type } from 'typebox'
import { closed, id, nullable } from '../schemas.ts'

// Properties that records of several features have.

const ofUsers = 'Ids of sellers: orders of one of these.'
const ofBranches = 'Ids of branch companies: orders of one of these.'

/** At most so many sellers, and branches. */
const MAX_ONLY = 100

const onlyIds = (description: string, minItems = 1) =>
  nullable(
    Type.Array(id, {
      ...(minItems > 0 ? { minItems } : {}),
      maxItems: MAX_ONLY,
      uniqueItems: true,
      description,
      examples: [[1, 2]],
    }),
  )

/** The orders that a token is restricted to, as it is written. */
export const onlyBody = nullable(
  closed(
    {
      id_user: Type.Optional(onlyIds(ofUsers)),
      id_branch_company: Type.Optional(onlyIds(ofBranches)),
    },
    {
      title: 'OnlyInput',
      description:
        'It sees and writes orders of these sellers and branches only; where both are given an order must be of one of each. All orders unless given.',
      examples: [{ id_user: [1] }],
    },
  ),
)

/** The same, as it is shown. */
export const onlyOut = nullable(
  closed(
    {
      id_user: onlyIds(`${ofUsers} Empty: no orders at all.`, 0),
      id_branch_company: onlyIds(ofBranches),
    },
    {
      title: 'Only',
      description:
        'Restricted to orders of these sellers and branches; null: to none, all are seen.',
      examples: [{ id_user: [1], id_branch_company: null }],
    },
  ),
)
