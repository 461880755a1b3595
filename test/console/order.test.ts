import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startJobs } from '../../src/jobs/job.ts'
import { jobsOf } from '../../src/processes/jobs.ts'
import { strictLog } from '../support/feed.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import {
  checkAccess,
  PHONE,
  picture,
  type Stand,
  startStand,
  takesKeys,
  untilShows,
} from './support/stand.ts'

let stand: Stand

before(async () => {
  stand = await startStand({ customers: 12, orders: 98, days: 30 })
})
after(() => stand.close())

/** The newest order in this status. */
async function orderIn(status: string) {
  const { body } = await stand.server.send('GET', `/orders?fk_id_status=${status}&limit=1`)
  return body.data[0]
}

/** An order of the test's own, in status Open. */
async function anOpenOrder(fk_id: string) {
  const { body } = await stand.server.send('GET', '/customers?limit=1')
  const order = { fk_id, id_customer: body.data[0].id, fk_id_order_status: 'open' }
  return (await stand.server.send('POST', '/orders', { body: order })).body.data
}

/** Sends events to a receiver, until what it returns is called. */
async function sendEvents(): Promise<() => Promise<void>> {
  const { app, db, sessions, resources, config, send } = stand.server
  const receiver = await startReceiver()
  const url = `http://127.0.0.1:${receiver.port}/pedido`
  await send('POST', '/webhooks', { body: { url, types: ['order.*'] } })
  const hub = app.eventHub
  const parts = { config, hub, log: strictLog, sessions, webhooks: resources }
  const stop = startJobs(jobsOf(parts), db, strictLog)
  return async () => {
    await stop()
    receiver.close()
  }
}

test('an order is read, moved on, and its history tells who did it', async () => {
  const order = await orderIn('open')
  const stop = await sendEvents()
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'manager' })
  await page.getByRole('heading', { name: `Pedido ${order.fk_id}` }).waitFor()
  await page.getByRole('row').nth(order.items.length).waitFor()
  await page.getByText('criou o pedido').waitFor()
  await picture(page, 'order-light')
  await checkAccess(page)
  await page.getByRole('button', { name: 'Mostrar impostos' }).click()
  await page.getByRole('columnheader', { name: 'Base ICMS-ST' }).waitFor()
  await picture(page, 'order-taxes-dark')
  await checkAccess(page)
  await page.getByRole('button', { name: 'Mover para Aprovado' }).click()
  await page.getByText('Situação: Aprovado').waitFor()
  await page.getByRole('button', { name: 'Mover para Em separação' }).waitFor()
  await page.getByText('alterou o pedido').waitFor()
  const sent = page.getByText(/^entregue$/)
  while ((await sent.count()) === 0) {
    const told = page.waitForResponse(/\/deliveries/)
    await page.reload()
    await told
    await page.getByText('alterou o pedido').waitFor()
  }
  await stop()
  await sent.first().scrollIntoViewIfNeeded()
  await picture(page, 'order-moved')
  const { body } = await stand.server.send('GET', `/orders/${order.id}`)
  assert.equal(body.data.status.fk_id, 'approved')
  await end()
})

test('a move of an order that somebody else has changed shows the order as it is', async () => {
  const order = await orderIn('open')
  const { page, end } = await stand.visit(`/orders/${order.id}`, {
    role: 'operator',
    language: 'en',
  })
  await page.getByRole('button', { name: 'Move to Approved' }).waitFor()
  const observations = 'Cliente pediu para ligar antes.'
  await stand.server.send('PATCH', `/orders/${order.id}`, { body: { observations } })
  await page.getByRole('button', { name: 'Move to Approved' }).click()
  await page.getByText('This order was changed while you were viewing it.').waitFor()
  await page.getByRole('region', { name: 'Notes', exact: true }).getByText(observations).waitFor()
  await end(/412/)
})

test('cancelling asks, can be undone, and is done once though the page goes', async () => {
  const order = await anOpenOrder('CANC-1')
  const statusOf = async () =>
    (await stand.server.send('GET', `/orders/${order.id}`)).body.data.status.fk_id
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'manager' })
  const cancel = page.getByRole('button', { name: 'Mover para Cancelado' })
  await cancel.click()
  const dialog = page.getByRole('dialog', { name: `Mover o pedido ${order.fk_id} para Cancelado?` })
  await dialog.waitFor()
  await checkAccess(page)
  await picture(page, 'order-cancel-asks')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await statusOf(), 'open')
  // Enter confirms; nothing is sent while it can be undone.
  await cancel.click()
  await takesKeys(dialog)
  await page.keyboard.press('Enter')
  const told = page.getByText(`Movendo o pedido ${order.fk_id} para Cancelado`)
  await told.waitFor()
  await picture(page, 'order-cancel-undo')
  await checkAccess(page)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await told.waitFor({ state: 'detached' })
  await cancel.waitFor()
  assert.equal(await statusOf(), 'open')
  // It waits on other pages, too, and is done when its time has passed.
  await cancel.click()
  await takesKeys(dialog)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Clientes' }).first().click()
  await told.waitFor()
  await page.getByText(`Pedido ${order.fk_id}: Cancelado`).waitFor()
  assert.equal(await statusOf(), 'cancelled')
  await end()
})

/** An open order whose cancelling is confirmed, and not sent yet. */
async function onItsWay(code: string) {
  const order = await anOpenOrder(code)
  const { page, end } = await stand.visit(`/orders/${order.id}`, {
    role: 'manager',
    language: 'en',
  })
  await page.getByRole('button', { name: 'Move to Cancelled' }).click()
  await takesKeys(page.getByRole('dialog'))
  await page.keyboard.press('Enter')
  await page.getByText(`Moving order ${order.fk_id} to Cancelled`).waitFor()
  return { order, page, end }
}

test('a move for good is sent where the page goes before its time, once', async () => {
  const { order, page, end } = await onItsWay('CANC-2')
  await page.goto('about:blank')
  for (let status = ''; status !== 'cancelled'; ) {
    const { body } = await stand.server.send('GET', `/orders/${order.id}`)
    status = body.data.status.fk_id
  }
  const { body } = await stand.server.send('GET', `/orders/${order.id}/history`)
  const moves = body.data.filter(({ changed_fields }: { changed_fields: string[] }) =>
    changed_fields?.includes('status'),
  )
  assert.equal(moves.length, 1)
  await end()
})

test('a move for good that is refused is told until somebody closes it', async () => {
  const { order, page, end } = await onItsWay('CANC-3')
  const body = { observations: 'Chegou outra coisa.' }
  await stand.server.send('PATCH', `/orders/${order.id}`, { body })
  await page.getByRole('button', { name: 'Now' }).click()
  await page.getByText(`Order ${order.fk_id} was not moved to Cancelled`).waitFor()
  await page.getByRole('button', { name: 'Move to Cancelled' }).waitFor()
  await end(/412/)
})

test('cancelling says why, by the keyboard, and the reason can be another one', async () => {
  const order = await anOpenOrder('CANC-4')
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'manager' })
  await page.getByRole('button', { name: 'Mover para Cancelado' }).click()
  const dialog = page.getByRole('dialog')
  await takesKeys(dialog)
  await page.keyboard.type('FALTA')
  await page.getByRole('option', { name: 'Falta de estoque' }).waitFor()
  await picture(page, 'order-cancel-why')
  await page.keyboard.press('Enter')
  await untilShows(dialog, 'Falta de estoque')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Agora' }).click()
  await page.getByText(`Pedido ${order.fk_id}: Cancelado`).waitFor()
  const reasonOf = async () =>
    (await stand.server.send('GET', `/orders/${order.id}`)).body.data.reason?.fk_id
  assert.equal(await reasonOf(), 'out_of_stock')
  await page.getByRole('heading', { name: 'Histórico' }).waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /Motivo:.*Falta de estoque/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Alterar motivo' }).click()
  await untilShows(dialog, 'Falta de estoque')
  await dialog.getByRole('combobox').fill('credito')
  await page.getByRole('option', { name: 'Crédito recusado' }).waitFor()
  await page.keyboard.press('Enter')
  await untilShows(dialog, 'Crédito recusado')
  await checkAccess(page)
  await picture(page, 'order-reason')
  await page.keyboard.press('Enter')
  await page.getByText('Motivo salvo').waitFor()
  assert.equal(await reasonOf(), 'credit_refused')
  await picture(page, 'order-cancelled-why')
  await end()
})

test('a status that requires a reason is not confirmed without one', async () => {
  const { body } = await stand.server.send('GET', '/order-statuses/fk_id/cancelled')
  const status = `/order-statuses/${body.data.id}`
  await stand.server.send('PATCH', status, { body: { reason_required: true } })
  const order = await anOpenOrder('CANC-5')
  const { page, end } = await stand.visit(`/orders/${order.id}`, {
    role: 'manager',
    language: 'en',
  })
  await page.getByRole('button', { name: 'Move to Cancelled' }).click()
  const dialog = page.getByRole('dialog')
  await takesKeys(dialog)
  await page.keyboard.press('Enter')
  await dialog.getByText('Choose a reason.').waitFor()
  await picture(page, 'order-cancel-missing-en')
  await page.keyboard.type('gave')
  await page.getByRole('option', { name: 'Customer gave up' }).waitFor()
  await page.keyboard.press('Enter')
  await untilShows(dialog, 'Customer gave up')
  await page.keyboard.press('Enter')
  await page.getByText(`Moving order ${order.fk_id} to Cancelled`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await stand.server.send('PATCH', status, { body: { reason_required: false } })
  await end()
})

test('the palette does what the page can do, and tells orders that it finds apart', async () => {
  const order = await anOpenOrder('PALETA-1')
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'manager' })
  const type = async (words: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar ou executar' }).fill(words)
  }
  const offered = page.getByRole('group', { name: 'Nesta página' }).getByRole('option')
  await page.getByRole('button', { name: 'Mover para Aprovado' }).waitFor()
  await type('aprovado')
  await offered.getByText('Mover para Aprovado').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Situação: Aprovado').waitFor()
  const read = await stand.server.send('GET', `/orders/${order.id}`)
  assert.equal(read.body.data.status.fk_id, 'approved')
  await page.getByRole('button', { name: 'Mover para Cancelado' }).waitFor()
  await type('mover para cancel')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /Cancelado/ }).waitFor()
  await page.keyboard.press('Escape')
  await type('tema escuro')
  await page.keyboard.press('Enter')
  await page.locator('html[data-theme=dark]').waitFor()
  await type('duplicar')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/orders/new?from=${order.id}`)
  await page.getByRole('heading', { name: 'Novo pedido' }).waitFor()
  await type('PALETA-1')
  const found = page.getByRole('option', { name: 'PALETA-1' })
  await found.getByText(order.customer.name).waitFor()
  assert.match(await found.innerText(), /Aprovado · \d\d\/\d\d\/\d{4} · R\$\s0,00/)
  await picture(page, 'palette-order')
  await page.keyboard.press('Escape')
  await type('mover')
  await page.getByRole('dialog').getByText('Nada encontrado').waitFor()
  await end()
})

test('an order opens as PDF', async () => {
  const order = await orderIn('invoiced')
  const { page, context, end } = await stand.visit(`/orders/${order.id}`, { role: 'seller' })
  await page.getByRole('button', { name: 'Mais ações' }).click()
  const answer = context.waitForEvent('response', (one) => one.url().includes('/document'))
  await page.getByRole('menuitem', { name: 'Abrir PDF' }).click()
  assert.equal((await answer).headers()['content-type'], 'application/pdf')
  await end()
})

test('an order is deleted where it is asked for and confirmed', async () => {
  const order = await orderIn('draft')
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'operator' })
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await picture(page, 'order-menu')
  await page.getByRole('menuitem', { name: 'Excluir pedido' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir pedido' }).click()
  await page.getByText('Pedido excluído').waitFor()
  assert.equal((await stand.server.send('GET', `/orders/${order.id}`)).status, 404)
  await end()
})

test('who may only read sees no moves; a telephone shows it all, and so does paper', async () => {
  const order = await orderIn('delivered')
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'viewer', size: PHONE })
  await page.getByRole('heading', { name: `Pedido ${order.fk_id}` }).waitFor()
  await page.getByText('criou o pedido').waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await picture(page, 'order-phone')
  assert.equal(await page.getByRole('button', { name: /Mover para/ }).count(), 0)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Imprimir' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Excluir pedido' }).count(), 0)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1000, height: 1200 })
  await page.emulateMedia({ media: 'print' })
  await picture(page, 'order-paper')
  assert.equal(await page.getByRole('navigation').isVisible(), false)
  await end()
})

test('an order that there is none of says so', async () => {
  const { page, end } = await stand.visit('/orders/999999', { role: 'viewer' })
  await page.getByRole('heading', { name: 'Este pedido não existe' }).waitFor()
  await checkAccess(page)
  await end(/404/)
})

test('custom fields stand under their labels on the order, in its history, lists and on paper', async () => {
  const { send } = stand.server
  const fields = [
    { key: 'rota', label: 'Rota de entrega', type: 'text' },
    { key: 'prometida', label: 'Prometida para', type: 'date' },
    { key: 'urgente', label: 'Urgente', type: 'boolean', filterable: true },
  ]
  for (const field of fields) {
    await send('POST', '/custom-fields', { body: { resource: 'orders', ...field } })
  }
  const { id } = await orderIn('open')
  const custom_fields = { rota: 'Zona Sul', prometida: '2026-12-03', urgente: 'true' }
  await send('PATCH', `/orders/${id}`, { body: { custom_fields } })
  await send('PATCH', `/orders/${id}`, { body: { custom_fields: { rota: 'Zona Leste 2' } } })
  const { page, end } = await stand.visit(`/orders/${id}`, { role: 'manager' })
  const delivery = page.getByRole('region', { name: 'Entrega' })
  await delivery.getByText('03/12/2026').waitFor()
  assert.match(await delivery.innerText(), /Rota de entrega\s+Zona Leste 2/)
  assert.match(await delivery.innerText(), /Urgente\s+Sim/)
  const history = page.getByRole('region', { name: 'Histórico' })
  await history.getByText('Zona Leste 2').waitFor()
  assert.match(await history.innerText(), /Rota de entrega:\s+antes\s+Zona Sul\s+Zona Leste 2/)
  await picture(page, 'order-custom-fields')
  await page.evaluate('window.print = () => {}')
  await page.goto(`${stand.origin}/console/orders?custom.urgente=true`)
  await page.getByText('Urgente: Sim').waitFor()
  await page.goto(`${stand.origin}/console/orders/print?ids=${id}`)
  await page.getByText('03/12/2026').waitFor()
  assert.match(await page.locator('main').innerText(), /Rota de entrega\s+Zona Leste 2/)
  await end()
})
