import { type TSchema, Type } from 'typebox'
import { roleNames } from '../access/roles.ts'
import { scopes } from '../base/scopes.ts'
import type { ListSource } from '../database/list.ts'
import { listParameters } from '../http/lists/lists.ts'
import { rowScopeBody, rowScopeOut } from '../http/openapi/shared-properties.ts'
import { closed, dateTimeOut, id, name, nameOut, nullable, textOut } from '../http/schemas.ts'
import { languages } from '../texts/message.ts'
import { listedMemberJson } from './sql.ts'

export const email = Type.String({
  format: 'email',
  trim: true,
  maxLength: 254,
  description: 'Small and capital letters are the same.',
  examples: ['ana@aurora.example'],
})

export const emailOut = Type.String({
  format: 'email',
  maxLength: 254,
  examples: ['ana@aurora.example'],
})

export const language = Type.String({
  enum: [...languages],
  description: 'Of the pages and mails for the member.',
  examples: ['pt-BR'],
})

/** The answer with a list that is never long, whole. */
export function many(record: TSchema) {
  const name = (record as { $ref?: string }).$ref ?? ''
  return Type.Object(
    { data: Type.Array(record, { maxItems: 1000 }), meta: Type.Ref('Meta') },
    { title: `${name}WholeList` },
  )
}

const roleName = Type.String({ enum: roleNames, examples: ['seller'] })

const memberInput = {
  email,
  name,
  role: Type.Unsafe<(typeof roleNames)[number]>(roleName),
  language: Type.Optional(language),
  id_user: Type.Optional(nullable({ ...id, description: 'The seller that the member is.' })),
  only: Type.Optional(rowScopeBody),
}

export const memberBody = closed(memberInput, {
  title: 'MemberInput',
  examples: [
    { email: 'bruno@aurora.example', name: 'Bruno Lima', role: 'operator', language: 'pt-BR' },
  ],
})

export const memberPatch = closed(
  {
    ...memberInput,
    email: Type.Optional(memberInput.email),
    name: Type.Optional(memberInput.name),
    role: Type.Optional(memberInput.role),
    only: Type.Optional({
      ...rowScopeBody,
      title: 'RowScopePatch',
      description: 'The orders that the member sees and writes; null: all. Given whole.',
    }),
  },
  { title: 'MemberPatch', examples: [{ role: 'viewer' }] },
)

const memberProperties = {
  id,
  email: emailOut,
  name: nameOut,
  role: roleName,
  language,
  id_user: nullable({ ...id, description: 'The seller that the member is.' }),
  only: rowScopeOut,
  status: Type.String({
    enum: ['invited', 'active'],
    description: '`invited`: has no password yet, and no link to the sign-in provider.',
  }),
  linked: Type.Boolean({ description: 'Signs in by the account’s sign-in provider, or did.' }),
  created_at: dateTimeOut,
  updated_at: dateTimeOut,
}

export const member = closed(memberProperties, { $id: 'Member' })

/** What became of a mail. */
export const mailState = {
  sent_at: nullable({ ...dateTimeOut, description: 'When the mail server took it.' }),
  error: nullable(
    textOut(300, {
      description: 'Why it was not taken, in the words of the mail server.',
      examples: ['EENVELOPE: 550 5.1.1 No such mailbox'],
    }),
  ),
  next_attempt_at: nullable({
    ...dateTimeOut,
    description: 'When it is tried again; null where it is not.',
  }),
}

const mail = closed(
  { purpose: Type.String({ enum: ['invitation', 'reset'] }), ...mailState },
  { title: 'MemberMail', description: 'The last mail with a link for the member.' },
)

export const listedMember = closed(
  {
    ...memberProperties,
    mail: nullable(mail),
    last_seen_at: nullable({
      ...dateTimeOut,
      description: 'When a session of the member was last used, to about a minute.',
    }),
  },
  { $id: 'ListedMember' },
)

/** The address of a link, with its secret. */
const address = Type.String({
  format: 'uri',
  maxLength: 1000,
  description: 'To be handed over to the member. It is shown this once, and works once.',
  examples: [
    'https://pedido.aurora.example/console/link#pdl_1_q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0',
  ],
})

export const newMember = closed(
  { ...memberProperties, invitation_url: address },
  { $id: 'NewMember' },
)

export const memberLink = closed(
  { purpose: Type.String({ enum: ['invitation', 'reset'] }), url: address },
  { $id: 'MemberLink' },
)

export const role = closed(
  {
    name: roleName,
    scopes: Type.Array(Type.String({ enum: [...scopes, '*'], description: '`*` is all.' }), {
      maxItems: scopes.length + 1,
    }),
  },
  { $id: 'Role' },
)

export const memberSessionParams = Type.Object({
  id: { ...id, description: 'The member’s `id`.', 'x-component': 'MemberId' },
  id_session: { ...id, description: 'The session’s `id`.' },
})

export const memberSource: ListSource = {
  table: 'members',
  document: listedMemberJson,
  sortable: { id: 'bigint', name: 'text', email: 'text', created_at: 'timestamptz' },
}

export const memberQuery = closed(listParameters(memberSource))
