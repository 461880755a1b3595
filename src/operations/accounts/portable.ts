import { type SecretBox, secretBox } from '../../base/secret-box.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import type { DumpTable } from '../../database/dump/tables.ts'
import * as provider from '../../members/provider/settings.ts'
import { msg } from '../../texts/message.ts'
import * as webhooks from '../../webhooks/sealed.ts'

// What of an account travels. A table or column that is not named here does.

/** Tables that stay behind, and why. */
export const STAYING: Readonly<Record<string, string>> = {
  history_archives: 'their files are of where it was',
  idempotency_keys: 'answers to tokens, which stay',
  links: 'whoever has one becomes a member',
  order_count_deltas: 'counted as orders come in',
  order_links: 'they are for the address of the service',
  order_counts: 'counted as orders come in',
  passkeys: 'they are for the address of the service',
  requests: 'of tokens, which stay',
  sign_in_attempts: 'counted by each service',
  sign_in_challenges: 'over in minutes',
  sign_in_places: 'browsers know one service',
  tokens: 'whoever has one reads and writes',
}

/** Columns that stay behind: what comes in has their defaults. */
const STAYING_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['delete_at', 'id_test_account'],
  imports: ['holder', 'held_until'],
  members: [
    'mail_purpose',
    'mail_number',
    'mail_attempts',
    'mail_since',
    'mail_next_at',
    'mail_sent_at',
    'mail_error',
  ],
  recalculations: ['holder', 'held_until'],
  webhook_cursors: ['holder', 'held_until'],
}

/** Columns that travel where secrets do. */
const SECRET_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  members: ['password_hash', 'provider_issuer', 'provider_subject'],
}

/** A table that is of no use without what is sealed in it. */
const SECRET_TABLES: readonly string[] = ['sign_in_providers']

type ContextOf = (account_id: number, id: number) => string

/** Columns that are sealed for their context, and are sealed anew where they come in. */
export const SEALED_COLUMNS: Readonly<Record<string, Readonly<Record<string, ContextOf>>>> = {
  sign_in_providers: { client_secret: provider.secretContext },
  webhooks: {
    headers: webhooks.headersContext,
    old_secret: webhooks.secretContext,
    secret: webhooks.secretContext,
  },
}

/** A line of the archive's entry `secrets.ndjson`. */
export interface Secret {
  table: string
  /** 0 where the table has one row for an account. */
  id: number
  column: string
  secret: string
}

/** The tables of an account that travel, with the columns that do. */
export function travelling(tables: DumpTable[], withSecrets: boolean): DumpTable[] {
  return tables
    .filter(({ name }) => !(name in STAYING))
    .filter(({ name }) => withSecrets || !SECRET_TABLES.includes(name))
    .map((table) => ({ ...table, columns: travellingColumns(table, withSecrets) }))
}

function travellingColumns({ name, columns }: DumpTable, withSecrets: boolean) {
  const left = [
    'account_id',
    ...(STAYING_COLUMNS[name] ?? []),
    ...Object.keys(SEALED_COLUMNS[name] ?? {}),
    ...(withSecrets ? [] : (SECRET_COLUMNS[name] ?? [])),
  ]
  return Object.fromEntries(Object.entries(columns).filter(([column]) => !left.includes(column)))
}

/**
 * The box that seals and opens, where there is a key.
 * @throws OperatorError
 */
export function boxOf(keys: Parameters<typeof secretBox>[0] | undefined): SecretBox {
  if (keys) return secretBox(keys)
  throw new OperatorError(
    msg`Secrets of webhooks or of the sign-in provider are among it, and there is no key to keep them with: set SECRET_KEY (the embedded database has its own).`,
  )
}
