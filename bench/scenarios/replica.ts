import {
  caughtUp,
  type ReplicaStand,
  startReplicaStand,
} from '../../test/support/servers/replica-stand.ts'
import { type Service, startService } from '../../test/support/service.ts'
import type { Scenario } from '../support/command.ts'
import { familyCpu, processCpu } from '../support/cpu.ts'
import { figuresOf } from '../support/figures.ts'
import { type LoadOptions, loadInTurn, type Request, type Target } from '../support/load.ts'
import { requestOf, SETTINGS } from '../support/service.ts'
import type { Cell, Table } from '../support/table.ts'

const HEAD: Table['head'] = {
  ...{ Scenario: 'text', Reads: 'text', 'CPU Node ms': 3, 'CPU primary ms': 3 },
  'CPU replica ms, warm-up too': 3,
}

const ORDER = {
  id_customer: 1,
  items: Array.from({ length: 5 }, (_, i) => ({ id_item: 1, quantity: i + 1 })),
}

/** What the replica takes off the primary, and what the look for the newest position costs. */
export const replica: Scenario = {
  name: 'replica',
  about: 'a service that reads from a replica, beside one that does not, over one primary',
  databases: [],
  numbers: { seconds: 20, 'warm-up': 2, rounds: 10, connections: 10, orders: 100 },
  async run({ orders, ...load }) {
    const stand = await startReplicaStand(SETTINGS)
    const { primary, standby, folder, writer, reader } = stand
    const alone = await startService({ ...SETTINGS, DATABASE_URL: primary.url, DATA_DIR: folder })
    try {
      for (let i = 0; i < orders; i++) await stand.call('/orders', { token: writer, body: ORDER })
      await caughtUp(primary, standby)
      await stand.until('used')
      const ids = Array.from({ length: orders }, (_, i) => i + 1)
      const scenarios: Record<string, Request[]> = {
        read: ids.map((id) => requestOf(reader, `/orders/${id}`)),
        list: [requestOf(reader, '/orders?limit=25')],
        create: [requestOf(writer, '/orders', ORDER)],
      }
      const rows: Cell[][] = []
      for (const [name, requests] of Object.entries(scenarios)) {
        rows.push(...(await compared(stand, alone, name, requests, load)))
      }
      return [{ head: HEAD, rows }]
    } finally {
      await alone.stop('SIGTERM')
      await stand.close()
    }
  },
}

async function compared(
  { primary, standby, service }: ReplicaStand,
  alone: Service,
  scenario: string,
  requests: Request[],
  load: LoadOptions,
): Promise<Cell[][]> {
  const target = ({ address, child }: Service): Target => {
    const cpu = () => ({ node: processCpu(child.pid ?? 0), postgres: familyCpu(primary.pid()) })
    return { address, cpu }
  }
  const before = familyCpu(standby.pid())
  const measured = await loadInTurn(
    {
      alone: { target: target(alone), requests },
      replica: { target: target(service), requests },
    },
    load,
  )
  const ms = (familyCpu(standby.pid()) - before) * 1000
  return (['alone', 'replica'] as const).map((name) => {
    const { cpuNode, cpuPostgres } = figuresOf(measured[name])
    const answered = measured[name].reduce((sum, { requests }) => sum + requests, 0)
    return [scenario, name, cpuNode, cpuPostgres, name === 'replica' ? ms / answered : '']
  })
}
