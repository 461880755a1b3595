import type { Config } from '../../config.ts'
import type { Log } from '../../database/pool.ts'

type Settings = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG'
>

/**
 * Sends spans from now on, where the settings name a collector; the libraries for it are loaded only
 * then. The function it returns sends the last ones and ends it.
 */
export async function openTraces(settings: Settings, log: Log): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  if (endpoint === undefined) return async () => {}
  const { sendSpans } = await import('./otlp.ts')
  return sendSpans({
    endpoint,
    serviceName: settings.OTEL_SERVICE_NAME,
    share: settings.OTEL_TRACES_SAMPLER_ARG,
    log,
  })
}
