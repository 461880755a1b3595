import { setTimeout as pause } from 'node:timers/promises'
import { Gauge, type Registry } from '@prometheus-io/client'
import type { Database } from '../../database/database.ts'
import { checkpoints_last, database_size, event_queue_lag, webhooks_backlog } from './sql.ts'

/** After it nobody waits for the database: whoever asks for metrics does not either. */
const PATIENCE_MS = 3_000

type MeasuredDatabase = Pick<Database, 'reads' | 'isEmbedded'>

/**
 * Shows what the database knows of all accounts together, asked for each time that metrics are. While
 * it does not answer, what it last said stays, and `pedido_database_up` is 0.
 */
export function showStored(registry: Registry, database: MeasuredDatabase): void {
  let write = async () => {}
  let asking: Promise<boolean> | undefined
  // Whoever comes while the database is asked shares the answer.
  const ask = () => {
    asking ??= write()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined
      })
    return Promise.race([asking, pause(PATIENCE_MS, false, { ref: false })])
  }
  const labelled: MakeGauge = (name, help, labelNames) =>
    new Gauge({
      ...{ name, help, labelNames, registers: [registry], aggregator: 'max' },
      async collect() {
        await ask()
      },
    })
  write = gauges(database, labelled)
  new Gauge({
    name: 'pedido_database_up',
    help: 'Whether the database answered within three seconds what these metrics ask of it.',
    registers: [registry],
    aggregator: 'max',
    async collect() {
      this.set((await ask()) ? 1 : 0)
    },
  })
}

type MakeGauge = (name: string, help: string, labelNames: string[]) => Gauge<string>

/** Makes the gauges, and what asks for their values. */
function gauges({ reads, isEmbedded }: MeasuredDatabase, labelled: MakeGauge): () => Promise<void> {
  const gauge = (name: string, help: string) => labelled(name, help, [])
  const waiting = gauge('pedido_feed_waiting_events', 'Committed events without a place yet.')
  const lag = gauge('pedido_feed_lag_seconds', 'Age of the oldest event without a place.')
  const backlog = labelled(
    'pedido_webhook_backlog_events',
    'Events that enabled webhooks were not sent: new ones, and those that failed before.',
    ['kind'],
  )
  const oldest = gauge('pedido_webhook_oldest_seconds', 'Age of the oldest of these events.')
  const webhooks = labelled(
    'pedido_webhooks',
    'Webhooks: enabled, failing among these, and disabled by the service.',
    ['state'],
  )
  const size = gauge('pedido_database_size_bytes', 'Size of the database.')
  const writeCheckpoint = isEmbedded ? checkpointGauges(gauge) : undefined
  return async () => {
    const [feed] = await event_queue_lag(reads, [])
    waiting.set(feed?.waiting ?? 0)
    lag.set(feed?.oldest ?? 0)
    const [sent] = await webhooks_backlog(reads, [])
    if (sent) {
      backlog.set({ kind: 'new' }, sent.behind)
      backlog.set({ kind: 'retry' }, sent.retries)
      oldest.set(sent.oldest)
      webhooks.set({ state: 'enabled' }, sent.enabled)
      webhooks.set({ state: 'failing' }, sent.failing)
      webhooks.set({ state: 'disabled' }, sent.disabled)
    }
    size.set((await database_size(reads, []))[0]?.bytes ?? 0)
    const [checkpoint] = writeCheckpoint ? await checkpoints_last(reads, []) : []
    if (checkpoint) writeCheckpoint?.(checkpoint)
  }
}

function checkpointGauges(gauge: (name: string, help: string) => Gauge) {
  const time = gauge(
    'pedido_embedded_checkpoint_timestamp_seconds',
    'When the embedded database made its last checkpoint.',
  )
  const log = gauge(
    'pedido_embedded_log_bytes',
    'Write-ahead log since the last checkpoint, which a start after a crash replays.',
  )
  return (found: { time: number; log_bytes: number }) => {
    time.set(found.time)
    log.set(found.log_bytes)
  }
}
