import { findAccount } from '../../accounts/commands.ts'
import { archives_list } from '../../events/history/sql.ts'
import { msg } from '../../texts/message.ts'
import { type Command, onMigrated, parse, print, UsageError } from '../command.ts'
import { listed } from './table.ts'

export const historyList: Command = {
  name: 'history list',
  parameters: msg`--account ACCOUNT`,
  summary: msg`show which events of an account have gone from the database into files`,
  options: [
    [msg`--account ACCOUNT`, msg`name or id`],
    ['--json', msg`a line of JSON each`],
  ],
  more: msg`A file is good from "stored" on; its events are gone from the database when it is "done".`,
  run: async (words) => {
    const options = { account: { type: 'string' }, json: { type: 'boolean' } } as const
    const { account, json } = parse({ args: words, options }).values
    if (!account) throw new UsageError(msg`Whose history? Give --account.`)
    const archives = await onMigrated(async ({ db }) => {
      const { account_id } = await findAccount(db, account)
      return (await archives_list(db, [account_id])).map(({ document }) => document)
    })
    const heading = [
      'ID',
      msg`STATE`,
      msg`FROM`,
      msg`TO`,
      msg`EVENTS`,
      'BYTES',
      'SHA-256',
      msg`FILE`,
    ]
    print(
      listed(archives, json, heading, (one) =>
        ['id', 'state', 'first_time', 'last_time', 'events', 'bytes', 'sha256', 'place'].map(
          (name) => String(one[name] ?? ''),
        ),
      ),
    )
  },
}
