import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runJobs } from '../support/feed.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand
let stopJobs: () => Promise<unknown>

before(async () => {
  stand = await startStand({ customers: 1, orders: 1, days: 1 })
  // Events get their places by a job.
  stopJobs = runJobs(stand.server)
})
after(async () => {
  await stopJobs()
  await stand.close()
})

test('who came in and who was given what is found by kind, person and day', async () => {
  const { server } = stand
  const body = { email: 'bruno@cerrado.example', name: 'Bruno Lima', role: 'operator' }
  const { id } = (await server.send('POST', '/members', { body })).body.data
  await server.send('PATCH', `/members/${id}`, { body: { role: 'viewer' } })
  // Whole pages of the feed without an entry lie between these and what follows.
  const customers = Array.from({ length: 4_200 }, (_, i) => `{"fk_id":"A-${i}","name":"Loja ${i}"}`)
  const lines = { 'content-type': 'application/x-ndjson' }
  await server.send('POST', '/bulk/customers', { body: customers.join('\n'), headers: lines })
  await server.send('GET', '/customers?format=csv&q=C00001')
  const { page, member, end } = await stand.visit('/audit', { role: 'manager' })
  const wrong = { email: member?.email, password: 'não é esta' }
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' }
  await server.send('POST', '/session', { token: null, body: wrong, headers })
  const grid = page.getByRole('grid', { name: 'Auditoria' })
  const row = (name: RegExp) => grid.getByRole('row', { name })
  // What is told beside the answer comes a moment later.
  const failed = row(/alguém Entrada recusada Maria Aparecida/)
  for (let i = 0; i < 50 && (await failed.count()) === 0; i++) {
    await page.reload()
    await grid.waitFor()
  }
  await failed.waitFor()
  await row(/Maria Aparecida.*Entrou/)
    .first()
    .waitFor()
  await row(/Maria Aparecida.*Senha escolhida/)
    .first()
    .waitFor()
  await row(/Lista exportada.*customers/).waitFor()
  await row(/Pessoa convidada.*Bruno Lima/).waitFor()
  await checkAccess(page)
  await picture(page, 'audit')
  await page.getByLabel('Quem', { exact: true }).fill('bruno')
  await page.waitForURL(/who=bruno/)
  await failed.waitFor({ state: 'detached' })
  await row(/Pessoa alterada.*Bruno Lima/).click()
  const dialog = page.getByRole('dialog', { name: 'Pessoa alterada' })
  await dialog.getByRole('row', { name: 'role operator viewer' }).waitFor()
  await checkAccess(page)
  await picture(page, 'audit-entry')
  await page.keyboard.press('Escape')
  await page.getByLabel('Tipo', { exact: true }).selectOption('member_created')
  await row(/Pessoa alterada/).waitFor({ state: 'detached' })
  await row(/Pessoa convidada.*Bruno Lima/).waitFor()
  await page.getByLabel('Período').selectOption('last_month')
  await page.getByText('Nada neste período').waitFor()
  await page.setViewportSize(PHONE)
  // To the days that the page begins with.
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await grid.waitFor()
  assert.match(
    await page.getByLabel('De', { exact: true }).inputValue(),
    /^\p{L}{3}, \d\d\/\d\d\/\d{4}$/u,
  )
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await picture(page, 'audit-phone')
  await end()
})

test('the audit is for those who may read it', async () => {
  const { page, end } = await stand.visit('/audit', { role: 'operator', language: 'en' })
  await page.getByText('There is nothing at this address').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Audit' }).count(), 0)
  await end()
})
