import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { place } from '../support/webhooks/webhooks.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

// Whose customers they are: in the form, in the list, and handed over from one seller to another.

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 60, orders: 20, days: 20 })
})
after(() => stand.close())

const read = async (path: string) => (await stand.server.send('GET', path)).body
const customerBy = async (code: string) => (await read(`/customers/fk_id/${code}`)).data
const namesOf = async (code: string) =>
  (await customerBy(code)).users.map(({ name }: { name: string }) => name)

async function sellerNamed(name: string): Promise<number> {
  const { status, body, text } = await stand.server.send('POST', '/users', { body: { name } })
  assert.equal(status, 201, text)
  return body.data.id
}

const give = (code: string, id_users: number[]) =>
  stand.server.send('PATCH', `/customers/fk_id/${code}`, { body: { id_users } })

/** Types the beginning of a seller's name, and takes the first that is found. */
async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(name)
  await page.getByRole('option', { name }).click()
}

test('a customer’s sellers are entered, put in order and shown', async () => {
  const [ana, bia] = [await sellerNamed('Ana Prado'), await sellerNamed('Bia Prado')]
  await give('C00001', [ana])
  const { id } = await customerBy('C00001')
  const { page, end } = await stand.visit(`/customers/${id}`, { role: 'operator' })
  await page.getByRole('definition').filter({ hasText: 'Ana Prado' }).waitFor()
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await choose(page, 'Vendedores', 'Bia Prado')
  await page.getByRole('button', { name: 'Bia Prado', exact: true }).click()
  await checkAccess(page)
  await picture(page, 'customer-sellers-form')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Salvo').waitFor()
  await page.getByRole('definition').filter({ hasText: 'Bia Prado, Ana Prado' }).waitFor()
  assert.deepEqual(await namesOf('C00001'), ['Bia Prado', 'Ana Prado'])
  await place(stand.server)
  await page.getByText('Histórico').click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Vendedores: Ana Prado → Bia Prado' })
    .first()
    .waitFor()
  assert.equal(await page.getByText('id_user').count(), 0)
  await picture(page, 'customer-sellers')

  await page.goto(`${stand.origin}/console/customers/new`)
  await page.getByLabel('Nome', { exact: true }).fill('Mercearia do Vale')
  await page.getByLabel('Código', { exact: true }).fill('VALE')
  await choose(page, 'Vendedores', 'Ana Prado')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mercearia do Vale' }).waitFor()
  assert.deepEqual(await namesOf('VALE'), ['Ana Prado'])
  for (const one of [ana, bia]) assert.ok(one > 0)
  await end()
})

test('the list shows sellers, is narrowed by them, and chosen customers are handed over', async () => {
  const [rui, lia] = [await sellerNamed('Rui Sales'), await sellerNamed('Lia Sales')]
  for (const code of ['C00002', 'C00003']) await give(code, [rui])
  await give('C00004', [rui, lia])
  const { page, end } = await stand.visit('/customers', { role: 'operator' })
  await page.getByRole('columnheader', { name: 'Vendedor' }).waitFor()
  await picture(page, 'customers-sellers')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByRole('dialog').getByLabel('Vendedor', { exact: true }).selectOption('Rui Sales')
  await checkAccess(page)
  await picture(page, 'customers-filter')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByText('3 clientes', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remover Vendedor: Rui Sales' }).waitFor()

  const ticks = page.getByRole('checkbox', { name: 'Selecionar' })
  await ticks.nth(1).check()
  await page.getByText('1 selecionado').waitFor()
  await checkAccess(page)
  await picture(page, 'customers-selected')
  await page.getByRole('button', { name: 'Transferir para…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 cliente escolhido.').waitFor()
  assert.equal(await dialog.getByLabel('De', { exact: true }).inputValue(), 'Rui Sales')
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await dialog.getByText('Escolha para quem.').waitFor()
  await choose(page, 'Para', 'Lia Sales')
  await checkAccess(page)
  await picture(page, 'customers-transfer')
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await page.getByText('1 cliente para Lia Sales').waitFor()
  await page.getByText('2 clientes', { exact: true }).waitFor()

  // All that the list shows.
  await page.getByRole('button', { name: 'Transferir…' }).click()
  await dialog.getByText('Todos os 2 clientes que a lista mostra.').waitFor()
  assert.equal(await dialog.getByLabel('De', { exact: true }).inputValue(), 'Rui Sales')
  await choose(page, 'Para', 'Lia Sales')
  await dialog.getByLabel('Manter também o vendedor de antes').check()
  await picture(page, 'customers-transfer-all')
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await page
    .getByText(/^[12] clientes? para Lia Sales$/)
    .last()
    .waitFor()
  await dialog.waitFor({ state: 'detached' })
  const { data } = await read(`/customers?id_user=${lia}&sort=id`)
  const sellers = data.map(({ fk_id, users }: { fk_id: string; users: { id: number }[] }) => [
    fk_id,
    users.map(({ id }) => id).sort(),
  ])
  const both = [rui, lia].sort()
  assert.equal(sellers.filter(([, ids]: [string, number[]]) => ids.length === 1).length, 1)
  assert.deepEqual(
    sellers
      .filter(([, ids]: [string, number[]]) => ids.length === 2)
      .map(([, ids]: [string, number[]]) => ids),
    [both, both],
  )
  await end()
})

test('nothing is handed over of the whole company by a slip', async () => {
  const { page, end } = await stand.visit('/customers', { role: 'owner', language: 'en' })
  await page.getByRole('button', { name: 'Transfer…' }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, 'To', 'Ana Prado')
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click()
  await dialog.getByText('Choose from whom, or filter the list first').waitFor()
  await checkAccess(page)
  await picture(page, 'customers-transfer-needed')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${stand.origin}/console/customers?has_users=false`)
  await page.getByRole('button', { name: 'Remove With a seller: No' }).waitFor()
  await page.getByRole('button', { name: 'Transfer…' }).click()
  await choose(page, 'To', 'Ana Prado')
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click()
  await page.getByText(/^\d+ customers? to Ana Prado$/).waitFor()
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  assert.equal((await read('/customers?has_users=false')).pagination.total, 0)
  await end()
})

test('somebody leaves: all customers go to another seller, then the member goes', async () => {
  const [leo, noa] = [await sellerNamed('Léo Matos'), await sellerNamed('Noa Matos')]
  for (const code of ['C00005', 'C00006']) await give(code, [leo])
  const { body } = await stand.server.send('POST', '/members', {
    body: { name: 'Léo', email: 'leo@cerrado.example.com', role: 'seller', id_user: leo },
  })
  const { page, end } = await stand.visit(`/members/${body.data.id}`, { role: 'owner' })
  await page.getByRole('button', { name: 'Remover pessoa' }).click()
  await page.getByRole('dialog').getByText('Continua com 2 clientes como vendedor.').waitFor()
  await checkAccess(page)
  await picture(page, 'member-customers')
  await page.getByRole('link', { name: 'Transferir os clientes' }).click()
  const dialog = page.getByRole('dialog').last()
  await page.getByRole('link', { name: 'Ver os clientes' }).waitFor()
  await checkAccess(page)
  await picture(page, 'seller-dialog')
  await page.getByRole('button', { name: 'Transferir clientes' }).click()
  await dialog.getByText('Todos os clientes de Léo Matos.').waitFor()
  await choose(page, 'Para', 'Noa Matos')
  await checkAccess(page)
  await picture(page, 'seller-transfer')
  await dialog.getByRole('button', { name: 'Transferir', exact: true }).click()
  await page.getByText('2 clientes para Noa Matos').waitFor()
  assert.equal((await read(`/customers?id_user=${noa}`)).pagination.total, 2)
  assert.equal((await read(`/customers?id_user=${leo}`)).pagination.total, 0)
  await end()
})

test('who is restricted to sellers has their customers, and hands none over', async () => {
  const [ada, ivo] = [await sellerNamed('Ada Reis'), await sellerNamed('Ivo Reis')]
  for (const code of ['C00007', 'C00008']) await give(code, [ada, ivo])
  const { page, end } = await stand.visit('/customers', { role: 'seller', sellers: [ada] })
  await page.getByText('2 clientes', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Transferir…' }).count(), 0)
  assert.equal(await page.getByRole('checkbox').count(), 0)
  await picture(page, 'customers-restricted')
  const { id } = await customerBy('C00007')
  await page.goto(`${stand.origin}/console/customers/${id}?edit`)
  await page.getByLabel('Telefone').fill('34 3333-0000')
  assert.equal(await page.getByLabel('Vendedores', { exact: true }).count(), 0)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('definition').filter({ hasText: 'Ada Reis, Ivo Reis' }).waitFor()
  await page.goto(`${stand.origin}/console/records/users/${ada}`)
  await page.getByRole('link', { name: 'Ver os clientes' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Transferir clientes' }).count(), 0)
  await end()
})

test('whether who is restricted reads all customers is set by the account', async () => {
  const { page, end } = await stand.visit('/settings', { role: 'owner' })
  const field = page.getByLabel('Quem vê somente pedidos de alguns vendedores')
  await field.selectOption('Vê todos os clientes')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Configurações salvas').waitFor()
  await checkAccess(page)
  await picture(page, 'settings-restricted')
  assert.equal((await read('/account')).data.restricted_read_all_customers, true)
  await field.selectOption('Vê somente os clientes destes vendedores')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Configurações salvas').last().waitFor()
  await page.reload()
  assert.equal(await field.inputValue(), 'own')
  await end()
})

test('on a telephone, in English, nothing is cut off', async () => {
  const { page, end } = await stand.visit('/customers', {
    role: 'owner',
    language: 'en',
    size: PHONE,
  })
  await page.getByRole('button', { name: 'Transfer…' }).waitFor()
  await picture(page, 'portfolio-phone-list')
  await page.getByRole('button', { name: 'Transfer…' }).click()
  await choose(page, 'To', 'Bia Prado')
  await checkAccess(page)
  await picture(page, 'portfolio-phone-transfer')
  const { id } = await customerBy('C00001')
  await page.goto(`${stand.origin}/console/customers/${id}?edit`)
  await page.getByLabel('Sellers', { exact: true }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await picture(page, 'portfolio-phone-form')
  await page.goto(`${stand.origin}/console/settings`)
  await page.getByLabel('Those who see only orders of some sellers').waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await picture(page, 'portfolio-phone-settings')
  await end()
})

test('a new order begins with the customer’s own seller, and with another one where one was typed', async () => {
  const [eva, ivo] = [await sellerNamed('Eva Moraes'), await sellerNamed('Ivo Salles')]
  await give('C00011', [eva])
  await give('C00012', [ivo])
  await give('C00013', [])
  const { page, end } = await stand.visit('/orders/new', { role: 'operator' })
  const customer = page.getByRole('combobox', { name: 'Cliente' })
  const seller = page.getByRole('combobox', { name: 'Vendedor' })
  const untilSeller = async (name: string) => {
    while ((await seller.inputValue()) !== name)
      await page.evaluate('new Promise(requestAnimationFrame)')
  }
  const buyer = async (code: string) => {
    await customer.fill(code)
    await page.getByRole('option', { name: new RegExp(code) }).click()
  }
  const isDefault = page.getByText('Do cadastro do cliente')
  await buyer('C00011')
  await untilSeller('Eva Moraes')
  await isDefault.waitFor()
  await checkAccess(page)
  await seller.scrollIntoViewIfNeeded()
  await page.setViewportSize({ width: 1280, height: 900 })
  await picture(page, 'order-seller')
  await page.setViewportSize({ width: 390, height: 844 })
  await seller.scrollIntoViewIfNeeded()
  await picture(page, 'order-seller-phone')
  await page.setViewportSize({ width: 1280, height: 900 })
  await buyer('C00012')
  await untilSeller('Ivo Salles')
  await buyer('C00013')
  await untilSeller('')
  assert.equal(await isDefault.count(), 0)
  await choose(page, 'Vendedor', 'Eva Moraes')
  await buyer('C00012')
  await page
    .getByText('Últimos pedidos deste cliente')
    .or(page.getByText('Este cliente ainda não tem pedidos.'))
    .waitFor()
  assert.equal(await seller.inputValue(), 'Eva Moraes')
  await end()
})
