import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { cellsOf } from '../../console/src/orders/form/paste/paste.ts'
import { guessColumns } from '../../console/src/orders/form/paste/paste-columns.ts'
import { type NumberKind, readDecimal } from '../../console/src/text/decimals.ts'
import { paste } from './support/keys.ts'
import { checkAccess, intercept, picture, type Stand, startStand } from './support/stand.ts'

// What a field shows is what is saved, or nothing is saved and the field says why.

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 5 })
  const { send } = stand.server
  await send('PUT', '/freight-types/fk_id/cif-c', { body: { name: 'CIF cobrado', charged: true } })
})
after(() => stand.close())

const total = async () => (await stand.server.send('GET', '/orders?limit=1')).body.pagination.total
const last = async () => (await stand.server.send('GET', '/orders?sort=-id&limit=1')).body.data[0]
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** A new order of a customer, with a product and a quantity. */
async function typed(quantity: string) {
  const visit = await stand.visit('/orders/new', { role: 'manager' })
  const { page } = visit
  const customer = page.getByRole('combobox', { name: 'Cliente' })
  await customer.fill('C00003')
  await customer.press('Enter')
  // Once it is chosen: the next field has the focus, and its address comes a little later.
  await page.locator('[data-column="product"] input:focus').waitFor()
  const address = page.getByLabel('Endereço de entrega').locator('option:checked:not([value=""])')
  await address.waitFor({ state: 'attached' })
  const product = page.getByRole('combobox', { name: 'Produto, linha 1' })
  await product.fill('ARZ-T1-5')
  await product.press('Enter')
  await page.locator('[data-column="quantity"] input:focus').waitFor()
  await field(page, 'Quantidade, linha 1').fill(quantity)
  return visit
}

async function save(page: Page) {
  await page.keyboard.press('Control+S')
}

test('numbers are read where they can’t be mistaken', () => {
  const cases: [
    typed: string,
    language: 'pt-BR' | 'en',
    kind: NumberKind,
    read: string | undefined,
  ][] = [
    ['0.125', 'pt-BR', 'amount', '0.125'],
    // A thousand, or one with three decimals: that is asked.
    ['1.234', 'pt-BR', 'amount', undefined],
    ['1,234', 'en', 'quantity', undefined],
    ['1.234', 'pt-BR', 'percentage', '1.234'],
    ['1.234.567', 'pt-BR', 'amount', '1234567'],
    ['1.234,5', 'pt-BR', 'amount', '1234.5'],
    ['0.125.000', 'pt-BR', 'amount', undefined],
    ['0,125', 'en', 'amount', '0.125'],
    ['R$ 12,50', 'pt-BR', 'amount', '12.5'],
    ["1'234.56", 'pt-BR', 'amount', '1234.56'],
    ['1’234,5', 'pt-BR', 'amount', '1234.5'],
    ['1\u202f234 cx', 'pt-BR', 'quantity', '1234'],
    ["1'2", 'pt-BR', 'amount', undefined],
    ['1 2', 'pt-BR', 'amount', undefined],
    ['5%', 'pt-BR', 'percentage', '5'],
    ['5,5 %', 'pt-BR', 'percentage', '5.5'],
    ['5%', 'pt-BR', 'amount', undefined],
    ['12 un', 'pt-BR', 'quantity', '12'],
    ['2 cx', 'pt-BR', 'quantity', '2'],
    ['12 un', 'pt-BR', 'amount', undefined],
    ['1o', 'pt-BR', 'quantity', undefined],
    ['15,0O', 'pt-BR', 'amount', undefined],
    ['12 abc', 'pt-BR', 'quantity', undefined],
  ]
  for (const [text, language, kind, read] of cases) {
    assert.equal(readDecimal(text, language, kind), read, `${text} ${language} ${kind}`)
  }
})

test('a field that can’t be read keeps the order from being saved', async () => {
  const before = await total()
  const { page, end } = await typed('1o')
  await save(page)
  await page.getByText('Nada foi salvo. Confira: Quantidade, linha 1 (“1o”)').waitFor()
  assert.equal(
    await field(page, 'Quantidade, linha 1').evaluate('document.activeElement.value'),
    '1o',
  )
  await field(page, 'Quantidade, linha 1').fill('10 un')
  await field(page, 'Valor do frete').fill('15,0O')
  await save(page)
  await page.getByText('Nada foi salvo. Confira: Valor do frete (“15,0O”)').waitFor()
  await field(page, 'Valor do frete').fill('')
  await page.getByRole('combobox', { name: 'Produto, linha 2' }).fill('café')
  await save(page)
  await page.getByText('Nada foi salvo. Confira: Produto, linha 2 (“café”)').waitFor()
  await page.getByRole('combobox', { name: 'Produto, linha 2' }).fill('')
  assert.equal(await total(), before)
  await field(page, 'Desc. %, linha 1').fill('5%')
  await field(page, 'Preço unitário, linha 1').fill('0.125')
  await save(page)
  await page.waitForURL(/\/orders\/\d+$/)
  const { items } = await last()
  assert.deepEqual([items[0].quantity, items[0].price, items[0].perc_desc], [10, 0.125, 5])
  assert.equal(await total(), before + 1)
  await end()
})

/** Saves; the service makes the order, and its answer never comes before `goOn`. */
async function saveUnanswered(page: Page) {
  const { promise: isMade, resolve: made, reject: failed } = Promise.withResolvers<void>()
  await intercept(page, '**/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // The service may be closing the connection that this takes; the key makes it one order.
    await route.fetch({ maxRetries: 3 }).then(() => made(), failed)
  })
  await save(page)
  await isMade
}

/** The page anew. (What is held back would be let through if the route went before.) */
async function reload(page: Page) {
  await page.reload()
  await page.unroute('**/orders')
  await field(page, 'Quantidade, linha 1').waitFor()
}

test('an order that was not answered is not made twice, also where it was changed since', async () => {
  const before = await total()
  const { page, end } = await typed('44')
  await saveUnanswered(page)
  assert.equal(await total(), before + 1)
  await reload(page)
  await page.getByText('a resposta não chegou').waitFor()
  await checkAccess(page)
  await picture(page, 'new-not-answered')
  await field(page, 'Quantidade, linha 1').fill('45')
  await field(page, 'Observações').fill('Entregar cedo')
  await saveUnanswered(page)
  await reload(page)
  await page.getByRole('combobox', { name: 'Produto, linha 2' }).fill('FEJ-CAR-1')
  await page.keyboard.press('Enter')
  await page.locator('[data-column="quantity"] input:focus').waitFor()
  await save(page)
  await page.waitForURL(/\/orders\/\d+$/)
  assert.equal(await total(), before + 1)
  const { items, observations } = await last()
  const lines = items.map((one: { item: { fk_id: string }; quantity: number }) => [
    one.item.fk_id,
    one.quantity,
  ])
  assert.deepEqual(
    [lines, observations],
    [
      [
        ['ARZ-T1-5', 45],
        ['FEJ-CAR-1', 1],
      ],
      'Entregar cedo',
    ],
  )
  // The next one is a new one.
  await page.goto(`${stand.origin}/console/orders/new`)
  const customer = page.getByRole('combobox', { name: 'Cliente' })
  await customer.waitFor()
  assert.equal(await customer.inputValue(), '')
  await end(/422/)
})

test('what is changed while a save waits is saved as well, and what never came is made once', async () => {
  const before = await total()
  const { page, end } = await typed('7')
  const held: Route[] = []
  let asked = Promise.withResolvers<void>()
  await intercept(page, '**/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    held.push(route)
    asked.resolve()
  })
  await save(page)
  await asked.promise
  // The service has never heard of it.
  await page.reload()
  await field(page, 'Quantidade, linha 1').fill('8')
  asked = Promise.withResolvers<void>()
  await save(page)
  await asked.promise
  await field(page, 'Quantidade, linha 1').fill('9')
  await held.at(-1)?.continue()
  await page.waitForURL(/\/orders\/\d+$/)
  assert.equal(await total(), before + 1)
  assert.equal((await last()).items[0].quantity, 9)
  await end()
})

test('an order is kept beyond its window, and no two windows save it', async () => {
  const before = await total()
  const { page, context, end } = await typed('21')
  await saveUnanswered(page)
  // While it is open here, another window begins one of its own.
  const other = await context.newPage()
  await other.goto(`${stand.origin}/console/orders/new`)
  const customer = other.getByRole('combobox', { name: 'Cliente' })
  await customer.waitFor()
  assert.equal(await customer.inputValue(), '')
  assert.equal(await other.getByText('Você tem um pedido não salvo').count(), 0)
  // Closed, it is asked about first.
  // (A page that goes may leave these calls unanswered; what is waited for are its events.)
  const asks = page.waitForEvent('dialog')
  page.close({ runBeforeUnload: true }).catch(() => {})
  const dialog = await asks
  assert.equal(dialog.type(), 'beforeunload')
  const gone = page.waitForEvent('close')
  dialog.accept().catch(() => {})
  await gone
  // There it is offered; a new window goes on with it by itself.
  await other.reload()
  await other.getByText('Você tem um pedido não salvo').waitFor()
  await picture(other, 'new-offered')
  await other.close()
  const next = await context.newPage()
  await next.goto(`${stand.origin}/console/orders/new`)
  assert.equal(await field(next, 'Quantidade, linha 1').inputValue(), '21')
  await field(next, 'Quantidade, linha 1').fill('22')
  await save(next)
  await next.waitForURL(/\/orders\/\d+$/)
  assert.equal(await total(), before + 1)
  assert.equal((await last()).items[0].quantity, 22)
  await end(/422/)
})

test('pasted cells that are not understood stay marked, and nothing is saved before', async () => {
  const before = await total()
  const { page, end } = await typed('1')
  await page.getByRole('button', { name: /Produto, linha 1/ }).focus()
  await paste(
    page,
    'Código\tQtde\tPreço\nARZ-T1-5\t12 un\t1,25\nARZ-T1-5\tdoze\t1,25\nARZ-T1-5\t3\t1.234\n',
  )
  const second = field(page, 'Quantidade, linha 2')
  await second.waitFor()
  assert.equal(await field(page, 'Quantidade, linha 1').inputValue(), '12')
  assert.equal(await second.inputValue(), 'doze')
  assert.equal(await field(page, 'Preço unitário, linha 3').inputValue(), '1.234')
  const said = page.locator('.items__unread li')
  assert.deepEqual(await said.allTextContents(), [
    'Quantidade, linha 2: “doze”. Não é um número.',
    'Preço unitário, linha 3: “1.234”. Pode ser um destes dois valores. Qual?',
  ])
  await checkAccess(page)
  await picture(page, 'pasted-not-understood')
  // They are kept as they are.
  await page.reload()
  await second.waitFor()
  assert.equal(await second.inputValue(), 'doze')
  await save(page)
  await page
    .getByText('Confira: Quantidade, linha 2 (“doze”), Preço unitário, linha 3 (“1.234”)')
    .waitFor()
  assert.equal(await total(), before)
  await second.fill('2')
  await page.getByRole('button', { name: 'É 1234,00' }).click()
  await save(page)
  await page.waitForURL(/\/orders\/\d+$/)
  const { items } = await last()
  assert.deepEqual(
    items.map((one: { quantity: number; price: number }) => [one.quantity, one.price]),
    [
      [12, 1.25],
      [2, 1.25],
      [3, 1234],
    ],
  )
  await end()
})

test('columns that are pasted are told by their headings and by what stands in them', () => {
  const places = ['product', 'quantity', 'price', 'discount_percentage', 'discount_value'] as const
  const sure: [rows: string, ...meanings: (string | undefined)[]][] = [
    [
      'Código\tDescrição\tQtde\nARZ-1\tArroz tipo 1\t12\nFEJ-1\tFeijão\t3',
      'product',
      'description',
      'quantity',
    ],
    [
      'Preço unit.\tUn.\tQuant.\tReferência\tTotal\n8,10\tCX\t2\t0012\t16,20',
      'price',
      undefined,
      'quantity',
      'product',
      undefined,
    ],
    ['ARZ-1\tArroz tipo 1\t12', 'product', 'description', 'quantity'],
    [
      'Arroz tipo 1\tARZ-1\t12 cx\tR$ 8,10\t5%',
      'description',
      'product',
      'quantity',
      'price',
      'discount_percentage',
    ],
    ['ARZ-1\tUN\t12\t8,10', 'product', undefined, 'quantity', 'price'],
    ['ARZ-1\t8,10\t12', 'product', 'price', 'quantity'],
    ['ARZ-1\t12\t8,10\t97,20', 'product', 'quantity', 'price', undefined],
    ['7891000100103\t12\n7891000100104\t7', 'product', 'quantity'],
    ['Qtd\tCód. produto\tDesc. R$\n2\tARZ-1\t1,50', 'quantity', 'product', 'discount_value'],
    ['Item\tSKU\tQty\n1\tARZ-1\t3\n2\tFEJ-1\t4', undefined, 'product', 'quantity'],
  ]
  const rowsOf = (text: string) => text.split('\n').map((row) => row.split('\t'))
  for (const [rows, ...meanings] of sure) {
    const told = guessColumns(rowsOf(rows), places, 'pt-BR')
    assert.deepEqual([told.meanings, told.isSure], [meanings, true], rows)
  }
  for (const rows of [
    'ARZ-1\t12\t8',
    'ARZ-1\t1,5\t8,10',
    'ARZ-1\t1.234',
    'Código\tValor\nARZ-1\t8,10',
    'Código\tQtde\tICMS\nARZ-1\t8\t18',
    'Código\tQtde\tQtde\nARZ-1\t8\t18',
    'Código\tQtde\nARZ-1\tR$ 8,10',
    'Arroz tipo 1\t12',
    'Peça\tVezes\nARZ-1\t8',
  ]) {
    assert.equal(guessColumns(rowsOf(rows), places, 'pt-BR').isSure, false, rows)
  }
  assert.deepEqual(cellsOf('A\t"duas\nlinhas ""x"""\r\nB\t2\r\n'), [
    ['A', 'duas linhas "x"'],
    ['B', '2'],
  ])
  assert.equal(cellsOf('café\n'), undefined)
})

test('what is not sure of a pasted block is asked before anything goes in', async () => {
  const { page, end } = await typed('1')
  await page.getByRole('combobox', { name: 'Produto, linha 2' }).focus()
  await paste(page, 'FEJ-CAR-1\tFeijão carioca\t8\t12\nARZ-T1-5\tArroz\t9\t5\n')
  const dialog = page.getByRole('dialog', { name: 'O que contém cada coluna?' })
  await dialog.getByRole('button', { name: 'Colar' }).and(page.locator(':focus')).waitFor()
  assert.equal(await dialog.getByLabel('Coluna 3').inputValue(), 'quantity')
  assert.equal(await page.locator('tr[data-line]').count(), 2)
  await checkAccess(page)
  await picture(page, 'pasted-asked')
  await dialog.getByLabel('Coluna 3').selectOption('price')
  await dialog.getByLabel('Coluna 4').selectOption('quantity')
  await dialog.getByLabel('Coluna 4').press('Tab')
  await dialog.getByRole('button', { name: 'Colar' }).press('Enter')
  await field(page, 'Quantidade, linha 3').waitFor()
  await save(page)
  await page.waitForURL(/\/orders\/\d+$/)
  const { items } = await last()
  const [, ...came] = items.map((one: Record<string, unknown>) => [
    one['quantity'],
    one['price'],
    one['description'],
  ])
  assert.deepEqual(came, [
    [12, 8, 'Feijão carioca'],
    [5, 9, 'Arroz'],
  ])
  await end()
})

test('a search for a sign finds nothing, and says so in words', async () => {
  const { page, end } = await stand.visit('/customers?q=%25', { role: 'manager' })
  await page.getByText('Nada encontrado').waitFor()
  assert.equal(await page.getByText('Parâmetro inválido').count(), 0)
  await end()
  for (const path of ['/orders?q=%25', '/customers?q=-', '/products?q=%2A']) {
    const { status, body } = await stand.server.send('GET', path)
    assert.deepEqual([status, body.data], [200, []], path)
  }
  const [found] = (await stand.server.send('GET', '/customers?limit=1')).body.data
  const hidden = encodeURIComponent(
    `\u200b${found.fk_id.slice(0, 3)}\u00ad${found.fk_id.slice(3)}\ufeff`,
  )
  const { body } = await stand.server.send('GET', `/customers?q=${hidden}`)
  assert.equal(body.data[0].id, found.id)
})
