import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type NumberKind, readDecimal } from '../../console/src/text/decimals.ts'
import { type Stand, startStand } from './support/stand.ts'

// What a field shows is what is saved, or nothing is saved and the field says why.

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 5 })
  const { send } = stand.server
  await send('PUT', '/freight-types/fk_id/cif-c', { body: { name: 'CIF cobrado', charged: true } })
})
after(() => stand.close())

const total = async () => (await stand.server.send('GET', '/orders?limit=1')).body.pagination.total
const last = async () => (await stand.server.send('GET', '/orders?sort=-id&limit=1')).body.data[0]
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** A new order of a customer, with a product and a quantity. */
async function typed(quantity: string) {
  const visit = await stand.visit('/orders/new', { role: 'manager' })
  const { page } = visit
  const customer = page.getByRole('combobox', { name: 'Cliente' })
  await customer.fill('C00003')
  await customer.press('Enter')
  // Once it is chosen: the next field has the focus, and its address comes a little later.
  await page.locator('[data-column="product"] input:focus').waitFor()
  const address = page.getByLabel('Endereço de entrega').locator('option:checked:not([value=""])')
  await address.waitFor({ state: 'attached' })
  const product = page.getByRole('combobox', { name: 'Produto, linha 1' })
  await product.fill('ARZ-T1-5')
  await product.press('Enter')
  await page.locator('[data-column="quantity"] input:focus').waitFor()
  await field(page, 'Quantidade, linha 1').fill(quantity)
  return visit
}

async function save(page: Page) {
  await page.keyboard.press('Control+S')
}

test('numbers are read where they can’t be mistaken', () => {
  const cases: [
    typed: string,
    language: 'pt-BR' | 'en',
    kind: NumberKind,
    read: string | undefined,
  ][] = [
    ['0.125', 'pt-BR', 'amount', '0.125'],
    ['1.234', 'pt-BR', 'amount', '1234'],
    ['1.234,5', 'pt-BR', 'amount', '1234.5'],
    ['0.125.000', 'pt-BR', 'amount', undefined],
    ['0,125', 'en', 'amount', undefined],
    ['R$ 12,50', 'pt-BR', 'amount', '12.5'],
    ['5%', 'pt-BR', 'percentage', '5'],
    ['5,5 %', 'pt-BR', 'percentage', '5.5'],
    ['5%', 'pt-BR', 'amount', undefined],
    ['12 un', 'pt-BR', 'quantity', '12'],
    ['2 cx', 'pt-BR', 'quantity', '2'],
    ['12 un', 'pt-BR', 'amount', undefined],
    ['1o', 'pt-BR', 'quantity', undefined],
    ['15,0O', 'pt-BR', 'amount', undefined],
    ['12 abc', 'pt-BR', 'quantity', undefined],
  ]
  for (const [text, language, kind, read] of cases) {
    assert.equal(readDecimal(text, language, kind), read, `${text} ${language} ${kind}`)
  }
})

test('a field that can’t be read keeps the order from being saved', async () => {
  const before = await total()
  const { page, end } = await typed('1o')
  await save(page)
  await page.getByText('Nada foi salvo: corrija “1o” no campo destacado.').waitFor()
  assert.equal(
    await field(page, 'Quantidade, linha 1').evaluate('document.activeElement.value'),
    '1o',
  )
  await field(page, 'Quantidade, linha 1').fill('10 un')
  await field(page, 'Valor do frete').fill('15,0O')
  await save(page)
  await page.getByText('Nada foi salvo: corrija “15,0O” no campo destacado.').waitFor()
  await field(page, 'Valor do frete').fill('')
  await page.getByRole('combobox', { name: 'Produto, linha 2' }).fill('café')
  await save(page)
  await page.getByText('Nada foi salvo: corrija “café” no campo destacado.').waitFor()
  await page.getByRole('combobox', { name: 'Produto, linha 2' }).fill('')
  assert.equal(await total(), before)
  await field(page, 'Desc. %, linha 1').fill('5%')
  await field(page, 'Preço unitário, linha 1').fill('0.125')
  await save(page)
  await page.waitForURL(/\/orders\/\d+$/)
  const { items } = await last()
  assert.deepEqual([items[0].quantity, items[0].price, items[0].perc_desc], [10, 0.125, 5])
  assert.equal(await total(), before + 1)
  await end()
})

test('an order that was not answered is not made twice', async () => {
  const before = await total()
  const { page, end } = await typed('44')
  // The service makes it, and its answer never comes.
  const { promise: isMade, resolve: made } = Promise.withResolvers<void>()
  await page.route('**/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    made()
  })
  await save(page)
  await isMade
  assert.equal(await total(), before + 1)
  // Not before: what is held back would be let through.
  await page.reload()
  await page.unroute('**/orders')
  await field(page, 'Quantidade, linha 1').waitFor()
  await save(page)
  await page.waitForURL(/\/orders\/\d+$/)
  assert.equal(await total(), before + 1)
  await end()
})

test('a pasted quantity with its unit is read, and one that is none stays empty', async () => {
  const { page, end } = await typed('')
  await page.getByRole('button', { name: /Produto, linha 1/ }).focus()
  const paste = async (text: string) =>
    page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(event)
    }`)
  await paste('ARZ-T1-5\t12 un\t1,25\nARZ-T1-5\tdoze\t1,25\n')
  await field(page, 'Quantidade, linha 2').waitFor()
  assert.equal(await field(page, 'Quantidade, linha 1').inputValue(), '12')
  assert.equal(await field(page, 'Quantidade, linha 2').inputValue(), '')
  await page.getByText(/doze/).first().waitFor()
  await end(/422/)
})

test('a search for a sign finds nothing, and says so in words', async () => {
  const { page, end } = await stand.visit('/customers?q=%25', { role: 'manager' })
  await page.getByText('Nada encontrado').waitFor()
  assert.equal(await page.getByText('Parâmetro inválido').count(), 0)
  await end()
  for (const path of ['/orders?q=%25', '/customers?q=-', '/products?q=%2A']) {
    const { status, body } = await stand.server.send('GET', path)
    assert.deepEqual([status, body.data], [200, []], path)
  }
  const [found] = (await stand.server.send('GET', '/customers?limit=1')).body.data
  const hidden = encodeURIComponent(
    `\u200b${found.fk_id.slice(0, 3)}\u00ad${found.fk_id.slice(3)}\ufeff`,
  )
  const { body } = await stand.server.send('GET', `/customers?q=${hidden}`)
  assert.equal(body.data[0].id, found.id)
})
