import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { runJobs } from '../support/feed.ts'
import { paste } from './support/keys.ts'
import { endSessions } from './support/people.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

// Orders as they are typed: a new one by keyboard alone, one that is changed, and two people at one.

let stand: Stand
let stopJobs: () => Promise<unknown>

before(async () => {
  stand = await startStand({ customers: 12, orders: 60, days: 30 })
  // Events get their places by a job.
  stopJobs = runJobs(stand.server)
})
after(async () => {
  await stopJobs()
  await stand.close()
})

/** What was typed goes to the field that has the focus, as from a keyboard. */
async function type(page: Page, text: string, key: string) {
  await page.keyboard.type(text)
  await page.keyboard.press(key)
}

/** Until the field shows such a value: the service gives it, and the page shows it some time later. */
async function untilValue(field: Locator, value: RegExp) {
  const nextFrame = () => field.page().evaluate('new Promise(requestAnimationFrame)')
  while (!value.test(await field.inputValue())) await nextFrame()
}

/** Until the focus is in this column of the lines. */
async function focusIn(page: Page, column: string) {
  await page.locator(`[data-column="${column}"] :focus`).waitFor()
}

const read = async (id: number) => (await stand.server.send('GET', `/orders/${id}`)).body.data

/** The newest order in this status with lines enough. */
async function orderIn(status: string, lines = 3) {
  const { body } = await stand.server.send('GET', `/orders?fk_id_status=${status}&limit=20`)
  return body.data.find((one: { items: unknown[] }) => one.items.length >= lines)
}

const lineOf = ({
  item,
  quantity,
  price,
}: {
  item: { id: number }
  quantity: number
  price: number
}) => ({
  id_item: item.id,
  quantity,
  price,
})

test('a seller types a new order by keyboard alone', async () => {
  const { page, end } = await stand.visit('/settings', { role: 'seller' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('combobox', { name: 'Cliente' }).waitFor()
  await picture(page, 'new-blank')
  const { body: customer } = await stand.server.send('GET', '/customers/fk_id/C00003')
  const { name } = customer.data
  // Enter comes before the service has answered.
  await type(page, name.slice(0, -1), 'Enter')
  const product = page.getByRole('combobox', { name: 'Produto, linha 1' })
  await focusIn(page, 'product')
  await page.getByText('Últimos pedidos deste cliente').waitFor()
  const typed = [
    ['ARZ-T1-5', '12'],
    ['detergente coco', '24'],
    ['cafe extraforte', '6'],
  ] as const
  for (const [line, [words, quantity]] of typed.entries()) {
    await type(page, words, 'Enter')
    await page
      .getByRole('textbox', { name: `Quantidade, linha ${line + 1}`, exact: true })
      .waitFor()
    await focusIn(page, 'quantity')
    await type(page, quantity, 'Enter')
  }
  assert.equal(await product.count(), 0)
  await picture(page, 'new-typing')
  await page.getByText('R$ 462,96', { exact: true }).waitFor()
  await checkAccess(page)
  await picture(page, 'new-typed-dark')
  await page.reload()
  await page.getByText('R$ 462,96', { exact: true }).waitFor()
  await picture(page, 'new-typed')
  await page.keyboard.press('Control+s')
  await page.getByText('Pedido criado').waitFor()
  await page.getByText('criou o pedido').waitFor()
  const made = await read(Number(page.url().split('/').at(-1)))
  const lines = made.items.map(({ item, quantity }: never) => [item['fk_id'], quantity])
  assert.deepEqual(lines, [
    ['ARZ-T1-5', 12],
    ['DET-COC-500', 24],
    ['CAF-EXT-250', 6],
  ])
  assert.equal(made.customer.fk_id, 'C00003')
  assert.equal(made.address.fk_id, 'C00003-ENTREGA')
  await page.goto(`${stand.origin}/console/orders/new`)
  await page.getByRole('combobox', { name: 'Produto, linha 1' }).waitFor()
  await end()
})

test('cells are pasted from a spreadsheet, and what is refused shows at its cell', async () => {
  const { body } = await stand.server.send('GET', '/customers?fk_id=C00002')
  const address = `/orders/new?customer=${body.data[0].id}`
  const { page, end } = await stand.visit(address, { role: 'operator' })
  await page.getByRole('combobox', { name: 'Produto, linha 1' }).focus()
  await paste(
    page,
    'Código\\tQtd\\tPreço\\tDesc\\r\\nFEJ-CAR-1\\t10\\t8,1\\t2,5%\\r\\nNAO-HA\\t5\\r\\nSAL-REF-1\\t1.200,5\\t\\t\\r\\n'
      .replaceAll('\\t', '\t')
      .replaceAll('\\r\\n', '\r\n'),
  )
  await page.getByText('3 linhas coladas').waitFor()
  const wrong = page.getByRole('row').filter({ hasText: 'NAO-HA' }).locator('.field__error')
  await wrong.waitFor()
  await checkAccess(page)
  await picture(page, 'new-refused')
  await page.getByRole('button', { name: 'Remover o item 2' }).click()
  await page.getByRole('row').filter({ hasText: 'Sal refinado' }).getByText('R$ 2.821,18').waitFor()
  assert.equal(
    await page.getByRole('textbox', { name: 'Quantidade, linha 2', exact: true }).inputValue(),
    '1200,5',
  )
  await page.setViewportSize(PHONE)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await picture(page, 'new-phone')
  await page.setViewportSize({ width: 390, height: 844 })
  const heights: number[] = await page.evaluate(
    `Array.from(document.querySelectorAll('tr[data-line]:not([data-blank])'), (row) => row.offsetHeight)`,
  )
  assert.equal(heights.length, 2)
  for (const height of heights) assert.ok(height <= 120, `${height}`)
  const cutOff = await page.evaluate(
    `Array.from(document.querySelectorAll('.items__figure .input')).filter((one) => one.scrollWidth > one.clientWidth).length`,
  )
  assert.equal(cutOff, 0)
  await checkAccess(page)
  // What the page began with stays: the customer, and nothing that was typed.
  await page.getByLabel('Valor do frete').fill('12,5x')
  await page.getByText('Limpar', { exact: true }).click()
  await page.getByText('Formulário limpo').waitFor()
  const customer = page.getByRole('combobox', { name: 'Cliente' })
  assert.equal(await customer.inputValue(), body.data[0].name)
  assert.equal(await page.getByLabel('Valor do frete').inputValue(), '')
  assert.equal(await page.getByRole('button', { name: /^Remover o item/ }).count(), 0)
  await end(/422/)
})

test('an order is repeated and duplicated at today’s prices, and one key takes the old one', async () => {
  const order = await orderIn('delivered')
  const [first, second] = order.items
  const putUp = { price: first.price + 1, name: `${first.item.name} (novo)` }
  for (const [item, body] of [
    [first.item, putUp],
    [second.item, { price: null }],
  ]) {
    const changed = await stand.server.send('PATCH', `/products/${item.id}`, { body })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
  }
  const id_customer = order.customer.id
  const body = { id_customer, fk_id: 'ANTES', items: [second, first].map(lineOf) }
  const before = (await stand.server.send('POST', '/orders', { body })).body.data
  const address = `/orders/new?customer=${id_customer}`
  const { page, end } = await stand.visit(address, { role: 'operator' })
  await page.getByRole('button', { name: 'Repetir ANTES' }).click()
  await page.getByText('2 itens incluídos com o preço de hoje: em 1 ele mudou').waitFor()
  const line = page.getByRole('row').filter({ hasText: putUp.name })
  const price = line.getByRole('textbox', { name: 'Preço unitário, linha 2', exact: true })
  const [old, today] = [first.price, putUp.price].map((one) => one.toFixed(2).replace('.', ','))
  await line.getByRole('button', { name: `era ${old}` }).waitFor()
  assert.equal(await price.inputValue(), today)
  await page.getByRole('row').filter({ hasText: 'sem preço no cadastro' }).waitFor()
  await checkAccess(page)
  await picture(page, 'repeated')
  await price.focus()
  await page.keyboard.press('F8')
  await line.getByRole('button', { name: `hoje ${today}` }).waitFor()
  assert.equal(await price.inputValue(), old)
  await price.fill('1')
  await page.locator('.items__other-price').waitFor({ state: 'detached' })
  await price.fill(today ?? '')
  await line.getByRole('button', { name: `era ${old}` }).click()
  await page.getByRole('button', { name: 'Criar pedido' }).click()
  await page.getByText('Pedido criado').waitFor()
  const made = await read(Number(page.url().split('/').at(-1)))
  assert.equal(made.total_value, before.total_value)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Duplicar' }).click()
  await page.getByText('com os preços de hoje').waitFor()
  await line.getByRole('button', { name: `era ${old}` }).waitFor()
  await page.getByRole('button', { name: 'Criar pedido' }).click()
  await page.getByText('Pedido criado').first().waitFor()
  await page.getByRole('heading', { name: 'Histórico' }).waitFor()
  const copy = await read(Number(page.url().split('/').at(-1)))
  assert.notEqual(copy.id, made.id)
  assert.deepEqual(
    copy.items.map(({ price }: { price: number }) => price),
    [second.price, putUp.price],
  )
  await end()
})

test('an order is changed: previewed, kept through a reload, saved at once', async () => {
  const order = await orderIn('open')
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'operator' })
  await page.getByRole('button', { name: 'Editar' }).waitFor()
  await page.keyboard.press('e')
  const quantity = page.getByRole('textbox', { name: 'Quantidade, linha 1', exact: true })
  await focusIn(page, 'quantity')
  await type(page, '100', 'Enter')
  await type(page, '0', 'Enter')
  await page.getByText('Corrija os campos destacados').waitFor()
  await picture(page, 'edit-refused')
  await page.getByRole('textbox', { name: 'Quantidade, linha 2', exact: true }).fill('7')
  await page.keyboard.press('Control+Delete')
  await page.getByText('Item removido').waitFor()
  await page.getByRole('textbox', { name: 'Observações', exact: true }).fill('Entregar na segunda.')
  await page.getByRole('textbox', { name: 'Desc. R$, linha 1', exact: true }).fill('10')
  const percentage = page.getByRole('textbox', { name: 'Desc. %, linha 1', exact: true })
  await untilValue(percentage, /^0,\d+$|^[1-9]\d?(,\d+)?$/)
  await page.keyboard.press('Shift+Enter')
  await type(page, 'Bonificado pela campanha', 'Enter')
  await focusIn(page, 'quantity')
  await page.getByLabel('Data', { exact: true }).fill('2026-01-15T09:30')
  await checkAccess(page)
  await picture(page, 'edit')
  await page.reload()
  await page.getByRole('textbox', { name: 'Observações', exact: true }).waitFor()
  assert.equal(await quantity.inputValue(), '100')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Pedido salvo').waitFor()
  await page.getByText('alterou o pedido').waitFor()
  const saved = await read(order.id)
  assert.equal(saved.items[0].quantity, 100)
  assert.equal(saved.items.length, order.items.length - 1)
  assert.equal(saved.observations, 'Entregar na segunda.')
  assert.equal(saved.items[0].vlr_desc, 10)
  assert.equal(saved.items[0].description, 'Bonificado pela campanha')
  // The account is in São Paulo.
  assert.equal(saved.date, '2026-01-15T12:30:00.000Z')
  await picture(page, 'edit-saved')
  await end(/422/)
})

test('who types learns that somebody else has changed the order, and loses nothing', async () => {
  const order = await orderIn('open')
  const { page, end } = await stand.visit(`/orders/${order.id}?edit`, { role: 'operator' })
  const quantity = page.getByRole('textbox', { name: 'Quantidade, linha 1', exact: true })
  await quantity.fill('13')
  const other = (observations: string) =>
    stand.server.send('PATCH', `/orders/${order.id}`, { body: { observations } })
  await other('Tocar a campainha.')
  const news = page.getByRole('status').getByText('enquanto você digita')
  await news.waitFor()
  assert.equal(await quantity.inputValue(), '13')
  await checkAccess(page)
  await picture(page, 'edit-changed')
  await page.getByRole('button', { name: 'Ver o que mudou' }).click()
  await page.getByRole('row').filter({ hasText: 'Tocar a campainha.' }).waitFor()
  await page.getByRole('button', { name: 'Continuar com estas escolhas' }).click()
  await news.waitFor({ state: 'detached' })
  assert.equal(await quantity.inputValue(), '13')
  await quantity.press('Control+Enter')
  await page.getByText('Pedido salvo').waitFor()
  const saved = await read(order.id)
  assert.deepEqual([saved.items[0].quantity, saved.observations], [13, 'Tocar a campainha.'])
  await other('Bater no portão.')
  await page.getByText('acabou de alterar este pedido').waitFor()
  await page
    .getByRole('region', { name: 'Observações', exact: true })
    .getByText('Bater no portão.')
    .waitFor()
  await end()
})

test('the service goes away and comes back, the session ends: what is typed stays', async () => {
  const order = await orderIn('open')
  const { page, member, end } = await stand.visit(`/orders/${order.id}?edit`, { role: 'operator' })
  const quantity = page.getByRole('textbox', { name: 'Quantidade, linha 1', exact: true })
  await quantity.fill('17')
  const comeBack = stand.goAway()
  await page
    .getByRole('textbox', { name: 'Observações', exact: true })
    .fill('Digitado sem serviço.')
  await page.keyboard.press('Control+s')
  await page.getByRole('status').getByText('Sem conexão com o servidor').waitFor()
  await checkAccess(page)
  await picture(page, 'edit-service-gone')
  comeBack()
  await page.getByText('Pedido salvo').waitFor()
  await page.getByText('Sem conexão com o servidor').waitFor({ state: 'detached' })
  const saved = await read(order.id)
  assert.deepEqual([saved.items[0].quantity, saved.observations], [17, 'Digitado sem serviço.'])
  await page.keyboard.press('e')
  await quantity.fill('19')
  assert.ok(member)
  await endSessions(stand.server, member)
  const again = page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await again.getByLabel('Senha').fill(member.password)
  await page.keyboard.press('Enter')
  await again.waitFor({ state: 'detached' })
  assert.equal(await quantity.inputValue(), '19')
  await page.keyboard.press('Control+s')
  await page.getByText('Pedido salvo').last().waitFor()
  await page.getByRole('button', { name: 'Editar' }).waitFor()
  assert.equal((await read(order.id)).items[0].quantity, 19)
  await end(/401|ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|ERR_SOCKET/)
})

test('two people change one order: what the other did shows beside what was typed', async () => {
  const order = await orderIn('approved')
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'operator' })
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('textbox', { name: 'Quantidade, linha 1', exact: true }).fill('11')
  await page.getByRole('textbox', { name: 'Observações', exact: true }).fill('Minha observação')
  const [first, second] = order.items
  const change = [
    { id: first.id, quantity: 22 },
    { id: second.id, discount_percentage: 5 },
  ]
  const other = { observations: 'Observação do outro', items: { change } }
  await stand.server.send('POST', `/orders/${order.id}/changes`, { body: other })
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Alguém alterou este pedido enquanto você' }).waitFor()
  await checkAccess(page)
  await picture(page, 'conflict')
  const notes = page.getByRole('row').filter({ hasText: 'Observações' })
  await notes.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Continuar com estas escolhas' }).click()
  const field = page.getByRole('textbox', { name: 'Observações', exact: true })
  assert.equal(await field.inputValue(), 'Observação do outro')
  await page.keyboard.press('Control+s')
  await page.getByText('Pedido salvo').waitFor()
  const saved = await read(order.id)
  assert.deepEqual(
    [saved.observations, saved.items[0].quantity, saved.items[1].perc_desc],
    ['Observação do outro', 11, 5],
  )
  await end(/412/)
})
