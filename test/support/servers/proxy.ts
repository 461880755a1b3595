import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between the service and PostgreSQL, which a test can break in several ways. */
export interface TestProxy {
  url: string
  /** Breaks all connections off; new ones are accepted. */
  cut(): void
  /** Breaks all connections off and refuses new ones, until `accept`. */
  refuse(): void
  accept(): Promise<void>
  /**
   * From now on every byte vanishes in both directions and nobody is told. After `heal` new
   * connections work; those that lost bytes stay mute.
   */
  swallow(): void
  heal(): void
  /** The next commit: is it carried out, and what happens then to its connection? */
  loseCommit(how: Lost): void
  /** The same of the next statement that creates at least so many orders. */
  loseCreate(how: Lost, orders?: number): void
  /** What was to be lost is. */
  readonly hasLost: boolean
  /** The next commit becomes `prepare transaction '…'`, and then its connection breaks off. */
  prepareCommit(name: string): void
  close(): void
}

interface Lost {
  carriedOut: boolean
  /** It breaks off, or falls silent; `away`: it breaks off, and from then on it is as after `swallow`. */
  end: 'cut' | 'silence' | 'away'
}

interface Loss extends Lost {
  /** What is lost. */
  of: 'commit' | 'create'
  orders?: number
  /** What the server gets in place of the commit. */
  instead?: Buffer
}

/** A message of the protocol that asks for a statement without parameters. */
function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + length.length)
  return Buffer.concat([Buffer.from('Q'), length, body])
}

/** Tells what a connection's bytes ask for, by the names under which statements were prepared on it. */
function asking(): (chunk: Buffer) => 'commit' | 'create' | undefined {
  const names = new Set<string>()
  return (chunk) => {
    const text = chunk.toString('latin1')
    const prepared = /(pedido_\d+)\0select document from create_order(?:s|_batch)\(/g
    for (const [, name = ''] of text.matchAll(prepared)) names.add(name)
    if ([...names].some((name) => text.includes(`\0${name}\0`))) return 'create'
    // Orders have a `commitment`.
    return /\bcommit\b/.test(text) ? 'commit' : undefined
  }
}

/** How many orders a message creates: each has an author. */
const ordersIn = (chunk: Buffer) => chunk.toString('latin1').split('"request_id":').length - 1

export async function startProxy(target: string): Promise<TestProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isSwallowing = false
  let loss: Loss | undefined

  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port: Number(port), host: hostname, noDelay: true })
    const asks = asking()
    let isMute = isSwallowing
    const end = () => {
      client.destroy()
      database.destroy()
      open.delete(client)
    }
    open.add(client)
    for (const socket of [client, database]) socket.on('error', end).on('close', end)
    const lose = (lost: Loss) => {
      loss = undefined
      // Once the server has answered, it has committed.
      if (lost.end !== 'silence') {
        if (lost.carriedOut) database.once('data', end)
        else end()
      }
      isMute = true
      isSwallowing ||= lost.end === 'away'
    }
    client.on('data', (chunk: Buffer) => {
      isMute ||= isSwallowing
      if (isMute) return
      const asked = asks(chunk)
      const isMeant = loss?.of === asked && ordersIn(chunk) >= (loss?.orders ?? 0)
      const lost = isMeant ? loss : undefined
      if (lost) lose(lost)
      if (lost === undefined || lost.carriedOut) database.write(lost?.instead ?? chunk)
    })
    database.on('data', (chunk) => {
      isMute ||= isSwallowing
      if (!isMute) client.write(chunk)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = new URL(target)
  const { port: ownPort } = server.address() as AddressInfo
  url.port = String(ownPort)
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    refuse: () => {
      server.close()
      cut()
    },
    accept: async () => {
      server.listen(ownPort, '127.0.0.1')
      await once(server, 'listening')
    },
    swallow: () => {
      isSwallowing = true
    },
    heal: () => {
      isSwallowing = false
    },
    loseCommit: (how) => {
      loss = { ...how, of: 'commit' }
    },
    loseCreate: (how, orders = 1) => {
      loss = { ...how, of: 'create', orders }
    },
    get hasLost() {
      return loss === undefined
    },
    prepareCommit: (name) => {
      const instead = simpleQuery(`prepare transaction '${name}'`)
      loss = { of: 'commit', carriedOut: true, end: 'cut', instead }
    },
    close: () => {
      server.close()
      cut()
    },
  }
}
