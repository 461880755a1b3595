import { Type } from 'typebox'
import { closed, dateTimeOut, id, nameOut } from '../../http/schemas.ts'
import { TEST_ACCOUNT_NAME } from './commands.ts'

const properties = {
  id,
  name: { ...nameOut, examples: [TEST_ACCOUNT_NAME] },
  progress: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'How much of its data is made, in percent.',
    examples: [100],
  }),
  created_at: dateTimeOut,
}

export const testAccount = closed(properties, { $id: 'TestAccount' })

export const newTestAccount = closed(
  {
    ...properties,
    token: Type.Optional(
      Type.String({
        description:
          'A token of the test account with the scopes of the one that asked, where a token did. It is shown this once.',
        pattern: '^pdo_test_[0-9A-Za-z_-]+$',
        maxLength: 100,
        examples: ['pdo_test_2_q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0'],
      }),
    ),
  },
  { $id: 'NewTestAccount' },
)
