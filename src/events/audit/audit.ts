import type { Actor } from '../../access/actor.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import type { MadeExport } from '../../http/lists/exports.ts'
import { type Author, recordChange } from '../record.ts'
import { type AuditAction, auditedBy } from '../types.ts'

// The audit: who came in, who may do what, and what was taken out. Its entries are events like
// others, shown to who has the scope `audit:read`.

/** What proves who signs in. */
export const signInMethods = ['password', 'link', 'passkey', 'provider', 'session'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** An entry of the audit. */
export interface AuditEntry {
  action: AuditAction
  /** Of the record that it is about: a member, a token, the account. */
  id_record: number
  /** JSON of what the type's schema says (`schema.ts`); never a secret. */
  record: string
  /** The record's JSON before, of a change. */
  before?: string
}

/** Entries have no version: they are no changes that the record itself counts. */
const NO_VERSION = 0

/** Writes an entry of the audit, in the transaction of what it tells. */
export async function recordAudit(
  tx: Tx,
  author: Author,
  { action, id_record, record, before }: AuditEntry,
): Promise<void> {
  await recordChange(tx, author, auditedBy(action), {
    type: `audit.${action}`,
    id_record,
    version: NO_VERSION,
    data: record,
    ...(before === undefined ? {} : { before }),
  })
}

/** Who makes changes by the command line: nobody that the account knows. */
export function operatorOf(account_id: number): Author {
  return { account_id, id_token: null, token_name: null, request_id: null, traceparent: null }
}

/** Writes that a list was asked for as a file. How many rows it has is not known yet. */
export async function recordExport(db: Db, actor: Actor, made: MadeExport): Promise<void> {
  const entry = { action: 'export_made', id_record: actor.account_id } as const
  await inTransaction(db, (tx) =>
    recordAudit(tx, actor, { ...entry, record: JSON.stringify(made) }),
  )
}
