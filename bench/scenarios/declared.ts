import type { Options, Scenario } from '../support/command.ts'
import { figuresOf, ratioOf } from '../support/figures.ts'
import { loadInTurn, type Request } from '../support/load.ts'
import { FIVE_ITEMS, type References, sampleOrder } from '../support/order.ts'
import {
  ACCOUNT,
  ask,
  fillAccount,
  inDatabase,
  requestOf,
  type Seeded,
  type Service,
  serving,
  withWorkers,
} from '../support/service.ts'
import type { Cell, Table } from '../support/table.ts'
import { FLOOR_NUMBERS } from './floor.ts'

/** Of different routes, so many: a route has a tenth of the orders. */
const ROUTES = 10
const ORDERS = 1000

const fields = [
  { key: 'rota', type: 'integer', filterable: true },
  { key: 'prometida', type: 'date', filterable: true },
  { key: 'peso', type: 'decimal' },
  { key: 'refrigerada', type: 'boolean' },
  { key: 'curva', type: 'choice', choices: ['A', 'B', 'C'] },
]

/** Orders of the last route are the ones of the second payment type. */
function order(references: References, route: number): object {
  const { id_payment_type = 0 } = references.ids
  return {
    ...sampleOrder(references),
    id_payment_type: id_payment_type + (route === ROUTES - 1 ? 1 : 0),
    custom_fields: {
      rota: String(route),
      prometida: `2026-12-0${1 + (route % 9)}`,
      peso: `1${route}.5`,
      refrigerada: 'false',
      curva: 'B',
    },
  }
}

const HEAD: Table['head'] = {
  ...{ Database: 'text', What: 'text', 'requests/CPU s': 0, 'beside it': 0, ratio: 2 },
  ...{ 'p50 ms': 1, 'p50 ms beside it': 1 },
}

/** Another account than the one that declares has the same orders with texts that nobody declared. */
export const declared: Scenario = {
  name: 'declared',
  about: 'orders with declared custom fields, beside the same ones without',
  databases: ['embedded', 'postgres'],
  numbers: FLOOR_NUMBERS,
  async run({ host, orders, workers, ...load }) {
    const own = await host.createDatabase()
    const { plain, declaring } = await inDatabase(own, async (db) => ({
      plain: await fillAccount(db, ACCOUNT, { orders, ...FIVE_ITEMS }),
      // Declared fields cost every order of their account.
      declaring: await fillAccount(db, 'second', { orders: 0 }),
    }))
    return serving(host, { ...own, ...withWorkers(host, workers) }, async (service) => {
      await declare({ ...service, ...declaring })
      const rows = await compared(service, plain, declaring, load)
      return [{ head: HEAD, rows: rows.map((row) => [host.title, ...row]) }]
    })
  },
}

async function declare(service: Service & Seeded): Promise<void> {
  for (const field of fields) {
    const body = { ...field, resource: 'orders', label: field.key }
    await ask(service, '/custom-fields', { body })
  }
  for (let made = 0; made < ORDERS; made++) {
    await ask(service, '/orders', { body: order(service.references, made % ROUTES) })
  }
}

async function compared(
  service: Service,
  plain: Seeded,
  declaring: Seeded,
  load: Omit<Options, 'host' | 'orders' | 'workers'>,
): Promise<Cell[][]> {
  const read = (query: string) => [requestOf(declaring.token, `/orders${query}`)]
  const create = ({ token, references }: Seeded) =>
    Array.from({ length: ROUTES }, (_, route) =>
      requestOf(token, '/orders', order(references, route)),
    )
  const type = (declaring.references.ids['id_payment_type'] ?? 0) + 1
  const byRoute = read(`?custom.rota=${ROUTES - 1}`)
  const pairs: [what: string, declared: Request[], beside: Request[]][] = [
    ['a list by a field ÷ by a payment type', byRoute, read(`?id_payment_type=${type}`)],
    ['a list by a field ÷ of all', byRoute, read('')],
    ['create with 5 declared fields ÷ undeclared', create(declaring), create(plain)],
  ]
  const rows: Cell[][] = []
  for (const [what, declared, beside] of pairs) {
    const of = (requests: Request[]) => ({ target: service, requests })
    const measured = await loadInTurn({ declared: of(declared), beside: of(beside) }, load)
    const [one, other] = [figuresOf(measured.declared), figuresOf(measured.beside)]
    const ratio = ratioOf('requestsPerCpuSecond', measured.declared, measured.beside)
    const speeds = [one.requestsPerCpuSecond, other.requestsPerCpuSecond]
    rows.push([what, ...speeds, ratio, one.p50, other.p50])
  }
  return rows
}
