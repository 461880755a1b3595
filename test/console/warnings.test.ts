import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { copyOf, type Draft, emptyDraft, type Line } from '../../console/src/orders/form/draft.ts'
import { newRow } from '../../console/src/orders/form/rows/rows.ts'
import { type Known, warningsOf } from '../../console/src/orders/form/warnings/warnings.ts'
import { paste } from './support/keys.ts'
import { checkAccess, PHONE, picture, type Stand, startStand, takeOption } from './support/stand.ts'

// What the forms tell without keeping anybody from saving.

const TODAY = '2026-11-28'
const RICE = { id: 7, name: 'Arroz', fk_id: 'ARZ' }
const BEANS = { id: 8, name: 'Feijão', fk_id: 'FEJ' }

function line(product: Line['product'], cells: Partial<Line['cells']> = {}): Line {
  const [blank] = emptyDraft().lines
  assert.ok(blank)
  return { ...blank, product, cells: { ...blank.cells, quantity: '2', price: '10', ...cells } }
}

/** An order with all that is usual. */
function draft(lines: Line[], header: Partial<Draft['header']> = {}): Draft {
  const blank = emptyDraft()
  const usual = {
    customer: { id: 1, name: 'Mercado' },
    address: { id: 2, name: 'Rua A' },
    payment_type: { id: 3, name: '28 dias' },
    delivery_date: TODAY,
  }
  return { header: { ...blank.header, ...usual, ...header }, lines: [...lines, ...blank.lines] }
}

/** Nothing is known of the lines beside what is typed. */
const NOTHING: Known = { items: new Map(), lastPrices: new Map(), sold: new Map() }
const warnings = (of: Draft) => warningsOf(of, TODAY, NOTHING)
const kinds = (of: Draft) => warnings(of).map(({ kind }) => kind)

test('an empty order, and one that has all, say nothing', () => {
  assert.deepEqual(warnings(emptyDraft()), [])
  assert.deepEqual(warnings(draft([line(RICE), line(BEANS)])), [])
})

test('what is missing is told once there is a customer and a line', () => {
  const nothing = { address: null, payment_type: null, delivery_date: '' }
  const missing = ['noTerms', 'noDeliveryDate', 'noAddress']
  assert.deepEqual(kinds(draft([line(RICE)], nothing)), missing)
  assert.deepEqual(kinds(draft([], nothing)), [])
  assert.deepEqual(kinds(draft([line(null)], nothing)), [])
  assert.deepEqual(kinds(draft([line(RICE)], { ...nothing, customer: null })), [])
})

test('quantities in which a product is not sold are told with those beside them', () => {
  const sold: Known['sold'] = new Map([
    [
      7,
      { id: 7, active: true, unit: 'UN', packages: [], sales_multiple: 0.3, minimum_quantity: 0.6 },
    ],
  ])
  const of = (quantity: string) =>
    warningsOf(draft([line(RICE, { quantity })]), TODAY, { ...NOTHING, sold })
  assert.deepEqual(of('0.9'), [])
  const notMultiple = { kind: 'notMultiple', line: 1 }
  assert.deepEqual(of('1'), [{ ...notMultiple, quantity: '1', below: '0.9', above: '1.2' }])
  assert.deepEqual(of('0.1'), [
    { ...notMultiple, quantity: '0.1', below: undefined, above: '0.3' },
    { kind: 'belowLeast', line: 1, quantity: '0.1', least: 0.6 },
  ])
  assert.deepEqual(of('0.3'), [{ kind: 'belowLeast', line: 1, quantity: '0.3', least: 0.6 }])
})

test('what is typed and can’t be read is not missing, nor are terms where instalments are typed', () => {
  const nothing = draft([line(RICE)], { payment_type: null, delivery_date: '' })
  assert.deepEqual(kinds({ ...nothing, unread: { delivery_date: '99', payment_type: 'x' } }), [])
  const due = { ...nothing, unread: { delivery_date: '99' } }
  const installments = [newRow({ due_date: TODAY, amount: '20' })]
  assert.deepEqual(kinds({ ...due, installments }), [])
  assert.deepEqual(kinds({ ...due, keptInstallments: 'some' }), [])
  assert.deepEqual(kinds({ ...due, keptInstallments: 'some', installments: null }), ['noTerms'])
})

test('a delivery before today is past, today’s is not', () => {
  assert.deepEqual(kinds(draft([], { delivery_date: '2026-11-27' })), ['pastDelivery'])
  assert.deepEqual(kinds(draft([], { delivery_date: '2026-11-28' })), [])
})

test('a product that an item has already is told with that item', () => {
  const pasted = { id: null, name: '', fk_id: 'ARZ' }
  const lines = [line(RICE), line(BEANS), line(pasted), line(RICE), line(BEANS)]
  assert.deepEqual(warnings(draft(lines)), [
    { kind: 'repeated', line: 3, first: 1 },
    { kind: 'repeated', line: 4, first: 1 },
    { kind: 'repeated', line: 5, first: 2 },
  ])
  const uncoded = { id: 9, name: 'Sal', fk_id: null }
  assert.deepEqual(warnings(draft([line(uncoded), line({ ...uncoded, id: 10 }), line(null)])), [])
})

test('a discount of more than half, of all, and a price of zero are told', () => {
  const told = (cells: Partial<Line['cells']>) => warnings(draft([line(RICE, cells)]))
  assert.deepEqual(told({ discount_percentage: '50' }), [])
  assert.deepEqual(told({ discount_percentage: '50.01' }), [
    { kind: 'discounted', line: 1, percentage: 50.01 },
  ])
  assert.deepEqual(told({ discount_percentage: '100' }), [{ kind: 'given', line: 1 }])
  assert.deepEqual(told({ discount_value: '10' }), [])
  assert.deepEqual(told({ discount_value: '15' }), [
    { kind: 'discounted', line: 1, percentage: 75 },
  ])
  assert.deepEqual(told({ discount_value: '20' }), [{ kind: 'given', line: 1 }])
  assert.deepEqual(told({ price: '0' }), [{ kind: 'unpriced', line: 1 }])
  assert.deepEqual(told({ price: '0.00', quantity: '' }), [])
  assert.deepEqual(told({ price: '', discount_value: '15' }), [])
  assert.deepEqual(warnings(draft([], { discount_percentage: '60' })), [
    { kind: 'orderDiscounted', percentage: 60 },
  ])
  assert.deepEqual(kinds(draft([], { discount_percentage: '100' })), ['orderGiven'])
})

test('a saved discount counts while its line is as it was: then the service says what it becomes', () => {
  const plain = line(RICE, { discount_percentage: '60', discount_value: '12' })
  const { cells } = plain
  const followed = ['discount_percentage', 'discount_value'] as const
  const saved = { ...plain, id: 4, followed, copied: { id: 4, cells, followed, details: {} } }
  assert.deepEqual(kinds(draft([saved])), ['discounted'])
  assert.deepEqual(kinds(draft([{ ...saved, cells: { ...cells, price: '100' } }])), [])
  assert.deepEqual(kinds(copyOf(draft([saved]))), ['discounted', 'noDeliveryDate'])
})

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 12, orders: 5, days: 5 })
})
after(() => stand.close())

async function change(code: string, body: object): Promise<number> {
  const address = `/customers/fk_id/${code}`
  const { status, text, body: changed } = await stand.server.send('PATCH', address, { body })
  assert.equal(status, 200, text)
  return changed.data.id
}

const list = (page: Page) => page.locator('.warnings')

test('warnings stand above the total, change with what is typed, and the order is saved', async () => {
  const id = await change('C00002', { id_payment_type: null })
  const { page, end } = await stand.visit(`/orders/new?customer=${id}`, {
    role: 'operator',
    size: { width: 1280, height: 900 },
  })
  await page.getByRole('combobox', { name: 'Produto, linha 1' }).focus()
  assert.equal(await list(page).count(), 0)
  await paste(
    page,
    'Código\tQtd\tPreço\tDesc\r\nFEJ-CAR-1\t10\t8,1\t60%\r\nSAL-REF-1\t12\t2\t\r\nFEJ-CAR-1\t5\t8,1\t100%\r\n',
  )
  await page.getByText('3 linhas coladas').waitFor()
  await page.getByText('5 avisos:').waitFor()
  await picture(page, 'warnings-folded')
  await page.getByText('5 avisos:').click()
  assert.deepEqual(await list(page).getByRole('listitem').allTextContents(), [
    'Item 1: desconto de 60%. Confira.',
    'Item 3: este produto já está no item 1.',
    'Item 3: com 100% de desconto, sai de graça.',
    'Sem condição de pagamento.',
    'Sem data de entrega.',
  ])
  await checkAccess(page)
  await picture(page, 'warnings')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'warnings-dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'warnings-phone-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await picture(page, 'warnings-phone')
  await page.setViewportSize(PHONE)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await page.getByRole('button', { name: 'Remover o item 3' }).click()
  await page.getByText('3 avisos:').waitFor()
  await page.getByRole('textbox', { name: 'Desc. %, linha 1', exact: true }).fill('5')
  await page.getByText('2 avisos:').waitFor()
  await page.getByLabel('Entrega prevista').fill('01/01/2026')
  await page.getByLabel('Entrega prevista').press('Tab')
  await list(page).getByRole('listitem').getByText('A data de entrega já passou.').waitFor()
  await page.getByRole('combobox', { name: 'Condição de pagamento' }).fill('28')
  await takeOption(page, /^28 dias/)
  await page.getByText('A data de entrega já passou.', { exact: true }).waitFor()
  assert.equal(await list(page).locator('summary').count(), 0)
  await page.keyboard.press('Control+s')
  await page.getByText('Pedido criado').waitFor()
  await end()
})

test('a form of a customer tells who has the same CNPJ, and saves it', async () => {
  const { body } = await stand.server.send('GET', '/customers/fk_id/C00003')
  const { id, name, document } = body.data
  const { page, end } = await stand.visit('/customers/new', { role: 'operator' })
  await page.getByLabel('Nome', { exact: true }).fill('Filial do Mercado')
  const field = page.getByLabel('CPF ou CNPJ')
  await field.fill(document)
  const other = page.getByRole('status').getByRole('link', { name })
  assert.equal(await other.count(), 0)
  await field.press('Tab')
  await other.waitFor()
  assert.equal(await other.getAttribute('href'), `/console/customers/${id}`)
  await checkAccess(page)
  await picture(page, 'same-document')
  await field.fill('11.222.333/0001-00')
  await other.waitFor({ state: 'detached' })
  await field.press('Tab')
  await field.fill(document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'))
  await field.press('Tab')
  await other.waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'same-document-phone-dark')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Filial do Mercado' }).waitFor()
  // Its own is no other one’s: of both alike the other is told.
  await page.getByRole('button', { name: 'Editar' }).click()
  await field.focus()
  await field.press('Tab')
  await other.waitFor()
  assert.equal(await page.getByRole('link', { name: 'Filial do Mercado' }).count(), 0)
  await end()
})
