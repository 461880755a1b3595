import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeData } from '../../src/operations/test-accounts/making.ts'
import { until } from '../support/workers.ts'
import { checkAccess, PHONE, picture, type Stand, startStand, takesKeys } from './support/stand.ts'

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 1, orders: 0, days: 1 })
})
after(() => stand.close())

const SIZES = { customers: 10, products: 20, orders: 60 }
const TRY = 'Experimentar com dados de exemplo'

const strip = (page: Page) => page.getByRole('region', { name: 'Conta de teste' })

async function testAccount(): Promise<number | undefined> {
  const { status, body } = await stand.server.send('GET', '/test-account')
  return status === 200 ? body.data.id : undefined
}

/** What the service does beside its requests. */
async function make(): Promise<void> {
  const id = (await testAccount()) ?? assert.fail('there is no test account')
  const parts = { maxItems: 1_000, onCommitted: () => {}, sizes: SIZES }
  await makeData(stand.server.db, id, parts, new AbortController().signal)
}

test('an owner without orders tries it out by the keyboard, goes back, and removes it', async () => {
  const { page, end } = await stand.visit('/home', { role: 'owner' })
  const start = page.getByRole('button', { name: TRY })
  await start.waitFor()
  await checkAccess(page)
  await picture(page, 'test-account-start')
  await start.press('Enter')
  await strip(page).getByText('Criando os dados de exemplo: 0%').waitFor()
  assert.equal(await page.getByRole('button', { name: TRY }).count(), 0)
  await make()
  await strip(page).getByText('Os dados são inventados.').waitFor()
  await page
    .getByRole('heading', { name: 'Pedidos por situação' })
    .or(page.locator('.home'))
    .first()
    .waitFor()
  await checkAccess(page)
  await picture(page, 'test-account-home')
  await page.goto(`${stand.origin}/console/orders`)
  await page.getByText('PED-00060').first().waitFor()
  await strip(page).waitFor()
  await picture(page, 'test-account-orders')

  await strip(page).getByRole('button', { name: 'Voltar à minha conta' }).press('Enter')
  await page.getByRole('button', { name: TRY }).waitFor()
  assert.equal(await strip(page).count(), 0)
  await page.getByRole('button', { name: TRY }).press('Enter')
  await strip(page).getByText('Os dados são inventados.').waitFor()

  await strip(page).getByRole('button', { name: 'Remover' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remover a conta de teste?' })
  await takesKeys(dialog)
  await checkAccess(page)
  await picture(page, 'test-account-remove')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.notEqual(await testAccount(), undefined)
  await strip(page).getByRole('button', { name: 'Remover' }).press('Enter')
  await takesKeys(dialog)
  await dialog.getByRole('button', { name: 'Remover a conta de teste' }).press('Enter')
  await page.getByRole('button', { name: TRY }).waitFor()
  assert.equal(await testAccount(), undefined)
  // It was there already, the second time. The page that is left may ask once more with the cursor of its account.
  await end(/40[09]/)
})

test('another tab of the browser moves along, and paper says what it is', async () => {
  const { page, context, end } = await stand.visit('/orders', { role: 'owner', size: PHONE })
  await page.getByRole('button', { name: TRY }).waitFor()
  const other = await context.newPage()
  await other.goto(`${stand.origin}/console/settings`)
  const start = other.getByRole('button', { name: TRY })
  await start.waitFor()
  await start.press('Enter')
  await strip(other).waitFor()
  await strip(page).waitFor()
  await make()
  await strip(page).getByText('Os dados são inventados.').waitFor()
  await checkAccess(page)
  await picture(page, 'test-account-phone')
  const [order] = (
    await context.request.get(`${stand.origin}/orders?limit=1`).then((one) => one.json())
  ).data
  await page.addInitScript('window.print = () => {}')
  await page.goto(`${stand.origin}/console/orders/print?ids=${order.id}`)
  await page.getByText('TESTE – sem valor comercial').waitFor()
  await until(async () => (await strip(other).count()) === 1)
  await end(/400/)
})

test('nobody but an owner is offered one', async () => {
  const { page, end } = await stand.visit('/orders', { role: 'manager' })
  await page.getByText('Nenhum pedido ainda').or(page.locator('.empty')).first().waitFor()
  assert.equal(await page.getByRole('button', { name: TRY }).count(), 0)
  await end()
})
