import { setTimeout as pause } from 'node:timers/promises'
import type { Anonymisation, Pedido } from '../../../packages/client/src/index.ts'
import { clientEnvironment } from '../../config.ts'
import { type Command, note, parse, print, UsageError } from '../command.ts'
import { connectionHelp, connectionOf, connectionOptions, explaining } from './connection.ts'

/** Between two looks whether it is done. */
const LOOK_MS = 500

export const customerAnonymise: Command = {
  name: 'customer anonymise',
  parameters: 'ID --yes',
  summary: "remove a customer's data for good, by a running service",
  options: {
    '--yes': 'really: without it, it is only said whose data it is. It can’t be undone',
    '--drop-fk-id': 'the fk_id goes, too; one that tells who the person is goes in any case',
    '--keep-status ID …': 'orders in these locked statuses stay, default: in all that are locked',
    '--keep-none': 'no order stays as it is',
    ...connectionHelp,
  },
  more: 'Prints the orders that stay as they are and the last day of each, a line for one. The token needs the scope privacy:manage, and customers:read.',
  run: async (words) => {
    const { id, isSure, body, ...given } = read(words)
    const { pedido, url } = connectionOf(given)
    const said = clientEnvironment().isPortuguese ? portuguese : english
    await explaining(url, async () => {
      if (!isSure) {
        const { name } = await pedido.customers.read(id)
        throw new UsageError(said.sure(id, name))
      }
      const asked = await pedido.customers.anonymise(id, body)
      note.info(said.asked(asked))
      print(asked.kept_orders.orders.map((one) => `${one.id}\t${one.until}\n`).join(''))
      await untilDone(pedido, id)
      note.info(said.done)
    })
  },
}

async function untilDone(pedido: Pedido, id: number): Promise<void> {
  while ((await pedido.customers.readAnonymisation(id)).state !== 'done') await pause(LOOK_MS)
}

interface Words {
  sure: (id: number, name: string) => string
  asked: (asked: Anonymisation) => string
  done: string
}

const english: Words = {
  sure: (id, name) =>
    `Customer ${id} is "${name}". Its data is removed for good with --yes; nothing was done yet.`,
  asked: ({ id_customer, kept_orders: { count, orders } }) =>
    `Customer ${id_customer} is anonymous. ${orderCount(count, 'order stays as it is', 'orders stay as they are')}${count > orders.length ? `; the first ${orders.length} are listed` : ''}. Going through all else …`,
  done: 'Done.',
}

const portuguese: Words = {
  sure: (id, name) =>
    `O cliente ${id} é "${name}". Com --yes os dados são removidos de vez; nada foi feito ainda.`,
  asked: ({ id_customer, kept_orders: { count, orders } }) =>
    `O cliente ${id_customer} está anônimo. ${orderCount(count, 'pedido fica como é', 'pedidos ficam como são')}${count > orders.length ? `; os primeiros ${orders.length} estão na lista` : ''}. Percorrendo todo o resto …`,
  done: 'Feito.',
}

const orderCount = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`

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
  const [id = '', ...more] = positionals
  // --keep-status 5 6: what follows is one more.
  const statuses = kept && [...kept, ...more]
  if (kept && none) throw new UsageError('--keep-status and --keep-none exclude each other.')
  if (!kept && more.length > 0) throw new UsageError('Name one customer by its id.')
  const wrong = [id, ...(statuses ?? [])].find((one) => !/^[1-9]\d{0,14}$/.test(one))
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is not the id of a record.`)
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
