import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { untilDone } from '../support/privacy/person.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 20, orders: 60, days: 60 })
})
after(() => stand.close())

/** A customer with an order that is a document. */
async function someone(): Promise<number> {
  const { body } = await stand.server.send('GET', '/order-statuses?limit=100')
  const { id: id_order_status } = body.data.find(({ locked }: { locked: boolean }) => locked)
  const items = [{ id_item: 1, quantity: 2, price: 10 }]
  const order = { id_customer: 2, id_order_status, items }
  const made = await stand.server.send('POST', '/orders', { body: order })
  assert.equal(made.status, 201, made.text)
  return 2
}

test('a manager anonymises a customer, and is told what stays', async () => {
  const id = await someone()
  const { name } = (await stand.server.send('GET', `/customers/${id}`)).body.data
  const { page, end } = await stand.visit(`/customers/${id}`, { role: 'manager' })
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Anonimizar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Não é possível desfazer').waitFor()
  await checkAccess(page)
  await picture(page, 'customer-anonymise')
  await dialog.getByRole('button', { name: 'Anonimizar' }).click()
  await page.getByRole('heading', { level: 1, name: `Cliente anonimizado ${id}` }).waitFor()
  await untilDone(stand.server, id)
  await page.getByText(/correspondem? a (um documento fiscal|documentos fiscais)/).waitFor()
  await page.getByText('Percorrendo').waitFor({ state: 'detached' })
  assert.equal(await page.getByText(name).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Editar' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Novo endereço' }).count(), 0)
  await checkAccess(page)
  await picture(page, 'customer-anonymised')
  await end()
  const phone = await stand.visit(`/customers/${id}`, {
    role: 'manager',
    language: 'en',
    theme: 'dark',
    size: PHONE,
  })
  await phone.page.getByText('This person’s data was removed on').waitFor()
  await picture(phone.page, 'customer-anonymised-phone')
  await phone.end()
})

test('who may not is not shown it', async () => {
  const { page, end } = await stand.visit('/customers/3', { role: 'operator' })
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Anonimizar…' }).count(), 0)
  await end()
})
