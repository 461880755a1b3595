import type { Scenario } from '../support/command.ts'
import { figuresOf } from '../support/figures.ts'
import { loadInTurn } from '../support/load.ts'
import { FIVE_ITEMS, ITEMS, sampleOrder } from '../support/order.ts'
import { ask, onSeeded, requestOf } from '../support/service.ts'
import type { Table } from '../support/table.ts'

type Json = Record<string, unknown>

/** The same order by codes; `returned` is how it comes back. */
function byCodes(order: Json, returned: Json): Json {
  const codeOf = (record: unknown) => (record as { fk_id: string }).fk_id
  const entries = Object.entries(order).map(([field, value]) => {
    if (!field.startsWith('id_')) return [field, value]
    const name = { id_order_status: 'status', id_freight_type: 'freight' }[field] ?? field.slice(3)
    return [`fk_${field}`, codeOf(returned[name])]
  })
  const lines = returned['items'] as { item: unknown }[]
  const items = (order['items'] as Json[]).map(({ id_item: _, ...item }, i) => ({
    ...item,
    fk_id_item: codeOf(lines[i]?.item),
  }))
  return { ...Object.fromEntries(entries), items }
}

const HEAD: Table['head'] = {
  ...{ What: 'text', 'requests/s': 0, 'CPU Node ms': 3, 'CPU PostgreSQL ms': 3 },
  'CPU ÷ by ids': 2,
}

export const codes: Scenario = {
  name: 'codes',
  about: 'creates whose references are the client’s codes, beside ones by ids',
  databases: ['postgres'],
  numbers: { seconds: 10, 'warm-up': 3, rounds: 10, connections: 10, orders: 1000 },
  run: ({ host, orders, ...load }) =>
    onSeeded(host, { orders, ...FIVE_ITEMS }, async (service) => {
      const order = sampleOrder(service.references) as Json
      const { data } = await ask(service, '/orders', { body: order })
      const of = (body: Json) => ({
        target: service,
        requests: [requestOf(service.token, '/orders', body)],
      })
      const measured = await loadInTurn({ ids: of(order), codes: of(byCodes(order, data)) }, load)
      const ids = figuresOf(measured.ids)
      const rows = Object.entries(measured).map(([by, rounds]) => {
        const { requestsPerSecond, cpuNode, cpuPostgres, cpu } = figuresOf(rounds)
        const ratio = cpu && ids.cpu && cpu / ids.cpu
        return [`create, ${ITEMS} items, by ${by}`, requestsPerSecond, cpuNode, cpuPostgres, ratio]
      })
      return [{ head: HEAD, rows }]
    }),
}
