import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { shownDate } from '../../console/src/text/dates.ts'
import { runJobs } from '../support/feed.ts'
import { focusBy, pressByKey, typeByKey } from './support/keys.ts'
import {
  checkAccess,
  PHONE,
  picture,
  type Stand,
  startStand,
  takeOption,
  takesKeys,
} from './support/stand.ts'

let stand: Stand
let stopJobs: () => Promise<unknown>

before(async () => {
  stand = await startStand({ customers: 40, orders: 240, days: 40 })
  // Events get their places by a job.
  stopJobs = runJobs(stand.server)
})
after(async () => {
  await stopJobs()
  await stand.close()
})

const grid = (page: Page) => page.getByRole('grid', { name: /Pedidos|Orders/ })
const rows = (page: Page) =>
  grid(page).locator('[role=row][aria-rowindex]:not([aria-rowindex="1"])')
const active = (page: Page) => grid(page).locator('[data-active]')

/** How many there are, as the page says it. */
const counted = (count: number) => new RegExp(`^${count} pedidos?\\b`)

test('a list is filtered, sorted and saved by its address, and is there again after Back', async () => {
  const { page, end } = await stand.visit('/orders', { role: 'operator' })
  await page.getByText('240 pedidos').waitFor()
  await rows(page).first().waitFor()
  await checkAccess(page)
  await page.evaluate("document.documentElement.dataset.theme = 'light'")
  await picture(page, 'list-light')
  // By keyboard, with no press anywhere: down, select, to the end of what is loaded and beyond.
  for (const key of ['j', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('1 selecionado').waitFor()
  await page.keyboard.press('End')
  await page.locator('[role=row][aria-rowindex="104"]').waitFor()
  await page.keyboard.press('End')
  await page.locator('[role=row][aria-rowindex="241"]').waitFor()
  const last = await active(page).textContent()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/orders\/\d+$/)
  await page.goBack()
  await page.getByText('1 selecionado').waitFor()
  assert.equal(await active(page).textContent(), last)
  await page.getByRole('button', { name: 'Desmarcar' }).click()

  await page.keyboard.press('/')
  await page.keyboard.type('sao joao')
  await page.waitForURL(/q=sao/)
  await page.getByRole('button', { name: 'Situação', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Entregue' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Data', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Mês passado' }).click()
  await page.getByRole('button', { name: 'Data: Mês passado', exact: true }).waitFor()
  await page.waitForURL(/date=last_month/)
  await page.getByRole('button', { name: 'Data', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Outro período…' }).click()
  // At the days that hold, to be typed over at once.
  await page.locator('.date > .input:focus').waitFor()
  const days = page
    .getByRole('dialog')
    .getByRole('group', { name: 'Data' })
    .locator('.date > .input')
  const shown = await days.evaluateAll((all) => all.map((one) => (one as never)['value']))
  assert.deepEqual(shown, lastMonth())
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Limpar filtros' }).first().click()
  await page.getByText('240 pedidos').waitFor()

  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtros' })
  await dialog.getByLabel('Vendedor').fill('Maria')
  await takeOption(page, /Maria Aparecida/)
  await dialog.getByLabel('Motivo').fill('falta')
  await takeOption(page, /Falta de estoque/)
  await dialog.getByRole('button', { name: /Falta de estoque/ }).click()
  await dialog.getByLabel('Valor a partir de').fill('500,00')
  await checkAccess(page)
  await picture(page, 'filters-dark')
  await dialog.getByRole('button', { name: 'Filtrar' }).click()
  await page
    .getByRole('button', { name: 'Vendedor: Maria Aparecida Nascimento', exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Valor: a partir de R$ 500,00', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Total' }).click()
  await page.waitForURL(/sort=-total_value/)
  const asked = new URL(page.url()).searchParams
  const { body } = await stand.server.send(
    'GET',
    `/orders/summary?id_user=${asked.get('id_user')}&total_from=500`,
  )
  await page.getByText(counted(body.data.count)).waitFor()
  const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
  const [sold, left] = await Promise.all(
    [true, false].map(async (counts) => {
      const query = `id_user=${asked.get('id_user')}&total_from=500&counts=${counts}`
      return (await stand.server.send('GET', `/orders/summary?${query}`)).body.data
    }),
  )
  assert.ok(left.count > 0)
  await page.getByText(money.format(sold.sum), { exact: true }).waitFor()
  const said = `^Não inclui ${left.count} pedidos? em .*${money.format(left.sum).replace(/[.$]/g, '\\$&')}$`
  await page.getByText(new RegExp(said)).waitFor()
  await picture(page, 'list-filtered-dark')

  await page.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('menuitem', { name: 'Salvar esta visão…' }).click()
  await page.getByLabel('Nome').fill('Maria, grandes')
  await page.keyboard.press('Enter')
  await page.getByText('Visão salva').waitFor()
  await page.getByRole('button', { name: 'Maria, grandes' }).click()
  await page.getByRole('menuitem', { name: 'Todos os pedidos' }).click()
  await page.getByText('240 pedidos').waitFor()
  await page.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('menuitem', { name: 'Maria, grandes' }).click()
  await page.getByRole('button', { name: 'Maria, grandes' }).waitFor()
  await page.getByText(counted(body.data.count)).waitFor()
  await end()
})

test('a view is shared, begun with, renamed and deleted; others see their own orders in it', async () => {
  // In the first hours of a month there is no other of it.
  const { body: users } = await stand.server.send('GET', '/users?limit=1&sort=name')
  const [{ id, name }] = users.data
  const { body: customers } = await stand.server.send('GET', '/customers?limit=1')
  const order = { id_customer: customers.data[0].id, id_user: id, items: [] }
  assert.equal((await stand.server.send('POST', '/orders', { body: order })).status, 201)
  const { page, end } = await stand.visit('/orders?date=this_month', { role: 'manager' })
  const menu = (now: string, item: string) =>
    page
      .getByRole('button', { name: now, exact: true })
      .click()
      .then(() => page.getByRole('menuitem', { name: item, exact: true }).click())
  await rows(page).first().waitFor()
  await menu('Visões', 'Salvar esta visão…')
  await page.getByLabel('Nome', { exact: true }).fill('Do mês')
  await page.getByLabel(/^Compartilhar com todos/).check()
  await checkAccess(page)
  await page.keyboard.press('Escape')
  // By keyboard alone.
  await pressByKey(page, page.getByRole('button', { name: 'Visões', exact: true }))
  const save = page.getByRole('menuitem', { name: 'Salvar esta visão…', exact: true })
  await focusBy(page, 'ArrowDown', save)
  await page.keyboard.press('Enter')
  await typeByKey(page, page.getByLabel('Nome', { exact: true }), 'Do mês')
  await focusBy(page, 'Tab', page.getByLabel(/^Compartilhar com todos/))
  await page.keyboard.press('Space')
  await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: 'Salvar' }))
  await page.getByText('Visão salva').waitFor()
  await page.getByRole('button', { name: 'Do mês', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Usar como visão inicial' }).click()
  await checkAccess(page)
  await picture(page, 'views-menu')
  await page.keyboard.press('Escape')
  await menu('Do mês', 'Renomear…')
  await page.getByLabel('Nome', { exact: true }).fill('Deste mês')
  await page.getByLabel('Nome', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Deste mês', exact: true }).waitFor()

  // The list opens with it, and all orders are one press away.
  await page.goto(`${stand.origin}/console/orders`)
  await page.waitForURL(/date=this_month/)
  // To clear the filters leads back to it, and from there to all.
  await page.getByRole('button', { name: 'Data', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Mês passado' }).click()
  await page.waitForURL(/date=last_month/)
  const clear = page.getByRole('button', { name: 'Limpar filtros' }).first()
  await clear.click()
  await page.waitForURL(/date=this_month/)
  await clear.click()
  await page.waitForURL((url) => !url.searchParams.has('date'))
  await page.goto(`${stand.origin}/console/orders`)
  await page.waitForURL(/date=this_month/)
  await menu('Deste mês', 'Todos os pedidos')
  await page.waitForURL(/orders\?sort=-date$/)
  await page.reload()
  await page.waitForURL(/orders\?sort=-date$/)
  await rows(page).first().waitFor()

  const seller = await stand.visit('/orders?sort=total_value', { role: 'seller', sellers: [id] })
  await rows(seller.page).first().waitFor()
  await seller.page.getByRole('button', { name: 'Visões', exact: true }).click()
  await seller.page.getByRole('menuitem', { name: 'Deste mês' }).click()
  await seller.page.waitForURL(/date=this_month/)
  const { body } = await stand.server.send(
    'GET',
    `/orders/summary?id_user=${id}&order_date_from=${firstOfMonth()}`,
  )
  await seller.page.getByText(counted(body.data.count)).waitFor()
  await seller.page.getByRole('button', { name: 'Deste mês', exact: true }).click()
  assert.equal(await seller.page.getByRole('menuitem', { name: 'Excluir' }).count(), 0)
  assert.ok(name)
  await seller.end()

  await menu('Visões', 'Deste mês')
  await menu('Deste mês', 'Excluir')
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('Visão excluída').waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByRole('button', { name: 'Deste mês', exact: true }).waitFor()
  await end()
})

/** Of this month in the account's time zone. */
/** Its first and its last day. */
function lastMonth(): string[] {
  const end = new Date(`${firstOfMonth()}T00:00:00Z`).getTime() - 86_400_000
  const last = new Date(end).toISOString().slice(0, 10)
  return [`${last.slice(0, 8)}01`, last].map((day) => shownDate(day, 'pt-BR'))
}

function firstOfMonth(): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  return `${day.slice(0, 8)}01`
}

test('what others do shows: rows change where they are, new ones are told', async () => {
  const { page, end } = await stand.visit('/orders', { role: 'viewer', language: 'en' })
  await rows(page).first().waitFor()
  const first = rows(page).first()
  const before = await first.textContent()
  const found = await stand.server.send('GET', '/orders?sort=-date&limit=2&page=1')
  const [, second] = found.body.data
  const customer = second.customer.id
  const changed = await stand.server.send('PATCH', `/orders/${second.id}`, {
    body: { observations: 'Ligar antes' },
  })
  assert.equal(changed.status, 200)
  await page.getByText('1 changed').waitFor()
  const created = await stand.server.send('POST', '/orders', {
    body: { id_customer: customer, fk_id: 'NOVO-1', items: [] },
  })
  assert.equal(created.status, 201)
  await page.getByText('1 new, 1 changed').waitFor()
  await picture(page, 'list-news')
  assert.equal(await first.textContent(), before)
  await page.getByRole('button', { name: 'Show' }).click()
  await first.getByText('NOVO-1').waitFor()
  await checkAccess(page)
  await end()
})

test('an order that others change shows it where the clock of the machine is wrong', async () => {
  const { page, end } = await stand.visit('/profile', { role: 'viewer', language: 'en' })
  const { body } = await stand.server.send('GET', '/orders?limit=1')
  const [{ id }] = body.data
  await page.clock.setSystemTime(Date.now() + 3_600_000)
  const followed = page.waitForResponse(/\/events\/stream/)
  await page.evaluate(`history.pushState(null, '', '/console/orders/${id}')`)
  await followed
  await stand.server.send('PATCH', `/orders/${id}`, { body: { observations: 'Portão dos fundos' } })
  await page.getByText('has just changed this order').waitFor()
  await end()
})

test('of what is selected each is moved by itself, exported and printed', async () => {
  const { page, end } = await stand.visit('/orders?status=1,2', { role: 'manager' })
  await rows(page).first().waitFor()
  await page.getByRole('checkbox', { name: 'Selecionar as linhas carregadas' }).check()
  const count = await rows(page).count()
  await page.getByText(`${count} selecionados`).waitFor()
  await picture(page, 'list-selected')
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).last().click()
  await page.getByRole('menuitem', { name: 'CSV: uma linha por pedido' }).click()
  const file = await exported
  assert.match(file.suggestedFilename(), /^pedidos-.*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  assert.equal(lines.length, count + 1)

  await page.getByRole('button', { name: 'Mudar situação' }).click()
  await page.getByRole('menuitem', { name: /^Aberto/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Mudar para Aberto' })
  await checkAccess(page)
  await picture(page, 'move-dark')
  await dialog.getByRole('button', { name: /^Mudar \d+ pedidos?$/ }).click()
  await dialog.getByText(/^(\d+) de \1 pedidos? (mudou|mudaram)$/).waitFor()
  await picture(page, 'moved-dark')
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()

  // What has no way back can be undone before anything is sent.
  await page.getByRole('checkbox', { name: 'Selecionar as linhas carregadas' }).check()
  await page.getByRole('button', { name: 'Mudar situação' }).click()
  await page.getByRole('menuitem', { name: /^Cancelado/ }).click()
  const cancelling = page.getByRole('dialog', { name: 'Mudar para Cancelado' })
  await cancelling.getByText('Depois de Cancelado, os pedidos não voltam.').waitFor()
  await cancelling.getByLabel('Motivo').waitFor()
  await takesKeys(cancelling)
  await picture(page, 'move-why-dark')
  await page.keyboard.press('Enter')
  await cancelling.getByText('Nada foi alterado ainda.').waitFor()
  await picture(page, 'move-undo-dark')
  await cancelling.getByRole('button', { name: 'Desfazer' }).click()
  await page.keyboard.press('Escape')
  await cancelling.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Imprimir' }).click()
  await page.getByRole('menuitem', { name: 'Pedidos' }).click()
  await page.getByRole('heading', { name: 'Imprimir pedidos' }).waitFor()
  await page.getByText(/prontos? para imprimir/).waitFor()
  await checkAccess(page)
  await picture(page, 'print')
  await page.setViewportSize(PHONE)
  await picture(page, 'print-phone')
  const tooWide = `[...document.querySelectorAll('.page, .print__items')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`
  assert.equal(await page.evaluate(tooWide), 0)
  await end()
})

test('a seller who sees his own orders alone finds no others, by the address either', async () => {
  const { body } = await stand.server.send('GET', '/users?fk_id=VEN-05')
  const [own] = body.data
  const other = await stand.server.send('GET', '/users?fk_id=VEN-01')
  const sellers = [own.id]
  const { page, end } = await stand.visit('/orders', { role: 'seller', sellers })
  const sums = await stand.server.send('GET', `/orders/summary?id_user=${own.id}`)
  await page.getByText(counted(sums.body.data.count)).waitFor()
  for (const name of await grid(page).getByText('Sebastião Ribeiro').allTextContents()) {
    assert.equal(name, own.name)
  }
  await page.goto(`${stand.origin}/console/orders?id_user=${other.body.data[0].id}`)
  await page.getByRole('heading', { name: 'Nenhum pedido com estes filtros' }).waitFor()
  await picture(page, 'list-empty')
  // What is no date and no amount shows as it stands there, with what the service says of it.
  await page.goto(`${stand.origin}/console/orders?order_date_from=2026-13-45&total_from=abc`)
  await page.getByRole('button', { name: 'Data: a partir de 2026-13-45', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Valor: a partir de abc', exact: true }).waitFor()
  await page.getByRole('alert').waitFor()
  await end(/400/)
})

test('on a telephone orders are cards, and nothing is cut off', async () => {
  const { page, end } = await stand.visit('/orders', { role: 'seller', size: PHONE })
  await rows(page).first().waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await picture(page, 'list-phone')
  await checkAccess(page)
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await page.getByRole('dialog', { name: 'Filtros' }).waitFor()
  await picture(page, 'filters-phone')
  await end()
})
