import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { sendRecord } from '../../http/conditional.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, deleted, single } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { findTestAccount, makeTestAccount, removeTestAccount } from './commands.ts'
import { newTestAccount, testAccount } from './schema.ts'
import { wayBack } from './session-routes.ts'

const own = { tag: 'Account', scope: 'tokens:manage' } as const

/** The test account of an account: an account of its own, with data that is made up. */
export function testAccountRoutes(app: App, services: Services): void {
  for (const schema of [testAccount, newTestAccount]) app.addSchema(schema)
  readRoute(app, services)
  changeRoutes(app, services)
}

function readRoute(app: App, { primary }: Services): void {
  app.get(
    '/test-account',
    operation({
      ...own,
      operationId: 'readTestAccount',
      summary: 'Read the test account',
      description:
        'That of the account that asks, or that account itself where it is one. 404 where there is none.',
      success: single(Type.Ref('TestAccount')),
      conditional: true,
      problems: ['not_found'],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { document } = await findTestAccount(primary, account_id)
      return sendRecord(request, reply, document)
    },
  )
}

function changeRoutes(app: App, services: Services): void {
  const { primary, forgetTokens } = services
  app.post(
    '/test-account',
    operation({
      ...own,
      operationId: 'createTestAccount',
      summary: 'Make a test account with sample data',
      description:
        'An account of its own, beside yours, marked as a test everywhere: customers, products and a year of orders, which the service makes within a minute (`progress`). A member who asks is its owner and opens it with `POST /session/test-account`; a token that asks gets one of the test account.',
      success: changed(Type.Ref('NewTestAccount')),
      status: 201,
      changes: true,
      problems: ['test_account_exists'],
    }),
    async (request, reply) => change(primary, request, reply, makeTestAccount),
  )

  app.delete(
    '/test-account',
    operation({
      ...own,
      operationId: 'deleteTestAccount',
      summary: 'Remove the test account with all its data',
      description:
        'That of the account that asks, or that account itself where it is one. Its tokens and sessions end at once; the service removes its data from then on. Whoever came to it from another account is back there. Other accounts are never removed: 404.',
      success: deleted,
      changes: true,
      problems: ['not_found'],
    }),
    async (request, reply) => {
      const cookies = await wayBack(request, services)
      if (cookies) reply.header('Set-Cookie', cookies)
      try {
        return await change(primary, request, reply, removeTestAccount)
      } catch (error) {
        reply.removeHeader('Set-Cookie')
        throw error
      } finally {
        forgetTokens()
      }
    },
  )
}
