import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { data } from '../support/orders.ts'
import { focusBy, pressByKey, typeByKey } from './support/keys.ts'
import { sellsAgain, sellsToMinas } from './support/minas.ts'
import { checkAccess, picture, type Stand, startStand, takesKeys } from './support/stand.ts'

// Taxes and lots of a line, typed in its window: São Paulo sells to Minas Gerais by the account’s rules.

const PHONE = { width: 390, height: 844 }

let stand: Stand
let order: Awaited<ReturnType<typeof sellsToMinas>>
before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 5 })
  order = await sellsToMinas(stand.server)
})
after(() => stand.close())

const send = (method: string, path: string, body?: object) => data(stand.server, method, path, body)

const another = (fk_id: string) => sellsAgain(stand.server, order, { fk_id })

const taxesOf = async (id: number, line = 0) =>
  (await send('GET', `/orders/${id}`)).items[line].taxes.map(
    (one: { tax: string; rate: number; origin: string }) =>
      `${one.tax} ${one.rate} ${one.origin.replace(/:.*/, '')}`,
  )

test('a tax of a rule is typed over with all of its kind, and left to the rules again', async () => {
  const { id } = await another('LT-1')
  assert.deepEqual(await taxesOf(id), ['icms 12 rule', 'icms_st 18 rule'])
  const { page, end } = await stand.visit(`/orders/${id}?edit`, { role: 'manager' })
  await page.getByRole('button', { name: 'Dados fiscais da linha 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Linha 1: Furadeira de impacto 650 W' })
  const taxes = dialog.getByRole('region', { name: 'Impostos' })
  await taxes.getByRole('row', { name: /^ICMS-ST.*Calculado por uma regra/ }).waitFor()
  await picture(page, 'line-taxes-derived')
  await taxes.getByRole('button', { name: 'Alterar ICMS-ST' }).click()
  const st = taxes.getByRole('group', { name: 'Imposto 2' })
  assert.equal(await st.getByLabel('MVA %').inputValue(), '55,61')
  await st.getByLabel('MVA %').fill('40')
  // Its base follows: 1.006,80 with 40 %.
  await st.getByPlaceholder('1.409,52').waitFor()
  await taxes.getByText('Total da linha R$ 1.139,69').waitFor()
  await taxes.getByRole('button', { name: 'Incluir imposto' }).click()
  const fund = taxes.getByRole('group', { name: 'Imposto 3' })
  await fund.getByLabel('Imposto', { exact: true }).selectOption({ label: 'FCP-ST' })
  await fund.getByLabel('Alíquota %').fill('2')
  await taxes.getByText('Total da linha R$ 1.167,88').waitFor()
  await picture(page, 'line-taxes-typed')
  await checkAccess(page)
  await fund.getByLabel('Alíquota %').press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Salvar/ }).click()
  await page.getByText('Pedido salvo').last().waitFor()
  assert.deepEqual(await taxesOf(id), ['icms 12 derived', 'icms_st 18 derived', 'fcp_st 2 derived'])

  await page.getByRole('button', { name: /^Editar/ }).click()
  await page.getByRole('button', { name: 'Dados fiscais da linha 1' }).click()
  await taxes.getByRole('row', { name: /^FCP-ST/ }).waitFor()
  await taxes.getByRole('button', { name: 'Deixar por conta das regras' }).click()
  await taxes.getByRole('row', { name: /^ICMS-ST.*Calculado por uma regra/ }).waitFor()
  await dialog.getByRole('button', { name: 'Pronto' }).click()
  await page.getByRole('button', { name: /^Salvar/ }).click()
  await page.getByText('Pedido salvo').last().waitFor()
  // What was said of the first saving may still be there.
  await page.getByRole('button', { name: /^Editar/ }).waitFor()
  assert.deepEqual(await taxesOf(id), ['icms 12 rule', 'icms_st 18 rule'])
  await end()
})

test('what is refused leads to its field, also once the window is closed', async () => {
  const { id } = await another('LT-2')
  const { page, end } = await stand.visit(`/orders/${id}?edit`, { role: 'manager' })
  await page.getByLabel('Quantidade, linha 2').focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Linha 2: Balde plástico 12 L' })
  await takesKeys(dialog)
  await pressByKey(page, dialog.getByRole('button', { name: 'Incluir imposto' }))
  const ipi = dialog.getByRole('group', { name: 'Imposto 1' })
  const kind = ipi.getByLabel('Imposto', { exact: true })
  await kind.and(page.locator(':focus')).waitFor()
  await typeByKey(page, kind, 'IPI')
  await typeByKey(page, ipi.getByLabel('CST/CSOSN'), '77')
  await typeByKey(page, ipi.getByLabel('Alíquota %'), '5')
  const code = ipi.getByLabel('CST/CSOSN')
  await code.and(page.locator('[aria-invalid=true]')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const lead = page.getByRole('button', { name: 'Corrigir os dados fiscais da linha 2' })
  await lead.waitFor()
  await picture(page, 'line-taxes-refused')
  await checkAccess(page)
  await pressByKey(page, lead)
  await code.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('50')
  await lead.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByLabel('Quantidade, linha 2').focus()
  await page.keyboard.press('Control+S')
  await page.getByText('Pedido salvo').last().waitFor()
  const [, item] = (await send('GET', `/orders/${id}`)).items
  assert.equal(item.value_ipi, 6.85)
  await end(/422/)
})

test('a rate that can’t be read keeps the order from being saved', async () => {
  const { id } = await another('LT-3')
  const { page, end } = await stand.visit(`/orders/${id}?edit`, { role: 'manager' })
  await page.getByRole('button', { name: 'Dados fiscais da linha 1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Alterar ICMS$/ }).click()
  const rate = dialog.getByRole('group', { name: 'Imposto 1' }).getByLabel('Alíquota %')
  await rate.fill('doze')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Salvar/ }).click()
  const lead = page.getByRole('button', { name: 'Corrigir os dados fiscais da linha 1' })
  await lead.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await rate.and(page.locator(':focus')).waitFor()
  assert.equal(await rate.inputValue(), 'doze')
  assert.deepEqual(await taxesOf(id), ['icms 12 rule', 'icms_st 18 rule'])
  await end()
})

test('lots come to the quantity of their line', async () => {
  const { id } = await another('LT-4')
  const { page, end } = await stand.visit(`/orders/${id}?edit`, { role: 'manager' })
  await page.getByLabel('Quantidade, linha 1').focus()
  await page.keyboard.press('F2')
  const lots = page.getByRole('dialog').getByRole('region', { name: 'Lotes' })
  await takesKeys(page.getByRole('dialog'))
  await pressByKey(page, lots.getByRole('button', { name: 'Incluir lote' }))
  const first = lots.getByRole('group', { name: 'Lote 1' })
  await first.getByLabel('Número do lote').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('L2610A')
  await first.getByLabel('Quantidade').fill('7,5')
  await lots.getByText('Lotes: 7,5 de 12. Faltam 4,5.').waitFor()
  await first.locator('[aria-invalid=true]').or(lots.getByRole('alert')).first().waitFor()
  await focusBy(page, 'Tab', lots.getByRole('button', { name: 'Incluir lote' }))
  await page.keyboard.press('Enter')
  const second = lots.getByRole('group', { name: 'Lote 2' })
  await second.getByLabel('Número do lote').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('L2611')
  await second.getByLabel('Validade').fill('2028-11-30')
  await lots.getByText('Lotes: 12 de 12.').waitFor()
  await picture(page, 'line-lots')
  await checkAccess(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Salvar/ }).click()
  await page.getByText('Pedido salvo').last().waitFor()
  const [item] = (await send('GET', `/orders/${id}`)).items
  const none = { made_on: null, expires_on: null }
  assert.deepEqual(item.lots, [
    { number: 'L2610A', quantity: 7.5, ...none },
    { number: 'L2611', quantity: 4.5, ...none, expires_on: '2028-11-30' },
  ])
  await end(/422/)
})

test('on a telephone, in English', async () => {
  const { id } = await another('LT-5')
  const { page, end } = await stand.visit(`/orders/${id}?edit`, {
    role: 'manager',
    language: 'en',
    size: PHONE,
  })
  await page.getByRole('button', { name: 'Fiscal data of line 1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change ICMS-ST' }).click()
  const st = dialog.getByRole('group', { name: 'Tax 2' })
  await st.getByLabel('Kind of MVA').selectOption({ label: 'Adjusted' })
  await dialog.getByRole('button', { name: 'Add a lot' }).click()
  await picture(page, 'line-lots-phone')
  await st.scrollIntoViewIfNeeded()
  await picture(page, 'line-taxes-phone')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await end(/422/)
})
