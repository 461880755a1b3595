import type pg from 'pg'
import { PreparedClient } from '../prepared.ts'
import { ASK_IDENTITY, type Identity } from './state.ts'

interface Wire {
  on(name: 'parameterStatus', listener: (status: ParameterStatus) => void): void
}

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

export interface ReplicaClients {
  Client: new (config?: pg.ClientConfig) => PreparedClient
  /** One that makes sure of nothing: the connection over which the server is looked at. */
  createLink(config: pg.ClientConfig): PreparedClient
  /** Breaks all connections off: what runs on them fails at once. */
  cut(): void
}

/**
 * Connections to one running replica. Each makes sure, when it is made, that it leads to the
 * server that was looked at; and the server itself says with its first answer after a promotion
 * that it is a replica no longer.
 * @param server when the server that was looked at was started
 */
export function replicaClients(
  server: () => string | undefined,
  onPromotion: () => void,
): ReplicaClients {
  const open = new Set<PreparedClient>()
  const register = (client: PreparedClient) => {
    open.add(client)
    client.once('end', () => open.delete(client))
    return client
  }
  class ReplicaClient extends PreparedClient {
    constructor(config?: pg.ClientConfig) {
      super(config)
      register(this)
      wireOf(this).on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (parameterName === 'in_hot_standby' && parameterValue === 'off') onPromotion()
      })
    }

    override connect = ((callback?: (error: Error | null, client?: unknown) => void) => {
      const connected = this.#connect()
      if (!callback) return connected
      connected.then(
        () => process.nextTick(callback, null, this),
        (error: Error) => process.nextTick(callback, error),
      )
      return undefined
    }) as pg.Client['connect']

    async #connect(): Promise<PreparedClient> {
      await super.connect()
      const { rows } = await this.query<Identity>(ASK_IDENTITY, ['server_version_num'])
      if (rows[0]?.started === server()) return this
      await this.end()
      throw new Error('Another server answers than the replica that was looked at.')
    }
  }
  return {
    Client: ReplicaClient,
    createLink: (config) => register(new PreparedClient(config)),
    cut: () => {
      for (const client of open) client.cut()
    },
  }
}

/** pg's own connection, which its types leave out. */
function wireOf(client: PreparedClient): Wire {
  return (client as unknown as { connection: Wire }).connection
}
