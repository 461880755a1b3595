import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import {
  newSeller,
  over,
  recalculatorOf,
  sale,
  sellMany,
  stRule,
} from '../support/records/recalculations.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand
let worker: LeasedWorker
before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 3 })
  const { server } = stand
  worker = recalculatorOf(server)
  const seller = await newSeller(server, server.token)
  await sellMany(server, seller, 60)
  // With ST it comes to more than an order can.
  const line = { id_item: seller.tools, quantity: 45, price: 99_999_999_999 }
  for (const code of ['large', 'larger']) {
    const large = { body: sale(seller, code, { items: [line, line] }) }
    assert.equal((await server.send('POST', '/orders', large)).status, 201)
  }
  assert.equal((await server.send('POST', '/tax-rules', { body: stRule() })).status, 201)
})
after(async () => {
  await worker.close()
  await stand.close()
})

test('all orders of a filter are tried, written, left and found again', async () => {
  const { server } = stand
  const shop = (await server.send('GET', '/customers?name=Ferragens')).body.data[0].id
  const { page, end } = await stand.visit(`/orders?id_customer=${shop}`, { role: 'manager' })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const fields = searchParams.get('fields')
    if (pathname === '/orders' && fields === 'id,fk_id,customer') asked.push(request.url())
  })
  const settle = () => over(server, worker, Number(new URL(page.url()).pathname.split('/').at(-1)))
  await page
    .getByRole('checkbox', { name: /^Selecionar/ })
    .nth(3)
    .check()
  await page.getByRole('button', { name: 'Recalcular impostos' }).click()
  const all = page.getByRole('button', { name: 'Todos os 62 pedidos do filtro' })
  await all.waitFor()
  await checkAccess(page)
  await picture(page, 'recalculate-all')
  await all.click()
  await page.waitForURL(/\/orders\/recalculations\/\d+$/)
  await page.getByText('Aguardando…').waitFor()
  await settle()
  const write = page.getByRole('button', { name: 'Gravar 60 pedidos' })
  await write.waitFor()
  await page.getByText('R$ 6.960,60').waitFor()
  for (const code of ['large', 'larger']) {
    const name = new RegExp(`^${code} Ferragens .*mais de 13 dígitos inteiros`)
    await page.getByRole('row', { name }).getByRole('link', { name: code }).waitFor()
  }
  assert.equal(asked.length, 1, asked.join())
  await checkAccess(page)
  await picture(page, 'recalculation-tried')
  const order = () => server.send('GET', '/orders/fk_id/7')
  assert.equal((await order()).body.data.total_value, 100)
  await write.click()
  await page.getByText('Os pedidos que mudam são gravados.').waitFor()
  await settle()
  await page.getByText('Concluído').waitFor()
  assert.equal((await order()).body.data.total_value, 116.01)
  await page.getByRole('link', { name: 'Outros recálculos' }).click()
  await page.getByText('60 pedidos gravados').waitFor()
  await checkAccess(page)
  await picture(page, 'recalculations')
  await page.getByRole('row').last().getByRole('link').click()
  await write.waitFor()
  await page.setViewportSize(PHONE)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await picture(page, 'recalculation-phone')
  await page.getByRole('link', { name: 'Ver os pedidos' }).click()
  await page.waitForURL((url) => url.searchParams.get('id_customer') === String(shop))
  await end()
})

test('one that is under way is ended, in English', async () => {
  const { server } = stand
  const { body } = await server.send('POST', '/orders/recalculate?all=true')
  const path = `/orders/recalculations/${body.data.id}`
  const { page, end } = await stand.visit(path, { role: 'manager', language: 'en' })
  await page.getByRole('button', { name: 'End it' }).click()
  await page.getByText('Ended').waitFor()
  assert.equal((await server.send('GET', path)).body.data.state, 'cancelled')
  await end()
})

test('all that there were are found, the newest first, also on a telephone', async () => {
  const { server } = stand
  for (let i = 0; i < 60; i++) {
    const { body } = await server.send('POST', '/orders/recalculate?all=true')
    await server.send('POST', `/orders/recalculations/${body.data.id}/cancel`)
  }
  const { page, end } = await stand.visit('/orders/recalculations', { role: 'manager' })
  const list = page.getByRole('grid', { name: 'Recálculos de impostos' })
  await list.getByText('Encerrado').first().waitFor()
  await list.press('End')
  await list.locator('[aria-rowindex="53"]').waitFor()
  await list.press('End')
  // It was the first one, and wrote.
  await list.getByText('60 pedidos a gravar').waitFor()
  await page.setViewportSize(PHONE)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await picture(page, 'recalculations-phone')
  await end()
})
