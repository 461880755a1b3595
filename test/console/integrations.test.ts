import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { kinds } from '../../console/src/integrations/imports/mapping/fields.ts'
import { importFields } from '../../src/files/imports/mapping/fields.ts'
import { importerOf, latin1, settled } from '../support/files/imports.ts'
import { runWebhooks } from '../support/webhooks/listeners.ts'
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts'
import { pressByKey, typeByKey } from './support/keys.ts'
import { checkAccess, intercept, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand
let stop: () => Promise<void>
let receiver: Receiver
/** What the other system says to whatever comes. */
let answers = 204

before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 2 })
  stop = runWebhooks(stand.server)
  receiver = await startReceiver((response) =>
    response.writeHead(answers).end(answers === 204 ? '' : 'Banco de dados do ERP parado'),
  )
})
after(async () => {
  await stop()
  receiver.close()
  await stand.close()
})

test('a webhook is made, tested, changed by two, paused and deleted', async () => {
  const { page, end } = await stand.visit('/webhooks', { role: 'owner' })
  await page.getByRole('heading', { name: 'Nenhum webhook ainda' }).waitFor()
  await page.getByRole('button', { name: 'Novo webhook' }).first().click()
  const form = page.getByRole('dialog', { name: 'Novo webhook' })
  await form.getByLabel('Endereço', { exact: true }).fill('http://10.0.0.1/pedido')
  await form.getByLabel('Descrição').fill('Estoque do ERP da matriz e das filiais')
  await form.getByLabel('Todos os eventos').uncheck()
  await form.getByLabel('Tudo de clientes').check()
  await form.getByLabel('criado order.created').check()
  await checkAccess(page)
  await picture(page, 'webhook-new')
  await form.getByRole('button', { name: 'Novo webhook' }).click()
  await form.locator('[aria-invalid=true]').waitFor()
  await form
    .getByLabel('Endereço', { exact: true })
    .fill(`http://127.0.0.1:${receiver.port}/integracao/pedido/eventos`)
  await form.getByRole('button', { name: 'Novo webhook' }).click()
  const made = page.getByRole('dialog', { name: 'Copie o segredo agora' })
  assert.match(await made.getByRole('textbox').inputValue(), /^whsec_/)
  await made.getByRole('button', { name: 'Pronto' }).click()
  await page.getByRole('heading', { name: 'Estoque do ERP da matriz e das filiais' }).waitFor()
  const path = new URL(page.url()).pathname.replace('/console', '')

  await page.getByRole('button', { name: 'Testar' }).click()
  const tested = page.getByRole('dialog', { name: 'Entrega' })
  await tested.getByText('Entregue (204)').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Alterar' }).click()
  const change = page.getByRole('dialog', { name: 'Alterar' })
  await change.getByLabel('Descrição').fill('Minha descrição')
  await stand.server.send('PATCH', path, { body: { description: 'A de outra pessoa' } })
  await change.getByRole('button', { name: 'Salvar' }).click()
  await change.getByRole('cell', { name: 'A de outra pessoa' }).waitFor()
  await checkAccess(page)
  await picture(page, 'webhook-conflict')
  await change.getByRole('button', { name: 'Salvar o meu' }).click()
  await page.getByRole('heading', { name: 'Minha descrição' }).waitFor()
  await page.getByRole('button', { name: 'Pausar' }).click()
  await page.getByText('Pausado', { exact: true }).waitFor()
  const { types, description, enabled } = (await stand.server.send('GET', path)).body.data
  assert.deepEqual(types, ['customer.*', 'order.created'])
  assert.deepEqual([description, enabled], ['Minha descrição', false])

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('heading', { name: 'Nenhum webhook ainda' }).waitFor()
  await end(/4(12|22)/)
})

test('what did not arrive is seen, sent again, and so is a day', async () => {
  const { server } = stand
  const url = `http://127.0.0.1:${receiver.port}/erp`
  answers = 500
  const { id } = (await server.send('POST', '/webhooks', { body: { url, types: ['customer.*'] } }))
    .body.data
  await server.send('POST', '/customers', { body: { name: 'Mercearia Boa Vista' } })
  const { page, end } = await stand.visit(`/webhooks/${id}`, { role: 'manager', language: 'en' })
  const grid = page.getByRole('grid', { name: 'Deliveries' })
  await grid.getByText('Failed: answer 500').first().waitFor()
  await page.getByText('Failing', { exact: false }).first().waitFor()
  await checkAccess(page)
  await picture(page, 'webhook-failing')
  await grid.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delivery' })
  await dialog.getByText('Banco de dados do ERP parado').waitFor()
  await picture(page, 'delivery')
  answers = 204
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('It will be sent again right away').waitFor()
  await grid.getByText('Delivered (204)').first().waitFor()
  const before = receiver.received.length
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Resend a period' }).click()
  const replay = page.getByRole('dialog', { name: 'Resend a period' })
  await replay.getByLabel('Period').selectOption('today')
  await replay.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(/^Resending: \d+ events in the period/).waitFor()
  await page.getByText('Up to date').waitFor()
  await page.getByLabel('Which').selectOption('failed')
  await page.waitForURL(/outcome=failed/)
  await grid.getByText('Delivered (204)').first().waitFor({ state: 'detached' })
  assert.ok(receiver.received.length >= before)
  await end()
})

test('webhooks are seen on a telephone', async () => {
  const { page, end } = await stand.visit('/webhooks', { role: 'owner', size: PHONE })
  await page.getByRole('grid').getByRole('row').first().click()
  await page.getByRole('grid', { name: 'Entregas' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await picture(page, 'webhook-phone')
  await end()
})

test('events come as they happen, wait while it is paused, and show as they are sent', async () => {
  const { server } = stand
  const { page, end } = await stand.visit('/events', { role: 'manager' })
  const grid = page.getByRole('grid', { name: 'Eventos' })
  await grid.getByText('customer.created').first().waitFor()
  const body = { name: 'Rapadura', fk_id: 'RAP-1' }
  const { id } = (await server.send('POST', '/products', { body })).body.data
  await server.send('PATCH', `/products/${id}`, { body: { name: 'Rapadura preta 500 g' } })
  await grid.getByText('product.updated').waitFor()
  await checkAccess(page)
  await picture(page, 'events')
  await page.getByRole('button', { name: 'Pausar' }).click()
  await server.send('DELETE', `/products/${id}`)
  await page.getByText('1 novo', { exact: true }).waitFor()
  assert.equal(await grid.getByText('product.deleted').count(), 0)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await grid.getByText('product.deleted').waitFor()
  await page.getByLabel('Tipo').selectOption('product.*')
  await page.waitForURL(/type=product/)
  await grid.getByText('customer.created').first().waitFor({ state: 'detached' })
  await grid.getByText('product.deleted').waitFor()
  await page.getByRole('button', { name: 'Limpar' }).click()
  await page.getByText('Nada foi alterado desde que você limpou a lista.').waitFor()
  await page.getByRole('button', { name: 'Mostrar os anteriores' }).click()
  await grid.getByText('product.deleted').click()
  const dialog = page.getByRole('dialog', { name: 'product.deleted' })
  await dialog.getByText('"specversion": "1.0"').waitFor()
  await checkAccess(page)
  await picture(page, 'event')
  await end()
})

const CUSTOMERS = [
  'Código;Razão social;CNPJ;Telefone;Rota de entrega',
  'Z1;Mercearia São João do Triângulo Ltda.;11.222.333/0001-81;34 99999-0001;12',
  'Z2;Supermercado Nossa Senhora da Abadia;11.222.333/0001-99;34 99999-0002;14',
  'Z3;Empório Família Gonçalves;;34 99999-0003;12',
].join('\r\n')

test('a file is dropped in, its columns are set right, and it is brought in', async () => {
  const { server } = stand
  const importer = importerOf(server)
  const rota = { resource: 'customers', key: 'rota', label: 'Rota', type: 'text' }
  assert.equal((await server.send('POST', '/custom-fields', { body: rota })).status, 201)
  const { page, end } = await stand.visit('/imports', { role: 'operator' })
  const settle = () =>
    settled(server, importer, Number(new URL(page.url()).pathname.split('/').at(-1)))
  await page.getByText('Nenhum arquivo importado ainda').waitFor()
  await page.getByLabel('O que há no arquivo').selectOption('customers')
  await page.getByLabel('Solte o arquivo aqui').setInputFiles({
    name: 'clientes-erp.csv',
    mimeType: 'text/csv',
    buffer: latin1(CUSTOMERS),
  })
  await checkAccess(page)
  await picture(page, 'imports')
  await page.getByRole('button', { name: 'Conferir o arquivo' }).click()
  await page.waitForURL(/\/imports\/\d+$/)
  await settle()
  await page.getByText('Nada foi gravado ainda', { exact: false }).waitFor()
  const columns = page.getByRole('region', { name: 'Colunas' })
  const field = columns.getByLabel('Campo da coluna Rota de entrega')
  assert.equal(await field.inputValue(), '')
  await field.selectOption({ label: 'Campo personalizado…' })
  await columns.getByLabel('Chave do campo personalizado').fill('rota')
  await checkAccess(page)
  await picture(page, 'import-checked')
  await columns.getByRole('button', { name: 'Salvar este mapeamento…' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Clientes do ERP da matriz')
  await page.getByLabel('Nome', { exact: true }).press('Enter')
  await page.getByText('Mapeamento salvo').waitFor()
  await page.getByRole('button', { name: 'Conferir de novo' }).click()
  await page.getByText('Conferindo').waitFor()
  await settle()
  await page.getByRole('button', { name: 'Importar 2 registros' }).click()
  await page.getByText('Gravando').waitFor()
  await settle()
  await page.getByText('Resultado:').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar as linhas com erro' }).click()
  assert.equal((await download).suggestedFilename(), 'clientes-erp-recusadas.csv')
  const { body } = await server.send('GET', '/customers/fk_id/Z3')
  assert.deepEqual(body.data.custom_fields, { rota: '12' })
  await page.setViewportSize(PHONE)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await picture(page, 'import-phone')
  await end()
})

test('columns that nobody knows are named by a person before anything runs', async () => {
  const { server } = stand
  const importer = importerOf(server)
  const { page, end } = await stand.visit('/imports', { role: 'operator' })
  const settle = () => settled(server, importer, Number(page.url().split('/').at(-1)))
  await page.getByLabel('O que há no arquivo').selectOption('customers')
  const lines = ['CPF/CNPJ;Quem compra;Cidade', '11.222.333/0001-81;Mercado Boreal;Santos']
  const file = { name: 'sem-codigo.csv', mimeType: 'text/csv', buffer: latin1(lines.join('\n')) }
  await page.getByLabel('Solte o arquivo aqui').setInputFiles(file)
  await page.getByRole('button', { name: 'Conferir o arquivo' }).click()
  await page.waitForURL(/\/imports\/\d+$/)
  await settle()
  await page.getByText('Faltam as colunas').waitFor()
  const columns = page.getByRole('region', { name: 'Colunas' })
  await columns.getByRole('cell', { name: 'Mercado Boreal' }).waitFor()
  const code = columns.getByLabel('Campo da coluna CPF/CNPJ')
  assert.equal(await code.inputValue(), 'fk_id,document')
  await columns.getByLabel('Campo da coluna Quem compra').selectOption('name')
  await checkAccess(page)
  await picture(page, 'import-needs-mapping')
  await code.selectOption('document')
  await columns.getByText('Escolha a coluna do código', { exact: false }).waitFor()
  await code.selectOption('fk_id,document')
  await columns.getByRole('button', { name: 'Conferir o arquivo' }).click()
  await page.getByText('Conferindo').waitFor()
  await settle()
  await page.getByRole('button', { name: 'Importar 1 registro' }).click()
  await page.getByText('Gravando').waitFor()
  await settle()
  await page.getByText('Resultado:').waitFor()
  const { body } = await server.send('GET', '/customers/fk_id/11222333000181')
  assert.deepEqual([body.data.name, body.data.document], ['Mercado Boreal', '11222333000181'])
  await end()
})

test('a saved mapping is used for the next file, renamed and deleted', async () => {
  const { server } = stand
  const importer = importerOf(server)
  const { page, end } = await stand.visit('/imports', { role: 'operator' })
  await page.getByLabel('O que há no arquivo').selectOption('customers')
  await page.getByLabel('Colunas').selectOption('Clientes do ERP da matriz')
  const buffer = latin1(CUSTOMERS.replaceAll('Z', 'Y'))
  const file = { name: 'clientes-erp.csv', mimeType: 'text/csv', buffer }
  await page.getByLabel('Solte o arquivo aqui').setInputFiles(file)
  await page.getByRole('button', { name: 'Conferir o arquivo' }).click()
  await page.waitForURL(/\/imports\/\d+$/)
  await settled(server, importer, Number(page.url().split('/').at(-1)))
  await page.getByText('Nada foi gravado ainda', { exact: false }).waitFor()
  assert.equal(await page.getByLabel('Chave do campo personalizado').inputValue(), 'rota')
  await page.goto(`${stand.origin}/console/imports`)
  await page.getByRole('button', { name: 'Renomear “Clientes do ERP da matriz”' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Clientes do ERP')
  await page.getByLabel('Nome', { exact: true }).press('Enter')
  await page.getByText('Mapeamento salvo').waitFor()
  await checkAccess(page)
  await picture(page, 'import-mappings')
  await page.getByRole('button', { name: 'Excluir “Clientes do ERP”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('Mapeamento excluído').waitFor()
  const { body } = await server.send('GET', '/import-mappings')
  assert.equal(body.pagination.total, 0)
  await end()
})

test('lists are exported, whole or as they are filtered, and an export can be cancelled', async () => {
  const { page, end } = await stand.visit('/exports', { role: 'manager' })
  const exported = async (press: () => Promise<void>) => {
    const download = page.waitForEvent('download')
    await press()
    return readFile(await (await download).path(), 'utf8')
  }
  const press = () => page.getByRole('button', { name: 'Exportar', exact: true }).click()
  // By keyboard alone.
  await typeByKey(page, page.getByLabel('O que exportar'), 'Itens')
  await typeByKey(page, page.getByLabel('Formato'), 'CSV')
  const items = await exported(() =>
    pressByKey(page, page.getByRole('button', { name: 'Exportar', exact: true })),
  )
  assert.match(items, /Pedido \(código\);/)
  assert.ok(items.trim().split('\r\n').length > 4, items)
  await page.getByText('Baixado').waitFor()
  await page.getByLabel('O que exportar').selectOption('customers')
  await page.getByLabel('Formato').selectOption('ndjson')
  await page.getByLabel('Somente os que contêm').fill('C00001')
  const customers = await exported(press)
  assert.deepEqual(
    customers
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).fk_id),
    ['C00001'],
  )
  await page.getByText('Baixado').nth(1).waitFor()
  // Every kind that files can bring comes out, too.
  const offered = await page.getByLabel('O que exportar').locator('option').allInnerTexts()
  const labels = Object.values(kinds).map(({ label: [portuguese] }) => portuguese)
  assert.deepEqual([...offered].sort(), [...labels, 'Itens dos pedidos', 'Eventos'].sort())
  await page.getByLabel('O que exportar').selectOption('payment-types')
  await page.getByLabel('Formato').selectOption('csv')
  assert.match(await exported(press), /Condição de pagamento \(id\);Nome;Código/)
  await page.getByText('Baixado').nth(2).waitFor()
  await page.getByLabel('Formato').selectOption('ndjson')
  // The service takes its time.
  await intercept(page, '**/orders?*', () => {})
  await page.getByLabel('O que exportar').selectOption('orders')
  await press()
  await checkAccess(page)
  await picture(page, 'exports')
  await page.getByRole('button', { name: /^Cancelar: Pedidos/ }).click()
  await page.getByRole('region', { name: 'Arquivos' }).getByText('Cancelado').waitFor()
  await page.setViewportSize(PHONE)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await picture(page, 'exports-phone')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(`${stand.origin}/console/customers?q=C00002`)
  await page.getByRole('link', { name: /./ }).first().waitFor()
  const filtered = await exported(async () => {
    await press()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
  })
  const codes = filtered.match(/C0000\d(?!-)/g)
  assert.deepEqual([...new Set(codes)], ['C00002'])
  await end()
})

test('the page knows the fields that files can bring', () => {
  const known = Object.entries(kinds).map(([name, { fields }]) => [
    name,
    Object.keys(fields).sort(),
  ])
  const served = Object.entries(importFields).map(([name, fields]) => [
    name,
    fields.map((one) => one.name).sort(),
  ])
  assert.deepEqual(Object.fromEntries(known), Object.fromEntries(served))
})
