import { setTimeout } from 'node:timers/promises'
import type { Scenario } from '../support/command.ts'
import { difference } from '../support/load.ts'
import { FIVE_ITEMS } from '../support/order.ts'
import { startReceiver } from '../support/receiver.ts'
import { ask, onSeeded, type Seeded, type Service } from '../support/service.ts'
import type { Cell } from '../support/table.ts'

const LOOK_MS = 10

/** The events of the orders are sent to a receiver on this machine. */
export const webhooks: Scenario = {
  name: 'webhooks',
  about: 'how fast one process sends events',
  databases: ['postgres'],
  numbers: { orders: 20_000, rounds: 3 },
  run: ({ host, orders, rounds }) =>
    onSeeded(host, { orders, ...FIVE_ITEMS }, async (service) => {
      const rows: Cell[][] = []
      for (let i = 0; i < rounds; i++) rows.push(await oneRound(service))
      const head = { Events: 0, 'Bytes each': 0, 'Events/s': 0 }
      return [{ head: { ...head, 'CPU Node µs': 0, 'CPU PostgreSQL µs': 0 }, rows }]
    }),
}

async function oneRound(service: Service & Seeded): Promise<Cell[]> {
  const receiver = await startReceiver()
  const { length: events } = service.orders
  try {
    const body = { url: receiver.address, types: ['order.*'] }
    const { data } = await ask(service, '/webhooks', { body })
    const before = service.cpu()
    const start = performance.now()
    await ask(service, `/webhooks/${data.id}/replay`, { body: { from: '2000-01-01' } })
    let seen = await receiver.count()
    while (seen.events < events) {
      await setTimeout(LOOK_MS)
      seen = await receiver.count()
    }
    const seconds = (performance.now() - start) / 1000
    const { node, postgres } = difference(service.cpu(), before)
    const each = (spent: number) => (spent / events) * 1e6
    const cpu = [each(node), postgres === undefined ? null : each(postgres)]
    return [events, seen.bytes / events, events / seconds, ...cpu]
  } finally {
    receiver.stop()
  }
}
