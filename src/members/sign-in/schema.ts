import { Type } from 'typebox'
import { roleNames } from '../../access/roles.ts'
import { scopes } from '../../base/scopes.ts'
import { rowScopeOut } from '../../http/openapi/shared-properties.ts'
import { closed, dateTimeOut, id, name, nameOut, nullable, textOut } from '../../http/schemas.ts'
import { email, emailOut, language } from '../schema.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-rules.ts'

/** As it is typed: not trimmed. */
const anyPassword = Type.String({
  format: 'text',
  minLength: 1,
  maxLength: LONGEST_PASSWORD,
  description: 'As it is, with spaces at its ends.',
  examples: ['quatro caixas de erva-mate'],
})
const newPassword = {
  ...anyPassword,
  minLength: SHORTEST_PASSWORD,
  description: `At least ${SHORTEST_PASSWORD} characters of any kind, and not among those that others try first.`,
}
const link = Type.String({
  format: 'text',
  maxLength: 200,
  description: 'What stands behind `#` in the address of the link.',
  examples: ['pdl_1_q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0'],
})

export const signInBody = closed(
  {
    email: { ...email, format: 'text' },
    password: anyPassword,
    account: Type.Optional({
      ...id,
      description: 'Needed only where the e-mail and the password belong to several accounts.',
    }),
  },
  {
    title: 'SignIn',
    examples: [{ email: 'ana@aurora.example', password: 'quatro caixas de erva-mate' }],
  },
)

export const linkBody = closed(
  {
    link,
    password: newPassword,
    email: Type.Optional({ ...email, description: 'For an owner’s link, which makes the member.' }),
    name: Type.Optional({ ...name, description: 'Needed with an owner’s link.' }),
    language: Type.Optional(language),
    keep_passkeys: Type.Optional(
      Type.Boolean({
        description:
          'True keeps the member’s passkeys. Unless given they are removed: one may belong to an intruder.',
      }),
    ),
  },
  {
    title: 'LinkUse',
    examples: [
      {
        link: 'pdl_1_q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0',
        password: 'quatro caixas de erva-mate',
      },
    ],
  },
)

export const linkReadBody = closed(
  { link },
  {
    title: 'LinkRead',
    examples: [{ link: 'pdl_1_q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0' }],
  },
)

export const passwordBody = closed(
  { current_password: anyPassword, new_password: newPassword },
  {
    title: 'PasswordChange',
    examples: [
      {
        current_password: 'quatro caixas de erva-mate',
        new_password: 'sete rolos de fita crepe',
      },
    ],
  },
)

export const ownBody = closed(
  { name: Type.Optional(name), language: Type.Optional(language) },
  { title: 'OwnMemberPatch', examples: [{ name: 'Ana Souza', language: 'pt-BR' }] },
)

const account = closed(
  {
    id,
    name: nameOut,
    time_zone: textOut(100, { examples: ['America/Sao_Paulo'] }),
    amounts: Type.String({ enum: ['verify', 'trust'] }),
    logo: nullable(
      textOut(100, { description: 'The name of its file; null where there is none.' }),
    ),
    test: Type.Boolean({ description: 'Whether it is a test account.', examples: [false] }),
  },
  { title: 'SessionAccount' },
)

const sessionMember = closed(
  {
    id,
    name: nameOut,
    email: emailOut,
    role: Type.String({ enum: roleNames }),
    language,
    id_user: nullable({ ...id, description: 'The seller that the member is.' }),
  },
  { title: 'SessionMember' },
)

export const session = closed(
  {
    id,
    member: sessionMember,
    account,
    scopes: Type.Array(Type.String({ enum: [...scopes, '*'] }), {
      maxItems: scopes.length + 1,
      description: 'Scopes of the member’s role; `*` is all.',
    }),
    only: rowScopeOut,
    visit: Type.Boolean({
      description:
        'They came to the test account from another account: `DELETE /session/test-account` leads back to it.',
      examples: [false],
    }),
    created_at: dateTimeOut,
    expires_at: { ...dateTimeOut, description: 'Moves on while the session is used.' },
  },
  { $id: 'Session' },
)

export const openSession = closed(
  {
    id,
    created_at: dateTimeOut,
    last_used_at: dateTimeOut,
    expires_at: dateTimeOut,
    address: nullable(textOut(100, { examples: ['203.0.113.7'] })),
    user_agent: nullable(textOut(500, { examples: ['Mozilla/5.0'] })),
    current: Type.Boolean({ description: 'The one that asks.' }),
  },
  { $id: 'OpenSession', description: 'Where a member is signed in.' },
)

export const linkInfo = closed(
  {
    purpose: Type.String({ enum: ['owner', 'invitation', 'reset'] }),
    email: nullable(emailOut),
    name: nullable(nameOut),
    account: closed({ name: nameOut }, { title: 'LinkAccount' }),
    passkeys: Type.Array(
      closed({ name: nameOut, created_at: dateTimeOut }, { title: 'LinkPasskey' }),
      {
        maxItems: 100,
        description:
          'The member’s passkeys, which the link removes unless the request says otherwise.',
      },
    ),
  },
  { $id: 'Link' },
)
