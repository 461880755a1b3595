import type { Bench } from './support/databases.ts'
import { type LoadOptions, loadInTurn, type Request } from './support/load.ts'
import { type References, sampleOrder } from './support/order.ts'
import { type Compared, compare, markdown } from './support/report.ts'

// Orders with declared custom fields beside the same ones with texts that nobody declared.

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

/** In each result `service` has declared fields and `floor` has none. */
export async function benchDeclared(bench: Bench, options: LoadOptions): Promise<Compared[]> {
  const { database, service, token, references, declaring } = bench
  console.error(`${database}: declared fields …`)
  for (const field of fields) {
    await post(service.address, declaring.token, '/custom-fields', {
      ...field,
      resource: 'orders',
      label: field.key,
    })
  }
  for (let made = 0; made < ORDERS; made++) {
    await post(
      service.address,
      declaring.token,
      '/orders',
      order(declaring.references, made % ROUTES),
    )
  }
  const read = (query: string): Request[] => [
    { method: 'GET', path: `/orders${query}`, headers: headersOf(declaring.token) },
  ]
  const create = (its: { token: string; references: References }): Request[] =>
    Array.from({ length: ROUTES }, (_, route) => ({
      method: 'POST',
      path: '/orders',
      headers: headersOf(its.token),
      body: JSON.stringify(order(its.references, route)),
    }))
  const inTurn = async (what: string, declared: Request[], plain: Request[]) =>
    compare(
      database,
      what,
      await loadInTurn(
        {
          service: { target: service, requests: declared },
          floor: { target: service, requests: plain },
        },
        options,
      ),
    )
  const type = (declaring.references.ids['id_payment_type'] ?? 0) + 1
  const route = `?custom.rota=${ROUTES - 1}`
  return [
    await inTurn(
      'a list by a field ÷ by a payment type',
      read(route),
      read(`?id_payment_type=${type}`),
    ),
    await inTurn('a list by a field ÷ of all', read(route), read('')),
    await inTurn(
      'create with 5 declared fields ÷ undeclared',
      create(declaring),
      create({ token, references }),
    ),
  ]
}

function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

async function post(address: string, token: string, path: string, body: object): Promise<void> {
  const request = { method: 'POST', headers: headersOf(token), body: JSON.stringify(body) }
  const answer = await fetch(address + path, request)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

const HEAD = ['Database', 'What', 'requests/CPU s', 'beside', 'ratio', 'p50 ms', 'beside']

export function declaredTable(all: Compared[]): string {
  return markdown(
    HEAD,
    all.map(({ database, scenario, service, floor, ratio }) => [
      database,
      scenario,
      service.requestsPerCpuSecond?.toFixed(0) ?? '?',
      floor.requestsPerCpuSecond?.toFixed(0) ?? '?',
      `**${ratio.perCpuSecond?.toFixed(2) ?? '?'}**`,
      service.p50.toFixed(1),
      floor.p50.toFixed(1),
    ]),
    2,
  )
}
