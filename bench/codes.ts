import { parseArgs } from 'node:util'
import { type LoadOptions, loadInTurn } from './support/load.ts'
import { ITEMS, referencesOf, sampleOrder } from './support/order.ts'
import { figuresOf, markdown } from './support/report.ts'
import { onServer } from './support/server.ts'
import { onSeeded } from './support/service.ts'

// `npm run bench:codes`: a create whose references are the client's own codes beside one by ids.

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '10' },
  },
})
const options: LoadOptions = {
  seconds: Number(flags.seconds),
  warmUpSeconds: 3,
  rounds: Number(flags.rounds),
  connections: Number(flags.connections),
}

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

const seeding = { orders: 1000, itemsMin: ITEMS, itemsMax: ITEMS, events: true }
const rows = await onServer(flags.url, (server) =>
  onSeeded(server, seeding, async (service) => {
    const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' }
    const order = sampleOrder(referencesOf(service.seeded.records)) as Json
    const post = (body: Json) => ({
      method: 'POST',
      path: '/orders',
      headers,
      body: JSON.stringify(body),
    })
    const answer = await fetch(`${service.address}/orders`, post(order))
    const { data } = (await answer.json()) as { data: Json }
    const measured = await loadInTurn(
      {
        ids: { target: service, requests: [post(order)] },
        codes: { target: service, requests: [post(byCodes(order, data))] },
      },
      options,
    )
    const [ids, codes] = [figuresOf(measured.ids), figuresOf(measured.codes)]
    const cpu = ({ cpuNode, cpuPostgres }: typeof ids) => cpuNode + (cpuPostgres ?? Number.NaN)
    return Object.entries({ ids, codes }).map(([by, figures]) => [
      `create, ${ITEMS} items, by ${by}`,
      figures.requestsPerSecond.toFixed(0),
      figures.cpuNode.toFixed(3),
      figures.cpuPostgres?.toFixed(3) ?? '?',
      (cpu(figures) / cpu(ids)).toFixed(2),
    ])
  }),
)
console.log(markdown(['', 'requests/s', 'CPU Node ms', 'CPU PostgreSQL ms', 'CPU ÷ by ids'], rows))
