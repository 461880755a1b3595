import assert from 'node:assert/strict'
import pg from 'pg'

// What a Citus coordinator sends to the other nodes, statement by statement. It says so itself:
// with `citus.log_remote_commands` each command is a notice to the client that caused it.

/** A command that the coordinator sent to a node. */
interface Remote {
  /** `host:port` */
  node: string
  command: string
}

/** A statement of ours, and what became of it. */
export interface Sent {
  client: pg.Client
  text: string
  remotes: Remote[]
}

let sent: Sent[] = []

/** What all connections of this process sent during `work`. */
export async function traced(work: () => Promise<unknown>): Promise<Sent[]> {
  sent = []
  await work()
  const all = sent
  sent = []
  assert.ok(
    all.some(({ remotes }) => remotes.length > 0),
    'the coordinator tells what it sends',
  )
  return all
}

type Callback = (error: unknown, result?: unknown) => void
type Query = (this: pg.Client, config: unknown, values?: unknown, callback?: unknown) => unknown

/** Of each connection the statements without an answer: the server works on the first. */
const unanswered = new WeakMap<pg.Client, Sent[]>()

/** Has every connection that this process opens from now on tell what the coordinator sends. */
export function traceRemoteCommands(): void {
  process.env['PGOPTIONS'] = '-c citus.log_remote_commands=on'
  const send = pg.Client.prototype.query as unknown as Query
  pg.Client.prototype.query = function traced(config, values, callback) {
    const open = unanswered.get(this) ?? listen(this)
    const text = typeof config === 'string' ? config : (config as { text: string }).text
    const one: Sent = { client: this, text, remotes: [] }
    sent.push(one)
    open.push(one)
    const answered = () => void open.splice(open.indexOf(one), 1)
    const ended = (done: unknown): unknown => {
      if (typeof done !== 'function') return done
      return ((error, result) => {
        answered()
        done(error, result)
      }) satisfies Callback
    }
    const result = send.call(this, config, ended(values), ended(callback))
    if (result instanceof Promise) result.then(answered, answered)
    return result
  } as Query as unknown as typeof pg.Client.prototype.query
}

function listen(client: pg.Client): Sent[] {
  const open: Sent[] = []
  unanswered.set(client, open)
  client.on('notice', ({ message = '', detail = '' }) => {
    const [, command] = /^issuing ([\s\S]*)/.exec(message) ?? []
    const [, node] = /^on server \S*@(\S+:\d+)/.exec(detail) ?? []
    if (command !== undefined && node !== undefined) open[0]?.remotes.push({ node, command })
  })
  return open
}

/** What was sent, by transaction; a statement outside of one is its own. */
function transactionsOf(all: Sent[]): Sent[][] {
  const done: Sent[][] = []
  const open = new Map<pg.Client, Sent[]>()
  for (const one of all) {
    const transaction = open.get(one.client) ?? []
    if (transaction.length === 0) done.push(transaction)
    transaction.push(one)
    if (/^begin/.test(one.text)) open.set(one.client, transaction)
    else if (/^(commit|rollback)/.test(one.text)) open.delete(one.client)
  }
  return done
}

/** What is for one node and was not: each prepared commit, and each statement where nodes are several. */
export function faultsOf(all: Sent[]): string[] {
  const of = ({ remotes }: Sent) => [...new Set(remotes.map(({ node }) => node))]
  const prepared = all.filter(({ remotes }) =>
    remotes.some(({ command }) => /^prepare transaction/i.test(command)),
  )
  const nodes = new Set(all.flatMap(of))
  const [first] = all.flatMap(of)
  const elsewhere =
    nodes.size > 1 ? all.filter((one) => of(one).some((node) => node !== first)) : []
  return [
    ...elsewhere.map((one) => `on ${of(one).join(' and ')}: ${brief(one)}`),
    ...prepared.map((one) => `prepares a transaction: ${brief(one)}`),
  ]
}

/** A job may look at all accounts; what it changes is one account's: the faults of transactions that write. */
export function changesOf(all: Sent[]): string[] {
  return transactionsOf(all)
    .filter((one) => one.some(writes))
    .flatMap(faultsOf)
}

/** Whether a statement had a node write. */
function writes({ remotes }: Sent): boolean {
  return remotes.some(({ command }) => /\b(insert|update|delete|copy)\b/i.test(command))
}

const brief = ({ text }: Sent) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)
