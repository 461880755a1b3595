import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { today } from '../../src/base/values/date-time.ts'
import { data } from '../support/orders.ts'
import { checkAccess, picture, type Stand, startStand } from './support/stand.ts'

// The lists of taxes of an order's lines on its page and on paper, and the total that goes with its day.

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 5 })
})
after(() => stand.close())

const send = (method: string, path: string, body?: object) => data(stand.server, method, path, body)

/** The rates of 2027 are not published: these are as they may be. */
const taxes = [
  { tax: 'icms', code: '10', rate: 18 },
  { tax: 'icms_st', margin: 40, rate: 18 },
  { tax: 'fcp_st', rate: 2 },
  { tax: 'cbs', rate: 8.7 },
]

/** An order of a day on which CBS is another tax than today: before 2027 it is inside the price. */
async function anOrder(fk_id: string) {
  const [customer] = await send('GET', '/customers?limit=1')
  const [product] = await send('GET', '/products?limit=1')
  const tax_date = today('America/Sao_Paulo') < '2027-01-01' ? '2027-01-04' : '2026-12-28'
  const items = [{ id_item: product.id, quantity: 1, price: 1000, taxes }]
  const order = { fk_id, id_customer: customer.id, tax_date, fk_id_order_status: 'picking', items }
  return send('POST', '/orders', order)
}

test('each line shows its taxes, and the order what they add', async () => {
  const order = await anOrder('TAX-1')
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'manager' })
  const items = page.getByRole('region', { name: 'Itens' })
  await page.getByRole('button', { name: 'Mostrar impostos' }).click()
  await items.getByText(/^FCP-ST · R\$\s1\.400,00 · 2%? ?%? · R\$\s28,00$/).waitFor()
  await items.getByText(/^CBS · /).waitFor()
  await page
    .locator('.items__foot')
    .getByText(/^FCP-ST R\$\s28,00$/)
    .waitFor()
  await page
    .locator('.items__foot')
    .getByText(/^ICMS-ST R\$\s72,00$/)
    .waitFor()
  // On a small desk the value of a line stays in view, and the total stands above.
  await page.setViewportSize({ width: 1280, height: 800 })
  const right = async (shown: Locator) => {
    const box = await shown.boundingBox()
    return Math.round((box?.x ?? NaN) + (box?.width ?? NaN))
  }
  const net = items.getByRole('cell', { name: /^R\$\s1\.000,00$/ }).first()
  assert.ok((await right(net)) <= (await right(items.getByRole('table').locator('..'))))
  await page
    .locator('.page__head')
    .getByText(/^Total R\$\s1\.\d{3},\d\d$/)
    .waitFor()
  await picture(page, 'order-tax-lists')
  await checkAccess(page)
  // Where they are folded, the form says why the total is not what the lines come to.
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('button', { name: 'Ocultar impostos' }).click()
  await page.getByText(/^ICMS-ST(, FCP-ST e CBS: R\$\s171,34| e FCP-ST: R\$\s100,00)$/).waitFor()
  await picture(page, 'form-folded-taxes')
  await checkAccess(page)
  await page.goto(`${new URL(page.url()).origin}/console/orders/print?ids=${order.id}`)
  await page.getByText(/^FCP-ST: R\$\s28,00$/).waitFor()
  await end()
})

test('a total that moves with the day of the invoice is asked for', async () => {
  const order = await anOrder('TAX-2')
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'manager' })
  await page.getByRole('button', { name: 'Mover para Faturado' }).click()
  const dialog = page.getByRole('dialog', { name: 'O total muda com a data da nota' })
  await dialog.waitFor()
  await picture(page, 'order-moved-total')
  await checkAccess(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const before = await send('GET', `/orders/${order.id}`)
  assert.deepEqual([before.status.fk_id, before.total_value], ['picking', order.total_value])
  await page.getByRole('button', { name: 'Mover para Faturado' }).click()
  await page.getByRole('button', { name: 'Aceitar o novo total' }).click()
  await page.getByText('Situação: Faturado').waitFor()
  const invoiced = await send('GET', `/orders/${order.id}`)
  assert.equal(invoiced.status.fk_id, 'invoiced')
  assert.notEqual(invoiced.total_value, order.total_value)
  await end(/409/)
})
