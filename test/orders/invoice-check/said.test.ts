import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../../harness.ts'
import { data, succeed } from '../../support/orders.ts'
import { type Sample, sample } from '../../support/sample.ts'

// The check before the invoice, of what orders and their lines say: each order has one thing wrong.

let server: Server
let ids: Sample
let buyers: Record<'registered' | 'consumer', number>
let operations: Record<'sale' | 'return', number>
before(async () => {
  server = await startServer()
  ids = await sample(server)
  await data(server, 'PATCH', `/branch-companies/${ids.branch_company}`, {
    state: 'SP',
    regimes: [{ since: '2026-01-01', crt: 3, ibs_cbs_regime: 'regular' }],
  })
  await data(server, 'PATCH', `/products/${ids.product}`, {
    ncm: '82029990',
    cest: null,
    unit: 'UN',
  })
  const buyer = async (body: object) => {
    const { id } = await data(server, 'POST', '/customers', body)
    return id as number
  }
  buyers = {
    registered: await buyer({
      name: 'Aurora',
      document: '11222333000181',
      ie_kind: 1,
      ie: '110042490114',
    }),
    consumer: await buyer({ name: 'Ana', document: '52998224725', ie_kind: 9 }),
  }
  const operation = async (body: object) =>
    (await data(server, 'POST', '/operations', body)).id as number
  operations = {
    sale: await operation({ name: 'Venda' }),
    return: await operation({ name: 'Devolução', purpose: 4, kind: 'other' }),
  }
})
after(() => server.close())

const places = { SP: '3550308', MG: '3106200' }
const addresses = new Map<string, number>()
async function addressIn(id_customer: number, state: keyof typeof places): Promise<number> {
  const key = `${id_customer} ${state}`
  const known = addresses.get(key)
  if (known) return known
  const made = await data(server, 'POST', `/customers/id:${id_customer}/address`, {
    street: 'Rua A',
    number: 1,
    state,
    city: 'Cidade',
    ibge: places[state],
    zip_code: 1310200,
  })
  addresses.set(key, made.id)
  return made.id
}

interface Case {
  title: string
  buyer?: keyof typeof buyers
  to?: keyof typeof places
  order?: object
  item?: object
  /** Code and place of what is found among these codes. */
  found: string[]
  among: string[]
}

const icms = (code: string, more: object = {}) => ({ tax: 'icms', code, ...more })
const CASES: Case[] = [
  {
    title: 'who is no contributor and no final consumer',
    buyer: 'consumer',
    order: { final_consumer: false },
    found: ['696 /final_consumer'],
    among: ['696'],
  },
  {
    title: 'a CFOP inside the state, to another one',
    to: 'MG',
    item: { cfop: '5102' },
    found: ['733 /items/0/cfop'],
    among: ['732', '733'],
  },
  {
    title: 'a CFOP to other states, inside the state',
    item: { cfop: '6102' },
    found: ['732 /items/0/cfop'],
    among: ['732', '733'],
  },
  {
    title: 'a CFOP that fits',
    item: { cfop: '5102' },
    found: [],
    among: ['732', '733', '770', '518'],
  },
  {
    title: 'by internet, and no word of an intermediary',
    order: { presence: 2 },
    found: ['434 /intermediary'],
    among: ['434', '435', '438', '439', '440'],
  },
  {
    title: 'by internet, and nobody is between',
    order: { presence: 2, intermediary: false },
    found: [],
    among: ['434', '435', '438', '439', '440'],
  },
  {
    title: 'ST without CEST',
    item: { taxes: [icms('10', { rate: 18 }), { tax: 'icms_st', base: 150, rate: 18, value: 9 }] },
    found: ['806 /items/0/product/cest'],
    among: ['806'],
  },
  {
    title: '18 % to another state',
    to: 'MG',
    item: { cfop: '6102', taxes: [icms('00', { rate: 18 })] },
    found: ['693 /items/0/taxes/0/rate'],
    among: ['693'],
  },
  {
    title: 'a consumer in another state, and no DIFAL',
    buyer: 'consumer',
    to: 'MG',
    order: { final_consumer: true },
    item: { cfop: '6108', taxes: [icms('00', { rate: 12 })] },
    found: ['694 /items/0/taxes'],
    among: ['694', '695', '696'],
  },
  {
    title: 'bonus goods to a consumer in another state',
    buyer: 'consumer',
    to: 'MG',
    order: { final_consumer: true },
    item: { cfop: '6910', taxes: [icms('00', { rate: 12 })] },
    found: [],
    among: ['694', '695', '696'],
  },
  {
    title: 'a class of another CST',
    item: { taxes: [{ tax: 'cbs', code: '000', class: '200034', rate: 0.9 }] },
    found: ['1024 /items/0/taxes/0/class'],
    among: ['1024'],
  },
  {
    title: 'a lot that ends before it is made',
    item: {
      lots: [{ number: 'L1', quantity: 1, made_on: '2026-05-02', expires_on: '2026-05-01' }],
    },
    found: ['870 /items/0/lots/0/expires_on'],
    among: ['870', '877'],
  },
  {
    title: 'a lot that is yet to be made',
    item: { lots: [{ number: 'L1', quantity: 1, made_on: '2199-05-02', expires_on: null }] },
    found: ['877 /items/0/lots/0/made_on'],
    among: ['870', '877'],
  },
]

for (const { title, buyer = 'registered', to = 'SP', order, item, found, among } of CASES) {
  test(title, async () => {
    const id_customer = buyers[buyer]
    const { id } = await data(server, 'POST', '/orders', {
      id_customer,
      id_branch_company: ids.branch_company,
      id_address: await addressIn(id_customer, to),
      id_operation: operations.sale,
      ...order,
      items: [{ id_item: ids.product, quantity: 1, price: 100, ...item }],
    })
    const { body } = await succeed(server, 'GET', `/orders/${id}/invoice-check?tax_date=2026-11-27`)
    assert.deepEqual(
      body.data.flatMap(({ code, pointer }: { code: string; pointer: string }) =>
        among.includes(code) ? [`${code} ${pointer}`] : [],
      ),
      found,
    )
  })
}

test('a CFOP of returns is one for an operation of returns', async () => {
  const found = async (id_operation: number, cfop: string) => {
    const { id } = await data(server, 'POST', '/orders', {
      id_customer: buyers.registered,
      id_branch_company: ids.branch_company,
      id_operation,
      items: [{ id_item: ids.product, quantity: 1, price: 100, cfop }],
    })
    const { body } = await succeed(server, 'GET', `/orders/${id}/invoice-check`)
    return body.data.flatMap(({ code }: { code: string }) =>
      ['327', '328'].includes(code) ? [code] : [],
    )
  }
  assert.deepEqual(await found(operations.sale, '5202'), ['328'])
  assert.deepEqual(await found(operations.return, '5202'), [])
  assert.deepEqual(await found(operations.return, '5102'), ['327'])
})
