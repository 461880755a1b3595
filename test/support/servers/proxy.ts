import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between the service and PostgreSQL, which a test can break in several ways. */
export interface TestProxy {
  url: string
  /** Breaks all connections off; new ones are accepted. */
  cut(): void
  /**
   * From now on every byte vanishes in both directions and nobody is told. After `heal` new
   * connections work; those that lost bytes stay mute.
   */
  swallow(): void
  heal(): void
  /** The next commit: is it carried out, and does its connection then break off or fall silent? */
  loseCommit(how: { carriedOut: boolean; then: 'cut' | 'silence' }): void
  /** The next commit becomes `prepare transaction '…'`, and then its connection breaks off. */
  prepareCommit(name: string): void
  close(): void
}

interface Loss {
  carriedOut: boolean
  then: 'cut' | 'silence'
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

export async function startProxy(target: string): Promise<TestProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isSwallowing = false
  let loss: Loss | undefined

  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
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
      if (lost.carriedOut) database.once('data', lost.then === 'cut' ? end : () => {})
      else if (lost.then === 'cut') end()
      isMute = true
    }
    client.on('data', (chunk) => {
      isMute ||= isSwallowing
      if (isMute) return
      const lost = loss && chunk.includes('commit') ? loss : undefined
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
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    cut: () => {
      for (const socket of open) socket.destroy()
    },
    swallow: () => {
      isSwallowing = true
    },
    heal: () => {
      isSwallowing = false
    },
    loseCommit: (how) => {
      loss = how
    },
    prepareCommit: (name) => {
      const then = 'cut'
      loss = { carriedOut: true, then, instead: simpleQuery(`prepare transaction '${name}'`) }
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
