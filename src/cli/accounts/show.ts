import { findAccount } from '../../accounts/commands.ts'
import { migrate } from '../../database/schema/migrate.ts'
import { type ShownAccount, showAccount } from '../../operations/accounts/show.ts'
import { megabytes, say, type Text } from '../../texts/text.ts'
import { reading } from '../backup.ts'
import { type Command, inWords, parse, print, UsageError } from '../command.ts'
import { readConfigAsOwner } from '../owner.ts'
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
    const shown = await reading(readConfigAsOwner(), async (database) => {
      await migrate(database.pool)
      return showAccount(database, (await findAccount(database.db, account)).account_id)
    })
    print(values.json ? `${JSON.stringify(shown)}\n` : screenOf(shown))
  },
}

function screenOf(shown: ShownAccount): string {
  const { name, id, delete_at, bytes_about, feed_position, feed_from } = shown
  const rows: [string | Text, string | number | Text][] = [
    ['id', id],
    ['uid', shown.uid],
    [say`since`, shown.created_at],
    [say`time zone`, shown.time_zone],
    [say`amounts`, shown.amounts],
    [say`customers`, shown.customers],
    [say`products`, say`${shown.products}, ${shown.images} with an image`],
    [say`orders`, shown.orders],
    [say`members`, shown.members],
    [say`tokens`, shown.tokens],
    [say`webhooks`, shown.webhooks],
    [say`feed`, say`at ${feed_position}, kept from ${feed_from} on`],
    [say`last event`, shown.last_event ?? say`never`],
    [say`size`, sizeOf(bytes_about)],
    [say`state`, stateOf(delete_at)],
  ]
  const words = rows.map(
    ([label, value]) =>
      [inWords(label), typeof value === 'number' ? value : inWords(value)] as const,
  )
  const width = Math.max(...words.map(([label]) => label.length)) + 2
  const lines = words.map(([label, value]) => `  ${label.padEnd(width)}${value}\n`)
  return `${name}\n${lines.join('')}`
}

function sizeOf(bytes: number | null): Text {
  if (bytes === null) return say`spread over a cluster`
  return say`about ${megabytes(bytes)} in the database, without images`
}
