import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../support/workers.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand

before(async () => {
  stand = await startStand({ customers: 3, orders: 12, days: 10 })
})
after(() => stand.close())

/** An order of the test's own in a locked status, on which an ERP has commented. */
async function aLockedOrder(fk_id: string) {
  const { body } = await stand.server.send('GET', '/customers?limit=1')
  const order = { fk_id, id_customer: body.data[0].id, fk_id_order_status: 'invoiced' }
  const { data } = (await stand.server.send('POST', '/orders', { body: order })).body
  const text = 'Nota 1234 autorizada'
  await stand.server.send('POST', `/orders/${data.id}/comments`, { body: { text } })
  return data
}

const isSaved = async (id: number) =>
  (await stand.server.send('GET', `/orders/${id}/comments`)).body.data.map(
    ({ text }: { text: string }) => text,
  )

/** Whether the window's storage has this text. Runs in the page. */
const isKept = (text: string) =>
  Object.values(globalThis.sessionStorage).some((kept) => kept.includes(text))

test('comments stand in the history by their times, and are written there', async () => {
  const order = await aLockedOrder('COMENTADO-1')
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'seller' })
  const history = page.getByRole('region', { name: 'Histórico' })
  await history.getByText('Nota 1234 autorizada').waitFor()
  const field = history.getByLabel('Comentário')
  await field.fill('Cliente pediu para entregar\ndepois das 14h')
  await field.press('Control+Enter')
  const newest = history.getByRole('listitem').first()
  await newest.filter({ hasText: 'depois das 14h' }).waitFor()
  assert.match(await newest.innerText(), /Maria Aparecida Nascimento comentou/)
  await until(async () => (await field.inputValue()) === '')
  assert.deepEqual(await isSaved(order.id), [
    'Nota 1234 autorizada',
    'Cliente pediu para entregar\ndepois das 14h',
  ])
  const all = await history.getByRole('listitem').allInnerTexts()
  assert.deepEqual(
    ['14h', '1234', 'criou o pedido'].map((text) => all.findIndex((one) => one.includes(text))),
    [0, 1, 2],
  )

  // What is typed stays through a reload.
  await field.fill('Ainda não enviado')
  // It is kept once the page is drawn with it.
  await until(() => page.evaluate(isKept, 'Ainda não enviado'))
  await page.reload()
  await history.getByText('Nota 1234 autorizada').waitFor()
  assert.equal(await field.inputValue(), 'Ainda não enviado')
  await field.fill(' ')

  // What is wrong shows at the field.
  await history.getByRole('button', { name: 'Comentar' }).click()
  await history.locator('.field__error').waitFor()
  await picture(page, 'comments-light')
  await checkAccess(page)
  await field.fill('Entregue')
  await history.getByRole('button', { name: 'Comentar' }).click()
  await history.getByRole('listitem').first().filter({ hasText: 'Entregue' }).waitFor()
  await history.locator('.field__error').waitFor({ state: 'detached' })
  await end(/422/)
})

test('on a telephone and in English, and who only reads gets no field', async () => {
  const order = await aLockedOrder('COMENTADO-2')
  const body = { text: `Tel. ${'9'.repeat(80)} e mais ${'texto '.repeat(30)}` }
  await stand.server.send('POST', `/orders/${order.id}/comments`, { body })
  const options = { role: 'seller', language: 'en', size: PHONE } as const
  const { page, end } = await stand.visit(`/orders/${order.id}`, options)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Nota 1234 autorizada').waitFor()
  await history.getByLabel('Comment').fill('Call first')
  await picture(page, 'comments-phone')
  await end()
  const reading = await stand.visit(`/orders/${order.id}`, { role: 'viewer', language: 'en' })
  await reading.page.getByText('Nota 1234 autorizada').waitFor()
  assert.equal(await reading.page.getByLabel('Comment').count(), 0)
  await reading.end()
})
