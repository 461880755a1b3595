import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { data } from '../support/orders.ts'
import { pressByKey } from './support/keys.ts'
import { checkAccess, picture, type Stand, startStand, takeOption } from './support/stand.ts'

// Instalments of an order in its form: as they follow from the payment type, and as somebody types them.

const PHONE = { width: 390, height: 844 }

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 3, orders: 3, days: 5 })
  const terms = { name: '30/60/90 dias', fk_id: '306090', terms: '30/60/90' }
  await send('POST', '/payment-types', terms)
})
after(() => stand.close())

const send = (method: string, path: string, body?: object) => data(stand.server, method, path, body)

async function anOrder(fk_id: string) {
  const [customer] = await send('GET', '/customers?limit=1')
  const [product] = await send('GET', '/products?limit=1')
  return send('POST', '/orders', {
    fk_id,
    date: '2026-11-27',
    id_customer: customer.id,
    fk_id_payment_type: '306090',
    items: [{ id_item: product.id, quantity: 4, price: 250 }],
  })
}

const amounts = ({ installments }: { installments: { due_date: string; amount: number }[] }) =>
  installments.map(({ due_date, amount }) => `${due_date} ${amount}`)

const DERIVED = ['2026-12-27 333.33', '2027-01-26 333.33', '2027-02-25 333.34']

test('instalments that follow are typed over, come to what is to be paid, and follow again', async () => {
  const order = await anOrder('PAR-1')
  assert.deepEqual(amounts(order), DERIVED)
  const { page, end } = await stand.visit(`/orders/${order.id}?edit`, { role: 'seller' })
  const panel = page.getByRole('region', { name: 'Parcelas' })
  await panel.getByRole('row', { name: /^003 25\/02\/2027/ }).waitFor()
  await panel.getByText('Seguem a condição de pagamento').waitFor()
  await picture(page, 'installments-derived')
  await pressByKey(page, panel.getByRole('button', { name: 'Informar parcelas' }))
  const first = panel.getByRole('group', { name: 'Parcela 1' })
  await first.getByLabel('Vencimento').and(page.locator(':focus')).waitFor()
  await panel.getByText(/^Parcelas: R\$\s1\.000,00 de R\$\s1\.000,00 a pagar\.$/).waitFor()
  await first.getByLabel('Valor').fill('400')
  await first.getByLabel('Entrada').check()
  await first.getByLabel('Forma de pagamento').fill('pix')
  await takeOption(page, /^Pix/)
  await panel.getByText(/Sobram R\$\s66,67\.$/).waitFor()
  await panel.getByRole('alert').waitFor()
  await picture(page, 'installments-typed')
  await checkAccess(page)
  await panel.getByRole('button', { name: 'Tirar parcela 2' }).click()
  await panel.getByText(/Faltam R\$\s266,66\.$/).waitFor()
  await panel.getByRole('button', { name: 'Acertar a última' }).click()
  await panel.getByText(/^Parcelas: R\$\s1\.000,00 de R\$\s1\.000,00 a pagar\.$/).waitFor()
  // What is to be paid goes on with the lines while the instalments do not.
  await page.getByLabel('Quantidade, linha 1').fill('5')
  await panel.getByText(/Faltam R\$\s250,00\.$/).waitFor()
  await page.getByLabel('Quantidade, linha 1').fill('4')
  await panel.getByText(/^Parcelas: R\$\s1\.000,00 de R\$\s1\.000,00 a pagar\.$/).waitFor()
  await page.getByRole('button', { name: /^Salvar/ }).click()
  await page.getByText('Pedido salvo').last().waitFor()
  const saved = await send('GET', `/orders/${order.id}`)
  assert.deepEqual(amounts(saved), ['2026-12-27 400', '2027-02-25 600'])
  assert.equal(saved.installments_kept, true)
  assert.equal(saved.installments[0].payment_method.name, 'Pix')
  assert.equal(saved.installments[0].down_payment, true)

  await page.getByRole('button', { name: /^Editar/ }).click()
  await panel.getByText('Foram informadas').waitFor()
  await panel.getByRole('button', { name: 'Voltar à condição de pagamento' }).click()
  await panel.getByRole('row', { name: /^003 25\/02\/2027/ }).waitFor()
  await page.getByRole('button', { name: /^Salvar/ }).click()
  await page.getByText('Pedido salvo').last().waitFor()
  // What was said of the first saving may still be there.
  await page.getByRole('button', { name: /^Editar/ }).waitFor()
  assert.deepEqual(amounts(await send('GET', `/orders/${order.id}`)), DERIVED)
  await end(/422/)
})

test('on a telephone, in English: what is missing is said, and each amount has its fault', async () => {
  const order = await anOrder('PAR-2')
  const { page, end } = await stand.visit(`/orders/${order.id}?edit`, {
    role: 'seller',
    language: 'en',
    size: PHONE,
  })
  const panel = page.getByRole('region', { name: 'Instalments' })
  await panel.getByRole('button', { name: 'Type instalments' }).click()
  const last = panel.getByRole('group', { name: 'Instalment 3' })
  await last.getByLabel('Amount').fill('0')
  await last.locator('[aria-invalid=true]').waitFor()
  await panel.getByText('R$333.34 are missing.').waitFor()
  await last.scrollIntoViewIfNeeded()
  await picture(page, 'installments-phone')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  await checkAccess(page)
  await end(/422/)
})
