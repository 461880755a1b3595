import { Gauge, type Registry } from '@prometheus-io/client'
import type { Pool } from 'pg'
import { conditionsFound, upkeepDone } from '../../base/telemetry/topics.ts'
import type { Replica } from '../../database/replica/replica.ts'
import { replicaStates } from '../../database/replica/state.ts'
import { conditionNames } from '../status/finding.ts'

// What one process finds in itself whenever it is asked for metrics.

/** Shows the connections of the pool. */
export function showPool(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'pedido_pool_connections',
    help: 'Connections of the pool; at most DATABASE_POOL_SIZE less two a process.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'pedido_pool_waiting',
    help: 'Who waits for a connection of the pool.',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount)
    },
  })
}

/** Shows how the replica is. */
export function showReplica(registry: Registry, replica: Replica): void {
  new Gauge({
    name: 'pedido_replica_state',
    help: 'How the replica is: 1 at `used` where reads go to it, else at the reason why not.',
    labelNames: ['state'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      for (const state of replicaStates) this.set({ state }, state === replica.state ? 1 : 0)
    },
  })
  new Gauge({
    name: 'pedido_replica_lag_seconds',
    help: 'How far the replica was behind when it was last asked; none where it does not answer.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      // Where nobody knows there is no value: 0 would say that it has everything.
      if (replica.lagMs === undefined) this.remove()
      else this.set(replica.lagMs / 1000)
    },
  })
}

/** Shows when the embedded database was last looked after. The function it returns ends it. */
export function showUpkeep(registry: Registry): () => void {
  const upkeep = new Gauge({
    name: 'pedido_embedded_upkeep_timestamp_seconds',
    help: 'When the embedded database was last looked after; 0: not since the start.',
    registers: [registry],
  })
  return upkeepDone.listen(() => upkeep.setToCurrentTime())
}

/** Shows when the newest backup by schedule was begun. */
export function showBackups(registry: Registry, newest: () => number | undefined): void {
  new Gauge({
    name: 'pedido_backup_last_timestamp_seconds',
    help: 'When the newest backup in BACKUP_DIR was begun; 0: there is none.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(newest() ?? 0)
    },
  })
}

/** Shows what is wrong with the installation. The function it returns ends it. */
export function showConditions(registry: Registry): () => void {
  const condition = new Gauge({
    name: 'pedido_condition',
    help: 'What pedido status marks as a fault: 1 where it is one, looked at every 15 s.',
    labelNames: ['condition'],
    registers: [registry],
    aggregator: 'max',
  })
  const show = (found: ReadonlySet<string>) => {
    for (const name of conditionNames) condition.set({ condition: name }, found.has(name) ? 1 : 0)
  }
  show(new Set())
  return conditionsFound.listen(show)
}

/** Shows which version runs. */
export function showBuild(registry: Registry, version: string): void {
  new Gauge({
    name: 'pedido_build_info',
    help: 'Which version runs, on which Node.js.',
    labelNames: ['version', 'node'],
    registers: [registry],
    aggregator: 'first',
  }).set({ version, node: process.version }, 1)
}
