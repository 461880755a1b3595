import type { Scenario } from '../support/command.ts'
import { figuresOf } from '../support/figures.ts'
import { loadInTurn } from '../support/load.ts'
import { ITEMS, sampleOrder } from '../support/order.ts'
import { onSeeded, requestOf } from '../support/service.ts'
import type { Table } from '../support/table.ts'
import { ITEMS_MAX, SCALE_NUMBERS, SMALL } from './lists.ts'

const MANY_ITEMS = 500

const HEAD: Table['head'] = {
  ...{ 'POST /orders': 'text', 'CPU Node ms': 3, 'PostgreSQL ms': 3, 'both ms': 3 },
  ...{ 'both ms, an item': 3, 'p50 ms': 1 },
}

export const creates: Scenario = {
  name: 'creates',
  about: `orders of ${ITEMS} and of ${MANY_ITEMS} items`,
  databases: ['postgres'],
  numbers: { ...SCALE_NUMBERS, orders: SMALL },
  run: ({ host, orders, ...load }) =>
    onSeeded(host, { orders, itemsMax: ITEMS_MAX }, async (service) => {
      const of = (items: number) => ({
        target: service,
        requests: [requestOf(service.token, '/orders', sampleOrder(service.references, items))],
      })
      const measured = await loadInTurn({ few: of(ITEMS), many: of(MANY_ITEMS) }, load)
      const rows = (['few', 'many'] as const).map((name) => {
        const items = name === 'few' ? ITEMS : MANY_ITEMS
        const { cpuNode, cpuPostgres, cpu, p50 } = figuresOf(measured[name])
        return [`${items} items`, cpuNode, cpuPostgres, cpu, cpu && cpu / items, p50]
      })
      return [{ head: HEAD, rows }]
    }),
}
