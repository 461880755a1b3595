import assert from 'node:assert/strict'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { data } from '../support/orders.ts'
import { checkAccess, PHONE, picture, type Stand, startStand, takesKeys } from './support/stand.ts'

// A customer that is not there yet: made from within the order, and filled in by its CNPJ and CEP.

const CNPJ = '11.444.777/0001-61'
const COMPANY = {
  razao_social: 'EMPORIO SERRA AZUL LTDA',
  nome_fantasia: 'SERRA AZUL',
  descricao_situacao_cadastral: 'ATIVA',
  email: 'compras@serraazul.example',
  ddd_telefone_1: '3433221100',
  logradouro: 'RUA DAS ACACIAS',
  numero: '42',
  bairro: 'CENTRO',
  cep: '38400-100',
  municipio: 'UBERLANDIA',
  uf: 'MG',
  codigo_municipio_ibge: 3170206,
}
const PLACE = { logradouro: 'Rua Goiás', bairro: 'Centro', localidade: 'Uberlândia', uf: 'MG' }

let stand: Stand
let upstream: HttpServer
before(async () => {
  upstream = createServer(({ url = '' }, response) => {
    const known = url === '/cnpj/11444777000161' ? COMPANY : url === '/cep/38400200' && PLACE
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(known || {}))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  stand = await startStand(
    { customers: 4, orders: 0, days: 5 },
    { COMPANY_LOOKUP_URL: `${origin}/cnpj/{cnpj}`, POSTAL_CODE_LOOKUP_URL: `${origin}/cep/{cep}` },
  )
})
after(async () => {
  await stand.close()
  upstream.close()
})

const customerNamed = async (q: string) => {
  const [{ id }] = await data(stand.server, 'GET', `/customers?q=${encodeURIComponent(q)}`)
  const [customer, addresses] = await Promise.all([
    data(stand.server, 'GET', `/customers/${id}`),
    data(stand.server, 'GET', `/customers/${id}/addresses`),
  ])
  return { customer, addresses }
}

test('who orders for a customer that is not there makes it by its CNPJ, and goes on with the lines', async () => {
  const { page, end } = await stand.visit('/orders/new', { role: 'operator' })
  await page.getByRole('combobox', { name: 'Cliente' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(CNPJ)
  await page.getByText('Nada encontrado').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  const add = page.getByRole('button', { name: 'Novo cliente' })
  await add.and(page.locator(':focus')).waitFor()
  await checkAccess(page)
  await picture(page, 'new-customer-in-order')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Novo cliente' })
  await takesKeys(dialog)
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  assert.equal(await field('CPF ou CNPJ').inputValue(), CNPJ)
  await dialog
    .getByText(/^Preenchido pela consulta: Nome, Nome fantasia, E-mail, Telefone, CEP,/)
    .waitFor()
  await checkAccess(page)
  await picture(page, 'new-customer-found')
  await field('Nome').fill('Empório Serra Azul')
  await field('Nome').press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('[data-column="product"] :focus').waitFor()
  assert.equal(
    await page.getByRole('combobox', { name: 'Cliente' }).inputValue(),
    'Empório Serra Azul',
  )
  const { customer, addresses } = await customerNamed('Serra Azul')
  assert.equal(await page.getByLabel('Endereço de entrega').inputValue(), String(addresses[0].id))
  const { name, trade_name, document, email, phone } = customer
  assert.deepEqual(
    { name, trade_name, document, email, phone },
    {
      name: 'Empório Serra Azul',
      trade_name: 'SERRA AZUL',
      document: '11444777000161',
      email: 'compras@serraazul.example',
      phone: '3433221100',
    },
  )
  const [{ street, number_text, postal_code, city, state, ibge, address_type }] = addresses
  assert.deepEqual(
    { street, number_text, postal_code, city, state, ibge, address_type },
    {
      street: 'RUA DAS ACACIAS',
      number_text: '42',
      postal_code: '38400-100',
      city: 'UBERLANDIA',
      state: 'MG',
      ibge: '3170206',
      address_type: 'main',
    },
  )
  await end(/404/)
})

test('a new customer by name, with an address by its CEP; on a telephone too', async () => {
  const { page, end } = await stand.visit('/orders/new', { role: 'operator', size: PHONE })
  await page.getByRole('combobox', { name: 'Cliente' }).fill('Mercearia da Ponte')
  await page.getByText('Nada encontrado').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Novo cliente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo cliente' })
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  await takesKeys(dialog)
  assert.equal(await field('Nome').inputValue(), 'Mercearia da Ponte')
  await field('CEP').fill('38400200')
  await page.keyboard.press('Tab')
  await dialog.getByText('Preenchido pela consulta: Logradouro, Bairro, Cidade, UF.').waitFor()
  await picture(page, 'new-customer-phone')
  await checkAccess(page)
  // One that nobody knows fills in nothing.
  await field('CPF ou CNPJ').fill('11.222.333/0001-81')
  await page.keyboard.press('Tab')
  await dialog.getByText(/^A consulta não encontrou nada/).waitFor()
  await field('CPF ou CNPJ').fill('')
  await dialog.getByRole('button', { name: 'Novo cliente' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { addresses } = await customerNamed('Mercearia da Ponte')
  assert.equal(addresses[0].street, 'Rua Goiás')
  await end(/404/)
})

test('the page of a new customer fills in as well', async () => {
  const { page, end } = await stand.visit('/customers/new', { role: 'operator', language: 'en' })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('E-mail').fill('outro@serraazul.example')
  await field('CPF or CNPJ').fill(CNPJ)
  await page.keyboard.press('Tab')
  await page.getByText(/^Filled in by the lookup: Name, Trade name, Phone/).waitFor()
  // What somebody has typed stays.
  assert.equal(await field('E-mail').inputValue(), 'outro@serraazul.example')
  await picture(page, 'new-customer-page')
  assert.equal(await field('City').inputValue(), 'UBERLANDIA')
  await end()
})
