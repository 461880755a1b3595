import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand
/** High enough to see all of it. */
const DESK = { width: 1280, height: 1500 }
const TALL_PHONE = { ...PHONE, height: 2600 }

before(async () => {
  stand = await startStand({ customers: 60, orders: 300, days: 75 })
  // In the first hours of a month there is no other of it.
  const { body } = await stand.server.send('GET', '/customers?limit=1')
  const order = { id_customer: body.data[0].id, items: [] }
  assert.equal((await stand.server.send('POST', '/orders', { body: order })).status, 201)
})
after(() => stand.close())

const summary = async (query: string) =>
  (await stand.server.send('GET', `/orders/summary?${query}`)).body.data

test('the console begins with how business goes, and each figure leads to its list', async () => {
  const { page, end } = await stand.visit('', { role: 'owner', size: DESK })
  await page.waitForURL('**/console/home')
  const month = page.getByRole('region', { name: 'Este mês', exact: true })
  // What it is compared with comes by itself, and may come first.
  const link = month.getByRole('link').filter({ has: page.locator('strong') })
  const query = new URL((await link.getAttribute('href')) ?? '', stand.origin).search.slice(1)
  const { count } = await summary(query)
  await month.getByText(new RegExp(`^${count} pedidos?$`)).waitFor()

  const days = page.getByRole('region', { name: 'Por dia: últimos 30 dias', exact: true })
  const leftOut = days.getByRole('link', { name: /^Não inclui / })
  await leftOut.waitFor()
  const leftQuery = new URL((await leftOut.getAttribute('href')) ?? '', stand.origin).search
  const left = await summary(`${leftQuery.slice(1)}&group_by=status`)
  assert.deepEqual(
    left.groups.map(({ status }: { status: { fk_id: string } }) => status.fk_id).sort(),
    ['cancelled', 'draft'],
  )
  assert.match(
    (await leftOut.textContent()) ?? '',
    new RegExp(`^Não inclui ${left.count} pedidos? em `),
  )
  assert.match((await leftOut.textContent()) ?? '', /Rascunho/)
  assert.match((await leftOut.textContent()) ?? '', /Cancelado/)
  await days.locator('canvas').nth(1).waitFor()
  await page
    .getByRole('region', { name: 'Produtos mais vendidos' })
    .getByRole('row')
    .nth(8)
    .waitFor()
  const waiting = page.getByRole('region', { name: 'Em andamento, por situação' })
  const oldest = waiting.getByRole('row').nth(1).getByRole('link').nth(1)
  assert.match((await oldest.getAttribute('href')) ?? '', /^\/console\/orders\/\d+$/)
  const place = await waiting.boundingBox()
  assert.ok(place && place.y + place.height < 800, 'what waits is seen without scrolling')
  await picture(page, 'home-light')

  const [day] = (await summary('counts=true&group_by=day&sort=-day&limit=1')).groups
  await days.getByText('Ver os números em tabela').click()
  const row = days.getByRole('row').filter({ has: page.locator(`a[href*="${day.day}"]`) })
  await row.getByRole('cell', { name: String(day.count), exact: true }).waitFor()
  await checkAccess(page)
  await picture(page, 'home-dark')
  await days.getByText('Ver os números em tabela').click()
  const chart = days.getByRole('img', { name: 'Valor por dia' })
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  await chart.click({ position: { x: width - 24, y: 60 } })
  await page.waitForURL(/\/orders\?counts=true&order_date_from=\d{4}-\d\d-\d\d&order_date_to=/)
  await end()
})

test('figures that fail say so in their place, and can be asked for again', async () => {
  const { page, context, end } = await stand.visit('/nowhere', { role: 'seller', language: 'en' })
  const failing = /summary\?.*group_by=customer/
  await context.route(failing, (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Too many requests',
        status: 429,
        code: 'rate_limited',
        detail: 'Wait a moment.',
        errors: [],
      },
    }),
  )
  await page.goto(`${stand.origin}/console/home`)
  await page.getByRole('region', { name: 'Top products' }).getByRole('row').nth(8).waitFor()
  const customers = page.getByRole('region', { name: 'Top customers' })
  await customers.getByText('Wait a moment.').waitFor()
  await context.unroute(failing)
  await customers.getByRole('button', { name: 'Try again' }).click()
  await customers.getByRole('row').nth(8).waitFor()
  await end(/429/)
})

test('on a telephone all of it is there, one below the other', async () => {
  const { page, end } = await stand.visit('/home', {
    role: 'viewer',
    size: TALL_PHONE,
    language: 'en',
  })
  await page.getByRole('region', { name: 'Top customers' }).getByRole('row').nth(8).waitFor()
  await page
    .getByRole('region', { name: 'By day: last 30 days', exact: true })
    .locator('canvas')
    .nth(1)
    .waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await picture(page, 'home-phone')
  await end()
})

test('who sees to webhooks reads that one was given up, and others don’t', async () => {
  const { server } = stand
  const url = 'http://127.0.0.1:9/pedidos'
  const made = await server.send('POST', '/webhooks', {
    body: { url, description: 'ERP da matriz' },
  })
  const { id } = made.body.data
  await sql`update webhooks set enabled = false, disabled_reason = 'gone', disabled_at = now()
             where account_id = ${server.account_id} and id = ${id}`.execute(server.db)
  const { page, end } = await stand.visit('/home', { role: 'owner', size: DESK })
  const told = page.getByRole('region', { name: 'Precisa de atenção' })
  await told.getByText(/Um webhook foi desativado/).waitFor()
  const link = told.getByRole('link', { name: 'ERP da matriz' })
  assert.equal(await link.getAttribute('href'), `/console/webhooks/${id}`)
  await checkAccess(page)
  await picture(page, 'home-given-up')
  await end()
  const english = await stand.visit('/home', { role: 'owner', size: DESK, language: 'en' })
  await english.page.getByText(/A webhook was disabled/).waitFor()
  await picture(english.page, 'home-given-up-en')
  await english.end()
  const other = await stand.visit('/home', { role: 'viewer', size: DESK })
  await other.page.getByRole('region', { name: 'Este mês', exact: true }).waitFor()
  assert.equal(await other.page.getByRole('region', { name: 'Precisa de atenção' }).count(), 0)
  await other.end()
})
