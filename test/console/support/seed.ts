import assert from 'node:assert/strict'
import type { Server } from '../../harness.ts'
import { branches, cities, goods, kinds, names, sellers, streets } from './goods.ts'

export interface SeedSize {
  customers: number
  orders: number
  /** Days back from now that the orders are spread over. */
  days: number
  /** Taken when people work, some days more than others: for pictures. */
  isByDay?: boolean
}

/**
 * A distributor of food and cleaning goods in the Triângulo Mineiro: sellers, branches, customers
 * with CNPJ and addresses, products, and orders of the last months with taxes, in every status. The
 * same at each run but for the days, which end now. All of it by the bulk endpoints.
 */
export async function seedDistributor(server: Pick<Server, 'send'>, size: SeedSize): Promise<void> {
  await server.send('PATCH', '/account', {
    body: {
      name: 'Distribuidora Cerrado Alimentos e Limpeza Ltda.',
      time_zone: 'America/Sao_Paulo',
    },
  })
  const write = (name: string, records: object[]) => writeAll(server, name, records)
  await write(
    'users',
    sellers.map(([fk_id, name]) => ({
      fk_id,
      name,
      email: `${fk_id.toLowerCase()}@cerrado.example.com`,
    })),
  )
  await write(
    'branch-companies',
    branches.map(([fk_id, name]) => ({ fk_id, name })),
  )
  await write('payment-types', [
    { fk_id: '28D', name: '28 dias' },
    { fk_id: '28-35', name: '28/35 dias' },
    { fk_id: 'AV', name: 'À vista' },
  ])
  await write('payment-methods', [
    { fk_id: 'BOL', name: 'Boleto bancário' },
    { fk_id: 'PIX', name: 'Pix' },
  ])
  await write('categories', [
    { fk_id: 'VENDA', name: 'Venda' },
    { fk_id: 'BONIF', name: 'Bonificação' },
  ])
  await write('shipping-companies', [
    { fk_id: 'FROTA', name: 'Frota própria' },
    { fk_id: 'TRANSV', name: 'Transportadora Vale do Paranaíba Ltda.' },
  ])
  await write(
    'products',
    goods.map(([fk_id, name, price]) => ({ fk_id, name, price })),
  )
  await write(
    'customers',
    Array.from({ length: size.customers }, (_, i) => customer(i)),
  )
  await write(
    'orders',
    Array.from({ length: size.orders }, (_, i) => order(i, size)),
  )
}

const STEP = 500

async function writeAll(server: Pick<Server, 'send'>, name: string, records: object[]) {
  for (let from = 0; from < records.length; from += STEP) {
    const body = records
      .slice(from, from + STEP)
      .map((one) => JSON.stringify(one))
      .join('\n')
    const headers = { 'content-type': 'application/x-ndjson' }
    const { body: results } = await server.send('POST', `/bulk/${name}`, { body, headers })
    const refused = (results as { status: string }[]).filter(({ status }) => status !== 'created')
    assert.deepEqual(refused.slice(0, 3), [], name)
  }
}

/** The same number for the same row and purpose, below `count`. */
function draw(row: number, purpose: number, count: number): number {
  let hash = (row + 1) * 2_654_435_761 + purpose * 40_503_001
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_917)
  return ((hash ^ (hash >>> 16)) >>> 0) % count
}

const pick = <T>(list: readonly T[], row: number, purpose: number): T =>
  list[draw(row, purpose, list.length)] as T

function customer(i: number): object {
  const [city, state, zip_code] = pick(cities, i, 1)
  const name = `${pick(kinds, i, 2)} ${names[i % names.length]}${i < names.length ? '' : ` ${city}`}${i % 3 === 0 ? ' Comércio de Alimentos Ltda.' : i % 3 === 1 ? ' ME' : ''}`
  const code = `C${String(i + 1).padStart(5, '0')}`
  return {
    fk_id: code,
    name,
    document: cnpj(i),
    email: `compras@${code.toLowerCase()}.example.com`,
    phone: `34 9${String(8_000_0000 + draw(i, 3, 19_999_999)).slice(0, 8)}`,
    fk_id_users: portfolio(i),
    addresses: [
      {
        fk_id: `${code}-ENTREGA`,
        name: 'Entrega',
        street: pick(streets, i, 4),
        number: 10 + draw(i, 5, 2900),
        neighborhood: pick(
          ['Centro', 'Jardim das Palmeiras', 'Vila São José', 'Setor Industrial'],
          i,
          6,
        ),
        city,
        state,
        zip_code,
        address_type: 'delivery',
      },
    ],
  }
}

/** Most customers have one seller, some two, some none yet. */
function portfolio(i: number): string[] {
  if (i % 11 === 10) return []
  const [first, second] = [pick(sellers, i, 20)[0], pick(sellers, i, 21)[0]]
  return i % 7 === 6 && second !== first ? [first, second] : [first]
}

/** With its check digits. */
function cnpj(i: number): string {
  const base = `${String(11_222_333 + i * 7919).slice(0, 8)}0001`
  const digit = (text: string) => {
    const sum = [...text]
      .reverse()
      .reduce((all, one, place) => all + Number(one) * (2 + (place % 8)), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const first = `${base}${digit(base)}`
  return `${first}${digit(first)}`
}

/** The older, the further on its way. */
function statusOf(i: number, age: number): string {
  if (draw(i, 7, 20) === 0) return 'cancelled'
  const way = ['draft', 'open', 'approved', 'picking', 'invoiced', 'shipped', 'delivered']
  return way[Math.min(way.length - 1, Math.floor(age) + draw(i, 8, 2))] ?? 'open'
}

const DAY_MS = 86_400_000

function order(i: number, { customers, orders, days, isByDay = false }: SeedSize): object {
  const age = ((orders - i) / orders) * days
  const even = new Date(Date.now() - age * DAY_MS)
  const date = isByDay && age > 1 ? atWork(i, even) : even
  const buyer = Math.min(draw(i, 9, customers), draw(i, 10, customers))
  const lines = i % 97 === 0 ? 120 : 1 + draw(i, 11, 14)
  return {
    fk_id: `PED-${String(i + 1).padStart(6, '0')}`,
    fk_id_customer: `C${String(buyer + 1).padStart(5, '0')}`,
    fk_id_address: `C${String(buyer + 1).padStart(5, '0')}-ENTREGA`,
    fk_id_user: pick(sellers, buyer, 12)[0],
    fk_id_branch_company: pick(branches, buyer, 13)[0],
    fk_id_payment_type: pick(['28D', '28-35', 'AV'], i, 14),
    fk_id_payment_method: pick(['BOL', 'BOL', 'PIX'], i, 15),
    fk_id_category: i % 40 === 0 ? 'BONIF' : 'VENDA',
    fk_id_shipping_company: pick(['FROTA', 'FROTA', 'TRANSV'], i, 16),
    fk_id_order_status: statusOf(i, age),
    date: date.toISOString(),
    delivery_date: new Date(date.getTime() + (2 + draw(i, 17, 5)) * DAY_MS).toISOString(),
    observations:
      i % 9 === 0 ? 'Entregar pela manhã, no portão dos fundos. Falar com a Dona Conceição.' : null,
    items: Array.from({ length: lines }, (_, line) => item(i * 131 + line, line)),
  }
}

/** From eight to six in São Paulo, few on Saturdays and none on Sundays. */
function atWork(i: number, even: Date): Date {
  const date = new Date(even)
  date.setUTCDate(date.getUTCDate() - (draw(i, 21, 3) === 0 ? 1 : 0))
  const day = date.getUTCDay()
  if (day === 0) date.setUTCDate(date.getUTCDate() - 2)
  else if (day === 6 && draw(i, 22, 4) > 0) date.setUTCDate(date.getUTCDate() - 1)
  date.setUTCHours(11 + draw(i, 23, 10), draw(i, 24, 60), 0, 0)
  return date
}

function item(row: number, line: number): object {
  const [fk_id_item, , , ipi] =
    goods[(draw(row, 18, goods.length) + line) % goods.length] ?? goods[0] ?? []
  return {
    fk_id: `L${line + 1}`,
    fk_id_item,
    quantity: 1 + draw(row, 19, 60),
    discount_percentage: draw(row, 20, 4) === 0 ? 2.5 : 0,
    aliq_icms: 18,
    ...(ipi ? { aliq_ipi: ipi } : {}),
  }
}
