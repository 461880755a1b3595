import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countRequests } from './support/keys.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

// Reports of sales, and customers by what they buy.

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 40, orders: 260, days: 420 })
  const { body } = await stand.server.send('GET', '/customers?limit=1')
  const { body: users } = await stand.server.send('GET', '/users?limit=1')
  const { body: statuses } = await stand.server.send('GET', '/order-statuses?fk_id=open')
  const { body: products } = await stand.server.send('GET', '/products?limit=1')
  const order = {
    id_customer: body.data[0].id,
    id_user: users.data[0].id,
    id_order_status: statuses.data[0].id,
    items: [{ id_item: products.data[0].id, quantity: 1, price: 10 }],
  }
  assert.equal((await stand.server.send('POST', '/orders', { body: order })).status, 201)
  // Who bought every ten days, until three months ago.
  for (const days of [120, 110, 100]) {
    const date = new Date(Date.now() - days * 86_400_000).toISOString()
    const late = { ...order, id_customer: body.data[0].id + 1, date }
    assert.equal((await stand.server.send('POST', '/orders', { body: late })).status, 201)
  }
})
after(() => stand.close())

const wide = { width: 1440, height: 900 }

test('the month by seller beside a year before takes three keys at most', async () => {
  const { page, end } = await stand.visit('/home', { role: 'owner', size: wide })
  await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor()
  const requests = countRequests(page)
  let keys = 0
  for (const key of ['g', 'v']) {
    keys++
    await page.keyboard.press(key)
  }
  await page.getByRole('columnheader', { name: 'Um ano antes', exact: true }).waitFor()
  await page.getByRole('columnheader', { name: 'Vendedor' }).waitFor()
  assert.ok(keys <= 3, `${keys} keys`)
  assert.ok(requests() <= 8, `${requests()} requests`)
  const row = page.getByRole('row').nth(1)
  const name = (await row.getByRole('rowheader').textContent()) ?? ''
  const link = row.getByRole('link').first()
  const query = new URL((await link.getAttribute('href')) ?? '', stand.origin).search
  const { body } = await stand.server.send('GET', `/orders/summary${query}`)
  const { body: bySeller } = await stand.server.send(
    'GET',
    `/orders/summary?group_by=user&sort=-sum&${query.slice(1).replace(/id_user=\d+&?/, '')}`,
  )
  assert.deepEqual(
    [name, bySeller.data.groups[0].sum],
    [bySeller.data.groups[0].user.name, body.data.sum],
  )
  await checkAccess(page)
  await picture(page, 'reports-light')
  await link.click()
  await page.waitForURL(/\/orders\?id_user=\d+&counts=true&order_date_from=/)
  await end()
})

test('each report has its figures, and goes into a file', async () => {
  const { page, end } = await stand.visit('/reports?period=this_year', { role: 'owner' })
  for (const [by, head] of [
    ['customer', 'Cliente'],
    ['product', 'Produto'],
    ['place', 'Cidade e UF'],
    ['category', 'Categoria'],
    ['category_month', 'Categoria'],
  ]) {
    await page.getByLabel('Vendas por').selectOption(by ?? '')
    await page.getByRole('columnheader', { name: head ?? '', exact: true }).waitFor()
    await page.getByRole('row').nth(1).waitFor()
    await picture(page, `reports-${by}`)
  }
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ])
  assert.match(file.suggestedFilename(), /^category_month-\d{4}-01-01-/)
  await end()
})

test('who stopped buying is five keys away, with the rule by which they did', async () => {
  const { page, end } = await stand.visit('/home', {
    role: 'owner',
    size: { width: 1280, height: 800 },
  })
  await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor()
  const requests = countRequests(page)
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar ou executar' }).waitFor()
  for (const key of ['q', 'u', 'e']) await press(key)
  await page.getByRole('option', { name: /Quem parou de comprar/, selected: true }).waitFor()
  await press('Enter')
  await page.getByText(/mais de uma vez e meia o intervalo médio/).waitFor()
  assert.ok(keys <= 5, `${keys} keys`)
  assert.ok(requests() <= 8, `${requests()} requests`)
  const { body } = await stand.server.send('GET', '/customers?stopped_buying=true')
  await page.getByText(`${body.pagination.total} cliente`).waitFor()
  await page.getByRole('columnheader', { name: 'Último pedido' }).waitFor()
  await page.getByRole('columnheader', { name: 'Compras (12 m)' }).waitFor()
  await checkAccess(page)
  await picture(page, 'customers-stopped')
  await end()
})

test('customers are narrowed by city, state and what they bought', async () => {
  const { body } = await stand.server.send('GET', '/customers?limit=1')
  const path = `/customers/${body.data[0].id}/addresses`
  const address = { city: 'Xique-Xique', state: 'BA' }
  assert.equal((await stand.server.send('POST', path, { body: address })).status, 201)
  const { page, end } = await stand.visit('/customers', { role: 'owner', size: PHONE })
  await page.getByRole('button', { name: 'Filtrar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Cidade').fill('XIQUE-xique')
  await dialog.getByLabel('UF').selectOption('BA')
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByText('1 cliente', { exact: true }).waitFor()
  assert.match(page.url(), /city=XIQUE-xique&state=BA/)
  await page.goto(`${stand.origin}/console/reports`)
  await page.getByRole('columnheader', { name: 'Vendedor' }).waitFor()
  // What a seller sold stands beside the name; earlier figures are further to the right.
  const value = await page.getByRole('columnheader', { name: 'Valor' }).boundingBox()
  assert.ok(value && value.x + value.width <= PHONE.width)
  await picture(page, 'reports-phone')
  await end()
})
