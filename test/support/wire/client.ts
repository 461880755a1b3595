import { type Pedido, pedidoClient, type Settings } from '../../../packages/client/src/index.ts'
import type { Config } from '../../../src/config.ts'
import { type Server, startServer } from '../../harness.ts'
import { runJobs } from '../feed.ts'
import { type Fate, type Relay, startRelay } from '../servers/relay.ts'
import { listen } from './wire.ts'

export interface ClientStand {
  server: Server
  address: string
  pedido: Pedido
  /** A client with other settings. */
  client(settings: Partial<Settings>): Pedido
  /** A client behind a network that treats each request so. */
  behind(
    fateOf: (request: string) => Fate,
    settings?: Partial<Settings>,
  ): Promise<{ pedido: Pedido; relay: Relay }>
  close(): Promise<void>
}

/** The whole service with its jobs, listening, and clients of it. */
export async function startClients(overrides: Partial<Config> = {}): Promise<ClientStand> {
  const server = await startServer(overrides)
  const stopJobs = runJobs(server)
  const address = `http://127.0.0.1:${await listen(server.app)}`
  const relays: Relay[] = []
  const client = (settings: Partial<Settings>) =>
    pedidoClient({ url: address, token: server.token, firstPauseMs: 1, ...settings })
  return {
    server,
    address,
    client,
    pedido: client({}),
    behind: async (fateOf, settings = {}) => {
      const relay = await startRelay(address, fateOf)
      relays.push(relay)
      return { relay, pedido: client({ url: relay.url, ...settings }) }
    },
    close: async () => {
      for (const relay of relays) relay.close()
      await stopJobs()
      await server.close()
    },
  }
}
