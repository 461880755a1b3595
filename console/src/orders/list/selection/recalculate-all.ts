import type { CreateRecalculationQuery } from '@pedido/client'
import { pedido } from '../../../session/client.ts'

/** Asks for one by the filters of a list. */
export function recalculateAll(filters: Readonly<Record<string, string>>, isDry: boolean) {
  const chosen = Object.keys(filters).length > 0 ? filters : { all: true }
  const query = { ...chosen, ...(isDry ? { dry_run: true } : {}) }
  return pedido.recalculations.create(query as unknown as CreateRecalculationQuery)
}
