import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { data } from '../support/orders.ts'
import { checkAccess, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand

before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 3 })
  for (const rule of [
    { name: 'Interestadual', scope: 'interstate', cst: '00', csosn: '102' },
    {
      name: 'Ferramentas para MG, ST',
      cest: '0800100',
      destination_states: ['MG'],
      ie_kinds: [1],
      final_consumer: false,
      cst: '10',
      csosn: '202',
      margin: 45,
      st_rate: 18,
    },
  ]) {
    const { status, text } = await stand.server.send('POST', '/tax-rules', { body: rule })
    assert.equal(status, 201, text)
  }
})
after(() => stand.close())

test('rules are listed, found by their state, entered, and tested', async () => {
  const { page, end } = await stand.visit('/records/tax-rules', { role: 'manager' })
  await page.getByRole('heading', { level: 1, name: 'Regras de impostos' }).waitFor()
  await page.getByText('2 regras de impostos').waitFor()
  await checkAccess(page)
  await picture(page, 'tax-rules')
  await page.goto(`${stand.origin}/console/records/tax-rules?destination_states=MG`)
  await page.getByText('1 regra de imposto', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Nova regra de imposto' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Plásticos para o Nordeste')
  await dialog.getByLabel('NCM (início)').fill('3926')
  await dialog.getByLabel('UFs de destino').fill('ba, pe')
  await dialog.getByLabel('Compradores').fill('1, 2')
  await dialog.getByLabel('CST', { exact: true }).fill('00')
  await picture(page, 'tax-rules-form')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [made] = (await stand.server.send('GET', '/tax-rules?destination_states=PE')).body.data
  assert.partialDeepStrictEqual(made, { destination_states: ['BA', 'PE'], ie_kinds: [1, 2] })

  await page.getByRole('button', { name: 'Testar' }).click()
  await dialog.getByLabel('UF de origem').selectOption('SP')
  await dialog.getByLabel('UF de destino').selectOption('MG')
  await dialog.getByLabel('Consumidor final').selectOption('false')
  await dialog.getByLabel('CEST').fill('0800100')
  await dialog.getByLabel('Quantidade').fill('12')
  await dialog.getByLabel('Preço').fill('83,90')
  await dialog.getByLabel('Frete').fill('25')
  await dialog.getByRole('button', { name: 'Calcular' }).click()
  await dialog.getByText('1.196,98').waitFor()
  await dialog.getByText('Por quê?').last().click()
  await dialog
    .getByText(/55.61 %/)
    .first()
    .waitFor()
  await checkAccess(page)
  await picture(page, 'tax-rules-test')
  await end()
})

test('what was sold without a rule leads to a new one, and rules that end are listed', async () => {
  const { server } = stand
  const all = async (path: string) => (await server.send('GET', path)).body.data
  for (const { id } of await all('/branch-companies'))
    await server.send('PATCH', `/branch-companies/${id}`, { body: { state: 'SP' } })
  for (const { id } of await all('/customers'))
    await server.send('PATCH', `/customers/${id}`, { body: { ie_kind: 1 } })
  const [status] = await all('/order-statuses?fk_id=approved')
  for (const { id } of await all('/orders'))
    await server.send('PATCH', `/orders/${id}`, { body: { id_order_status: status.id } })
  const [rule] = await all('/tax-rules?name=Interestadual')
  await server.send('PATCH', `/tax-rules/${rule.id}`, { body: { origin_states: ['PR'] } })

  const { page, end } = await stand.visit('/records/tax-rules', { role: 'manager' })
  await page.getByRole('link', { name: 'Vendas sem regra' }).click()
  await page.getByRole('heading', { level: 1, name: 'Vendas sem regra' }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await checkAccess(page)
  await picture(page, 'tax-coverage')
  await page.setViewportSize({ width: 320, height: 700 })
  await picture(page, 'tax-coverage-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  const [first] = await all('/tax-rules/coverage')
  const state = first.destination_state
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByRole('dialog').getByLabel('Destino').selectOption(state)
  await page.getByRole('button', { name: 'Aplicar' }).click()
  const ofState = await all(`/tax-rules/coverage?destination_state=${state}&limit=100`)
  const shown = ofState.length === 1 ? '1 venda sem regra' : `${ofState.length} vendas sem regra`
  await page.getByText(shown, { exact: true }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('destination_state'), state)
  await picture(page, 'tax-coverage-state')
  await page.reload()
  await page.getByText(shown, { exact: true }).waitFor()
  await page.getByRole('link', { name: first.product.name }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('CST', { exact: true }).fill('00')
  await dialog.getByLabel('Vale até').fill(new Date().toISOString().slice(0, 10))
  await picture(page, 'tax-coverage-new')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const made = await all(`/tax-rules?name=${encodeURIComponent(first.product.name)}`)
  assert.partialDeepStrictEqual(made, [
    { product: { id: first.product.id }, destination_states: [first.destination_state] },
  ])
  await page.getByRole('link', { name: 'Terminam em 60 dias' }).click()
  await page.getByText('1 regra de imposto', { exact: true }).waitFor()
  await picture(page, 'tax-rules-ending')
  await end()
})

test('orders that are chosen are worked out again, with their totals before and after', async () => {
  const { server } = stand
  const send = (method: string, path: string, body?: object) => data(server, method, path, body)
  const [customer] = await send('GET', '/customers?limit=1')
  await send('PATCH', `/customers/${customer.id}`, { ie_kind: 1 })
  const branch = await send('POST', '/branch-companies', { name: 'Filial MG', state: 'MG' })
  const [product] = await send('GET', '/products?limit=1')
  const items = [{ id_item: product.id, quantity: 10, price: 10 }]
  const order = { id_customer: customer.id, id_branch_company: branch.id, items }
  const { id } = await send('POST', '/orders', { ...order, fk_id: 'AGAIN-1' })
  await send('POST', '/tax-rules', {
    name: 'Com ST',
    origin_states: ['MG'],
    id_product: product.id,
    ie_kinds: [1],
    final_consumer: false,
    cst: '10',
    icms_rate: 18,
    margin: 40,
    margin_kind: 'adjusted',
    st_rate: 18,
  })
  const { page, end } = await stand.visit('/orders?fk_id=AGAIN-1', { role: 'manager' })
  await page.getByRole('checkbox', { name: 'Selecionar as linhas carregadas' }).check()
  await page.getByRole('button', { name: 'Recalcular impostos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recalcular impostos' })
  const write = dialog.getByRole('button', { name: 'Gravar 1 pedido' })
  await write.waitFor()
  await checkAccess(page)
  await picture(page, 'recalculate')
  assert.equal((await send('GET', `/orders/${id}`)).total_value, 100)
  await write.click()
  await dialog.getByText('(gravado)').waitFor()
  await picture(page, 'recalculated')
  assert.equal((await send('GET', `/orders/${id}`)).total_value, 107.2)
  await end()
})
