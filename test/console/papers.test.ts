import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { data } from '../support/orders.ts'
import { file, multipart } from '../support/wire/multipart.ts'
import { focusBy } from './support/keys.ts'
import { checkAccess, picture, type Stand, startStand, takesKeys } from './support/stand.ts'

// Papers of the warehouse are printed of the orders that are selected, without a mouse.

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 4, orders: 12, days: 5 })
})
after(() => stand.close())

const PAPERS = [
  ['Lista de separação', /\/orders\/picking-list\?format=pdf&id=\d+,\d+&language=pt-BR$/],
  ['Romaneio de carga', /\/orders\/loading-list\?format=pdf&id=\d+,\d+&language=pt-BR$/],
  ['Etiquetas de 100 × 150 mm', /\/orders\/labels\?id=\d+,\d+&language=pt-BR$/],
  ['Etiquetas em folhas A4', /\/orders\/labels\?size=a4&id=\d+,\d+&language=pt-BR$/],
] as const

test('of selected orders each paper is opened by keys', async () => {
  const { page, end } = await stand.visit('/orders?status=1,2,3,4', {
    role: 'operator',
    theme: 'light',
  })
  await page.getByRole('row').nth(2).waitFor()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 selecionados').waitFor()
  // What a browser shows of a PDF is its own.
  const asked: string[] = []
  await page.context().route(/\/orders\/(picking-list|loading-list|labels)\?/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>PDF</title>' })
  })
  for (const [name, address] of PAPERS) {
    await page.keyboard.press('i')
    const menu = page.getByRole('menu')
    await focusBy(page, 'ArrowDown', menu.getByRole('menuitem', { name }))
    await picture(page, 'papers')
    await checkAccess(page)
    const opening = page.context().waitForEvent('page')
    await page.keyboard.press('Enter')
    const other = await opening
    await other.waitForURL(address)
    await other.close()
    await menu.waitFor({ state: 'detached' })
    await page.bringToFront()
  }
  assert.equal(asked.length, PAPERS.length)
  for (const address of asked) {
    const answer = await page.request.get(address)
    assert.equal(answer.headers()['content-type'], 'application/pdf')
    const { text } = await extractText(new Uint8Array(await answer.body()), { mergePages: true })
    assert.ok(text.length > 100, text)
  }
  await end()
})

test('in English and the dark, and from the palette', async () => {
  const { page, end } = await stand.visit('/orders?status=1,2,3,4', {
    role: 'operator',
    language: 'en',
    theme: 'dark',
  })
  await page.getByRole('row').nth(1).waitFor()
  for (const key of ['j', 'x']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('menuitem', { name: 'Labels on sheets of A4' }).waitFor()
  await checkAccess(page)
  await picture(page, 'papers-dark')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page
    .context()
    .route(/\/orders\/picking-list\?/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>PDF</title>' }),
    )
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await takesKeys(palette)
  await page.keyboard.type('picking list')
  await palette.getByText('Picking list').waitFor()
  const opening = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  await (await opening).waitForURL(/picking-list\?format=pdf&id=\d+&language=en/)
  await end()
})

test('a printed order has who sells it at its head, units, and the telephone of its customer', async () => {
  const { server } = stand
  const orders = await data(server, 'GET', '/orders?limit=20')
  const order = orders.find(
    ({ branch_company, items }: { branch_company: object | null; items: object[] }) =>
      branch_company && items.length > 0,
  )
  await data(server, 'PATCH', `/branch-companies/${order.branch_company.id}`, {
    document: '11.222.333/0002-62',
    ie: '110042490114',
    address: 'Av. das Indústrias, 1.200',
    phone: '(34) 3333-4444',
  })
  await data(server, 'PATCH', `/products/${order.items[0].item.id}`, { unit: 'FARDO' })
  await data(server, 'PATCH', `/customers/${order.customer.id}`, { phone: '(34) 98765-4321' })
  const background = { width: 300, height: 100, channels: 3, background: '#0b6b53' } as const
  const logo = await sharp({ create: background }).png().toBuffer()
  assert.equal((await server.send('PUT', '/account/logo', multipart([file(logo)]))).status, 200)
  const { page, end } = await stand.visit('/', { role: 'viewer', theme: 'light' })
  await page.evaluate('window.print = () => {}')
  await page.goto(`${stand.origin}/console/orders/print?ids=${order.id}`)
  const sheet = page.locator('.print__sheet')
  for (const text of ['CNPJ 11.222.333/0002-62 · IE 110042490114', 'Tel. (34) 3333-4444', 'FARDO'])
    await sheet.getByText(text).first().waitFor()
  await sheet.getByText('(34) 98765-4321').waitFor()
  const isThere = `document.querySelector('.print__of img')?.naturalWidth > 0`
  await page.waitForFunction(isThere)
  await checkAccess(page)
  await picture(page, 'print-head')
  await end()
})
