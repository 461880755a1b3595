import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { data } from '../support/orders.ts'
import { sellsAgain, sellsToMinas } from './support/minas.ts'
import { checkAccess, picture, type Stand, startStand } from './support/stand.ts'

// Two people change lots, taxes or instalments of one order: what both changed is asked, the rest is kept.

let stand: Stand
let order: Awaited<ReturnType<typeof sellsToMinas>>
before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 5 })
  order = await sellsToMinas(stand.server)
})
after(() => stand.close())

const send = (method: string, path: string, body?: object) => data(stand.server, method, path, body)

const another = (fk_id: string) => sellsAgain(stand.server, order, { fk_id, date: '2026-11-27' })

/** What somebody else changes of lines meanwhile. */
const change = (id: number, lines: object[]) =>
  send('POST', `/orders/${id}/changes`, { items: { change: lines } })

const save = (page: Page) => page.getByRole('button', { name: /^Salvar/ }).click()

/** What both sides have of something, once it is asked. */
async function asked(page: Page, name: string) {
  const row = page.getByRole('alertdialog').getByRole('row', { name })
  await row.waitFor()
  return row
}

const goOn = (page: Page) =>
  page.getByRole('button', { name: 'Continuar com estas escolhas' }).click()

async function saved(page: Page) {
  await page.getByText('Pedido salvo').last().waitFor()
  await page.getByRole('button', { name: /^Editar/ }).waitFor()
}

const lotsOf = ({ items }: { items: { lots: { number: string }[] }[] }) =>
  items.map(({ lots }) => lots.map(({ number }) => number).join())

test('lots: those of another line are kept, of the same line one of both', async () => {
  const { id, items } = await another('CF-1')
  const { page, end } = await stand.visit(`/orders/${id}?edit`, { role: 'manager' })
  const typeLot = async (number: string) => {
    await page.getByRole('button', { name: 'Dados fiscais da linha 1' }).click()
    const lots = page.getByRole('dialog').getByRole('region', { name: 'Lotes' })
    const first = lots.getByRole('group', { name: 'Lote 1' })
    if (!(await first.isVisible())) await lots.getByRole('button', { name: 'Incluir lote' }).click()
    await first.getByLabel('Número do lote').fill(number)
    await lots.getByText('Lotes: 12 de 12.').waitFor()
    await page.keyboard.press('Escape')
  }
  await typeLot('MEU-1')
  await change(id, [
    { id: items[0].id, lots: [{ number: 'DELE-1', quantity: 12, expires_on: '2028-11-30' }] },
    { id: items[1].id, lots: [{ number: 'DELE-2', quantity: 100 }] },
  ])
  await save(page)
  const own = await asked(page, 'Furadeira de impacto 650 W: Lotes')
  assert.equal(await own.getByRole('radio', { name: 'DELE-1 12 30/11/2028' }).isChecked(), false)
  assert.equal(await own.getByRole('radio', { name: 'MEU-1 12' }).isChecked(), true)
  const theirs = await asked(page, 'Balde plástico 12 L: Lotes')
  await theirs.getByText('DELE-2 100').waitFor()
  assert.equal(await theirs.getByRole('radio').count(), 0)
  await checkAccess(page)
  await picture(page, 'conflict-lots')
  await goOn(page)
  await save(page)
  await saved(page)
  assert.deepEqual(lotsOf(await send('GET', `/orders/${id}`)), ['MEU-1', 'DELE-2'])

  await page.getByRole('button', { name: /^Editar/ }).click()
  await typeLot('MEU-3')
  await page.getByRole('textbox', { name: 'Observações', exact: true }).fill('Com lotes')
  await change(id, [{ id: items[0].id, lots: [{ number: 'DELE-3', quantity: 12 }] }])
  await save(page)
  const again = await asked(page, 'Furadeira de impacto 650 W: Lotes')
  await again.getByRole('radio', { name: 'DELE-3 12' }).check()
  await goOn(page)
  await save(page)
  await saved(page)
  const last = await send('GET', `/orders/${id}`)
  assert.deepEqual([lotsOf(last), last.observations], [['DELE-3', 'DELE-2'], 'Com lotes'])
  await end(/412|422/)
})

const taxesOf = ({ items }: { items: { taxes: { tax: string; rate: number }[] }[] }) =>
  items.map(({ taxes }) => taxes.map(({ tax, rate }) => `${tax} ${rate}`).join())

test('taxes: those of another line are kept, of the same line one of both', async () => {
  const { id, items } = await another('CF-2')
  const { page, end } = await stand.visit(`/orders/${id}?edit`, { role: 'manager' })
  const window = page.getByRole('dialog')
  const typeRate = async (rate: string) => {
    await page.getByRole('button', { name: 'Dados fiscais da linha 1' }).click()
    await window.getByRole('button', { name: /^Alterar ICMS$/ }).click()
    await window.getByRole('group', { name: 'Imposto 1' }).getByLabel('Alíquota %').fill(rate)
    await page.keyboard.press('Escape')
  }
  const [drill, bucket] = items
  const icms = (rate: number) => ({ tax: 'icms', code: '00', rate })
  await typeRate('10')
  await change(id, [
    { id: drill.id, taxes: [icms(7)] },
    { id: bucket.id, taxes: [{ tax: 'ipi', code: '50', rate: 5 }] },
  ])
  await save(page)
  const own = await asked(page, 'Furadeira de impacto 650 W: Impostos')
  assert.equal(await own.getByRole('radio', { name: /^ICMS 00 7$/ }).isChecked(), false)
  assert.equal(await own.getByRole('radio', { name: /^ICMS 10 .*ICMS-ST/ }).isChecked(), true)
  const theirs = await asked(page, 'Balde plástico 12 L: Impostos')
  await theirs.getByText('IPI 50 5').waitFor()
  await checkAccess(page)
  await picture(page, 'conflict-taxes')
  await goOn(page)
  await save(page)
  await saved(page)
  const mine = taxesOf(await send('GET', `/orders/${id}`))
  assert.match(mine[0] ?? '', /^icms 10,icms_st 18$/)
  assert.match(mine[1] ?? '', /ipi 5/)

  await page.getByRole('button', { name: /^Editar/ }).click()
  await typeRate('11')
  await page.getByLabel('Quantidade, linha 2').fill('50')
  await change(id, [{ id: drill.id, taxes: [icms(4)] }])
  await save(page)
  const again = await asked(page, 'Furadeira de impacto 650 W: Impostos')
  await again.getByRole('radio', { name: /^ICMS 00 4$/ }).check()
  await goOn(page)
  await save(page)
  await saved(page)
  const last = await send('GET', `/orders/${id}`)
  assert.match(taxesOf(last)[0] ?? '', /^icms 4$/)
  assert.equal(last.items[1].quantity, 50)
  await end(/412|422/)
})

const plan = ({ installments }: { installments: { due_date: string; amount: number }[] }) =>
  installments.map(({ due_date, amount }) => `${due_date} ${amount}`)

test('instalments: one of both, and those that nobody has changed here give way', async () => {
  const { id, payable_value } = await another('CF-3')
  const rest = (paid: number) => Number((payable_value - paid).toFixed(2))
  const dues = (paid: number, more: object = {}) => [
    { due_date: '2026-12-10', amount: paid, ...more },
    { due_date: '2027-01-10', amount: rest(paid) },
  ]
  const { page, end } = await stand.visit(`/orders/${id}?edit`, { role: 'manager' })
  const panel = page.getByRole('region', { name: 'Parcelas' })
  const firstDay = panel.getByRole('group', { name: 'Parcela 1' }).getByLabel('Vencimento')
  await panel.getByRole('button', { name: 'Informar parcelas' }).click()
  await firstDay.fill('2026-12-20')
  await send('PATCH', `/orders/${id}`, { installments: dues(200, { down_payment: true }) })
  await save(page)
  const both = await asked(page, 'Parcelas')
  assert.equal(await both.getByRole('radio', { name: /^10\/12\/2026 200 / }).isChecked(), false)
  await both.getByRole('radio', { name: /^10\/12\/2026 200 Entrada; 10\/01\/2027/ }).waitFor()
  await checkAccess(page)
  await picture(page, 'conflict-installments')
  await goOn(page)
  await save(page)
  await saved(page)
  const mine = await send('GET', `/orders/${id}`)
  assert.deepEqual(plan(mine), [`2026-12-20 ${payable_value}`])

  await page.getByRole('button', { name: /^Editar/ }).click()
  await panel.getByRole('button', { name: 'Informar parcelas' }).click()
  await firstDay.fill('2026-12-22')
  await send('PATCH', `/orders/${id}`, { installments: dues(300) })
  await save(page)
  const again = await asked(page, 'Parcelas')
  await again.getByRole('radio', { name: /^10\/12\/2026 300/ }).check()
  await goOn(page)
  await panel.getByRole('row', { name: /^002 10\/01\/2027/ }).waitFor()

  // They are typed, and come to what they were: it is the other who has changed them.
  await panel.getByRole('button', { name: 'Informar parcelas' }).click()
  await firstDay.waitFor()
  await page.getByRole('textbox', { name: 'Observações', exact: true }).fill('A prazo')
  await send('PATCH', `/orders/${id}`, { installments: dues(400) })
  await save(page)
  const other = await asked(page, 'Parcelas')
  await other.getByText(/^10\/12\/2026 400/).waitFor()
  assert.equal(await other.getByRole('radio').count(), 0)
  await goOn(page)
  await save(page)
  await saved(page)
  const last = await send('GET', `/orders/${id}`)
  assert.deepEqual(
    [plan(last), last.observations],
    [['2026-12-10 400', `2027-01-10 ${rest(400)}`], 'A prazo'],
  )
  await end(/412|422/)
})
