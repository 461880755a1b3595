import { caughtUp, startReplicaStand } from '../test/support/servers/replica-stand.ts'
import { type Service, startService } from '../test/support/service.ts'
import { familyCpu, processCpu } from './support/cpu.ts'
import { type LoadOptions, loadInTurn, type Request } from './support/load.ts'
import { figuresOf, markdown } from './support/report.ts'
import { SETTINGS } from './support/service.ts'

// `npm run bench:replica`: the same requests to a service that reads from a replica and to one that
// does not, both over one primary. What the replica takes off the primary, and what the look for
// the newest position costs. `docs/decisions/0014-reads-from-a-replica.md` holds the figures.

const ORDERS = 100
const options: LoadOptions = { connections: 10, seconds: 20, warmUpSeconds: 2, rounds: 10 }

const stand = await startReplicaStand(SETTINGS)
const alone = await startService({
  ...SETTINGS,
  DATABASE_URL: stand.primary.url,
  DATA_DIR: stand.folder,
})
try {
  const body = JSON.stringify({
    id_customer: 1,
    items: Array.from({ length: 5 }, (_, i) => ({ id_item: 1, quantity: i + 1 })),
  })
  const headers = (token: string) => ({ authorization: `Bearer ${token}` })
  const create: Request = {
    method: 'POST',
    path: '/orders',
    headers: { ...headers(stand.writer), 'content-type': 'application/json' },
    body,
  }
  for (let i = 0; i < ORDERS; i++) {
    await stand.call('/orders', { token: stand.writer, body: JSON.parse(body) })
  }
  await caughtUp(stand.primary, stand.standby)
  await stand.until('used')
  const get = (path: string): Request => ({ method: 'GET', path, headers: headers(stand.reader) })
  const scenarios: Record<string, Request[]> = {
    read: Array.from({ length: ORDERS }, (_, i) => get(`/orders/${i + 1}`)),
    list: [get('/orders?limit=25')],
    create: [create],
  }
  const lines: string[][] = []
  for (const [scenario, requests] of Object.entries(scenarios)) {
    const before = familyCpu(stand.standby.pid())
    const measured = await loadInTurn(
      {
        alone: { target: target(alone), requests },
        replica: { target: target(stand.service), requests },
      },
      options,
    )
    const standby = familyCpu(stand.standby.pid()) - before
    for (const name of ['alone', 'replica'] as const) {
      const figures = figuresOf(measured[name])
      const answered = measured[name].reduce((sum, { requests }) => sum + requests, 0)
      const onStandby = name === 'replica' ? ((standby / answered) * 1000).toFixed(3) : ''
      lines.push([
        ...[scenario, name, figures.cpuNode.toFixed(3)],
        ...[figures.cpuPostgres?.toFixed(3) ?? '?', onStandby],
      ])
    }
  }
  const head = ['Scenario', 'Reads', 'CPU Node ms', 'CPU primary ms', 'CPU replica ms, warm-up too']
  console.log(markdown(head, lines, 2))
} finally {
  await alone.stop('SIGTERM')
  await stand.close()
}

function target({ address, child }: Service) {
  const cpu = () => ({
    node: processCpu(child.pid ?? 0),
    postgres: familyCpu(stand.primary.pid()),
  })
  return { address, cpu }
}
