import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import { baseOf } from '../access/browser.ts'
import { roleNames, scopesOfRole } from '../access/roles.ts'
import type { Problem } from '../base/problems.ts'
import { plainEmail } from '../base/values/emails.ts'
import type { Reader } from '../database/database.ts'
import { type DatabaseFailure, UNIQUE_VIOLATION, violates } from '../database/failures.ts'
import { explainingConflicts } from '../database/retries.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { etagOf, isUnchanged, preconditionOf, sendRecord } from '../http/conditional.ts'
import { manyEnvelope, sendJson } from '../http/envelope.ts'
import { sendList } from '../http/lists/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import { changed, cursorList, deleted, idParams, list, single } from '../http/schemas.ts'
import { withoutBodies } from '../http/wire/bodiless.ts'
import type { Services } from '../services.ts'
import { duplicateEmail } from './commands.ts'
import {
  createLink,
  createMember,
  deleteMember,
  endSession,
  findMember,
  type LinkWays,
  readSessions,
  updateMember,
} from './manage.ts'
import {
  listedMember,
  many,
  member,
  memberBody,
  memberLink,
  memberPatch,
  memberQuery,
  memberSessionParams,
  memberSource,
  newMember,
  role,
} from './schema.ts'

const ref = Type.Ref('Member')
const listed = Type.Ref('ListedMember')
const members = { tag: 'Members', scope: 'members:manage' } as const

/** The account's members, their links and sessions, and the roles that there are. */
export async function memberRoutes(app: App, services: Services): Promise<void> {
  for (const schema of [member, listedMember, newMember, memberLink, role]) app.addSchema(schema)
  readRoutes(app, services)
  roleRoute(app)
  writeRoutes(app, services)
  await withoutBodies(app, (scope) => linkRoute(scope, services))
  sessionRoutes(app, services)
}

function readRoutes(app: App, { readsOf }: Services): void {
  app.get(
    '/members',
    operation({
      ...members,
      operationId: 'listMembers',
      summary: 'List the members',
      description: 'With those who have not used their invitation yet.',
      query: memberQuery,
      success: Type.Union([list(listed), cursorList(listed)]),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) =>
      sendList(readsOf(request), request, reply, {
        source: memberSource,
        defaultSort: 'id',
        conditions: [sql`r.account_id = ${actorOf(request).account_id}`],
        filters: {},
        query: request.query,
      }),
  )

  app.get(
    '/members/:id',
    operation({
      ...members,
      operationId: 'readMember',
      summary: 'Read a member',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { document } = await findMember(readsOf(request).db, account_id, request.params.id)
      return sendRecord(request, reply, document)
    },
  )
}

function roleRoute(app: App): void {
  const documents = roleNames.map((name) => JSON.stringify({ name, scopes: scopesOfRole(name) }))
  const etag = etagOf(documents.join())
  app.get(
    '/roles',
    operation({
      ...members,
      operationId: 'listRoles',
      summary: 'List the roles that members can have',
      description: 'With what each may do. They come with the service.',
      success: many(Type.Ref('Role')),
      conditional: true,
    }),
    async (request, reply) => {
      if (isUnchanged(request, reply, etag)) return reply.code(304).send()
      return sendJson(reply, manyEnvelope(documents))
    },
  )
}

/** Tells whose the e-mail is, where a member has it. */
function explained<T>(
  db: Reader,
  request: FastifyRequest<{ Body: { email?: string } }>,
  work: () => Promise<T>,
): Promise<T> {
  const explain = async (failure: DatabaseFailure): Promise<Problem | 'again' | undefined> =>
    violates(failure, UNIQUE_VIOLATION, 'members_account_id_email_key')
      ? duplicateEmail(db, actorOf(request).account_id, plainEmail(request.body.email ?? ''))
      : undefined
  return explainingConflicts(work, explain)
}

function writeRoutes(app: App, { primary, forgetTokens, config }: Services): void {
  app.post(
    '/members',
    operation({
      ...members,
      operationId: 'createMember',
      summary: 'Invite a member; the link is shown this once',
      description:
        'Hand over `invitation_url`: whoever opens it first chooses the password. You can’t give a role that may do more than you may, nor more orders than you see. A seller with `id_user` sees the orders of this seller unless `only` is sent.',
      body: memberBody,
      success: changed(Type.Ref('NewMember')),
      status: 201,
      changes: true,
      problems: ['duplicate_email', 'limit_reached'],
    }),
    async (request, reply) => {
      const ways = waysOf(request, config)
      const invite = () =>
        change(primary, request, reply, (tx, actor) => createMember(tx, actor, request.body, ways))
      const sent = await explained(primary, request, invite)
      if (ways.mailsPerDay !== null) app.mailsDue.add(actorOf(request).account_id)
      return sent
    },
  )

  app.patch(
    '/members/:id',
    operation({
      ...members,
      operationId: 'updateMember',
      summary: 'Change a member',
      description:
        'Their sessions follow within two seconds. The last owner stays an owner. A member who becomes a seller with `id_user` sees the orders of this seller unless `only` is sent. You can’t change a member who may do or see more than you.',
      params: idParams,
      body: memberPatch,
      current: async ({ account_id }, { id }) =>
        (await findMember(primary, account_id, id)).document,
      success: changed(ref),
      conditional: true,
      changes: true,
      problems: ['last_owner', 'duplicate_email'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const update = () =>
        change(primary, request, reply, (tx, actor) =>
          updateMember(tx, actor, id, request.body, preconditionOf(request)),
        )
      const sent = await explained(primary, request, update)
      forgetTokens()
      return sent
    },
  )

  app.delete(
    '/members/:id',
    operation({
      ...members,
      operationId: 'deleteMember',
      summary: 'Remove a member',
      description:
        'Their sessions end, and their links no longer work. The last owner stays. You can’t remove a member who may do or see more than you.',
      params: idParams,
      success: deleted,
      conditional: true,
      changes: true,
      problems: ['last_owner'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const sent = await change(primary, request, reply, (tx, actor) =>
        deleteMember(tx, actor, id, preconditionOf(request)),
      )
      forgetTokens()
      return sent
    },
  )
}

function waysOf(request: FastifyRequest, config: Services['config']): LinkWays {
  const { PUBLIC_URL, SMTP_URL, ACCOUNT_MAILS_PER_DAY } = config
  const mailsPerDay = SMTP_URL === undefined ? null : ACCOUNT_MAILS_PER_DAY
  return { base: baseOf(request, PUBLIC_URL), mailsPerDay }
}

function linkRoute(app: App, { primary, config }: Services): void {
  app.post(
    '/members/:id/link',
    operation({
      ...members,
      operationId: 'createMemberLink',
      summary: 'Make a new link for a member; it is shown this once',
      description:
        'An invitation while they have no password, else a link to choose another. The previous link no longer works. You can’t do it for a member who may do or see more than you.',
      params: idParams,
      success: single(Type.Ref('MemberLink')),
      status: 201,
      changes: true,
    }),
    async (request, reply) => {
      const ways = waysOf(request, config)
      const sent = await change(primary, request, reply, (tx, actor) =>
        createLink(tx, actor, request.params.id, ways),
      )
      if (ways.mailsPerDay !== null) app.mailsDue.add(actorOf(request).account_id)
      return sent
    },
  )
}

function sessionRoutes(app: App, { primary, forgetTokens }: Services): void {
  app.get(
    '/members/:id/sessions',
    operation({
      ...members,
      operationId: 'listMemberSessions',
      summary: 'List where a member is signed in',
      description: 'The last sign-in comes first.',
      params: idParams,
      success: many(Type.Ref('OpenSession')),
    }),
    async (request, reply) => {
      const documents = await readSessions(primary, actorOf(request), request.params.id)
      return sendJson(reply.header('Cache-Control', 'no-store'), manyEnvelope(documents))
    },
  )

  app.delete(
    '/members/:id/sessions/:id_session',
    operation({
      ...members,
      operationId: 'deleteMemberSession',
      summary: 'End a member’s session',
      description:
        'It ends within two seconds on every process. You can’t end a session of a member who may do or see more than you.',
      params: memberSessionParams,
      success: deleted,
      changes: true,
    }),
    async (request, reply) => {
      const sent = await change(primary, request, reply, (tx, actor) =>
        endSession(tx, actor, request.params),
      )
      forgetTokens()
      return sent
    },
  )
}
