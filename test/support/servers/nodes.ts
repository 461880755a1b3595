import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'

/**
 * The server that the tests run on: one PostgreSQL, or the nodes of a Citus cluster, the
 * coordinator first, where the database of `DATABASE_URL` belongs to one. Whatever is made is made
 * on all of them: Citus leaves databases to the administrator.
 */
export interface Nodes {
  /** Whether new databases can be distributed. */
  isCluster: boolean
  /** Of each, in the database of `DATABASE_URL`. */
  addresses: string[]
  createDatabase(name: string, template: string): Promise<void>
  /** Puts the extension into a new database and names its workers. */
  addExtension(name: string): Promise<void>
  /** Gives a finished database its last name; nobody can connect to it any more, only copy it. */
  seal(name: string, lastName: string): Promise<void>
  dropDatabase(name: string): Promise<void>
}

interface Node {
  host: string
  port: number
}

export async function findNodes(url: string): Promise<Nodes> {
  const found = await onServer(url, async (admin) => {
    const { rows } = await admin.query(`select to_regclass('pg_dist_node') is not null as citus`)
    if (!rows[0].citus) return []
    const nodes = await admin.query<Node>(`select nodename as host, nodeport as port
      from pg_dist_node where isactive and noderole = 'primary' order by groupid`)
    return nodes.rows
  })
  const addresses = found.length > 0 ? found.map((node) => addressOf(url, node)) : [url]
  const onEach = (...steps: string[]) =>
    Promise.all(addresses.map((address) => onServer(address, (admin) => runAll(admin, steps))))
  return {
    isCluster: found.length > 0,
    addresses,
    createDatabase: async (name, template) => {
      await onEach(`create database ${name} template ${template}`)
    },
    addExtension: async (name) => {
      const inside = addresses.map((address) => databaseAt(address, name))
      for (const one of inside) await onServer(one, (c) => runAll(c, ['create extension citus']))
      await onServer(inside[0] ?? '', async (coordinator) => {
        for (const [i, { host, port }] of found.entries()) {
          const step = i === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'
          await coordinator.query(`select ${step}($1, $2)`, [host, port])
        }
      })
    },
    seal: async (name, lastName) => {
      for (const address of addresses.toReversed()) await seal(address, name, lastName)
    },
    dropDatabase: async (name) => {
      await onEach(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Citus has a process of its own in every database; it ends a moment after it is told to. */
async function seal(address: string, name: string, lastName: string): Promise<void> {
  await onServer(address, async (admin) => {
    await admin.query(`alter database ${name} allow_connections false`)
    for (;;) {
      const { rowCount } = await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      )
      if (!rowCount) break
      await setTimeout(20)
    }
    await admin.query(`alter database ${name} rename to ${lastName}`)
  })
}

function addressOf(url: string, { host, port }: Node): string {
  const address = new URL(url)
  address.hostname = host
  address.port = String(port)
  return address.href
}

/** The same server, another database. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}

async function runAll(client: Client, steps: string[]): Promise<void> {
  for (const step of steps) await client.query(step)
}

export async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
