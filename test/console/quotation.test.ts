import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkAccess, picture, type Stand, startStand, takesKeys } from './support/stand.ts'

// A quotation becomes an order by one key, or says that it has lapsed.

let stand: Stand
let quoted: number
before(async () => {
  stand = await startStand({ customers: 2, orders: 0, days: 5 })
  const statuses = await send('GET', '/order-statuses?limit=100')
  const next = statuses
    .filter(({ fk_id }: { fk_id: string }) => ['open', 'cancelled'].includes(fk_id))
    .map(({ id }: { id: number }) => id)
  const body = { name: 'Orçamento', fk_id: 'quoted', counts: false, quotation_days: 10, next }
  quoted = (await send('POST', '/order-statuses', body)).id
})
after(() => stand.close())

async function send(method: string, path: string, body?: object) {
  const answer = await stand.server.send(method, path, body ? { body } : {})
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}

async function aQuotation(fk_id: string, valid_until: string) {
  const { id } = await send('GET', '/customers/fk_id/C00001')
  const items = [{ fk_id_item: 'FEJ-CAR-1', quantity: 3, price: 8 }]
  const body = { fk_id, id_customer: id, id_order_status: quoted, valid_until, items }
  return send('POST', '/orders', body)
}

test('a valid quotation becomes an order by one key', async () => {
  const { id } = await aQuotation('ORC-1', '2098-12-31')
  const { page, end } = await stand.visit(`/orders/${id}`, { role: 'operator' })
  await page.getByText('Válido até 31/12/2098').first().waitFor()
  await page.getByRole('button', { name: 'Mover para Aberto' }).waitFor()
  await picture(page, 'quotation')
  await page.keyboard.press('p')
  await page.getByText('Situação: Aberto').waitFor()
  const { status, items } = await send('GET', `/orders/${id}`)
  assert.deepEqual([status.fk_id, items[0].price], ['open', 8])
  await page.getByText('Válido até 31/12/2098').nth(1).waitFor({ state: 'detached' })
  await end()
})

test('one that has lapsed says so, and becomes an order at its prices where somebody wants that', async () => {
  const { id } = await aQuotation('ORC-2', '2026-01-15')
  const { page, end } = await stand.visit(`/orders/${id}`, { role: 'operator' })
  await page.getByText('Venceu em 15/01/2026').waitFor()
  await page.getByRole('button', { name: 'Mover para Aberto' }).waitFor()
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: 'O orçamento venceu' })
  await takesKeys(dialog)
  await dialog.getByText('Ele valia até 15/01/2026.').waitFor()
  await checkAccess(page)
  await picture(page, 'quotation-lapsed')
  // Enter goes back.
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await send('GET', `/orders/${id}`)).status.id, quoted)
  await page.keyboard.press('p')
  await dialog.getByRole('button', { name: 'Manter os preços' }).click()
  await page.getByText('Situação: Aberto').waitFor()
  assert.equal((await send('GET', `/orders/${id}`)).status.fk_id, 'open')
  await end(/409/)
})
