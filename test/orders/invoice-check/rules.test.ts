import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { checkInvoice } from '../../../src/orders/invoice-check/check.ts'
import { readCheckFile } from '../../../src/orders/invoice-check/file.ts'
import type { InvoiceFacts } from '../../../src/orders/invoice-check/invoice.ts'
import { predicates } from '../../../src/orders/invoice-check/predicates/all.ts'
import { readCatalogue } from '../../../src/taxes/file.ts'

// The rules before an invoice: orders with one thing wrong each, and one with nothing wrong.

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url))
const file = readCheckFile(read('fiscal/invoice-checks.json'), 'fiscal/invoice-checks.json')
const catalogue = readCatalogue(read('fiscal/taxes.json'), 'fiscal/taxes.json')

const product = {
  ncm: '82029990',
  cest: '0800100',
  gtin: 'SEM GTIN',
  unit_gtin: 'SEM GTIN',
  unit: 'UN',
  origin: 0,
  tax_factor: null,
  lot_controlled: false,
}
const item: InvoiceFacts['items'][number] = {
  quantity: '10',
  price: '10',
  total_item: '100',
  vlr_desc: '0',
  total_liq: '100',
  discount_share: '0',
  freight_share: '0',
  insurance_share: '0',
  other_share: '0',
  cfop: null,
  product,
  taxes: [{ tax: 'pis' }, { tax: 'cofins' }, { tax: 'cbs' }, { tax: 'ibs_uf' }, { tax: 'ibs_mun' }],
  lots: [],
}
/** Nothing is wrong with it: a sale within São Paulo to who is registered there. */
const right: InvoiceFacts = {
  tax_date: '2026-11-27',
  seller: { state: 'SP', crt: 3, regime: 'regular' },
  customer: {
    name: 'Ferragens Boa Vista Ltda',
    legal_name: null,
    document: '11222333000181',
    ie_kind: 1,
    ie: '110042490114',
    suframa: null,
    public_kind: null,
  },
  address: { state: 'SP', ibge: '3509502', street: 'Rua das Palmeiras' },
  is_delivered_elsewhere: false,
  final_consumer: false,
  presence: 1,
  intermediary: null,
  commitment: null,
  operation: { kind: 'sale', purpose: 1 },
  payment_method: { code: '15' },
  freight: { mode: 0 },
  shipping_company: null,
  total_value: '100',
  payable_value: '100',
  freight_charged: '0',
  insurance_value: '0',
  other_expenses: '0',
  discount_value: '0',
  installments: [],
  items: [item],
  ruled: [],
  moved: null,
}

/** What an example says of an order, over the right one. */
interface Example {
  title: string
  order: {
    from?: string
    to?: string
    crt?: 1 | 3
    ie_kind?: 1 | 2 | 9
    address?: Partial<InvoiceFacts['address']>
    installments?: { number: string; due_date: string; amount?: string }[]
    items?: Record<string, unknown>[]
  } & Record<string, unknown>
  findings: { code: string; level: string; pointer: string }[]
}

function factsOf({ order }: Example): InvoiceFacts {
  const { from, to, crt, ie_kind, address, items, installments, ...rest } = order
  const state = to ?? right.address?.state ?? null
  return {
    ...right,
    ...rest,
    seller: { ...right.seller, state: from ?? right.seller.state, crt: crt ?? right.seller.crt },
    customer: {
      ...right.customer,
      ie: (ie_kind ?? 1) === 1 && state === 'SP' ? right.customer.ie : null,
      ie_kind: ie_kind ?? (state === 'SP' ? 1 : null),
    },
    address: {
      ...right.address,
      state,
      ibge: state === 'SP' ? '3509502' : null,
      ...address,
    } as InvoiceFacts['address'],
    items: items?.map((one) => lineOf(one)) ?? right.items,
    installments: (installments ?? []).map(({ number, due_date, amount }) => ({
      number,
      due_date: due_date === '=issue' ? right.tax_date : due_date,
      amount: amount === '=total' || installments?.length === 1 ? '100' : '50',
    })),
  }
}

function lineOf(line: Record<string, unknown>): InvoiceFacts['items'][number] {
  return {
    ...item,
    ...line,
    product: { ...product, ...(line['product'] as object) },
  } as typeof item
}

const examples = read('test/fixtures/invoice-checks.ndjson')
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line): Example => JSON.parse(line))

/** What examples leave open: they say nothing of most of an order. */
const beside = new Set(['buyer_kind_unknown', '728', '745', '748', '1115', '938', '610'])

test('an order with nothing wrong has no findings', () => {
  assert.deepEqual(checkInvoice(right, file, catalogue, 'en'), [])
})

for (const example of examples) {
  test(example.title, () => {
    const found = checkInvoice(factsOf(example), file, catalogue, 'en')
      .map(({ code, level, pointer }) => ({ code, level, pointer }))
      .filter(({ code }) => !beside.has(code))
    assert.deepEqual(found, example.findings)
  })
}

test('each rule of the file has its predicate, and each predicate a rule', () => {
  const named = new Set(file.checks.map(({ check }) => check))
  assert.deepEqual([...named].sort(), Object.keys(predicates).sort())
})
