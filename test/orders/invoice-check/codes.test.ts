import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../../harness.ts'
import { data, succeed } from '../../support/orders.ts'
import { type Sample, sample } from '../../support/sample.ts'

// The check before the invoice, of taxes, instalments and places: each order has one thing wrong.

const DAY = '2026-11-27'

let server: Server
let ids: Sample
let branches: { normal: number; simples: number }
let buyers: { registered: number; consumer: number }
before(async () => {
  server = await startServer()
  ids = await sample(server)
  const made = async (path: string, body: object) =>
    (await data(server, 'POST', path, body)).id as number
  const branch = (crt: number, ibs_cbs_regime: string) =>
    made('/branch-companies', {
      name: `CRT ${crt}`,
      state: 'SP',
      regimes: [{ since: '2026-01-01', crt, ibs_cbs_regime }],
    })
  branches = { normal: await branch(3, 'regular'), simples: await branch(1, 'single') }
  await data(server, 'PATCH', `/products/${ids.product}`, { ncm: '82029990', unit: 'UN' })
  const aurora = { document: '11222333000181', ie_kind: 1, ie: '110042490114' }
  buyers = {
    registered: await made('/customers', { name: 'Aurora', ...aurora }),
    consumer: await made('/customers', { name: 'Ana', document: '52998224725', ie_kind: 9 }),
  }
})
after(() => server.close())

const MUNICIPALITIES = { SP: '3550308', MG: '3106200' }
const addressIn = async (id_customer: number, state: keyof typeof MUNICIPALITIES) =>
  (
    await data(server, 'POST', `/customers/${id_customer}/addresses`, {
      street: 'Rua A',
      state,
      city: 'Cidade',
      ibge: MUNICIPALITIES[state],
    })
  ).id as number

interface Case {
  title: string
  branch?: keyof typeof branches
  buyer?: keyof typeof buyers
  to?: keyof typeof MUNICIPALITIES
  order?: object
  item?: object
  tax_date?: string
  /** What is found, of these codes. */
  found: string[]
  among: string[]
}

const icms = (code: string, more: object = {}) => ({ tax: 'icms', code, ...more })

const CASES: Case[] = [
  {
    title: 'ST that was retained before, and no CEST',
    item: { taxes: [icms('60')] },
    found: ['806 error /items/0/product/cest'],
    among: ['806'],
  },
  {
    title: 'no DIFAL to a consumer in another state, of a seller in the Simples',
    branch: 'simples',
    buyer: 'consumer',
    to: 'MG',
    order: { final_consumer: true },
    item: { cfop: '6108', taxes: [icms('102')] },
    found: [],
    among: ['694', '695', '590', '591'],
  },
  {
    title: 'one instalment that is due on the day of the invoice',
    order: { installments: [{ due_date: DAY, amount: 100 }] },
    found: ['853 error /installments/0'],
    among: ['853', '850', '851'],
  },
  {
    title: 'instalments out of order',
    order: {
      installments: [
        { due_date: '2027-02-01', amount: 50 },
        { due_date: '2027-01-01', amount: 50 },
      ],
    },
    found: ['850 warning /installments/1/due_date'],
    among: ['850', '851', '852', '853'],
  },
  {
    title: 'CBS by the rate of the year before',
    item: { taxes: [{ tax: 'cbs', code: '000', class: '000001', rate: 0.9 }] },
    tax_date: '2027-01-04',
    found: ['1037 warning /items/0/taxes/0/rate'],
    among: ['1037', '1024'],
  },
]

for (const one of CASES) {
  const { title, branch = 'normal', buyer = 'registered', to = 'SP', found, among } = one
  test(title, async () => {
    const id_customer = buyers[buyer]
    const { id } = await data(server, 'POST', '/orders', {
      id_customer,
      id_branch_company: branches[branch],
      id_address: await addressIn(id_customer, to),
      date: `${DAY}T12:00:00Z`,
      ...one.order,
      items: [{ id_item: ids.product, quantity: 1, price: 100, ...one.item }],
    })
    const query = `tax_date=${one.tax_date ?? DAY}`
    const { body } = await succeed(server, 'GET', `/orders/${id}/invoice-check?${query}`)
    assert.deepEqual(
      body.data.flatMap(({ code, level, pointer }: Record<string, string>) =>
        among.includes(code as string) ? [`${code} ${level} ${pointer}`] : [],
      ),
      found,
    )
  })
}
