import { programVersion } from '../../base/system/package.ts'
import type { Config } from '../../config.ts'
import type { Measured, MetricsEndpoint } from '../../operations/metrics/endpoint.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import { statementName } from './statement-names.ts'

// What counts, and the libraries for it, are loaded only where METRICS_PORT is set.

/** Counts from now on what this process does; undefined where nobody asks for metrics. */
export async function openMetrics(config: Config): Promise<Metrics | undefined> {
  if (config.METRICS_PORT === undefined) return undefined
  const { openMetrics: open } = await import('../../operations/metrics/metrics.ts')
  return open(statementName)
}

type Shown = Parameters<Metrics['show']>[0]

/** Adds what there is to see of a process that is about to serve. */
export function showProcess(metrics: Metrics, parts: Omit<Shown, 'version'>): void {
  metrics.show({ ...parts, version: programVersion() })
}

/** Answers at METRICS_PORT. */
export async function offerMetrics(
  config: Config,
  gather: () => Promise<Measured[]>,
): Promise<MetricsEndpoint> {
  const { listenForMetrics } = await import('../../operations/metrics/endpoint.ts')
  return listenForMetrics(config, gather)
}
