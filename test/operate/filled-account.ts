import sharp from 'sharp'
import { checkFields } from '../../src/records/custom-fields/job.ts'
import type { Server } from '../harness.ts'
import { attach } from '../support/files/attachments.ts'
import { data, succeed } from '../support/orders.ts'
import { person } from '../support/people.ts'
import { sample } from '../support/sample.ts'
import { place, register } from '../support/webhooks/webhooks.ts'
import { file, multipart } from '../support/wire/multipart.ts'

/** Two with one content, and another. */
const FILES = [
  ['%PDF-1.7 4711', 'Pedido de compra.pdf'],
  ['%PDF-1.7 4711', 'de novo.pdf'],
  ['<nfeProc/>', 'nota.xml'],
] as const

/** One of everything in the server's account, some of it changed and gone again. */
export async function fillAccount(server: Server): Promise<void> {
  const ids = await sample(server)
  await data(server, 'PATCH', '/account', { name: 'Aurora', time_zone: 'America/Sao_Paulo' })
  // Records that are older than what is asked of them now.
  await data(server, 'POST', '/orders', { id_customer: ids.customer, fk_id: 'early' })
  for (const [resource, key, more] of [
    ['customers', 'rota', { type: 'integer', filterable: true }],
    ['orders', 'canal', { type: 'choice', choices: ['loja', 'site'], filterable: true }],
  ] as const) {
    await succeed(server, 'POST', '/custom-fields', { resource, key, ...more })
  }
  await checkFields(server.db, server.account_id, new AbortController().signal)
  await data(server, 'PATCH', `/customers/${ids.customer}`, { custom_fields: { rota: '3' } })
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  const upload = multipart([file(await picture.png().toBuffer())])
  await succeed(server, 'POST', `/products/${ids.product}/image`, upload.body, {
    headers: upload.headers as Record<string, string>,
  })
  await register(server, { headers: { 'X-Key': 'sealed' } })
  await person(server, { email: 'ana@aurora.example', role: 'owner' })
  await succeed(server, 'POST', '/views', {
    resource: 'orders',
    name: 'Site',
    query: { 'custom.canal': 'site' },
    shared: true,
  })
  for (let i = 0; i < 12; i++) {
    await data(server, 'POST', '/orders', {
      id_customer: ids.customer,
      id_user: ids.user,
      fk_id: `A${i}`,
      custom_fields: { canal: i % 2 ? 'loja' : 'site' },
      items: [
        { id_item: ids.product, quantity: 2.5, price: 0.1234567891 },
        { id_item: ids.service, quantity: 1 + i, price: 10 },
      ],
    })
  }
  await succeed(server, 'POST', '/orders/fk_id/A2/comments', { text: 'Ligar antes' })
  for (const [content, name] of FILES) await attach(server, '/orders/fk_id/A2', content, name)
  await succeed(server, 'POST', '/orders/fk_id/A2/links', { days: 1 })
  await succeed(server, 'DELETE', '/orders/fk_id/A3')
  await fillNumbers(server, ids.customer)
  await fillTaxRules(server)
  await place(server)
  // This has no position yet.
  await data(server, 'PATCH', '/orders/fk_id/A4', { observations: 'depois' })
}

/** A rule with two versions. */
async function fillTaxRules(server: Server): Promise<void> {
  const { id } = await data(server, 'POST', '/tax-rules', { name: 'Isento', cst: '40' })
  await data(server, 'PATCH', `/tax-rules/${id}`, { cst: '41' })
}

/** Two orders with a number, of which one is gone again. */
async function fillNumbers(server: Server, id_customer: number): Promise<void> {
  await data(server, 'POST', '/number-series', { name: 'Pedidos', template: 'P-{seq:4}' })
  await data(server, 'PATCH', '/order-statuses/fk_id/open', { numbered: true })
  for (const fk_id of ['N1', 'N2']) {
    await data(server, 'POST', '/orders', { id_customer, fk_id, fk_id_order_status: 'open' })
  }
  await succeed(server, 'DELETE', '/orders/fk_id/N1')
}
