import { Type } from 'typebox'
import { issuerJson } from '../../access/machines/issuers-sql.ts'
import { scopes } from '../../base/scopes.ts'
import type { ListSource } from '../../database/list.ts'
import { listParameters } from '../../http/lists/lists.ts'
import { rowScopeBody, rowScopeOut } from '../../http/openapi/shared-properties.ts'
import {
  closed,
  dateTime,
  dateTimeOut,
  id,
  line,
  name,
  nameOut,
  nullable,
  textOut,
} from '../../http/schemas.ts'

/** Issuers that an account trusts at most. */
export const MAX_ISSUERS = 20
const MAX_SUBJECTS = 100
const MAX_VALUES = 100
const LONGEST = 500

const scope = Type.String({ enum: [...scopes, '*'], description: '`*` is all.' })
const manyScopes = Type.Array(scope, {
  minItems: 1,
  maxItems: scopes.length + 1,
  uniqueItems: true,
  examples: [['orders:read', 'orders:write']],
})
const scopeMap = Type.Record(
  Type.String({ pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]{1,200}$' }),
  manyScopes,
  {
    maxProperties: MAX_VALUES,
    additionalProperties: false,
    description:
      'The scopes of each value of the claim. Values that are not named here give none. Null: the values are scopes themselves.',
    examples: [{ 'erp-writer': ['orders:read', 'orders:write'] }],
  },
)
const about = {
  issuer: 'The claim `iss` of its JWTs, to the letter.',
  jwks_url:
    'Where its public keys are (a JWK Set), by https at port 443 unless `WEBHOOK_ALLOW` names the host. Null: where the metadata of `issuer` say, by OpenID Connect or RFC 8414.',
  claim:
    'The claim that says what a JWT may do: `scope` unless given. A path for one in others: `realm_access.roles`.',
  subjects: 'The claims `sub` that are taken. Null: all, which is for an issuer of your own only.',
  scopes: 'The most that its JWTs may do.',
}
const issuerUrl = 'https://login.aurora.example/realms/erp'
const keysUrl = 'https://login.aurora.example/realms/erp/keys'
const subject = 'service-account-erp'

const input = {
  name,
  issuer: line(LONGEST, { minLength: 1, description: about.issuer, examples: [issuerUrl] }),
  jwks_url: Type.Optional(
    nullable(line(LONGEST, { minLength: 1, description: about.jwks_url, examples: [keysUrl] })),
  ),
  claim: Type.Optional(line(200, { minLength: 1, description: about.claim, examples: ['scope'] })),
  scope_map: Type.Optional(nullable(scopeMap)),
  subjects: Type.Optional(
    nullable(
      Type.Array(line(255, { minLength: 1 }), {
        minItems: 1,
        maxItems: MAX_SUBJECTS,
        uniqueItems: true,
        description: about.subjects,
        examples: [[subject]],
      }),
    ),
  ),
  scopes: { ...manyScopes, description: about.scopes },
  only: Type.Optional(rowScopeBody),
  expires_at: Type.Optional(
    nullable({
      ...dateTime,
      description:
        'When it is trusted no longer. RFC 3339; without a zone in the account’s `time_zone`. Never, unless given.',
    }),
  ),
}

export const issuerBody = closed(input, {
  title: 'TrustedIssuerInput',
  examples: [
    {
      name: 'Aurora login',
      issuer: 'https://login.example.com/realms/erp',
      claim: 'realm_access.roles',
      scope_map: { 'erp-writer': ['orders:read', 'orders:write'] },
      scopes: ['orders:read', 'orders:write'],
    },
  ],
})

export const issuerPatch = closed(
  {
    ...input,
    name: Type.Optional(input.name),
    issuer: Type.Optional(input.issuer),
    scopes: Type.Optional(input.scopes),
    only: Type.Optional({
      ...rowScopeBody,
      title: 'TrustedIssuerOnlyPatch',
      description: 'The orders that its JWTs see and write; null: all. Given whole.',
    }),
  },
  { title: 'TrustedIssuerPatch', examples: [{ name: 'Aurora login' }] },
)

export const trustedIssuer = closed(
  {
    id,
    name: nameOut,
    issuer: textOut(LONGEST, { description: about.issuer, examples: [issuerUrl] }),
    jwks_url: nullable(textOut(LONGEST, { description: about.jwks_url, examples: [keysUrl] })),
    audience: Type.String({
      description:
        'What the claim `aud` of its JWTs has to be, or to have among others. Given by the service: it names the account and this issuer.',
      pattern: '^pda_[0-9A-Za-z_-]+$',
      maxLength: 100,
      examples: ['pda_1_q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0'],
    }),
    claim: textOut(200, { description: about.claim, examples: ['scope'] }),
    scope_map: nullable(scopeMap),
    subjects: nullable(
      Type.Array(textOut(255), {
        maxItems: MAX_SUBJECTS,
        description: about.subjects,
        examples: [[subject]],
      }),
    ),
    scopes: Type.Array(scope, { maxItems: scopes.length + 1, description: about.scopes }),
    only: rowScopeOut,
    expires_at: nullable(dateTimeOut),
    created_at: dateTimeOut,
  },
  { $id: 'TrustedIssuer' },
)

export const issuerSource: ListSource = {
  table: 'tokens',
  document: issuerJson,
  sortable: { id: 'bigint', name: 'text' },
}

export const issuerQuery = closed(listParameters(issuerSource))
