import { findAccount } from '../../accounts/commands.ts'
import { readConfig } from '../../config.ts'
import { migrate } from '../../database/schema/migrate.ts'
import { type ShownAccount, showAccount } from '../../operations/accounts/show.ts'
import { say } from '../../texts/text.ts'
import { reading } from '../backup.ts'
import { type Command, parse, print, UsageError } from '../command.ts'
import { stateOf } from './account.ts'

export const accountShow: Command = {
  name: 'account show',
  parameters: say`ACCOUNT`,
  summary: say`show what is in an account, while the service runs or not`,
  options: [['--json', say`as a line of JSON`]],
  more: say`ACCOUNT is a name or an id. Beside the embedded database in use it reads a copy of its files.`,
  run: async (words) => {
    const { values, positionals } = parse({
      args: words,
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [account, ...more] = positionals
    if (account === undefined || more.length > 0) throw new UsageError(say`Name one account.`)
    const shown = await reading(readConfig(), async (database) => {
      await migrate(database.pool)
      return showAccount(database, (await findAccount(database.db, account)).account_id)
    })
    print(values.json ? `${JSON.stringify(shown)}\n` : screenOf(shown))
  },
}

function screenOf(shown: ShownAccount): string {
  const { name, id, delete_at, bytes_about, feed_position, feed_from } = shown
  const rows: [string, string | number][] = [
    ['id', id],
    ['uid', shown.uid],
    ['since', shown.created_at],
    ['time zone', shown.time_zone],
    ['amounts', shown.amounts],
    ['customers', shown.customers],
    ['products', `${shown.products}, ${shown.images} with an image`],
    ['orders', shown.orders],
    ['members', shown.members],
    ['tokens', shown.tokens],
    ['webhooks', shown.webhooks],
    ['feed', `at ${feed_position}, kept from ${feed_from} on`],
    ['last event', shown.last_event ?? 'none'],
    ['size', sizeOf(bytes_about)],
    ['state', stateOf(delete_at)],
  ]
  const lines = rows.map(([label, value]) => `  ${label.padEnd(12)}${value}\n`)
  return `${name}\n${lines.join('')}`
}

function sizeOf(bytes: number | null): string {
  if (bytes === null) return 'spread over a cluster'
  return `about ${(bytes / 1e6).toFixed(1)} MB in the database, without images`
}
