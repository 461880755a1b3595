import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { data } from '../support/orders.ts'
import { sellsToMinas } from './support/minas.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

// Why an order's taxes are so, and what a tax office would refuse of it: São Paulo sells to Minas Gerais by the
// account's rules.

let stand: Stand
let order: { id: number; items: { item: { id: number } }[]; customer: { id: number } }
before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 5 })
  order = await sellsToMinas(stand.server)
})
after(() => stand.close())

const send = (method: string, path: string, body?: object) => data(stand.server, method, path, body)

test('a tax says which rule it comes from, and each step', async () => {
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'manager' })
  const foot = page.locator('.items__foot')
  await foot.getByText(/^ICMS-ST/).waitFor()
  await foot.getByRole('button', { name: 'Por quê?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Por que este ICMS-ST?' })
  await dialog.getByRole('heading', { name: 'Linha 1, Furadeira de impacto 650 W' }).waitFor()
  await dialog.getByText('MVA ajustada = [(1 + 45 %)').waitFor()
  await dialog.getByText('Consumidor final: Não').waitFor()
  await dialog.getByText('Ferramentas para MG, contribuinte, com ST').first().waitFor()
  await picture(page, 'order-why-tax')
  await checkAccess(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Mostrar impostos' }).click()
  await page.getByRole('button', { name: 'Por que estes impostos?' }).click()
  const all = page.getByRole('dialog', { name: 'Por que estes impostos?' })
  await all.getByRole('heading', { name: 'Linha 2, Balde plástico 12 L' }).waitFor()
  await page.keyboard.press('Escape')
  await picture(page, 'order-taxes-by-rules')
  await page.goto(`${stand.origin}/console/orders/print?ids=${order.id}`)
  await page.getByText('Impostos estimados, definitivos na nota fiscal.').waitFor()
  await end()
})

test('a line without a rule says so, and shows no 0', async () => {
  const [{ id: product }] = await send('GET', '/products?limit=1')
  const inside = await send('POST', '/customers', {
    name: 'Paulista Ferragens',
    ie_kind: 1,
    ie: '110042490114',
  })
  await send('POST', `/customers/${inside.id}/addresses`, { city: 'Campinas', state: 'SP' })
  const [branch] = await send('GET', '/branch-companies?limit=1&sort=-id')
  const made = await send('POST', '/orders', {
    id_customer: inside.id,
    id_branch_company: branch.id,
    items: [{ id_item: product, quantity: 1, price: 10 }],
  })
  const { page, end } = await stand.visit(`/orders/${made.id}`, { role: 'viewer', language: 'en' })
  await page.getByRole('button', { name: 'Show taxes' }).click()
  await page.getByText('No tax rule').waitFor()
  await end()
})

test('errors lead to the record that mends them, and the draft is kept as a file', async () => {
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'manager' })
  const panel = page.getByRole('region', { name: 'Antes da nota' })
  await panel.getByRole('button', { name: 'Conferir' }).click()
  await panel.getByText(/^\d+ erros?$/).waitFor()
  await picture(page, 'order-before-invoice')
  await checkAccess(page)
  const ncm = panel.getByRole('listitem').filter({ hasText: 'Rejeição 777' })
  const link = ncm.getByRole('link', { name: 'Produto Balde plástico 12 L (linha 2)' })
  assert.equal(await link.getAttribute('href'), `/console/products/${order.items[1]?.item.id}`)
  await send('PATCH', `/products/${order.items[1]?.item.id}`, { ncm: '39241000' })
  await panel.getByRole('button', { name: 'Conferir de novo' }).click()
  await ncm.waitFor({ state: 'detached' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Rascunho da NF-e (JSON)' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'nfe-NF-1.json')
  const { infNFe } = JSON.parse(await readFile(await download.path(), 'utf8'))
  assert.equal(infNFe.det[0].prod.cProd, 'FUR-650')
  await end()
})

test('a move that requires the check says what is wrong, and leads to the record', async () => {
  const statuses = await send('GET', '/order-statuses?limit=100')
  const invoiced = statuses.find(({ fk_id }: { fk_id: string }) => fk_id === 'invoiced')
  await send('PATCH', `/order-statuses/${invoiced.id}`, { requires_check: true })
  await send('PATCH', `/products/${order.items[1]?.item.id}`, { ncm: null })
  for (const fk_id_order_status of ['open', 'approved', 'picking'])
    await send('PATCH', `/orders/${order.id}`, { fk_id_order_status })
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'manager' })
  await page.getByRole('button', { name: 'Mover para Faturado' }).click()
  const refused = page.getByRole('alert')
  await refused.getByText('O pedido não mudou de situação.').waitFor()
  await picture(page, 'order-refused-invoice')
  await checkAccess(page)
  await refused.getByText('777: Falta o NCM').waitFor()
  const product = refused.getByRole('link', { name: 'Produto Balde plástico 12 L (linha 2)' })
  assert.equal(await product.getAttribute('href'), `/console/products/${order.items[1]?.item.id}`)
  assert.equal((await send('GET', `/orders/${order.id}`)).status.fk_id, 'picking')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'order-refused-invoice-phone')
  await product.click()
  await page.getByRole('heading', { level: 1, name: 'Balde plástico 12 L' }).waitFor()
  await end(/409/)
})

test('on a telephone, and in English', async () => {
  const { page, end } = await stand.visit(`/orders/${order.id}`, {
    role: 'viewer',
    language: 'en',
    size: PHONE,
  })
  const panel = page.getByRole('region', { name: 'Before the invoice' })
  await panel.getByRole('button', { name: 'Check' }).click()
  await panel.getByRole('listitem').first().waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await picture(page, 'order-before-invoice-phone')
  await end()
})
