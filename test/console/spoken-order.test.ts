import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { countRequests, focusBy } from './support/keys.ts'
import { picture, type Stand, startStand } from './support/stand.ts'

// What a customer says on the telephone, typed while it is said.

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 4, orders: 0, days: 5 })
})
after(() => stand.close())

/** Words as somebody hears them, how many, and the product that is meant. */
const SPOKEN = [
  ['arroz int', '12', 'ARZ-INT-1'],
  ['feij preto', '10', 'FEJ-PRE-1'],
  ['acucar ref', '20', 'ACU-REF-1'],
  ['cafe trad', '6', 'CAF-TRA-500'],
  ['oleo soja', '24', 'OLE-SOJ-900'],
  ['azeite', '3', 'AZE-EXV-500'],
  ['far trigo', '15', 'FAR-TRI-1'],
  ['fuba', '8', 'FUB-MIM-1'],
  ['espaguete', '30', 'MAC-ESP-500'],
  ['milho', '18', 'MIL-VER-170'],
] as const

/** Goes on by Tab to a field with a list, and chooses what is typed. */
async function choose(page: Page, field: Locator, words: string) {
  await focusBy(page, 'Tab', field)
  await page.keyboard.type(words)
  await page
    .getByRole('option', { name: new RegExp(words, 'i') })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
}

test('ten spoken lines with terms, carrier and date take 200 keys at most', async () => {
  const { page, end } = await stand.visit('/home', { role: 'operator' })
  await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor()
  await page.evaluate(
    `addEventListener('keydown', () => { window.keys = (window.keys ?? 0) + 1 }, true)`,
  )
  const requests = countRequests(page)
  await page.keyboard.press('n')
  await page.getByRole('combobox', { name: 'Cliente' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('C00003')
  await page.keyboard.press('Enter')
  await page.locator('[data-column="product"] :focus').waitFor()
  for (const [words, quantity] of SPOKEN) {
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
    await page.locator('[data-column="quantity"] :focus').waitFor()
    await page.keyboard.type(quantity)
    await page.keyboard.press('Enter')
    await page.locator('[data-column="product"] :focus').waitFor()
  }
  const field = (role: 'combobox' | 'textbox', name: string) => page.getByRole(role, { name })
  await choose(page, field('combobox', 'Condição de pagamento'), '28/35')
  await choose(page, field('combobox', 'Transportadora'), 'frota')
  await focusBy(page, 'Tab', field('textbox', 'Entrega prevista'))
  await page.keyboard.type('+3')
  await page.keyboard.press('Control+s')
  await page.getByText('Pedido criado').waitFor()
  const keys = Number(await page.evaluate('window.keys'))
  await picture(page, 'spoken-order')
  assert.ok(keys <= 200, `${keys} keys`)
  // At most as many as keys: what is found, and what the order comes to.
  assert.ok(requests() <= keys, `${requests()} requests`)
  const id = Number(page.url().split('/').at(-1))
  const made = (await stand.server.send('GET', `/orders/${id}`)).body.data
  assert.deepEqual(
    made.items.map(({ item, quantity }: { item: { fk_id: string }; quantity: number }) => [
      item.fk_id,
      String(quantity),
    ]),
    SPOKEN.map(([, quantity, code]) => [code, quantity]),
  )
  assert.equal(made.payment_type.fk_id, '28-35')
  assert.equal(made.shipping_company.fk_id, 'FROTA')
  assert.ok(made.delivery_date)
  await end()
})
