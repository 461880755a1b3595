import type { Server } from '../../harness.ts'
import { data } from '../../support/orders.ts'

/** An order as far as tests go by it. */
interface Sale {
  id: number
  customer: { id: number }
  items: { id: number; item: { id: number } }[]
}

const goods = (drill: number | undefined, bucket: number | undefined) => [
  { id_item: drill, quantity: 12, price: 83.9 },
  { id_item: bucket, quantity: 100, price: 1.37 },
]

/** A branch in São Paulo, a shop of ironware in Minas Gerais, the account’s rules, and an order by them. */
export async function sellsToMinas(server: Server): Promise<Sale> {
  const send = (method: string, path: string, body: object) => data(server, method, path, body)
  const make = async (path: string, body: object): Promise<number> =>
    (await send('POST', path, body)).id
  const rule = { kind: 'icms', valid_from: '2026-01-01' }
  await make('/tax-rules', { ...rule, name: 'Interestadual', scope: 'interstate', cst: '00' })
  await make('/tax-rules', {
    ...rule,
    name: 'Ferramentas para MG, contribuinte, com ST',
    cest: '0800100',
    destination_states: ['MG'],
    ie_kinds: [1],
    final_consumer: false,
    cst: '10',
    margin: 45,
    st_rate: 18,
  })
  const id_branch_company = await make('/branch-companies', {
    name: 'Matriz Osasco',
    state: 'SP',
    ibge: '3534401',
    regimes: [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }],
  })
  const id_customer = await make('/customers', {
    name: 'Ferragens Horizonte',
    document: '04252011000110',
    ie_kind: 1,
    ie: '0623079040081',
  })
  await make(`/customers/${id_customer}/addresses`, {
    street: 'Avenida Afonso Pena',
    number: 1500,
    city: 'Belo Horizonte',
    state: 'MG',
    ibge: '3106200',
  })
  const drill = await make('/products', {
    name: 'Furadeira de impacto 650 W',
    fk_id: 'FUR-650',
    ncm: '84672100',
    cest: '0800100',
  })
  const bucket = await make('/products', { name: 'Balde plástico 12 L', fk_id: 'BAL-12' })
  return send('POST', '/orders', {
    fk_id: 'NF-1',
    id_customer,
    id_branch_company,
    items: goods(drill, bucket),
  })
}

/** The same goods once more to the same customer, for a test of its own. */
export async function sellsAgain(
  server: Server,
  { id, items }: Sale,
  own: { fk_id: string; date?: string },
) {
  const { branch_company, customer } = await data(server, 'GET', `/orders/${id}`)
  const [drill, bucket] = items.map(({ item }) => item.id)
  return data(server, 'POST', '/orders', {
    ...own,
    id_customer: customer.id,
    id_branch_company: branch_company.id,
    items: goods(drill, bucket),
  })
}
