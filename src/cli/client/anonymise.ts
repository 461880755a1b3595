import { setTimeout as pause } from 'node:timers/promises'
import type { Anonymisation, Pedido } from '../../../packages/client/src/index.ts'
import { counted, type Message, msg } from '../../texts/message.ts'
import { type Command, note, parse, print, UsageError } from '../command.ts'
import { connectionHelp, connectionOf, connectionOptions, explaining } from './connection.ts'

const OPTIONS: Record<string, string> = {
  keep_fk_id: '--drop-fk-id',
  kept_statuses: '--keep-status',
}

/** Between two looks whether it is done. */
const LOOK_MS = 500

export const customerAnonymise: Command = {
  name: 'customer anonymise',
  parameters: 'ID --yes',
  summary: msg`remove a customer's data for good, by a running service`,
  options: [
    ['--yes', msg`really: without it, it is only said whose data it is. It can’t be undone`],
    ['--drop-fk-id', msg`the fk_id goes, too; one that tells who the person is goes in any case`],
    [
      '--keep-status ID …',
      msg`orders in these locked statuses stay, default: in all that are locked`,
    ],
    ['--keep-none', msg`no order stays as it is`],
    ...connectionHelp,
  ],
  more: msg`Prints the orders that stay as they are and the last day of each, a line for one. The token needs the scope privacy:manage, and customers:read.`,
  run: async (words) => {
    const { id, isSure, body, ...given } = read(words)
    const { pedido, url } = connectionOf(given)
    const work = async () => {
      if (!isSure) {
        const { name } = await pedido.customers.read(id)
        throw new UsageError(
          msg`Customer ${id} is "${name}". Its data is removed for good with --yes; nothing was done yet.`,
        )
      }
      const asked = await pedido.customers.anonymise(id, body)
      note.info(begun(asked))
      print(asked.kept_orders.orders.map((one) => `${one.id}\t${one.until}\n`).join(''))
      const { mentions } = await untilDone(pedido, id)
      note.info(msg`Done.`)
      if (mentions.length > 0) note.info(toLookAt(mentions))
    }
    await explaining(url, work, (name) => OPTIONS[name])
  },
}

async function untilDone(pedido: Pedido, id: number): Promise<Anonymisation> {
  for (;;) {
    const found = await pedido.customers.readAnonymisation(id)
    if (found.state === 'done') return found
    await pause(LOOK_MS)
  }
}

/** Records that only a person can judge. */
function toLookAt(mentions: Anonymisation['mentions']): Message {
  const paths = mentions.map(({ resource, id }) => `/${resource}/${id}`).join(' ')
  return msg`These mention the person and stay as they are, as they may be of somebody else. Look at them: ${paths}`
}

/** What was begun. */
function begun({ id_customer, kept_orders: { count, orders } }: Anonymisation): Message {
  const stays = msg`order stays as it is`
  const kept = counted(count, stays, msg`orders stay as they are`)
  return count > orders.length
    ? msg`Customer ${id_customer} is anonymous. ${kept}; the first ${orders.length} are listed. Going through all else …`
    : msg`Customer ${id_customer} is anonymous. ${kept}. Going through all else …`
}

function read(words: string[]) {
  const { values, positionals } = parse({
    args: words,
    options: {
      ...connectionOptions,
      yes: { type: 'boolean' },
      'drop-fk-id': { type: 'boolean' },
      'keep-status': { type: 'string', multiple: true },
      'keep-none': { type: 'boolean' },
    },
    allowPositionals: true,
  })
  const { 'keep-status': kept, 'keep-none': none, url, token } = values
  const [id, ...more] = positionals
  // --keep-status 5 6: what follows is one more.
  const statuses = kept && [...kept, ...more]
  if (kept && none) throw new UsageError(msg`--keep-status and --keep-none exclude each other.`)
  if (id === undefined || (!kept && more.length > 0))
    throw new UsageError(msg`Name one customer by its id.`)
  const wrong = [id, ...(statuses ?? [])].find((one) => !/^[1-9]\d{0,14}$/.test(one))
  if (wrong !== undefined) throw new UsageError(msg`"${wrong}" is not the id of a record.`)
  const kept_statuses = none ? [] : statuses?.map(Number)
  return {
    id: Number(id),
    isSure: values.yes ?? false,
    body: {
      keep_fk_id: !values['drop-fk-id'],
      ...(kept_statuses ? { kept_statuses } : {}),
    },
    ...(url === undefined ? {} : { url }),
    ...(token === undefined ? {} : { token }),
  }
}
