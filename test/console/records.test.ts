import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkAccess, PHONE, picture, type Stand, startStand, untilShows } from './support/stand.ts'

let stand: Stand

before(async () => {
  stand = await startStand({ customers: 12, orders: 20, days: 20 })
})
after(() => stand.close())

const recordBy = async (path: string) => (await stand.server.send('GET', path)).body.data

test('records of any kind are found, entered, changed, and kept while they are in use', async () => {
  const { page, end } = await stand.visit('/records', { role: 'manager' })
  await page.getByRole('heading', { level: 1, name: 'Vendedores' }).waitFor()
  await page.getByText('6 vendedores').waitFor()
  await checkAccess(page)
  await picture(page, 'records-users')
  await page.getByRole('link', { name: 'Transportadoras' }).click()
  await page.getByText('2 transportadoras').waitFor()
  await page.getByRole('link', { name: 'Nova transportadora' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Expresso Serra da Canastra Transportes Rodoviários Ltda.')
  await dialog.getByLabel('Código').fill('FROTA')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByRole('link', { name: /Abrir o cadastro/ }).waitFor()
  await dialog.getByLabel('Código').fill('CANASTRA')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('3 transportadoras').waitFor()
  await page.getByRole('searchbox').fill('expresso')
  await page.getByText('1 transportadora', { exact: true }).waitFor()
  await page.getByRole('link', { name: /Expresso Serra/ }).click()
  await dialog.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-81')
  await checkAccess(page)
  await picture(page, 'records-dialog')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.match(page.url(), /shipping-companies\?q=expresso$/)
  const carrier = await recordBy('/shipping-companies/fk_id/CANASTRA')
  assert.equal(carrier.document, '11222333000181')

  // Those that an account begins with are called what they are called everywhere else on the page.
  await page.getByRole('link', { name: 'Motivos' }).click()
  await page.getByText('5 motivos').waitFor()
  await picture(page, 'records-reasons')
  await page.getByRole('link', { name: 'Falta de estoque' }).click()
  await page.getByRole('dialog', { name: 'Falta de estoque' }).waitFor()
  await untilShows(page.getByRole('dialog'), 'Falta de estoque')
  await picture(page, 'records-reason')

  const { id } = await recordBy('/shipping-companies/fk_id/FROTA')
  await page.goto(`${stand.origin}/console/records/shipping-companies/${id}`)
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  const confirm = page.getByRole('dialog', { name: /^Excluir/ })
  await confirm.getByRole('button', { name: 'Excluir' }).click()
  const used = confirm.getByRole('link', { name: 'pedidos' })
  assert.match((await used.getAttribute('href')) ?? '', /id_shipping_company=/)
  await end(/409/)
})

test('who may only read sees records without a form, on a telephone too', async () => {
  const { id } = await recordBy('/users/fk_id/VEN-01')
  const { page, end } = await stand.visit(`/records/users/${id}`, {
    role: 'viewer',
    language: 'en',
    size: PHONE,
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: /ven-01@/ }).waitFor()
  assert.equal(await dialog.getByRole('textbox').count(), 0)
  await checkAccess(page)
  await picture(page, 'records-phone')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${stand.origin}/console/records/order-statuses`)
  await page.getByRole('table', { name: 'List of statuses' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await picture(page, 'statuses-phone')
  await end()
})

test('numbers of a series that no order has are listed, and why', async () => {
  const send = async (method: string, path: string, body?: object) => {
    const { status, text, body: answer } = await stand.server.send(method, path, { body })
    assert.ok(status < 300, text)
    return answer.data
  }
  const series = await send('POST', '/number-series', { name: 'Balcão', template: 'B-{seq:3}' })
  await send('PATCH', '/order-statuses/fk_id/draft', { numbered: true })
  const [{ id: id_customer }] = await recordBy('/customers?limit=1')
  const made = await send('POST', '/orders', { id_customer })
  assert.equal(made.number, 'B-001')
  const { page, end } = await stand.visit(`/records/number-series/${series.id}`, {
    role: 'manager',
  })
  const way = page.getByRole('dialog').getByRole('link', { name: 'Ver os números sem pedido' })
  await way.click()
  await page.getByText('Nenhum número faltando').waitFor()
  await send('DELETE', `/orders/${made.id}`)
  const brought = await send('POST', '/orders', { id_customer, number: 'B-002' })
  assert.equal((await send('POST', '/orders', { id_customer })).number, 'B-003')
  await send('PATCH', `/number-series/${series.id}`, { next: 10 })
  await page.reload()
  await page.getByText('O pedido foi excluído').waitFor()
  await page.getByText('B-004 a B-009').waitFor()
  await page.getByText('O próximo número foi aumentado').waitFor()
  await checkAccess(page)
  await picture(page, 'number-gaps')
  await page.getByRole('link', { name: String(brought.id), exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await send('PATCH', '/order-statuses/fk_id/draft', { numbered: false })
  await end()
})

test('statuses and moves are changed in their picture by keyboard, and in the form', async () => {
  const { page, end } = await stand.visit('/records/order-statuses', { role: 'manager' })
  const node = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}[,.]`) })
  await node('Rascunho').waitFor()
  await checkAccess(page)
  await picture(page, 'statuses')
  await page.getByRole('button', { name: 'Nova situação' }).click()
  await page.getByLabel('Nome').fill('Aguardando pagamento')
  await page.getByLabel('Código').fill('waiting')
  await page.getByRole('checkbox', { name: 'Pode ir para Aprovado' }).check()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await node('Aguardando pagamento').waitFor()
  const { id, next } = await recordBy('/order-statuses/fk_id/waiting')
  const approved = await recordBy('/order-statuses/fk_id/approved')
  assert.deepEqual(next, [approved.id])

  const open = await recordBy('/order-statuses/fk_id/open')
  await node('Rascunho').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Ligar' }).click()
  await node('Aguardando pagamento').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Aberto → Aguardando pagamento: permitido').waitFor()
  assert.ok((await recordBy(`/order-statuses/${open.id}`)).next.includes(id))
  await checkAccess(page)
  await picture(page, 'statuses-connecting')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText('não é mais permitido').waitFor()
  assert.deepEqual((await recordBy(`/order-statuses/${open.id}`)).next, open.next)
  await page.keyboard.press('Escape')

  await node('Aguardando pagamento').click()
  await page.getByLabel('Nome').waitFor()
  await page.getByRole('checkbox', { name: 'Bloqueada' }).check()
  await page.getByRole('checkbox', { name: 'Exige motivo' }).check()
  await picture(page, 'status-reason')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await node('Aguardando pagamento, Bloqueada').waitFor()
  assert.equal((await recordBy(`/order-statuses/${id}`)).reason_required, true)
  await page.getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('Excluído').waitFor()
  await node('Rascunho').waitFor()
  await node('Aguardando pagamento').waitFor({ state: 'detached' })
  assert.equal((await stand.server.send('GET', `/order-statuses/${id}`)).status, 404)
  await end()
})

test('a custom field is declared, refused with what breaks it, and deleted', async () => {
  const { page, end } = await stand.visit('/records/custom-fields', { role: 'manager' })
  await page.getByRole('heading', { name: 'Nenhum campo personalizado' }).waitFor()
  await page.getByRole('link', { name: 'Novo campo' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Rota de entrega')
  await dialog.getByLabel('Chave').fill('rota')
  await dialog.getByLabel('Tipo').selectOption('choice')
  await dialog.getByLabel('Opções, uma por linha').fill('Norte\nSul')
  await dialog.getByLabel('Obrigatório').check()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByText('não é atendida por 12 registros').waitFor()
  await dialog
    .getByRole('link', { name: /^#\d+$/ })
    .first()
    .waitFor()
  await checkAccess(page)
  await picture(page, 'custom-field-refused')
  await dialog.getByLabel('Obrigatório').uncheck()
  await dialog.getByLabel('Usar em filtros e ordenação').check()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Rota de entrega/ }).waitFor()
  const [field] = await recordBy('/custom-fields?key=rota')
  assert.deepEqual(
    [field.resource, field.type, field.choices, field.filterable, field.required],
    ['customers', 'choice', ['Norte', 'Sul'], true, false],
  )
  await checkAccess(page)
  await picture(page, 'custom-fields')
  await page.getByRole('link', { name: 'Rota de entrega' }).click()
  await dialog.getByLabel('Opções, uma por linha').fill('Norte\nSul\nLeste')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual((await recordBy(`/custom-fields/${field.id}`)).choices, [
    'Norte',
    'Sul',
    'Leste',
  ])
  await page.getByRole('link', { name: 'Rota de entrega' }).click()
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await page
    .getByRole('dialog', { name: /^Excluir/ })
    .getByRole('button', { name: 'Excluir' })
    .click()
  await page.getByRole('heading', { name: 'Nenhum campo personalizado' }).waitFor()
  await end(/409/)
})
