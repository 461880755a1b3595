import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { place } from '../support/webhooks/webhooks.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand

before(async () => {
  stand = await startStand({ customers: 130, orders: 150, days: 60 })
  const { status } = await stand.server.send('POST', '/custom-fields', {
    body: {
      resource: 'customers',
      key: 'curva',
      label: 'Curva ABC',
      type: 'choice',
      choices: ['A', 'B', 'C'],
      filterable: true,
    },
  })
  assert.equal(status, 201)
})
after(() => stand.close())

const customerBy = async (code: string) =>
  (await stand.server.send('GET', `/customers/fk_id/${code}`)).body.data

test('a customer is found by part of a name and opened, and Back shows the same list', async () => {
  const { page, end } = await stand.visit('/customers', { role: 'operator' })
  await page.getByText('130 clientes').waitFor()
  await checkAccess(page)
  await picture(page, 'customers-list')
  await page.getByRole('searchbox').fill('aguas recanto')
  await page
    .getByRole('status')
    .filter({ hasText: /^\d clientes?$/ })
    .waitFor()
  const found = page.url()
  assert.match(found, /q=aguas\+recanto/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Recanto das Águas/ }).waitFor()
  await page.goBack()
  await page
    .getByRole('status')
    .filter({ hasText: /^\d clientes?$/ })
    .waitFor()
  assert.equal(page.url(), found)
  assert.equal(await page.getByRole('searchbox').inputValue(), 'aguas recanto')
  await page.getByRole('searchbox').fill('nada que exista')
  await page.getByRole('heading', { name: 'Nada encontrado' }).waitFor()
  await page.getByText('0 clientes', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Limpar busca e filtros' }).click()
  await page.getByText('130 clientes').waitFor()
  await end()
})

test('who sees orders of some sellers only is not told that a customer has none', async () => {
  const { id } = await customerBy('C00007')
  const post = async (path: string, body: object) => {
    const { status, body: answer, text } = await stand.server.send('POST', path, { body })
    assert.equal(status, 201, text)
    return answer.data.id as number
  }
  const seller = await post('/users', { name: 'Vendedora sem pedidos' })
  await stand.server.send('PATCH', `/customers/${id}`, { body: { id_user: seller } })
  const { page, end } = await stand.visit('/orders', { role: 'seller', sellers: [seller] })
  await page.getByRole('heading', { name: 'Nenhum pedido que você possa ver' }).waitFor()
  await page.goto(`${stand.origin}/console/customers/${id}`)
  const none = page.getByText('Você ainda não tem pedidos deste cliente.')
  await none.waitFor()
  assert.equal(await page.getByText('Ainda não fez nenhum pedido.').count(), 0)
  await post('/orders', { id_customer: id, id_user: seller })
  await page.reload()
  await page.getByText('Somente pedidos que você pode ver.').waitFor()
  assert.equal(await none.count(), 0)
  await end()
})

test('lists are narrowed by document and declared fields, in the address too', async () => {
  const { document, id } = await customerBy('C00007')
  await stand.server.send('PATCH', `/customers/${id}`, { body: { custom_fields: { curva: 'B' } } })
  const { page, end } = await stand.visit('/customers?custom.curva=B', { role: 'viewer' })
  await page.getByText('1 cliente', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remover Curva ABC: B' }).click()
  await page.getByText('130 clientes').waitFor()
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByLabel('CPF ou CNPJ').fill(document)
  await checkAccess(page)
  await page.keyboard.press('Enter')
  await page.getByText('1 cliente', { exact: true }).waitFor()
  await page.getByRole('columnheader', { name: 'CPF ou CNPJ' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Novo cliente' }).count(), 0)
  await end()
})

test('a customer is entered, corrected beside somebody else, and deleted', async () => {
  const { page, end } = await stand.visit('/customers/new', { role: 'operator' })
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  await fill('Nome', 'Empório Três Corações Comércio de Alimentos e Bebidas Finas Ltda.')
  await fill('Código', 'C00001')
  await fill('CPF ou CNPJ', '11.222.333/0001-00')
  await page.getByLabel('Curva ABC').selectOption('A')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  assert.equal(await page.getByLabel('CPF ou CNPJ').getAttribute('aria-invalid'), 'true')
  await checkAccess(page)
  await picture(page, 'customer-refused')
  await page.reload()
  await page.getByText('Recuperamos o que você tinha digitado').waitFor()
  assert.equal(await page.getByLabel('Curva ABC').inputValue(), 'A')
  await fill('CPF ou CNPJ', '')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('link', { name: /Abrir o cadastro que já tem/ }).waitFor()
  await fill('Código', 'NOVO-1')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('heading', { level: 1, name: /Empório Três Corações/ }).waitFor()
  const { id } = await customerBy('NOVO-1')

  await page.getByRole('button', { name: 'Editar' }).click()
  await fill('E-mail', 'compras@trescoracoes.example.com')
  const theirs = { email: 'outra@example.com', phone: '34 3333-4444' }
  await stand.server.send('PATCH', `/customers/${id}`, { body: theirs })
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Outra pessoa alterou este cadastro').waitFor()
  await checkAccess(page)
  await picture(page, 'customer-conflict')
  assert.equal(await page.getByLabel('Telefone').inputValue(), '34 3333-4444')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Salvo').waitFor()
  const saved = await customerBy('NOVO-1')
  assert.deepEqual(
    [saved.email, saved.phone, saved.custom_fields],
    ['compras@trescoracoes.example.com', '34 3333-4444', { curva: 'A' }],
  )
  await place(stand.server)
  await page.getByText('Histórico').click()
  await page.getByText('outra@example.com').first().waitFor()
  await checkAccess(page)
  await picture(page, 'customer-history')

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor()
  assert.equal((await stand.server.send('GET', `/customers/${id}`)).status, 404)
  await end(/409|412|422/)
})

test('orders, sums and addresses of a customer; what is in use stays', async () => {
  const { id } = await customerBy('C00001')
  const { page, end } = await stand.visit(`/customers/${id}`, { role: 'seller' })
  const { body } = await stand.server.send('GET', `/orders/summary?id_customer=${id}`)
  const orders = page.getByRole('region', { name: 'Pedidos' })
  await orders.getByText(String(body.data.count), { exact: true }).waitFor()
  assert.match(
    (await page.getByRole('link', { name: 'Novo pedido' }).getAttribute('href')) ?? '',
    /orders\/new\?customer=\d+$/,
  )
  await checkAccess(page)
  await picture(page, 'customer')
  await page.getByRole('button', { name: 'Novo endereço' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Identificação').fill('Depósito')
  await dialog.getByLabel('CEP').fill('01310-930')
  await dialog.getByLabel('UF').selectOption('SP')
  await checkAccess(page)
  await picture(page, 'customer-address')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('01310-930').waitFor()
  await page.getByRole('button', { name: 'Editar o endereço Depósito' }).click()
  await dialog.getByLabel('Cidade').fill('São Paulo')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('São Paulo/SP').waitFor()
  await page.getByRole('button', { name: 'Excluir o endereço Depósito' }).click()
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('São Paulo/SP').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  const uses = dialog.getByRole('link', { name: 'pedidos' })
  assert.match((await uses.getAttribute('href')) ?? '', /id_customer=/)
  await checkAccess(page)
  await end(/409/)
})

test('on a telephone, in English, nothing is cut off', async () => {
  const { id } = await customerBy('C00002')
  const size = PHONE
  const { page, end } = await stand.visit('/customers', { role: 'seller', language: 'en', size })
  await page.getByText('130 customers').waitFor()
  await picture(page, 'customers-phone')
  await checkAccess(page)
  await page.goto(`${stand.origin}/console/customers/${id}?edit`)
  await page.getByLabel('Name', { exact: true }).waitFor()
  await page.getByRole('columnheader', { name: 'Value' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await picture(page, 'customer-phone')
  await end()
})

test('a trade name stands beside the name, in lists, on its page and where customers are chosen', async () => {
  const { id, name } = await customerBy('C00005')
  const { page, end } = await stand.visit(`/customers/${id}?edit`, { role: 'operator' })
  await page.getByLabel('Nome fantasia').fill('Pousada do Ipê Roxo')
  await page.getByLabel('Observações internas').fill('Recebe só de manhã.')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Salvo').waitFor()
  await page.getByText('Recebe só de manhã.').waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
  await checkAccess(page)
  await picture(page, 'trade-name-page')
  await page.goto(`${stand.origin}/console/customers?q=ipe+roxo`)
  await page.getByText('1 cliente', { exact: true }).waitFor()
  await page.getByRole('gridcell', { name: 'Pousada do Ipê Roxo' }).waitFor()
  await picture(page, 'trade-name-list')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText(/Pousada do Ipê Roxo · C00005/).waitFor()
  await picture(page, 'trade-name-phone')
  await page.goto(`${stand.origin}/console/orders/new`)
  await page.getByRole('combobox', { name: 'Cliente' }).fill('ipê roxo')
  await page.getByRole('option', { name: /Pousada do Ipê Roxo/ }).waitFor()
  await picture(page, 'trade-name-picker')
  await page.getByRole('option').first().click()
  assert.equal(await page.getByRole('combobox', { name: 'Cliente' }).inputValue(), name)
  await end()
})
