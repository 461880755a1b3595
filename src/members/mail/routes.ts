import { Type } from 'typebox'
import { notFound } from '../../base/problems.ts'
import { plainEmail } from '../../base/values/emails.ts'
import type { App } from '../../http/app.ts'
import { sendJson, singleEnvelope } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, closed, id, single } from '../../http/schemas.ts'
import { laterWork } from '../../jobs/later.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { offered, waysQuery } from '../provider/schema.ts'
import { offeredProvider } from '../provider/settings.ts'
import { email, emailOut } from '../schema.ts'
import { fromOf, refuseUnsafe } from '../sign-in/routes.ts'
import { requestReset } from './commands.ts'

const open = { tag: 'Sessions', scope: 'public' } as const

const ways = closed(
  {
    password_reset: Type.Boolean({
      description: 'Who has forgotten the password can ask for a link by e-mail.',
    }),
    provider: offered,
  },
  { $id: 'SignInWays', description: 'What the service offers to those who are not signed in.' },
)

const resetBody = closed(
  {
    email,
    account: Type.Optional({ ...id, description: 'Only in this account; in all unless given.' }),
  },
  { title: 'PasswordReset', examples: [{ email: 'ana@aurora.example' }] },
)

const asked = closed({ email: emailOut }, { $id: 'PasswordResetAsked' })

/** Where mails are sent: links for those who have forgotten their password. */
export function resetRoutes(app: App, services: Services): void {
  for (const schema of [ways, asked]) app.addSchema(schema)
  const { primary, config } = services
  const isOffered = config.SMTP_URL !== undefined
  app.get(
    '/session/ways',
    operation({
      ...open,
      operationId: 'readSignInWays',
      summary: 'Read what the service offers to those who sign in',
      description: 'For pages that ask a person to sign in. It is the same for everybody.',
      query: waysQuery,
      success: single(Type.Ref('SignInWays')),
    }),
    async (request, reply) => {
      const provider = await offeredProvider(primary, request.query.account)
      return sendJson(
        reply,
        singleEnvelope(JSON.stringify({ password_reset: isOffered, provider })),
      )
    },
  )

  const later = laterWork(app)
  app.post(
    '/session/reset',
    operation({
      ...open,
      operationId: 'requestReset',
      summary: 'Ask for a link to choose another password, by e-mail',
      description:
        'The answer is the same whether a member has the e-mail or not. Frequent requests have to wait. The answer is 404 if the service sends no mails.',
      body: resetBody,
      success: changed(Type.Ref('PasswordResetAsked')),
      problems: ['rate_limited', 'cross_site', 'insecure_connection', 'not_found'],
    }),
    async (request, reply) => {
      refuseUnsafe(request, config.ALLOW_INSECURE_SIGN_IN)
      if (!isOffered) throw notFound(msg`A way to reset passwords by e-mail`)
      const { email: typed, account } = request.body
      const from = fromOf(request, config)
      const member = { email: plainEmail(typed), account }
      const queue = await requestReset(primary, member, from, config.ACCOUNT_MAILS_PER_DAY)
      later(request.log, async () => {
        for (const account_id of await queue()) {
          app.onCommitted(account_id)
          app.mailsDue.add(account_id)
        }
      })
      const document = JSON.stringify({ email: plainEmail(typed) })
      return sendJson(
        reply,
        singleEnvelope(document, 'A link is on its way to a member with this e-mail.'),
      )
    },
  )
}
