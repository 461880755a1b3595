import { listAccounts } from '../../accounts/commands.ts'
import { createAccount } from '../../accounts/creation.ts'
import { isTimeZone } from '../../base/values/date-time.ts'
import { inTransaction } from '../../database/database.ts'
import { listDeletions } from '../../operations/accounts/deletion.ts'
import { type Message, msg } from '../../texts/message.ts'
import { type Command, onMigrated, parse, print, UsageError } from '../command.ts'
import { listed } from './table.ts'

export const accountCreate: Command = {
  name: 'account create',
  parameters: msg`NAME`,
  summary: msg`make an account; prints its id`,
  options: [[msg`--time-zone ZONE`, msg`IANA name, default: the setting TIME_ZONE`]],
  run: async (words) => {
    const { values, positionals } = parse({
      args: words,
      options: { 'time-zone': { type: 'string' } },
      allowPositionals: true,
    })
    const [name, ...more] = positionals
    if (!name || more.length > 0) throw new UsageError(msg`Name one account.`)
    const zone = values['time-zone']
    if (zone !== undefined && !isTimeZone(zone)) {
      throw new UsageError(msg`"${zone}" is no IANA time zone.`)
    }
    const { account_id } = await onMigrated(({ db }, { TIME_ZONE }) =>
      inTransaction(db, (tx) => createAccount(tx, { name, time_zone: zone ?? TIME_ZONE })),
    )
    print(`${account_id}\n`)
  },
}

export const accountList: Command = {
  name: 'account list',
  summary: msg`show the accounts`,
  options: [
    ['--deleted', msg`those that are closed to be deleted, and those that were deleted`],
    ['--json', msg`a line of JSON each`],
  ],
  run: async (words) => {
    const { values } = parse({
      args: words,
      options: { deleted: { type: 'boolean' }, json: { type: 'boolean' } },
    })
    if (values.deleted) return printDeletions(values.json)
    const accounts = await onMigrated(({ db }) => listAccounts(db))
    const heading = ['ID', msg`NAME`, msg`TIME ZONE`, msg`SINCE`, msg`STATE`]
    print(
      listed(accounts, values.json, heading, ({ id, name, time_zone, created_at, delete_at }) => [
        ...[id, name, time_zone, created_at].map(String),
        stateOf(delete_at as string | null),
      ]),
    )
  },
}

/** Of an account that is not deleted yet. */
export const stateOf = (delete_at: string | null): Message =>
  delete_at === null ? msg`open` : msg`closed, deleted from ${delete_at} on`

async function printDeletions(json: boolean | undefined): Promise<void> {
  const deletions = await onMigrated(({ db }) => listDeletions(db))
  const heading = ['ID', 'UID', msg`BY`, msg`CLOSED`, msg`DELETED`, msg`ROWS`]
  print(
    listed(deletions, json, heading, ({ id, uid, requested_by, requested_at, ...one }) => [
      ...[id, uid, requested_by, requested_at].map(String),
      (one['ended_at'] as string | null) ?? msg`from ${one['delete_at']} on`,
      String(sumOf(one['removed'] as Record<string, number> | null)),
    ]),
  )
}

const sumOf = (rows: Record<string, number> | null) =>
  Object.values(rows ?? {}).reduce((sum, count) => sum + count, 0)
