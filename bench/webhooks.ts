import { setTimeout } from 'node:timers/promises'
import { ITEMS } from './support/order.ts'
import { startReceiver } from './support/receiving.ts'
import { markdown } from './support/report.ts'
import { onServer } from './support/server.ts'
import { onSeeded, type Service } from './support/service.ts'

// `npm run bench:webhooks [-- EVENTS]`: how fast one process sends the events of orders of five items
// to a receiver on this machine. `docs/performance.md` holds the figures.

const EVENTS = Number(process.argv[2] ?? 20_000)
const ROUNDS = 3
const LOOK_MS = 10

async function post(service: Service, path: string, body: object) {
  const answer = await fetch(service.address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text).data
}

async function oneRound(service: Service): Promise<string[]> {
  const receiver = await startReceiver()
  try {
    const types = ['order.*']
    const { id } = await post(service, '/webhooks', { url: receiver.address, types })
    const before = service.cpu()
    const start = performance.now()
    await post(service, `/webhooks/${id}/replay`, { from: '2000-01-01' })
    let seen = await receiver.count()
    while (seen.events < EVENTS) {
      await setTimeout(LOOK_MS)
      seen = await receiver.count()
    }
    const seconds = (performance.now() - start) / 1000
    const after = service.cpu()
    const each = (spent = 0) => ((spent / EVENTS) * 1e6).toFixed(0)
    return [
      String(EVENTS),
      (seen.bytes / EVENTS).toFixed(0),
      (EVENTS / seconds).toFixed(0),
      each(after.node - before.node),
      each((after.postgres ?? 0) - (before.postgres ?? 0)),
    ]
  } finally {
    receiver.stop()
  }
}

await onServer(process.env['DATABASE_URL'], (server) =>
  onSeeded(
    server,
    { orders: EVENTS, itemsMin: ITEMS, itemsMax: ITEMS, events: true },
    async (service) => {
      const lines: string[][] = []
      for (let i = 0; i < ROUNDS; i++) lines.push(await oneRound(service))
      const head = ['Events', 'Bytes each', 'Events/s', 'CPU Node µs', 'CPU PostgreSQL µs']
      console.log(markdown(head, lines, 0))
    },
  ),
)
