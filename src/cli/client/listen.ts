import type { CloudEvent, Pedido } from '../../../packages/client/src/index.ts'
import { msg } from '../../texts/message.ts'
import { newSecret, signatureHeaders } from '../../webhooks/signature.ts'
import { type Command, note, parse, print, UsageError } from '../command.ts'
import {
  connectionHelp,
  connectionOf,
  connectionOptions,
  explaining,
  reasonOf,
} from './connection.ts'

/** As long as a webhook waits for its answer. */
const ANSWER_MS = 15_000
const SECRET = /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/

export const listenCommand: Command = {
  name: 'listen',
  parameters: '--to URL',
  summary: msg`send the events of a running service to an address of this machine, as webhooks are`,
  options: [
    ['--to URL', msg`where your program listens, such as http://localhost:8080/pedido`],
    [
      msg`--type TYPES`,
      msg`only these, with commas between them: order.*, customer.created; default: all`,
    ],
    ['--subject PATH', msg`only those of this record, such as /orders/42`],
    ['--secret SECRET', msg`what they are signed with, default: one that is drawn and shown`],
    ['--cursor CURSOR', msg`go on where one ended that had the same filters, default: from now on`],
    ...connectionHelp,
  ],
  more: msg`For trying a receiver of webhooks: nothing is registered, each event is sent once, and a failure is shown. Prints a line for each event. The token needs the scope events:read, and those of what it shall see. Ctrl-C ends it.`,
  run: async (words) => {
    const { to, secret, query, ...given } = read(words)
    const { pedido, url } = connectionOf(given)
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
    note.info(msg`Events go to ${to}, signed with ${secret}`)
    const work = () => forward(pedido, query, stop.signal, (event) => post(to, secret, event))
    await explaining(url, work, (name) => OPTIONS[name])
  },
}

const OPTIONS: Record<string, string> = {
  type: '--type',
  subject: '--subject',
  cursor: '--cursor',
  'Last-Event-ID': '--cursor',
}

/** Sends each event once, one after the other, until it is stopped. */
async function forward(
  pedido: Pedido,
  query: Record<string, string>,
  signal: AbortSignal,
  send: (event: CloudEvent) => Promise<string>,
): Promise<void> {
  const events = pedido.events.stream(query, { signal })
  try {
    for await (const event of events) {
      const { time, type, subject } = event
      print(`${time} ${type} ${subject} → ${await send(event)}\n`)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    if (events.cursor !== undefined) note.info(msg`To go on behind it: --cursor ${events.cursor}`)
  }
}

/** What became of it: the status of the answer, or why there is none. */
async function post(to: string, secret: string, event: CloudEvent): Promise<string> {
  const body = Buffer.from(JSON.stringify(event))
  const headers = {
    'Content-Type': 'application/cloudevents+json; charset=utf-8',
    ...signatureHeaders(event.id, body, [secret]),
  }
  const start = performance.now()
  try {
    const { status, body: answer } = await fetch(to, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await answer?.cancel()
    return `${status} (${Math.round(performance.now() - start)} ms)`
  } catch (error) {
    return reasonOf(error as Error)
  }
}

function read(words: string[]) {
  const { values } = parse({
    args: words,
    options: {
      ...connectionOptions,
      to: { type: 'string' },
      type: { type: 'string' },
      subject: { type: 'string' },
      secret: { type: 'string' },
      cursor: { type: 'string' },
    },
  })
  const { to, secret = newSecret(), type, subject, cursor, ...connection } = values
  if (to === undefined || !URL.canParse(to) || !/^https?:/.test(to)) {
    throw new UsageError(msg`--to takes an address, such as http://localhost:8080/pedido.`)
  }
  if (!SECRET.test(secret)) {
    throw new UsageError(msg`--secret takes a secret of a webhook: whsec_ and base64.`)
  }
  const given = Object.entries({ type, subject, cursor }).filter(([, value]) => value !== undefined)
  return { ...connection, to, secret, query: Object.fromEntries(given) as Record<string, string> }
}
