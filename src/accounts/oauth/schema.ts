import { Type } from 'typebox'
import { scopes } from '../../base/scopes.ts'
import { closed } from '../../http/schemas.ts'

const LONGEST = 1000
const scopeExample = 'orders:read orders:write'

/** The form that a client sends. */
export const tokenForm = closed(
  {
    grant_type: Type.String({ enum: ['client_credentials'] }),
    scope: Type.Optional(
      Type.String({
        maxLength: LONGEST,
        pattern: '^[!-~]+( [!-~]+)*$',
        description: `Of those that the token has, with a space between: ${scopes.join(', ')}, \`*\`. All of them unless given.`,
        examples: [scopeExample],
      }),
    ),
    client_id: Type.Optional(
      Type.String({
        maxLength: 16,
        pattern: '^[1-9][0-9]*$',
        description: 'The `id` of a token, unless the Authorization header has it.',
        examples: ['7'],
      }),
    ),
    client_secret: Type.Optional(
      Type.String({
        maxLength: 100,
        pattern: '^pdo_[0-9A-Za-z_-]+$',
        description: 'That token itself, unless the Authorization header has it.',
        examples: ['pdo_1_q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0'],
      }),
    ),
  },
  { title: 'AccessTokenInput' },
)

export const accessToken = closed(
  {
    access_token: Type.String({
      description: 'Sent as other tokens are: `Authorization: Bearer …`.',
      pattern: '^pdo_[0-9A-Za-z_-]+$',
      maxLength: 100,
      examples: ['pdo_1_Yy9q3vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiX'],
    }),
    token_type: Type.String({ enum: ['Bearer'] }),
    expires_in: Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: 'Seconds that it works from now on.',
      examples: [2716],
    }),
    scope: Type.String({
      maxLength: LONGEST,
      pattern: '^[!-~]+( [!-~]+)*$',
      description: 'What it may do.',
      examples: [scopeExample],
    }),
    meta: Type.Ref('Meta'),
  },
  { $id: 'AccessToken' },
)

/** A problem as RFC 6749 has it, with what every answer has. */
export const oauthError = closed(
  {
    error: Type.String({
      enum: ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope'],
      description: 'As RFC 6749 has them.',
    }),
    error_description: Type.String({
      maxLength: LONGEST,
      pattern: '^[ !#-\\[\\]-~]*$',
      description: 'For the developer of the client.',
      examples: ['The client is unknown, expired or revoked.'],
    }),
    status: Type.Integer({ minimum: 400, maximum: 401, examples: [401] }),
    request_id: Type.String({
      maxLength: 100,
      pattern: '^[A-Za-z0-9._~:/+=@-]+$',
      examples: ['0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c'],
    }),
    meta: Type.Ref('Meta'),
  },
  { $id: 'OAuthError' },
)
