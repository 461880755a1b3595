import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { attach } from '../support/files/attachments.ts'
import { checkAccess, PHONE, picture, type Stand, startStand, takesKeys } from './support/stand.ts'

let stand: Stand

before(async () => {
  stand = await startStand({ customers: 3, orders: 12, days: 10 })
})
after(() => stand.close())

/** An order of the test's own in a locked status, with a file. */
async function aLockedOrder(fk_id: string): Promise<{ id: number }> {
  const { body } = await stand.server.send('GET', '/customers?limit=1')
  const order = { fk_id, id_customer: body.data[0].id, fk_id_order_status: 'invoiced' }
  const { data } = (await stand.server.send('POST', '/orders', { body: order })).body
  await attach(stand.server, `/orders/${data.id}`, '<nfeProc/>', 'nota-1234.xml')
  return data
}

const namesOf = async (id: number): Promise<string[]> =>
  (await stand.server.send('GET', `/orders/${id}/attachments`)).body.data.map(
    ({ name }: { name: string }) => name,
  )

/** Drops a file on the panel. */
const drop = (page: Page, name: string, content: string) =>
  page.evaluate(`{
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}))
    const target = document.querySelector('section[aria-label=Anexos]')
    for (const type of ['dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }`)

test('files are chosen or dropped in, downloaded, and removed by keys', async () => {
  const order = await aLockedOrder('ANEXADO-1')
  const { page, end } = await stand.visit(`/orders/${order.id}`, { role: 'seller' })
  const panel = page.getByRole('region', { name: 'Anexos' })
  await panel.getByText('nota-1234.xml').waitFor()
  await panel.locator('input[type=file]').setInputFiles([
    { name: 'Pedido de compra.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.alloc(3_000, 'a;b\n') },
  ])
  await page.getByText('2 arquivos anexados').waitFor()
  await drop(page, 'recado.txt', 'Entregar depois das 14h')
  const item = panel.getByRole('listitem').filter({ hasText: 'recado.txt' })
  await item.waitFor()
  assert.match(await item.innerText(), /23 B · Maria Aparecida Nascimento/)
  const names = ['nota-1234.xml', 'Pedido de compra.pdf', 'lista.csv', 'recado.txt']
  assert.deepEqual(await namesOf(order.id), names)
  await panel.scrollIntoViewIfNeeded()
  await picture(page, 'attachments-light')
  await checkAccess(page)

  const begun = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'recado.txt' }).press('Enter')
  const download = await begun
  assert.equal(download.suggestedFilename(), 'recado.txt')
  assert.equal(await text(await download.createReadStream()), 'Entregar depois das 14h')

  // What is refused says why, and the rest stays.
  await drop(page, 'pagina.html', '<!doctype html>')
  await panel.getByText('pagina.html não foi anexado.').waitFor()
  await panel.getByText(/decidem os bytes/).waitFor()

  await panel.getByRole('button', { name: 'Remover nota-1234.xml' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remover nota-1234.xml?' })
  await takesKeys(dialog)
  await dialog.getByRole('button', { name: 'Remover anexo' }).press('Enter')
  // While the dialog is open the panel is hidden from who asks by its role.
  await page.getByText('Anexo removido').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await panel.getByText('nota-1234.xml').waitFor({ state: 'detached' })
  assert.deepEqual(await namesOf(order.id), names.slice(1))
  await end(/415/)
})

test('on a telephone in the dark; who only reads downloads, and sees no empty panel', async () => {
  const order = await aLockedOrder('ANEXADO-2')
  const long = `${'nome-muito-comprido-de-um-arquivo-'.repeat(4)}.txt`
  await attach(stand.server, `/orders/${order.id}`, 'x', long)
  const options = { role: 'seller', language: 'en', size: PHONE, theme: 'dark' } as const
  const { page, end } = await stand.visit(`/orders/${order.id}`, options)
  const panel = page.getByRole('region', { name: 'Attachments' })
  await panel.getByText(long).waitFor()
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  assert.ok(width <= PHONE.width, `${width} pixels`)
  await panel.scrollIntoViewIfNeeded()
  await picture(page, 'attachments-phone')
  await end()

  const reading = await stand.visit(`/orders/${order.id}`, { role: 'viewer', language: 'en' })
  await reading.page.getByRole('link', { name: 'nota-1234.xml' }).waitFor()
  const buttons = reading.page.getByRole('region', { name: 'Attachments' }).getByRole('button')
  assert.equal(await buttons.count(), 0)
  const left = (await stand.server.send('GET', `/orders/${order.id}/attachments`)).body.data
  for (const { id } of left)
    await stand.server.send('DELETE', `/orders/${order.id}/attachments/${id}`)
  await reading.page.reload()
  await reading.page
    .getByRole('region', { name: 'History' })
    .getByRole('listitem')
    .first()
    .waitFor()
  assert.equal(await reading.page.getByRole('region', { name: 'Attachments' }).count(), 0)
  await reading.end()
})
