import { sql } from 'kysely'
import type { Db } from '../../../src/database/database.ts'
import type { Options, Scenario } from '../../support/command.ts'
import { figuresOf, median } from '../../support/figures.ts'
import { loadInTurn, type Measured, type Request } from '../../support/load.ts'
import { FIVE_ITEMS, type References, sampleOrder } from '../../support/order.ts'
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
} from '../../support/service.ts'
import type { Cell, Table } from '../../support/table.ts'
import { FLOOR_NUMBERS } from '../floor.ts'

type Json = Record<string, unknown>

const FEW = 50
const MANY = 50_000

/** Beside those that the orders meet, rules of other goods. */
async function fillRules(db: Db, { account_id }: Seeded, count: number): Promise<void> {
  await sql`
    insert into tax_rules (account_id, name, kind, valid_from, ncm, destination_states, ie_kinds, final_consumer, cst, margin, st_rate)
    select ${account_id}, 'Rule ' || n, 'icms', '2026-01-01', (10000000 + n)::text, '{MG}', '{1}', false, '10', 45, 18
      from generate_series(1, ${count}::integer) n`.execute(db)
  await sql`update accounts set rules_epoch = rules_epoch + 1 where account_id = ${account_id}`.execute(
    db,
  )
}

/** São Paulo sells to Minas Gerais: each line has ICMS, FCP, ST, FCP-ST and IPI. */
async function withTaxes(service: Service, { token, references }: Seeded): Promise<void> {
  const change = (path: string, body: Json, method = 'PATCH') =>
    ask({ ...service, token }, path, { method, body })
  const { ids, products } = references
  const regimes = [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }]
  const seller = { state: 'SP', regimes, ipi_payer: true }
  await change(`/branch-companies/${ids['id_branch_company']}`, seller)
  await change(`/customers/${ids['id_customer']}`, { ie_kind: 1 })
  await change(`/customers/address/${ids['id_address']}`, { state: 'MG' })
  await change(`/payment-types/${ids['id_payment_type']}`, { terms: '30/60/90' })
  for (const [i, id] of products.entries()) {
    const goods = { cest: `080010${i}`, ncm: `8207900${i}` }
    await change(`/products/${id}`, goods)
    const valid = { name: `Goods ${i}`, valid_from: '2026-01-01' }
    const st = { margin: 45, st_rate: 18, st_fcp_rate: 2 }
    const icms = { ...valid, kind: 'icms', cest: goods.cest, destination_states: ['MG'], cst: '10' }
    const ofShops = { ie_kinds: [1], final_consumer: false, fcp_rate: 2, ...st }
    await change('/tax-rules', { ...icms, ...ofShops }, 'POST')
    await change(
      '/tax-rules',
      { ...valid, kind: 'ipi', ncm: goods.ncm, cst: '50', rate: 5 },
      'POST',
    )
  }
}

const bareLines = (references: References, count: number) =>
  sampleOrder(references, count).items?.map(({ id_item, quantity, price, description }) => ({
    ...{ id_item, quantity, price, description },
  }))

/** An order that says nothing of taxes. */
const bare = (references: References, items: number): Json => ({
  ...sampleOrder(references),
  items: bareLines(references, items),
})

const HEADER = { discount_percentage: 7.5, insurance_value: 12.34, other_expenses: 5 }

const HEAD: Table['head'] = {
  ...{ Database: 'text', What: 'text', 'CPU ms': 2, 'CPU ms beside it': 2, ratio: 2 },
  ...{ 'p50 ms': 1, 'p50 ms beside it': 1 },
}

/** Accounts whose rules work out the taxes of orders, beside one that has none. */
export const taxes: Scenario = {
  name: 'taxes',
  about: 'orders whose taxes rules work out, beside orders without',
  databases: ['embedded', 'postgres'],
  numbers: FLOOR_NUMBERS,
  parts: ['create', 'large', 'preview', 'rules'],
  async run({ host, orders, workers, ...load }) {
    const own = await host.createDatabase()
    const accounts = await inDatabase(own, async (db) => {
      const plain = await fillAccount(db, ACCOUNT, { orders, ...FIVE_ITEMS })
      const few = await fillAccount(db, 'few rules', { orders, ...FIVE_ITEMS })
      const many = await fillAccount(db, 'many rules', { orders, ...FIVE_ITEMS })
      // Ten are of the goods that are sold.
      await fillRules(db, few, FEW - 10)
      await fillRules(db, many, MANY - 10)
      await sql`vacuum (analyze)`.execute(db)
      return { plain, few, many }
    })
    return serving(host, { ...own, ...withWorkers(host, workers) }, async (service) => {
      await withTaxes(service, accounts.few)
      await withTaxes(service, accounts.many)
      const rows = await compared(service, accounts, load)
      return [{ head: HEAD, rows: rows.map((row) => [host.title, ...row]) }]
    })
  },
}

interface Accounts {
  plain: Seeded
  few: Seeded
  many: Seeded
}

async function compared(
  service: Service,
  { plain, few, many }: Accounts,
  load: Omit<Options, 'host' | 'orders' | 'workers'>,
): Promise<Cell[][]> {
  const post = ({ token }: Seeded, path: string, body: Json) => [requestOf(token, path, body)]
  const ruled = (of: Seeded, items: number) => ({ ...bare(of.references, items), ...HEADER })
  const create = (of: Seeded, body: Json) => post(of, '/orders', body)
  const preview = (of: Seeded, body: Json) => post(of, '/orders/preview', body)
  const one = { ...load, connections: 1 }
  const pairs: [part: string, what: string, of: Request[], beside: Request[], typeof load][] = [
    [
      'create',
      'create, 5 lines with all of it ÷ plain',
      create(few, ruled(few, 5)),
      create(plain, sampleOrder(plain.references)),
      load,
    ],
    [
      'large',
      'create, 1,000 lines with a discount and rules ÷ without',
      create(few, ruled(few, 1000)),
      create(plain, bare(plain.references, 1000)),
      one,
    ],
    [
      'preview',
      'preview, 40 lines with all of it ÷ plain',
      preview(few, ruled(few, 40)),
      preview(plain, bare(plain.references, 40)),
      one,
    ],
    [
      'rules',
      'create, 5 lines, of 50,000 rules ÷ of 50',
      create(many, ruled(many, 5)),
      create(few, ruled(few, 5)),
      load,
    ],
  ]
  const rows: Cell[][] = []
  for (const [part, what, ofRules, beside, how] of pairs) {
    if (!load.isPart(part)) continue
    const of = (requests: Request[]) => ({ target: service, requests })
    const measured = await loadInTurn({ ofRules: of(ofRules), beside: of(beside) }, how)
    const [one, other] = [figuresOf(measured.ofRules), figuresOf(measured.beside)]
    const ratio = cpuRatio(measured.ofRules, measured.beside)
    rows.push([what, one.cpu, other.cpu, ratio, one.p50, other.p50])
  }
  return rows
}

/** CPU a request, the median of the rounds. */
function cpuRatio(rounds: Measured[], others: Measured[]): number | null {
  const ratios = rounds.flatMap((round, i) => {
    const [one, other] = [figuresOf([round]).cpu, figuresOf(others.slice(i, i + 1)).cpu]
    return one === null || other === null ? [] : [one / other]
  })
  return ratios.length > 0 ? median(ratios) : null
}
