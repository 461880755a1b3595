import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { paste } from './support/keys.ts'
import { checkAccess, picture, type Stand, startStand } from './support/stand.ts'

// Customers and products that are not in use are shown as such, and not offered for new orders.

let stand: Stand
let customer: { id: number; name: string }
let product: { id: number; name: string }

const by = async (path: string) => (await stand.server.send('GET', path)).body.data
const patch = (path: string, body: object) => stand.server.send('PATCH', path, { body })

before(async () => {
  stand = await startStand({ customers: 12, orders: 30, days: 20 })
  customer = await by('/customers/fk_id/C00003')
  product = await by('/products/fk_id/ARZ-T1-5')
  await patch(`/customers/${customer.id}`, { active: false })
  await patch(`/products/${product.id}`, { active: false })
})
after(() => stand.close())

const badge = (page: Page) => page.locator('.badge').getByText('Inativo', { exact: true })
const MOBILE = { width: 390, height: 844 }

for (const kind of ['customers', 'products'] as const) {
  test(`the list of ${kind} says which are inactive, and finds them`, async () => {
    const { page, end } = await stand.visit(`/${kind}`, { role: 'operator' })
    await badge(page).waitFor()
    await checkAccess(page)
    await picture(page, `inactive-${kind}`)
    await page.setViewportSize(MOBILE)
    await badge(page).waitFor()
    await picture(page, `inactive-${kind}-phone`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByLabel('Ativo').selectOption('false')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await page.getByText(/^1 (cliente|produto)$/).waitFor()
    await page.getByRole('button', { name: 'Remover Ativo: Não' }).waitFor()
    const { name, id } = kind === 'customers' ? customer : product
    await page.getByRole('link', { name: new RegExp(name.slice(0, 8)) }).click()
    await page.getByRole('heading', { level: 1, name: /Inativo/ }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Novo pedido' }).count(), 0)
    await picture(page, `inactive-${kind}-page`)
    await page.getByRole('button', { name: 'Editar', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Ativo' }).check()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Salvo').waitFor()
    await badge(page).waitFor({ state: 'detached' })
    assert.equal((await by(`/${kind}/${id}`)).active, true)
    await patch(`/${kind}/${id}`, { active: false })
    await end()
  })
}

test('new orders are not offered them, and what is pasted or copied says that they are', async () => {
  const order = { id_customer: customer.id, items: [{ id_item: product.id, quantity: 1 }] }
  const made = await stand.server.send('POST', '/orders', { body: { ...order, fk_id: 'ANTES' } })
  assert.equal(made.status, 201, made.text)
  const { page, end } = await stand.visit('/orders/new', { role: 'operator' })
  const who = page.getByRole('combobox', { name: 'Cliente' })
  await who.fill(customer.name)
  await page.getByText('Nada encontrado').waitFor()
  const other = await by('/customers/fk_id/C00002')
  await who.fill(other.name)
  await page.getByRole('option').first().click()
  const line = page.getByRole('combobox', { name: 'Produto, linha 1' })
  await line.fill(product.name)
  await page.getByText('Nada encontrado').waitFor()
  await line.fill('')
  await paste(page, 'ARZ-T1-5\t2\nFEJ-CAR-1\t1')
  await page.getByText('2 linhas coladas').waitFor()
  const pasted = page.getByRole('row').filter({ hasText: product.name })
  await badge(page).waitFor()
  assert.equal(await pasted.locator('.badge').count(), 1)
  assert.equal(await page.locator('.items .badge').count(), 1)
  await checkAccess(page)
  await picture(page, 'inactive-pasted')
  await page.setViewportSize(MOBILE)
  await picture(page, 'inactive-pasted-phone')
  await page.goto(`${stand.origin}/console/orders/new?from=${made.body.data.id}`)
  await page.getByRole('row').filter({ hasText: product.name }).locator('.badge').waitFor()
  await end()
})
