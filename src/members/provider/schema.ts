import { Type } from 'typebox'
import { type RoleName, roleNames } from '../../access/roles.ts'
import {
  closed,
  dateTimeOut,
  id,
  line,
  name,
  nameOut,
  nullable,
  textOut,
} from '../../http/schemas.ts'

const LONGEST_URL = 500
const LONGEST_CLAIM = 200
const MAX_VALUES = 100

const about = {
  name: 'What the button to sign in says.',
  issuer:
    'Of its OpenID Connect metadata, to the letter: by https at port 443 unless `WEBHOOK_ALLOW` names the host.',
  client_id: 'The client that this service is at the provider.',
  scope: 'What the provider is asked for: `openid email profile` unless given.',
  role_claim:
    'The claim that says what somebody is: `roles` unless given. A path for one in others: `realm_access.roles`.',
  role_map:
    'The role of each value of the claim; of several roles the first of owner, manager, operator, seller, viewer. It follows the claim at each sign-in; a person who has no such value does not get in. Null: roles are given here alone.',
  creates_members:
    'Somebody whom the claim gives a role becomes a member at their first sign-in. Otherwise only invited members sign in. False unless given; needs `role_map`.',
  trusts_emails:
    'E-mails are taken as verified where the provider does not say whether they are (Microsoft Entra ID with one tenant). False unless given.',
}
const url = 'https://login.example.com/realms/aurora'
const scopeExample = 'openid email profile'

const role = Type.Unsafe<RoleName>(Type.String({ enum: roleNames, examples: ['seller'] }))
const roleMap = Type.Record(Type.String({ pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]{1,200}$' }), role, {
  maxProperties: MAX_VALUES,
  additionalProperties: false,
  description: about.role_map,
  examples: [{ vendas: 'seller', gerencia: 'manager' }],
})

export const providerBody = closed(
  {
    name: { ...name, maxLength: 60, description: about.name },
    issuer: line(LONGEST_URL, { minLength: 1, description: about.issuer, examples: [url] }),
    client_id: line(200, { minLength: 1, description: about.client_id, examples: ['pedido'] }),
    client_secret: Type.Optional(
      Type.String({
        format: 'line',
        minLength: 1,
        maxLength: 1000,
        description:
          'Its secret. Left out, the one that is kept stays; needed at first, and with another `issuer`. It is never shown.',
        examples: ['s8fQ-segredo-do-cliente'],
      }),
    ),
    scope: Type.Optional(
      Type.String({
        pattern: '^openid( [!#-\\[\\]-~]+)*$',
        maxLength: 300,
        description: about.scope,
        examples: [scopeExample],
      }),
    ),
    role_claim: Type.Optional(
      line(LONGEST_CLAIM, { minLength: 1, description: about.role_claim, examples: ['roles'] }),
    ),
    role_map: Type.Optional(nullable(roleMap)),
    creates_members: Type.Optional(Type.Boolean({ description: about.creates_members })),
    trusts_emails: Type.Optional(Type.Boolean({ description: about.trusts_emails })),
  },
  {
    title: 'SignInProviderInput',
    examples: [
      {
        name: 'Aurora',
        issuer: 'https://login.example.com/realms/aurora',
        client_id: 'pedido',
        client_secret: 's8fQ-segredo-do-cliente',
        role_claim: 'realm_access.roles',
        role_map: { vendas: 'seller', gerencia: 'manager' },
        creates_members: true,
      },
    ],
  },
)

export const provider = closed(
  {
    name: textOut(60, { description: about.name, examples: ['Aurora'] }),
    issuer: textOut(LONGEST_URL, { description: about.issuer, examples: [url] }),
    client_id: textOut(200, { description: about.client_id, examples: ['pedido'] }),
    scope: textOut(300, { description: about.scope, examples: [scopeExample] }),
    role_claim: textOut(LONGEST_CLAIM, { description: about.role_claim, examples: ['roles'] }),
    role_map: nullable(roleMap),
    creates_members: Type.Boolean({ description: about.creates_members }),
    trusts_emails: Type.Boolean({ description: about.trusts_emails }),
    redirect_uri: Type.String({
      format: 'uri',
      maxLength: 1000,
      description:
        'To be registered at the provider, and where people of the account begin to sign in.',
      examples: ['https://pedido.aurora.example/console/provider/1'],
    }),
    created_at: dateTimeOut,
    updated_at: dateTimeOut,
  },
  { $id: 'SignInProvider', description: 'Where members sign in by OpenID Connect.' },
)

const account = { ...id, description: 'The account whose provider it is.' }

export const beginBody = closed(
  { account },
  { title: 'ProviderSignInStart', examples: [{ account: 1 }] },
)

export const begun = closed(
  {
    url: Type.String({
      format: 'uri',
      maxLength: 4000,
      description: 'Where the browser is to go.',
      examples: [`${url}/auth?client_id=pedido&response_type=code`],
    }),
  },
  { $id: 'ProviderSignInStarted' },
)

export const answerBody = closed(
  {
    account,
    answer: Type.String({
      format: 'text',
      maxLength: 8000,
      description: 'What stands behind `?` in the address that the provider led the browser to.',
      examples: ['code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj'],
    }),
  },
  {
    title: 'ProviderSignIn',
    examples: [{ account: 1, answer: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj' }],
  },
)

export const waysQuery = closed({
  account: Type.Optional({
    ...id,
    description: 'Whose provider is asked for. Unless given, of the only account that there is.',
  }),
})

/** The provider, as those see it who are not signed in. */
export const offered = nullable(
  closed(
    { account: id, name: nameOut },
    { title: 'OfferedProvider', description: 'Where members sign in without a password.' },
  ),
)
