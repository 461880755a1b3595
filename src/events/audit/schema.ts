import { type TSchema, Type } from 'typebox'
import { closed, count, id, nameOut, nullable, textOut } from '../../http/schemas.ts'
import type { AuditAction } from '../types.ts'
import { signInMethods } from './audit.ts'

// What the entries of the audit say. No secret is among it.

const anyKey = Type.String({ pattern: '^[^]*$' })

/** What an update has replaced, in the data of all events. */
export const replacedProperties = {
  changed_fields: Type.Array(textOut(100, { examples: ['observations'] }), { maxItems: 100 }),
  previous: Type.Union([
    Type.Record(anyKey, Type.Unknown(), {
      maxProperties: 100,
      description: 'The changed fields as they were.',
    }),
    Type.Null(),
  ]),
}

/** Who made a change, in the data of all events. */
export const eventToken = Type.Union([
  closed(
    { id, name: nullable(nameOut) },
    { title: 'EventToken', description: 'Who made the change.' },
  ),
  Type.Null(),
])

const member = closed({ id, name: nameOut }, { title: 'AuditedMember' })
const method = Type.String({
  enum: [...signInMethods],
  description: 'What proved, or should have proved, who it is.',
  examples: ['password'],
})
const place = {
  address: nullable(textOut(100, { examples: ['203.0.113.7'] })),
  user_agent: nullable(textOut(500, { examples: ['Mozilla/5.0'] })),
}
const auditedPasskey = closed(
  { id: { ...id, description: 'Of the passkey.' }, name: nameOut, member },
  { title: 'AuditedPasskey' },
)
const sessionId = { ...id, description: 'Of the session.' }
interface Entry {
  sentence: string
  record: TSchema
}

/** What each entry tells, and the record in its data. */
const entries: Record<AuditAction, Entry> = {
  member_created: { sentence: 'a member was invited.', record: Type.Ref('Member') },
  member_updated: {
    sentence: 'a member was changed: the role, what orders he sees, his name …',
    record: Type.Ref('Member'),
  },
  member_deleted: {
    sentence: 'a member was removed, and with him his sessions.',
    record: Type.Ref('Member'),
  },
  link_created: {
    sentence: 'a member got another one-time link.',
    record: closed(
      { member, purpose: Type.String({ enum: ['invitation', 'reset'] }) },
      { title: 'AuditedLink' },
    ),
  },
  password_changed: {
    sentence: 'a member chose a password; his other sessions ended.',
    record: closed(
      {
        member,
        by: Type.String({
          enum: ['password', 'link'],
          description: 'By the one before, or by a one-time link.',
        }),
        ended_sessions: { ...count, description: 'How many sessions this ended.' },
        removed_passkeys: { ...count, description: 'How many passkeys this removed.' },
      },
      { title: 'AuditedPassword' },
    ),
  },
  passkey_created: {
    sentence: 'a member made a passkey, to sign in with.',
    record: auditedPasskey,
  },
  passkey_deleted: { sentence: 'a passkey of a member was removed.', record: auditedPasskey },
  session_created: {
    sentence: 'a member signed in.',
    record: closed({ id: sessionId, member, method, ...place }, { title: 'AuditedSignIn' }),
  },
  session_ended: {
    sentence: 'a session was ended, by signing out or from elsewhere.',
    record: closed({ id: sessionId, member }, { title: 'AuditedSession' }),
  },
  sign_in_failed: {
    sentence: 'somebody tried to sign in as a member.',
    record: closed({ member, method, ...place }, { title: 'AuditedAttempt' }),
  },
  token_created: { sentence: 'a token was made.', record: Type.Ref('Token') },
  token_updated: {
    sentence: 'a token was changed: its name, its addresses, fewer scopes, an earlier end.',
    record: Type.Ref('Token'),
  },
  token_rotated: {
    sentence: 'a token was given another secret, or its old one was ended.',
    record: Type.Ref('Token'),
  },
  token_deleted: { sentence: 'a token was revoked.', record: Type.Ref('Token') },
  account_updated: {
    sentence: 'a setting of the account was changed.',
    record: Type.Ref('Account'),
  },
  issuer_created: {
    sentence: 'an issuer of JWTs was trusted.',
    record: Type.Ref('TrustedIssuer'),
  },
  issuer_updated: {
    sentence: 'a trusted issuer was changed: its keys, what its JWTs may do …',
    record: Type.Ref('TrustedIssuer'),
  },
  issuer_deleted: {
    sentence: 'an issuer is trusted no longer.',
    record: Type.Ref('TrustedIssuer'),
  },
  provider_created: {
    sentence: 'members sign in by a provider from now on.',
    record: Type.Ref('SignInProvider'),
  },
  provider_updated: {
    sentence: 'the sign-in provider was changed: its issuer, what roles it gives …',
    record: Type.Ref('SignInProvider'),
  },
  provider_deleted: {
    sentence: 'members sign in by no provider any more.',
    record: Type.Ref('SignInProvider'),
  },
  export_made: {
    sentence: 'a list was asked for as a file.',
    record: closed(
      {
        resource: textOut(100, { examples: ['orders'] }),
        format: Type.String({ enum: ['csv', 'ndjson', 'xlsx'] }),
        parameters: Type.Record(anyKey, Type.Unknown(), {
          maxProperties: 100,
          description: 'The filters and what else the address said.',
          examples: [{ order_date_from: '2026-11-01' }],
        }),
      },
      { title: 'AuditedExport' },
    ),
  },
  customer_anonymised: {
    sentence: 'the data of a customer was asked to be removed for good.',
    record: closed(
      {
        id_customer: id,
        keep_fk_id: Type.Boolean({ description: 'Its code may stay.' }),
        kept_statuses: {
          ...nullable(Type.Array(id, { maxItems: 200 })),
          description: 'Statuses whose orders stay as they are; null: those that are locked.',
        },
      },
      { title: 'AuditedAnonymisation' },
    ),
  },
}

/** The end of a sentence that begins with the form of the event. */
export function auditSentenceOf(action: AuditAction): string {
  return entries[action].sentence
}

/** The data of an event that tells this. */
export function auditDataOf(action: AuditAction): TSchema {
  const name = action.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return closed(
    {
      record: entries[action].record,
      ...replacedProperties,
      token: eventToken,
      request_id: nullable(textOut(100)),
    },
    { title: `${name}AuditData` },
  )
}
