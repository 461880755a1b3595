import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { data } from '../support/orders.ts'
import { checkAccess, picture, type Stand, startStand } from './support/stand.ts'

// Addresses as they are in Brazil, and names that are written from right to left.

let stand: Stand

before(async () => {
  stand = await startStand({ customers: 3, orders: 2, days: 30 })
})
after(() => stand.close())

const written = (method: string, path: string, body: object) =>
  data(stand.server, method, path, body)

test('an address is typed as it is written, and shows like that wherever it shows', async () => {
  const customer = await written('PUT', '/customers/fk_id/sitio', { name: 'Sítio Boa Vista Ltda.' })
  const { page, end } = await stand.visit(`/customers/${customer.id}`, { role: 'manager' })
  await page.getByRole('button', { name: 'Novo endereço' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Identificação').fill('Galpão')
  await dialog.getByLabel('Logradouro').fill('Rodovia BR-365')
  const number = dialog.getByLabel('Número')
  assert.equal(await number.getAttribute('maxlength'), '60')
  await number.fill('KM 12')
  await dialog.getByLabel('CEP').fill('3840010')
  await dialog.getByText('O CEP tem oito dígitos.').waitFor()
  await checkAccess(page)
  await dialog.getByLabel('CEP').fill('38.400-100')
  await dialog.getByLabel('Cidade').fill('Uberlândia')
  await dialog.getByLabel('UF').selectOption('MG')
  await picture(page, 'address-form')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Rodovia BR-365, KM 12').waitFor()
  await page.getByText('38400-100').waitFor()
  await picture(page, 'address-of-customer')
  const { body } = await stand.server.send('GET', `/customers/${customer.id}/addresses`)
  const [address] = body.data
  assert.deepEqual(
    [address.number, address.number_text, address.zip_code, address.postal_code],
    [null, 'KM 12', 38_400_100, '38400-100'],
  )
  const order = await written('POST', '/orders', {
    fk_id: 'SITIO-1',
    id_customer: customer.id,
    id_address: address.id,
    fk_id_order_status: 'open',
  })
  await page.goto(`${stand.origin}/console/orders/${order.id}`)
  const there = page.getByRole('region', { name: 'Cliente' })
  await there.getByText('Rodovia BR-365, KM 12').waitFor()
  await there.getByText('CEP 38400-100').waitFor()
  await picture(page, 'address-of-order')
  await page.evaluate('window.print = () => {}')
  await page.goto(`${stand.origin}/console/orders/print?ids=${order.id}`)
  await page.getByText('Rodovia BR-365, KM 12 – Uberlândia/MG – 38400-100').waitFor()
  await picture(page, 'address-on-paper')

  await page.goto(`${stand.origin}/console/customers/${customer.id}`)
  await page.getByRole('button', { name: 'Editar o endereço Galpão' }).click()
  await dialog.getByLabel('Número').fill('S/N')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Rodovia BR-365, S/N').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Editar o endereço Galpão' }).click()
  assert.equal(await dialog.getByLabel('Número').inputValue(), 'S/N')
  assert.equal(await dialog.getByLabel('CEP').inputValue(), '38400-100')
  await end()
})

/** How far to the left each of these texts begins, where it first stands. */
const placesOf = (page: Page, texts: string[]): Promise<(number | undefined)[]> =>
  page.evaluate(`${JSON.stringify(texts)}.map((text) => {
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const at = walker.currentNode.textContent.indexOf(text)
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(walker.currentNode, at)
      range.setEnd(walker.currentNode, at + text.length)
      return range.getBoundingClientRect().left
    }
  })`)

test('a name turns nothing of what stands around it', async () => {
  // The third ends the isolate that it would stand in, and turns what follows.
  for (const [i, name] of ['Loja \u202eodnum', 'שלום 12', '\u2069\u202eodnum'].entries()) {
    const customer = await written('PUT', `/customers/fk_id/turned-${i}`, { name })
    const order = await written('PUT', `/orders/fk_id/turned-${i}`, {
      id_customer: customer.id,
      fk_id_order_status: 'open',
      date: '2026-11-20T12:00:00Z',
    })
    const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'manager' })
    await page.getByRole('heading', { name: `Pedido turned-${i}` }).waitFor()
    const shown = name.replaceAll(/[\u2069\u202e]/g, '')
    const line = page.locator('.order__line')
    await line.getByText(shown).waitFor()
    assert.doesNotMatch(await page.locator('body').innerText(), /[\u2066-\u2069\u202a-\u202e]/)
    const [status, customerAt, date] = await placesOf(page, ['Aberto', shown, '20/11/2026'])
    assert.ok(status !== undefined && customerAt !== undefined && date !== undefined)
    assert.ok(status < customerAt && customerAt < date, `${status} ${customerAt} ${date}`)
    await picture(page, `turned-${i}`)
    await page.evaluate('window.print = () => {}')
    await page.goto(`${stand.origin}/console/orders/print?ids=${order.id}`)
    await page.getByText(shown).first().waitFor()
    assert.doesNotMatch(await page.locator('body').innerText(), /[\u2066-\u2069\u202a-\u202e]/)
    await picture(page, `turned-print-${i}`)
    await end()
  }
})
