import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { checkAccess, picture, type Stand, startStand, takeOption } from './support/stand.ts'

// What a new order begins with, on the customer's page and in the form of an order.

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 20, orders: 5, days: 5 })
})
after(() => stand.close())

async function create(path: string, name: string): Promise<number> {
  const { status, body, text } = await stand.server.send('POST', path, { body: { name } })
  assert.equal(status, 201, text)
  return body.data.id
}

const give = (code: string, body: object) =>
  stand.server.send('PATCH', `/customers/fk_id/${code}`, { body })

/** A field of a reference, filled and chosen. */
async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(name)
  await takeOption(page, name)
}

async function untilIs(page: Page, label: string, name: string): Promise<void> {
  const input = page.getByRole('combobox', { name: label, exact: true })
  while ((await input.inputValue()) !== name)
    await page.evaluate('new Promise(requestAnimationFrame)')
}

test('terms and contacts are entered on a customer’s page, and a new order begins with them', async () => {
  await create('/payment-types', '28 dias por boleto')
  await create('/shipping-companies', 'Rápido Serrano')
  const other = await create('/payment-types', 'Antecipado')
  await give('C00001', { id_users: [] })
  await give('C00002', { id_users: [], id_payment_type: other })
  // Whose seller shows that the form has got all that the record gives.
  const id_user = await create('/users', 'Eva Moraes')
  await give('C00003', { id_payment_type: other, id_user })
  const { id } = (await stand.server.send('GET', '/customers/fk_id/C00001')).body.data
  const { page, end } = await stand.visit(`/customers/${id}?edit`, { role: 'operator' })
  await choose(page, 'Condição de pagamento', '28 dias por boleto')
  await choose(page, 'Transportadora', 'Rápido Serrano')
  const contacts = page.getByRole('group', { name: 'Contatos' })
  await contacts.getByRole('button', { name: 'Incluir linha' }).click()
  await contacts.getByLabel('Nome').fill('Rui Prado')
  await contacts.getByLabel('E-mail').fill('rui@')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await contacts.locator('[aria-invalid=true]').waitFor()
  await contacts.getByLabel('E-mail').fill('rui@aurora.example')
  await checkAccess(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await contacts.scrollIntoViewIfNeeded()
  await picture(page, 'terms-form')
  await page.setViewportSize({ width: 390, height: 844 })
  await contacts.scrollIntoViewIfNeeded()
  await picture(page, 'terms-form-phone')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Salvo').waitFor()
  await page.getByText('Rui Prado · rui@aurora.example').waitFor()
  await picture(page, 'terms-page')

  await page.goto(`${stand.origin}/console/orders/new?customer=${id}`)
  await untilIs(page, 'Condição de pagamento', '28 dias por boleto')
  await untilIs(page, 'Transportadora', 'Rápido Serrano')
  const marks = page.getByText('Do cadastro do cliente')
  assert.equal(await marks.count(), 2)
  await checkAccess(page)
  await marks.first().scrollIntoViewIfNeeded()
  await picture(page, 'terms-order')
  await choose(page, 'Cliente', 'C00002')
  await untilIs(page, 'Condição de pagamento', 'Antecipado')
  await untilIs(page, 'Transportadora', '')
  assert.equal(await marks.count(), 1)
  await choose(page, 'Transportadora', 'Rápido Serrano')
  await choose(page, 'Condição de pagamento', '28 dias por boleto')
  await choose(page, 'Cliente', 'C00003')
  await untilIs(page, 'Vendedor', 'Eva Moraes')
  await untilIs(page, 'Condição de pagamento', '28 dias por boleto')
  await untilIs(page, 'Transportadora', 'Rápido Serrano')
  assert.equal(await marks.count(), 1)
  await end(/422/)
})
