import { findAccount } from '../../accounts/commands.ts'
import { migrate } from '../../database/schema/migrate.ts'
import { type ShownAccount, showAccount } from '../../operations/accounts/show.ts'
import { type Message, megabytes, msg } from '../../texts/message.ts'
import { reading } from '../backup.ts'
import { type Command, inWords, parse, print, UsageError } from '../command.ts'
import { readConfigAsOwner } from '../owner.ts'
import { stateOf } from './account.ts'

export const accountShow: Command = {
  name: 'account show',
  parameters: msg`ACCOUNT`,
  summary: msg`show what is in an account, while the service runs or not`,
  options: [['--json', msg`as a line of JSON`]],
  more: msg`ACCOUNT is a name or an id. Beside the embedded database in use it reads a copy of its files.`,
  run: async (words) => {
    const { values, positionals } = parse({
      args: words,
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [account, ...more] = positionals
    if (account === undefined || more.length > 0) throw new UsageError(msg`Name one account.`)
    const shown = await reading(readConfigAsOwner(), async (database) => {
      await migrate(database.pool)
      return showAccount(database, (await findAccount(database.db, account)).account_id)
    })
    print(values.json ? `${JSON.stringify(shown)}\n` : screenOf(shown))
  },
}

function screenOf(shown: ShownAccount): string {
  const { name, id, delete_at, bytes_about, feed_position, feed_from } = shown
  const rows: [string | Message, string | number | Message][] = [
    ['id', id],
    ['uid', shown.uid],
    [msg`since`, shown.created_at],
    [msg`time zone`, shown.time_zone],
    [msg`amounts`, shown.amounts],
    [msg`customers`, shown.customers],
    [msg`products`, msg`${shown.products}, ${shown.images} with an image`],
    [msg`orders`, shown.orders],
    [msg`attachments`, msg`${shown.attachments}, ${megabytes(shown.attachment_bytes)}`],
    [msg`members`, shown.members],
    [msg`tokens`, shown.tokens],
    [msg`webhooks`, shown.webhooks],
    [msg`feed`, msg`at ${feed_position}, kept from ${feed_from} on`],
    [msg`last event`, shown.last_event ?? msg`never`],
    [msg`size`, sizeOf(bytes_about)],
    [msg`state`, stateOf(delete_at)],
  ]
  const words = rows.map(
    ([label, value]) =>
      [inWords(label), typeof value === 'number' ? value : inWords(value)] as const,
  )
  const width = Math.max(...words.map(([label]) => label.length)) + 2
  const lines = words.map(([label, value]) => `  ${label.padEnd(width)}${value}\n`)
  return `${name}\n${lines.join('')}`
}

function sizeOf(bytes: number | null): Message {
  if (bytes === null) return msg`spread over a cluster`
  return msg`about ${megabytes(bytes)} in the database, without images and attachments`
}
