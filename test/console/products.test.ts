import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { file, multipart } from '../support/wire/multipart.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand

const drawn = (background: string) =>
  sharp({ create: { width: 120, height: 90, channels: 3, background } })
    .png()
    .toBuffer()

const productBy = async (code: string) =>
  (await stand.server.send('GET', `/products/fk_id/${code}`)).body.data

let pictured: number
before(async () => {
  stand = await startStand({ customers: 25, orders: 60, days: 40 })
  pictured = (await productBy('SAB-HID-85')).id
  const sent = multipart([file(await drawn('#2a7'))])
  const { status } = await stand.server.send('POST', `/products/${pictured}/image`, sent)
  assert.equal(status, 201)
})
after(() => stand.close())

test('the catalogue shows pictures and prices, and who buys a product', async () => {
  const { page, end } = await stand.visit('/products?q=sab', { role: 'viewer' })
  const src = await page.getByRole('grid').locator('img').first().getAttribute('src')
  assert.match(src ?? '', new RegExp(`^/products/${pictured}/image`))
  await page.getByRole('searchbox').fill('')
  await page.getByRole('row').nth(8).waitFor()
  await checkAccess(page)
  await picture(page, 'products-list')
  await page.getByRole('searchbox').fill('sabonete')
  await page.getByRole('link', { name: /Sabonete em barra/ }).click()
  await page.getByRole('heading', { level: 1, name: /Sabonete em barra/ }).waitFor()
  const query = `id_item=${pictured}&group_by=customer&sort=-count&limit=10`
  const { body } = await stand.server.send('GET', `/orders/summary?${query}`)
  const buyers = page.getByRole('region', { name: 'Clientes que compram' })
  const best = body.data.groups[0]
  await buyers.getByRole('link', { name: best.customer.name }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: /imagem/ }).count(), 0)
  await checkAccess(page)
  await picture(page, 'product')
  await end()
})

test('a product is entered, gets an image by choosing, dropping and pasting, and goes', async () => {
  const { page, end } = await stand.visit('/products/new', { role: 'operator' })
  await page.getByLabel('Nome').fill('Água sanitária multiuso Brilho Forte galão de 5 litros')
  await page.getByLabel('Código').fill('AGU-SAN-5L')
  await page.getByLabel('Preço').fill('abc')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Não é um número.').waitFor()
  await page.getByLabel('Preço').fill('1.234,5678')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('heading', { level: 1, name: /Água sanitária/ }).waitFor()
  const { id, price, image } = await productBy('AGU-SAN-5L')
  assert.deepEqual([price, image], [1234.5678, null])

  /** Its address, once it is another than before. */
  const changed = async (before: string | null) => {
    const other = page.locator(`section[aria-label=Imagem] img:not([src="${before}"])`)
    await other.waitFor()
    return other.getAttribute('src')
  }
  const buffer = await drawn('#d33')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  const first = await changed(null)
  const give = async (event: 'drop' | 'paste', colour: string) => {
    const bytes = [...(await drawn(colour))]
    await page.evaluate(`{
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], 'b.png', { type: 'image/png' }))
      const event = ${event === 'drop'}
        ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
      document.querySelector('section[aria-label=Imagem]').dispatchEvent(event)
    }`)
  }
  await give('drop', '#33d')
  const second = await changed(first)
  await give('paste', '#3d3')
  await changed(second)
  await checkAccess(page)
  await picture(page, 'product-image')
  await page.getByRole('button', { name: 'Remover imagem' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remover imagem' }).click()
  await page.getByText('Imagem removida').waitFor()
  await page.getByRole('button', { name: 'Escolher imagem' }).waitFor()
  assert.equal((await productBy('AGU-SAN-5L')).image, null)

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('heading', { level: 1, name: 'Produtos' }).waitFor()
  assert.equal((await stand.server.send('GET', `/products/${id}`)).status, 404)
  await end()
})

test('on a telephone, in English, nothing is cut off', async () => {
  const { page, end } = await stand.visit('/products', {
    role: 'manager',
    language: 'en',
    size: PHONE,
  })
  await page.getByText(/^\d+ products$/).waitFor()
  await picture(page, 'products-phone')
  await checkAccess(page)
  await page.goto(`${stand.origin}/console/products/${pictured}`)
  await page.getByRole('columnheader', { name: 'Customer' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await picture(page, 'product-phone')
  await end()
})
