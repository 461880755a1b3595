import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { data } from '../support/orders.ts'
import { checkAccess, picture, type Stand, startStand } from './support/stand.ts'

// What an invoice says of a line: typed in a window of its own, kept with the order, and shown with it.

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 5 })
  const body = { name: 'Bonificação', fk_id: 'BONIF', kind: 'bonus', payable: false }
  await send('POST', '/operations', body)
})
after(() => stand.close())

const send = (method: string, path: string, body?: object) => data(stand.server, method, path, body)

async function anOrder(fk_id: string) {
  const [customer] = await send('GET', '/customers?limit=1')
  const [product] = await send('GET', '/products?limit=1')
  const items = [{ id_item: product.id, quantity: 3, price: 12.5 }]
  return send('POST', '/orders', { fk_id, id_customer: customer.id, items })
}

test('a line gets its operation, CFOP and the buyer’s order number', async () => {
  const order = await anOrder('DET-1')
  const { page, end } = await stand.visit(`/orders/${order.id}?edit`, { role: 'manager' })
  await page.getByRole('button', { name: 'Dados fiscais da linha 1' }).click()
  const dialog = page.getByRole('dialog', { name: /^Linha 1: / })
  await dialog.getByLabel('Natureza da operação').fill('bonif')
  await page.getByRole('option', { name: /Bonificação/ }).click()
  await dialog.getByLabel('CFOP').fill('5910')
  await dialog.getByLabel('Número do pedido de compra do item').fill('PC 4711')
  await dialog.getByLabel('Linha do pedido de compra').fill('10')
  await dialog.getByLabel('Informações adicionais do item').fill('Brinde da feira')
  await picture(page, 'line-details')
  await checkAccess(page)
  await dialog.getByRole('button', { name: 'Pronto' }).click()
  await page.getByRole('button', { name: /^Salvar/ }).click()
  await page.getByText('Pedido salvo').last().waitFor()
  await page.getByText(/Bonificação · CFOP: 5910 · /).waitFor()
  await picture(page, 'line-details-shown')
  const [item] = (await send('GET', `/orders/${order.id}`)).items
  const { operation, cfop, customer_order, customer_order_item, additional_info } = item
  assert.deepEqual(
    [operation.name, cfop, customer_order, customer_order_item, additional_info],
    ['Bonificação', '5910', 'PC 4711', '10', 'Brinde da feira'],
  )
  const history = page.getByRole('region', { name: 'Histórico' })
  const changed = history.getByRole('listitem').filter({ hasText: 'CFOP:' }).last()
  const lines = (await changed.innerText()).replaceAll(/\s+/g, ' ')
  for (const one of [
    'Natureza da operação: antes nada Bonificação',
    'CFOP: antes nada 5910',
    'Número do pedido de compra do item: antes nada PC 4711',
    'Linha do pedido de compra: antes nada 10',
  ])
    assert.ok(lines.includes(one), lines)
  await changed.scrollIntoViewIfNeeded()
  await picture(page, 'line-details-history')
  await end()
})

test('a CFOP that is none is refused at its place, and the window says so', async () => {
  const order = await anOrder('DET-2')
  const { page, end } = await stand.visit(`/orders/${order.id}?edit`, { role: 'manager' })
  await page.getByRole('button', { name: 'Dados fiscais da linha 1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('CFOP').fill('9')
  await dialog.locator('[aria-invalid=true]').waitFor()
  await picture(page, 'line-details-refused')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Salvar/ }).click()
  await page
    .getByRole('alert')
    .getByText(/4 dígitos, o primeiro de 1 a 7/)
    .waitFor()
  await picture(page, 'line-details-refused-outside')
  assert.equal((await send('GET', `/orders/${order.id}`)).items[0].cfop, null)
  await end(/422/)
})
