import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countRequests } from './support/keys.ts'
import {
  checkAccess,
  intercept,
  picture,
  type Stand,
  startStand,
  takesKeys,
  untilShows,
} from './support/stand.ts'

// An order goes to its customer: by WhatsApp in three keys, and what became of the link stands in the history.

let stand: Stand
before(async () => {
  // It is said to send mails; nobody does here, so they wait.
  const mails = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Pedido <pedido@aurora.example>' }
  stand = await startStand({ customers: 4, orders: 8, days: 5 }, mails)
})
after(() => stand.close())

test('from the list an order is sent by WhatsApp in three keys, and its history tells when it is opened', async () => {
  const { body } = await stand.server.send('GET', '/orders?limit=1')
  const [order] = body.data
  const address = `/customers/${order.customer.id}`
  await stand.server.send('PATCH', address, { body: { phone: '(11) 98765-4321' } })
  const { page, end } = await stand.visit('/orders', { role: 'operator' })
  const sent: string[] = []
  await page.context().route('https://wa.me/**', (route) => {
    sent.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' })
  })
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('j')
  const requests = countRequests(page)
  // The three keys, of an order that the list is at.
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Enviar' }).waitFor()
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'WhatsApp' }).and(page.locator(':focus')).waitFor()
  await checkAccess(page)
  await picture(page, 'send-order')
  const opening = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const other = await opening
  await other.waitForURL('https://wa.me/**')
  assert.ok(requests() <= 20, `${requests()} requests`)
  const id = /orders\/(\d+)/.exec(page.url())?.[1]
  const url = new URL(sent[0] ?? '')
  assert.match(url.pathname, /^\/(55\d{10,11})?$/)
  const link = /https?:\/\/\S+\/shared\/\S+/.exec(url.searchParams.get('text') ?? '')?.[0]
  assert.ok(link, url.href)
  const entry = page.locator('[data-link]')
  await entry.getByText('Ainda não foi aberto').waitFor()
  await entry.getByText('por WhatsApp').waitFor()
  const opened = await stand.server.app.inject({
    url: new URL(link).pathname,
    headers: { accept: 'text/html' },
  })
  assert.equal(opened.statusCode, 200)
  await page.reload()
  await entry.getByText('Aberto uma vez').waitFor()
  await picture(page, 'sent-order')
  await entry.getByRole('button', { name: 'Encerrar o link' }).click()
  await entry.getByText('Encerrado').waitFor()
  assert.equal(await entry.getByRole('button').count(), 0)
  const { body: links } = await stand.server.send('GET', `/orders/${id}/links`)
  assert.ok(links.data[0].revoked_at)
  await end()
})

test('who sends faster than the customer is read still writes to the customer’s number', async () => {
  const { body } = await stand.server.send('GET', '/orders?limit=1')
  const [order] = body.data
  const address = `/customers/${order.customer.id}`
  await stand.server.send('PATCH', address, { body: { phone: '(62) 3555-0199' } })
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'operator' })
  const context = page.context()
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: '' }))
  await page.getByRole('button', { name: 'Enviar' }).waitFor()
  const linked = page.waitForResponse('**/links')
  await intercept(page, `**${address}`, async (route) => {
    await linked
    await route.continue()
  })
  await page.keyboard.press('w')
  await takesKeys(page.getByRole('dialog'))
  const opening = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const opened = await opening
  await opened.waitForURL('https://wa.me/556235550199?*')
  await end()
})

test('whoever opens the link on a telephone accepts it, and the seller reads it', async () => {
  const { body } = await stand.server.send('GET', '/orders?limit=1')
  const [order] = body.data
  const made = await stand.server.send('POST', `/orders/${order.id}/links`, {
    body: { asks_answer: true },
  })
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'operator' })
  const origin = new URL(page.url()).origin
  const reader = await page.context().newPage()
  await reader.setViewportSize({ width: 390, height: 844 })
  await reader.goto(origin + new URL(made.body.data.url).pathname)
  await checkAccess(reader)
  await picture(reader, 'shared-order')
  await reader.getByRole('textbox').fill('Pode mandar')
  await reader.getByRole('button', { name: /^(Aprovar|Accept)$/ }).click()
  await reader.getByRole('status').waitFor()
  await page.reload()
  await page.getByText(/(Aprovado|Accepted): Pode mandar/).waitFor()
  await page.getByText('O cliente aprovou').waitFor()
  await end()
})

test('an order is mailed to the address that the customer has, or to another', async () => {
  const { body } = await stand.server.send('GET', '/orders?limit=1')
  const [order] = body.data
  const change = { body: { email: 'compras@mercado.example' } }
  await stand.server.send('PATCH', `/customers/${order.customer.id}`, change)
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'operator' })
  await page.getByRole('button', { name: 'Enviar' }).waitFor()
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'E-mail' }).click()
  const to = dialog.getByLabel('Para')
  await to.and(page.locator(':focus')).waitFor()
  await untilShows(dialog, 'compras@mercado.example')
  await to.fill('ninguem')
  await page.keyboard.press('Enter')
  await dialog.locator('[aria-invalid=true]').waitFor()
  await checkAccess(page)
  await picture(page, 'send-mail-refused')
  await to.fill('dona@mercado.example')
  await picture(page, 'send-mail')
  await page.keyboard.press('Enter')
  await page.getByText('E-mail a caminho de dona@mercado.example').waitFor()
  await page.getByText(/E-mail para dona@mercado\.example, próxima tentativa em/).waitFor()
  await picture(page, 'send-mail-waits')
  await end(/422/)
})
