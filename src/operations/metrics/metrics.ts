import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client'
import type { Database } from '../../database/database.ts'
import type { Replica } from '../../database/replica/replica.ts'
import type { Measured } from './endpoint.ts'
import {
  showBackups,
  showBuild,
  showConditions,
  showPool,
  showReplica,
  showUpkeep,
} from './state.ts'
import { showStored } from './stored.ts'
import { countLostLines, countWork } from './work.ts'

interface Parts {
  database: Pick<Database, 'pool' | 'reads' | 'isEmbedded'>
  replica: Replica | undefined
  /** One process of a service tells what is of the whole. */
  isFirst: boolean
  version: string
  /** When the newest backup was begun, in seconds since 1970; not given where none are made. */
  newestBackup?: (() => number | undefined) | undefined
}

/** What one process tells of itself. */
export interface Metrics {
  /** Adds what there is to see of these. */
  show(parts: Parts): void
  gather(): Promise<Measured>
  close(): void
}

/**
 * Counts from now on what this process does.
 * @param nameOf the name of a statement by its text
 */
export function openMetrics(nameOf: (text: string) => string): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const ends = [countWork(registry, nameOf)]
  return {
    show({ database, replica, isFirst, version, newestBackup }) {
      showBuild(registry, version)
      showPool(registry, database.pool)
      if (replica) showReplica(registry, replica)
      if (database.isEmbedded) ends.push(showUpkeep(registry))
      if (!isFirst) return
      showStored(registry, database)
      ends.push(showConditions(registry))
      if (newestBackup) showBackups(registry, newestBackup)
    },
    gather: () => registry.getMetricsAsJSON(),
    close() {
      for (const end of ends) end()
      registry.clear()
    },
  }
}

/** What the parent of several workers tells of them. */
export function workerMetrics(count: () => { ready: number; died: number }) {
  const registry = new Registry()
  const gauge = (name: string, help: string, collect: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(collect())
      },
    })
  countLostLines(registry)
  gauge('pedido_workers_ready', 'Workers that serve.', () => count().ready)
  gauge('pedido_workers_died', 'Workers that ended unasked since the start.', () => count().died)
  return { gather: () => registry.getMetricsAsJSON() }
}
