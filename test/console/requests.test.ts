import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 1, orders: 1, days: 1 })
})
after(() => stand.close())

const make = async (body: object = {}) => {
  const wanted = { name: 'Loja virtual', scopes: ['orders:read', 'orders:write'], ...body }
  return (await stand.server.send('POST', '/tokens', { body: wanted })).body.data
}

test('what a program was refused is found, with what was wrong in it', async () => {
  const { token } = await make()
  const order = { id_customer: 1, observations: 'Ligar para Ana', items: [{ quantity: 0 }] }
  const headers = { 'x-request-id': 'pedido-17' }
  await stand.server.send('POST', '/orders', { token, body: order, headers })
  await stand.server.send('GET', '/orders/999999', { token })
  const { page, end } = await stand.visit('/requests', { role: 'owner' })
  await page.getByText('404 not_found').waitFor()
  await checkAccess(page)
  await picture(page, 'requests')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  const filter = page.getByRole('dialog', { name: 'Filtrar' })
  await filter.getByLabel('ID da requisição').fill('pedido-17')
  await filter.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByText('404 not_found').waitFor({ state: 'detached' })
  await page.getByText('POST /orders').click()
  const dialog = page.getByRole('dialog', { name: 'POST /orders' })
  await dialog.getByText('/items/0/quantity').waitFor()
  const body = await dialog.getByRole('region', { name: 'Corpo' }).innerText()
  assert.deepEqual(JSON.parse(body), {
    id_customer: 1,
    observations: '***',
    items: [{ quantity: 0 }],
  })
  await checkAccess(page)
  await picture(page, 'request')
  await page.setViewportSize(PHONE)
  await picture(page, 'phone-request')
  await end()
})

test('a token is changed to work from some addresses', async () => {
  const { id } = await make({ name: 'ERP da matriz' })
  const { page, end } = await stand.visit('/tokens', { role: 'owner' })
  await page.getByRole('button', { name: 'Ações de ERP da matriz' }).click()
  await page.getByRole('menuitem', { name: 'Alterar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alterar: ERP da matriz' })
  await dialog.getByLabel('Endereços permitidos').fill('203.0.113.0/24\nerp.example.com')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByText('precisa ser um endereço ou uma rede').first().waitFor()
  await checkAccess(page)
  await picture(page, 'token-change')
  await dialog.getByLabel('Endereços permitidos').fill('203.0.113.0/24\n2001:db8::/32')
  await dialog.getByLabel('Nome').fill('ERP da filial')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('ERP da filial').waitFor()
  const { body } = await stand.server.send('GET', `/tokens/${id}`)
  assert.deepEqual(body.data.addresses, ['203.0.113.0/24', '2001:db8::/32'])
  await end(/status of 422/)
})
