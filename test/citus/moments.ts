import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClusterNode } from './cluster.ts'

/** What a node was at when it crashed. */
export type Moment = 'anything' | 'statement' | 'commit'

export const moments: Moment[] = ['anything', 'statement', 'commit']

/** The longest wait for any moment. */
const ANY_MS = 300
/** How often it is looked whether the node is at it. */
const LOOKS = 3_000

const isAt: Record<Moment, string> = {
  anything: 'true',
  statement: `exists (select from others where query ~ 'order' and not query ~* '^\\s*(commit|prepare transaction)')`,
  commit: `exists (select from others where query ~* '^\\s*(commit|prepare transaction)')
           or exists (select from pg_prepared_xacts where database = current_database())`,
}

/** Waits until a node is at something, under load; what it was at last, as far as was seen. */
export async function untilMoment({ url }: ClusterNode, wanted: Moment): Promise<Moment> {
  if (wanted === 'anything') await setTimeout(Math.random() * ANY_MS)
  const client = new Client({ connectionString: url })
  // It is left open, to lose no time; the crash ends it.
  client.on('error', () => {})
  await client.connect()
  for (let look = 0; look < LOOKS; look++) {
    const { rows } = await client.query<{ met: boolean }>(`
      with others as (
        select query from pg_stat_activity
         where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
           and backend_type = 'client backend')
      select ${isAt[wanted]} as met`)
    if (rows[0]?.met) return wanted
  }
  return 'anything'
}
