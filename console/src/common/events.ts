import type { CloudEvent } from '@pedido/client'
import { pedido } from '../session/client.ts'
import { serviceNow } from '../session/fetch.ts'

export interface EventFilters {
  type?: string
  subject?: string
}

/** So long ago by the service's clock, in ISO 8601. */
export const instantAgo = (ms: number) => new Date(serviceNow() - ms).toISOString()

/**
 * The events since a time, and from then on each as it happens, without a gap between them: a stream
 * that begins by itself begins some time after it was asked for.
 * @param from an instant of the service, in ISO 8601
 */
export async function* eventsSince(
  filters: EventFilters,
  from: string,
  signal: AbortSignal,
): AsyncGenerator<CloudEvent> {
  let cursor: string | undefined
  for await (const page of pedido.events.list({ ...filters, from }, { signal }).pages()) {
    yield* page.data
    cursor = page.next_cursor
  }
  // The cursor carries the filters along.
  yield* pedido.events.stream(cursor === undefined ? filters : { cursor }, { signal })
}
