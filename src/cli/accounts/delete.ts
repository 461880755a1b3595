import { userInfo } from 'node:os'
import { findAccount } from '../../accounts/commands.ts'
import { inTransaction } from '../../database/database.ts'
import { closeAccount, reopenAccount } from '../../operations/accounts/deletion.ts'
import { type ShownAccount, showAccount } from '../../operations/accounts/show.ts'
import { counted, type Message, msg } from '../../texts/message.ts'
import { type Command, onMigrated, parse, print, UsageError } from '../command.ts'
import { secondsOf } from './time-span.ts'

const DAY_S = 86_400

export const accountDelete: Command = {
  name: 'account delete',
  parameters: msg`ACCOUNT`,
  summary: msg`close an account, and delete all of it after some time in which it can be restored`,
  options: [
    [
      msg`--confirm NAME`,
      msg`the account's name, as a proof that it is meant; without it nothing is done`,
    ],
    [msg`--after TIME`, msg`such as 30d, 12h or 0; default: the setting ACCOUNT_DELETION_DAYS`],
    [msg`--by NAME`, msg`who asks, for the record; default: the user of this system`],
  ],
  more: msg`ACCOUNT is a name or an id. From now on its tokens and sessions are refused; the service deletes it when\nthe time has passed. Save it before: pedido account export.`,
  run: async (words) => {
    const { values, positionals } = parse({
      args: words,
      options: { confirm: { type: 'string' }, after: { type: 'string' }, by: { type: 'string' } },
      allowPositionals: true,
    })
    const account = oneAccount(positionals)
    const wanted = values.after === undefined ? undefined : secondsOf('--after', values.after)
    const by = values.by ?? userInfo().username
    const message = await onMigrated(async (database, { ACCOUNT_DELETION_DAYS }) => {
      const { account_id } = await findAccount(database.db, account)
      const shown = await showAccount(database, account_id)
      if (values.confirm !== shown.name) throw new UsageError(question(shown))
      const seconds = wanted ?? ACCOUNT_DELETION_DAYS * DAY_S
      const at = await inTransaction(database.db, (tx) =>
        closeAccount(tx, { account_id, seconds, by }),
      )
      return msg`Account ${account_id}, ${shown.name}, is closed, and is deleted from ${at.toISOString()} on.\nUntil then: pedido account restore ${account_id}\n`
    })
    print(message)
  },
}

export const accountRestore: Command = {
  name: 'account restore',
  parameters: msg`ACCOUNT`,
  summary: msg`open an account that was closed to be deleted`,
  more: msg`ACCOUNT is a name or an id. Tokens and sessions work again as they did.`,
  run: async (words) => {
    const { positionals } = parse({ args: words, options: {}, allowPositionals: true })
    const account = oneAccount(positionals)
    const account_id = await onMigrated(async ({ db }) => {
      const found = await findAccount(db, account)
      await inTransaction(db, (tx) => reopenAccount(tx, found.account_id))
      return found.account_id
    })
    print(msg`Account ${account_id} is open.\n`)
  },
}

function oneAccount([account, ...more]: string[]): string {
  if (account === undefined || more.length > 0) throw new UsageError(msg`Name one account.`)
  return account
}

function question({ id, name, customers, products, orders, members }: ShownAccount): Message {
  const holds = [
    counted(orders, msg`order`, msg`orders`),
    counted(customers, msg`customer`, msg`customers`),
    counted(products, msg`product`, msg`products`),
    counted(members, msg`member`, msg`members`),
  ]
  return msg`This deletes account ${id}, "${name}", with all that is in it: ${holds}. Nothing was changed. Where it is meant, add: --confirm ${JSON.stringify(name)}`
}
