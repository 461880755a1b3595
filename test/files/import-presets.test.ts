import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { systems } from '../../console/src/integrations/imports/mapping/presets.ts'
import { presets } from '../../src/files/imports/presets/presets.ts'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, type Import, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { data, problemOf } from '../support/orders.ts'
import { file, multipart } from '../support/wire/multipart.ts'

// Files as other systems export them, found out by their headings, and the records that they become.

interface Expected {
  customer?: [code: string, name: string, document: string | null]
  product?: [code: string, name: string, price: number]
  /** The order's code, its customer, day, total, and of each item the product, quantity and net value. */
  order: [
    code: string,
    customer: string,
    day: string,
    total: number,
    items: [product: string, quantity: number, net: number][],
  ]
  /** Orders that are refused, since they would not come to what the file says. */
  refused?: number
  /** An order with a discount of its own. */
  discounted?: [code: string, discount: number, total: number]
}

const CNPJ = '11222333000181'
const expected: Record<string, Expected> = {
  bling: {
    customer: [CNPJ, 'Padaria do Porto Ltda', CNPJ],
    product: ['FAR-25', 'Farinha especial 25 kg', 1129],
    order: [
      '8101',
      CNPJ,
      '2026-11-20',
      1331.9,
      [
        ['FAR-25', 10, 1290],
        ['FER-01', 3, 9.9],
      ],
    ],
    discounted: ['8102', 1.6, 5],
  },
  tiny: {
    customer: ['52998224725', 'Ana Exemplo', '52998224725'],
    product: ['CAN-AZ', 'Caneca azul', 27.5],
    order: [
      '592',
      '52998224725',
      '2026-11-21',
      77.5,
      [
        ['CAN-AZ', 2, 50],
        ['CAN-VD', 1, 27.5],
      ],
    ],
  },
  omie: {
    customer: [CNPJ, 'Padaria do Porto Ltda', CNPJ],
    product: ['PRD00010', 'Chapa 2 mm', 250],
    order: ['3301', CNPJ, '2026-11-19', 945, [['PRD00010', 4, 900]]],
  },
  mercos: {
    customer: [CNPJ, 'Padaria do Porto Ltda', CNPJ],
    product: ['T-100', 'Torneira', 110],
    order: [
      '1047',
      CNPJ,
      '2026-11-18',
      1052.5,
      [
        ['T-100', 10, 1000],
        ['T-200', 5, 2.5],
      ],
    ],
  },
  protheus: {
    customer: ['000123-02', 'PADARIA DO PORTO LTDA - FILIAL', null],
    product: ['000000000000431', 'PARAFUSO 1/2', 0.4],
    order: [
      '004512',
      '000123-02',
      '2026-11-17',
      90,
      [
        ['000000000000431', 100, 35],
        ['000000000000432', 50, 55],
      ],
    ],
  },
  'sap-b1': {
    customer: ['C20000', 'Padaria do Porto Ltda', CNPJ],
    product: ['A00001', 'Forno 40 l', 300],
    order: [
      '20517',
      'C20000',
      '2026-11-16',
      280,
      [
        ['A00001', 1, 270],
        ['A00002', 2, 10],
      ],
    ],
  },
  sankhya: {
    customer: ['3930', 'PADARIA DO PORTO LTDA', CNPJ],
    product: ['501', 'CIMENTO 50KG', 40],
    order: ['61544', '3930', '2026-11-15', 1180, [['501', 30, 1180]]],
  },
  woocommerce: {
    product: ['woo-mesa', 'Mesa, nogueira', 1065],
    order: [
      '7781',
      'ana@exemplo.example',
      '2026-11-14',
      1112.5,
      [
        ['woo-mesa', 1, 1065],
        ['woo-vela', 2, 47.5],
      ],
    ],
  },
  shopify: {
    customer: ['ana@exemplo.example', 'Ana Exemplo', null],
    product: ['00731', 'Cinto 1"', 50],
    order: [
      '#2044',
      'ana@exemplo.example',
      '2026-11-13',
      184.8,
      [
        ['LEN-AZ', 2, 134.8],
        ['00731', 1, 50],
      ],
    ],
    refused: 1,
  },
  'mercado-livre': {
    order: ['2000012345678901', '52998224725', '2026-11-24', 155.8, [['LUZ-01', 2, 155.8]]],
    refused: 1,
  },
}

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

const fixture = (name: string) =>
  readFile(new URL(`../fixtures/presets/${name}.csv`, import.meta.url))

/** Brings in one export and looks at how it was understood. */
async function bring(system: string, resource: string): Promise<Import> {
  const content = await fixture(`${system}-${resource}`)
  const { done } = await bringIn(server, importer, resource, content)
  assert.equal(done.detected.preset, system, resource)
  return done
}

async function checkRecords(system: string, { customer, product }: Expected): Promise<void> {
  if (customer) {
    const done = await bring(system, 'customers')
    assert.equal(done.counts.refused, 0, JSON.stringify(done.first_faults))
    const [code, name, document] = customer
    const found = await data(server, 'GET', `/customers/fk_id/${encodeURIComponent(code)}`)
    assert.deepEqual([found.name, found.document], [name, document])
  }
  if (product) {
    const done = await bring(system, 'products')
    assert.equal(done.counts.refused, 0, JSON.stringify(done.first_faults))
    const [code, name, price] = product
    const found = await data(server, 'GET', `/products/fk_id/${code}`)
    assert.deepEqual([found.name, found.price], [name, price])
  }
}

for (const [system, one] of Object.entries(expected)) {
  test(`the exports of ${system} become records, or their lines are refused`, async () => {
    if (system === 'bling') {
      await data(server, 'PUT', '/freight-types/fk_id/0%20-%20CIF', { name: 'CIF', charged: true })
    }
    if (system === 'mercado-livre') {
      await data(server, 'PUT', '/products/fk_id/LUZ-01', { name: 'Luminária' })
    }
    if (system === 'woocommerce') {
      await data(server, 'PUT', '/customers/fk_id/ana@exemplo.example', { name: 'Ana' })
    }
    await checkRecords(system, one)
    const done = await bring(system, 'orders')
    const [code, customer, day, total, items] = one.order
    assert.equal(done.counts.refused, one.refused ?? 0, JSON.stringify(done.first_faults))
    for (const fault of done.first_faults) assert.equal(fault.code, 'amount_contradiction')
    const order = await data(server, 'GET', `/orders/fk_id/${encodeURIComponent(code)}`)
    assert.deepEqual(
      [order.customer.fk_id, order.date.slice(0, 10), order.total_value],
      [customer, day, total],
    )
    assert.deepEqual(
      order.items.map((item: Import) => [item.item.fk_id, item.quantity, item.total_liq]),
      items,
    )
    if (!one.discounted) return
    const [fk_id] = one.discounted
    const { discount_value, total_value } = await data(server, 'GET', `/orders/fk_id/${fk_id}`)
    assert.deepEqual([fk_id, discount_value, total_value], one.discounted)
  })
}

test('every system has its file, and the console its name', () => {
  assert.deepEqual(Object.keys(expected).sort(), Object.keys(presets).sort())
  const labels = Object.entries(presets).map(([name, { label }]) => [name, label])
  assert.deepEqual(systems, Object.fromEntries(labels))
})

test('a preset is chosen, or left out; one of no such export is refused', async () => {
  const content = await fixture('bling-products')
  const { id } = await sendFile(server, 'products', content, '&preset=none')
  assert.equal((await settled(server, importer, id)).detected.preset, null)
  const few = await sendFile(server, 'products', 'Ref loja;Title\nP-1;Um', '&preset=shopify')
  const { state, detected } = await settled(server, importer, few.id)
  assert.deepEqual([state, detected.preset], ['needs_mapping', 'shopify'])
  const wrong = await server.send(
    'POST',
    '/imports?resource=customers&preset=mercado-livre',
    multipart([file('a;b')]),
  )
  assert.deepEqual(problemOf(wrong), [400, 'invalid_parameter', ['preset enum']])
})
