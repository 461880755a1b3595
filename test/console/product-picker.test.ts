import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { paste } from './support/keys.ts'
import { picture, type Stand, startStand, takesKeys } from './support/stand.ts'

// The field for a line's product: scanned codes, words typed wrong, and what whoever sells asks of a product.

const EAN = '7891000315507'
let stand: Stand
before(async () => {
  stand = await startStand({ customers: 4, orders: 0, days: 5 })
  await send('PATCH', '/products/fk_id/FEJ-CAR-1', {
    gtin: EAN,
    unit_gtin: EAN,
    unit: 'FD',
    stock_quantity: 12.5,
    stock_at: '2026-11-20T12:30:00Z',
  })
})
after(() => stand.close())

async function send(method: string, path: string, body?: object) {
  const answer = await stand.server.send(method, path, body ? { body } : {})
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}

const sellsAt = async (customer: number, price: number) => {
  const [status] = await send('GET', '/order-statuses?limit=100').then((all) =>
    all.filter(({ counts, locked }: Record<string, boolean>) => counts && !locked),
  )
  return send('POST', '/orders', {
    id_customer: customer,
    date: '2026-10-02',
    id_order_status: status.id,
    items: [{ fk_id_item: 'FEJ-CAR-1', quantity: 3, price }],
  })
}

test('a code that is scanned is taken by one Enter, and a word typed wrong finds its product', async () => {
  const { page, end } = await stand.visit('/orders/new', { role: 'operator' })
  const first = page.getByRole('combobox', { name: 'Produto, linha 1' })
  await first.focus()
  // A scanner types, and presses Enter at once.
  await page.keyboard.type(EAN)
  await page.keyboard.press('Enter')
  await page.locator('[data-column="quantity"] :focus').waitFor()
  const row = page.locator('tr[data-line]').first()
  await row.getByText('FEJ-CAR-1').waitFor()
  const second = page.getByRole('combobox', { name: 'Produto, linha 2' })
  await second.fill('fejao carioca')
  const option = page.getByRole('option').first()
  await option.getByText(`FD · EAN ${EAN} · estoque 12,5 em 20/11/2026`).waitFor()
  await picture(page, 'product-hits')
  await page.keyboard.press('Enter')
  await page
    .getByText('2 avisos:')
    .or(page.getByText(/este produto já está/))
    .first()
    .waitFor()
  await end()
})

test('what the customer paid last stands at the product, and a line below it is warned of', async () => {
  const { id } = await send('GET', '/customers/fk_id/C00001')
  const sold = await sellsAt(id, 9)
  const { page, end } = await stand.visit(`/orders/new?customer=${id}`, { role: 'operator' })
  const asked: string[] = []
  page.on('request', (one) => {
    if (one.url().includes('/last-prices')) asked.push(one.url())
  })
  const first = page.getByRole('combobox', { name: 'Produto, linha 1' })
  await first.fill('feijao')
  const option = page.getByRole('option').first()
  await option.getByText('última venda R$ 9,00 em 02/10/2026').waitFor()
  // One request for all that are shown: at first, and of what was typed.
  assert.ok(asked.length <= 2, asked.join())
  await picture(page, 'product-hits-last')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Preço.*, linha 1/ }).fill('8')
  await page
    .getByText('Item 1: R$ 8,00 é menos que o último preço pago, R$ 9,00 em 02/10/2026.')
    .first()
    .waitFor()
  await picture(page, 'below-last')
  await page.getByRole('textbox', { name: /^Preço.*, linha 1/ }).fill('9')
  await page.getByText('é menos que o último preço').first().waitFor({ state: 'detached' })
  await end()
  // The order’s own price is not the last one that was paid.
  const change = await stand.visit(`/orders/${sold.id}?edit`, { role: 'operator' })
  await change.page.getByRole('textbox', { name: /^Preço.*, linha 1/ }).fill('5')
  await change.page
    .getByText(/Desconto|Sem data|avisos/)
    .first()
    .waitFor()
  assert.equal(await change.page.getByText('é menos que o último preço').count(), 0)
  await change.end()
})

test('bar codes that are pasted are products', async () => {
  const { page, end } = await stand.visit('/orders/new', { role: 'operator' })
  await page.getByRole('combobox', { name: 'Produto, linha 1' }).focus()
  await paste(page, `${EAN}\t10\r\n${EAN}\t5\r\n`)
  // What the columns hold is asked where no code of a product is known.
  const columns = page.getByRole('dialog')
  await takesKeys(columns)
  await columns.getByRole('button', { name: 'Colar' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('2 linhas coladas').waitFor()
  assert.equal(await page.locator('tr[data-line]').getByText('FEJ-CAR-1').count(), 2)
  await end()
})

test('quantities are typed in packages, and those in which it is not sold are warned of', async () => {
  await send('PATCH', '/products/fk_id/ARZ-T1-5', {
    unit: 'UN',
    packages: [
      { unit: 'CX', quantity: 12 },
      { unit: 'PLT', quantity: 480.5 },
    ],
    sales_multiple: 6,
    minimum_quantity: 10,
  })
  const { page, end } = await stand.visit('/orders/new', { role: 'operator' })
  await page.getByRole('combobox', { name: 'Produto, linha 1' }).fill('ARZ-T1-5')
  const facts = page.getByRole('option').first()
  await facts.getByText('UN · CX com 12 · PLT com 480,5 · múltiplos de 6 · mínimo 10').waitFor()
  await picture(page, 'product-hits-packages')
  await page.keyboard.press('Enter')
  // The least that is sold of it.
  const quantity = page.getByRole('textbox', { name: 'Quantidade, linha 1' })
  await page.locator('[data-column="quantity"] :focus').waitFor()
  assert.equal(await quantity.inputValue(), '12')
  const typed = async (text: string) => {
    await quantity.fill(text)
    await quantity.blur()
    return quantity.inputValue()
  }
  assert.equal(await typed('3 caixas'), '36')
  assert.equal(await typed('1,5cx'), '18')
  assert.equal(await typed('2 plt'), '961')
  await page.getByText('Item 1: o produto não é vendido em 961. Próximo: 960 ou 966.').waitFor()
  await picture(page, 'not-a-multiple')
  assert.equal(await typed('30 un'), '30')
  await page.getByText('o produto não é vendido').waitFor({ state: 'detached' })
  assert.equal(await typed('4'), '4')
  await page
    .getByText('Item 1: 4 é menos que a quantidade mínima, 10.')
    .first()
    .waitFor({ state: 'attached' })
  await end()
})

test('what is pasted in packages is counted in the product’s unit', async () => {
  const { page, end } = await stand.visit('/orders/new', { role: 'operator' })
  const quantities = () =>
    page
      .getByRole('textbox', { name: /^Quantidade, linha [12]$/ })
      .evaluateAll((all) => all.map((one) => Reflect.get(one, 'value')))
  const first = page.getByRole('combobox', { name: 'Produto, linha 1' })
  await first.focus()
  await paste(page, 'ARZ-T1-5\t3 cx\r\nFEJ-CAR-1\t2 fd\r\n')
  await page.getByText('2 linhas coladas').waitFor()
  assert.deepEqual(await quantities(), ['36', '2'])
  await end()
  const message = await stand.visit('/orders/new', { role: 'operator' })
  await message.page.getByRole('combobox', { name: 'Produto, linha 1' }).focus()
  await paste(message.page, '2 cx ARZ-T1-5\n5 FEJ-CAR-1\n')
  await message.page.getByText('2 linhas coladas').waitFor()
  const counts = message.page.getByRole('textbox', { name: /^Quantidade, linha [12]$/ })
  assert.deepEqual(await counts.evaluateAll((all) => all.map((one) => Reflect.get(one, 'value'))), [
    '24',
    '5',
  ])
  await message.end()
})
