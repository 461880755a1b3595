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
