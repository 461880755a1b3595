import type { Records } from '../seed/records.ts'
import { type LoadOptions, loadInTurn, type Request } from '../support/load.ts'
import { ITEMS, referencesOf, sampleOrder } from '../support/order.ts'
import { type Figures, figuresOf } from '../support/report.ts'
import type { Service } from '../support/service.ts'

export interface Created {
  items: number
  figures: Figures
}

const MANY_ITEMS = 500

export function createRequest({ token }: Service, records: Records, items = ITEMS): Request {
  return {
    method: 'POST',
    path: '/orders',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(sampleOrder(referencesOf(records), items)),
  }
}

/** Creates orders of few and of many items in turn. */
export async function createFewAndMany(
  service: Service,
  records: Records,
  options: LoadOptions,
): Promise<Created[]> {
  const of = (items: number) => ({
    target: service,
    requests: [createRequest(service, records, items)],
  })
  const measured = await loadInTurn({ few: of(ITEMS), many: of(MANY_ITEMS) }, options)
  return [
    { items: ITEMS, figures: figuresOf(measured.few) },
    { items: MANY_ITEMS, figures: figuresOf(measured.many) },
  ]
}
