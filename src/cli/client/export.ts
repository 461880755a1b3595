import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '../../base/system/operator-error.ts'
import { definitions } from '../../records/definitions.ts'
import { type Message, msg } from '../../texts/message.ts'
import { type Command, parse, UsageError } from '../command.ts'
import {
  connectionHelp,
  connectionOf,
  connectionOptions,
  languageHeader,
  type OptionOf,
  problemText,
  reasonOf,
  unanswered,
} from './connection.ts'

/** What can be had as a file, and the parameters of its dates. */
const RESOURCES: Record<string, { from: string; to: string } | null> = {
  orders: { from: 'order_date_from', to: 'order_date_to' },
  ...Object.fromEntries(definitions.map(({ path }) => [path.slice(1), null])),
  events: { from: 'from', to: 'to' },
}

const EXAMPLES = `  pedido export orders --from 2026-11-01 --csv br > pedidos.csv
  pedido export orders --rows items --format xlsx --filter status=2,3 > itens.xlsx`

export const exportCommand: Command = {
  name: 'export',
  parameters: msg`RESOURCE`,
  summary: msg`write records of a running service to stdout: CSV, XLSX or NDJSON`,
  options: [
    [msg`--from DATE`, msg`orders and events from this date on`],
    [msg`--to DATE`, msg`up to this date, its whole day included`],
    ['--format csv|xlsx|ndjson', msg`default: csv`],
    ['--csv br', msg`CSV as spreadsheets in Brazil read it: “;”, decimal comma, headings`],
    ['--rows items', msg`a row for each item of an order`],
    [msg`--fields NAMES`, msg`only these properties, with commas between them`],
    [msg`--filter NAME=VALUE …`, msg`any filter that the list has, such as status=2`],
    ...connectionHelp,
  ],
  more: msg`Resources: ${Object.keys(RESOURCES)}.

${EXAMPLES}`,
  run: async (words) => {
    const { path, optionOf, ...given } = read(words)
    const { url, token } = connectionOf(given)
    await download(url + path, token, optionOf)
  },
}

function read(words: string[]) {
  const { values, positionals } = parse({
    args: words,
    options: {
      ...connectionOptions,
      from: { type: 'string' },
      to: { type: 'string' },
      format: { type: 'string' },
      csv: { type: 'string' },
      rows: { type: 'string' },
      fields: { type: 'string' },
      filter: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  })
  const [resource = ''] = positionals
  if (positionals.length !== 1 || !Object.hasOwn(RESOURCES, resource)) {
    throw new UsageError(msg`An export needs one of: ${Object.keys(RESOURCES)}.`)
  }
  const { from, to, format = 'csv', csv, rows, fields, filter = [], url, token } = values
  if (!['csv', 'xlsx', 'ndjson'].includes(format)) {
    throw new UsageError(msg`--format takes csv, xlsx or ndjson.`)
  }
  const dates = RESOURCES[resource]
  if (!dates && (from ?? to) !== undefined) {
    throw new UsageError(msg`--from and --to are not for ${resource}.`)
  }
  const query = new URLSearchParams({ format })
  const named = { csv, rows, fields, ...(dates ? { [dates.from]: from, [dates.to]: to } : {}) }
  for (const [name, value] of Object.entries(named)) if (value !== undefined) query.set(name, value)
  for (const one of filter) {
    const at = one.indexOf('=')
    if (at < 1) throw new UsageError(msg`--filter takes NAME=VALUE.`)
    query.append(one.slice(0, at), one.slice(at + 1))
  }
  const options: Record<string, string> = {
    ...Object.fromEntries(['format', 'csv', 'rows', 'fields'].map((name) => [name, `--${name}`])),
    ...(dates ? { [dates.from]: '--from', [dates.to]: '--to' } : {}),
  }
  return {
    path: `/${resource}?${query}`,
    optionOf: (name: string) => options[name] ?? `--filter ${name}`,
    ...(url === undefined ? {} : { url }),
    ...(token === undefined ? {} : { token }),
  }
}

/**
 * Writes what is there to stdout as it comes, in no more memory than a piece of it.
 * @throws OperatorError where it is refused, or breaks off
 */
async function download(address: string, token: string, optionOf: OptionOf): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, Accept: '*/*', ...languageHeader() }
  const response = await fetch(address, { headers, redirect: 'manual' }).catch((error: Error) => {
    throw unanswered(address, error)
  })
  if (!response.ok || !response.body) {
    throw new OperatorError(await problemOf(response, optionOf))
  }
  try {
    await pipeline(Readable.fromWeb(response.body), process.stdout, { end: false })
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  } catch (error) {
    // Whoever reads it has enough, such as `head`.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return
    throw new OperatorError(
      msg`The export broke off, and is not whole: ${reasonOf(error as Error)}`,
    )
  }
}

async function problemOf(response: Response, optionOf: OptionOf): Promise<Message> {
  const text = await response.text()
  try {
    return problemText(JSON.parse(text), optionOf)
  } catch {
    return msg`The service answered with status ${response.status}.`
  }
}
