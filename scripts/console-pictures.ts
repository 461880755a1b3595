import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { type Stand, startStand } from '../test/console/support/stand.ts'
import { importerOf, latin1, settled } from '../test/support/files/imports.ts'

// `npm run console:pictures`: makes `docs/pictures/`, the pictures of `docs/console.md` and of the
// README, in Chromium and with the data of a distributor. Look at them before you commit them.

const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const MOST_BYTES = 120 * 1024
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 780 }

await mkdir(FOLDER, { recursive: true })
const stand = await startStand({ customers: 180, orders: 900, days: 75, isByDay: true })
try {
  await pictureOfHome(stand)
  await picturesOfOrders(stand)
  await pictureOfNewOrder(stand)
  await pictureOfStatuses(stand)
  await pictureOfImport(stand)
} finally {
  await stand.close()
}

async function picture(page: Page, name: string): Promise<void> {
  const shown = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const image = await sharp(shown).webp({ quality: 82, effort: 6 }).toBuffer()
  if (image.length > MOST_BYTES) throw new Error(`${name} has ${image.length} bytes.`)
  await writeFile(`${FOLDER}${name}.webp`, image)
  console.log(`${String(Math.round(image.length / 1024)).padStart(4)} KB  ${name}.webp`)
}

async function pictureOfHome({ visit }: Stand): Promise<void> {
  const { page, end } = await visit('/', { role: 'manager', size: { width: 1280, height: 1000 } })
  await page.getByRole('heading', { name: 'Início' }).waitFor()
  await page.locator('.home__chart canvas').last().waitFor()
  // Of each of the six statuses in which orders wait.
  await page.locator('.home__oldest').nth(5).waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await picture(page, 'home')
  await end()
}

async function picturesOfOrders({ visit, server }: Stand): Promise<void> {
  const { body } = await server.send('GET', '/order-statuses?fields=id,fk_id')
  const ids = body.data
    .filter(({ fk_id }: { fk_id: string }) => ['approved', 'picking', 'invoiced'].includes(fk_id))
    .map(({ id }: { id: number }) => id)
  const path = `/orders?date=this_month&status=${ids.join(',')}`
  const { page, end } = await visit(path, { role: 'operator', size: DESK })
  await page.locator('[role=row][aria-rowindex="4"]').waitFor()
  for (const key of ['j', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 selecionados').waitFor()
  await picture(page, 'orders')
  const found = await server.send('GET', '/orders?fk_id_status=open&limit=20')
  const order = found.body.data.find(
    ({ items }: { items: unknown[] }) => items.length >= 4 && items.length <= 8,
  )
  await server.send('PATCH', `/orders/${order.id}`, {
    body: { observations: 'Entregar pela manhã, no portão dos fundos.' },
  })
  await page.goto(`${stand.origin}/console/orders/${order.id}`)
  await page.getByText('alterou o pedido').waitFor()
  await picture(page, 'order')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(PHONE)
  await picture(page, 'order-phone-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${stand.origin}/console/orders`)
  await page.getByRole('grid').getByRole('row').nth(4).waitFor()
  await picture(page, 'orders-phone')
  await end()
}

async function pictureOfNewOrder({ visit, server }: Stand): Promise<void> {
  const { body } = await server.send('GET', '/customers?q=sao joao&limit=1')
  const path = `/orders/new?customer=${body.data[0].id}`
  const { page, end } = await visit(path, { role: 'seller', size: DESK, theme: 'dark' })
  const typed = [
    ['arroz agulhinha', '40'],
    ['feijao carioca', '60'],
    ['cafe tradicional', '24'],
    ['oleo de soja', '36'],
  ] as const
  await page.getByRole('combobox', { name: 'Produto, linha 1' }).focus()
  for (const [line, [words, quantity]] of typed.entries()) {
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
    const name = `Quantidade, linha ${line + 1}`
    await page.getByRole('textbox', { name, exact: true }).waitFor()
    await page.locator('[data-column="quantity"] :focus').waitFor()
    await page.keyboard.type(quantity)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('detergente')
  await page
    .getByRole('option', { name: /^Detergente/ })
    .first()
    .waitFor()
  await page.locator('.items__net', { hasText: 'R$' }).nth(3).waitFor()
  await picture(page, 'new-order-dark')
  await end()
}

async function pictureOfStatuses({ visit }: Stand): Promise<void> {
  const { page, end } = await visit('/records/order-statuses', { role: 'manager', size: DESK })
  await page
    .getByRole('button', { name: /^Aprovado/ })
    .first()
    .click()
  await page.getByLabel('Nome').waitFor()
  await picture(page, 'statuses')
  await end()
}

async function pictureOfImport({ visit, server }: Stand): Promise<void> {
  const file = [
    'Código;Razão social;CNPJ;Telefone;Cidade;Rota de entrega',
    'Z1;Mercearia São João do Triângulo Ltda.;11.222.333/0001-81;34 99999-0001;Uberlândia;12',
    'Z2;Supermercado Nossa Senhora da Abadia;11.222.333/0001-99;34 99999-0002;Patos de Minas;14',
    'Z3;Empório Família Gonçalves;;34 99999-0003;Araguari;12',
    'Z4;Panificadora Três Irmãos ME;;34 99999-0004;Araguari;12',
  ].join('\r\n')
  const { page, end } = await visit('/imports', { role: 'operator', size: DESK })
  await page.getByLabel('O que há no arquivo').selectOption('customers')
  await page.getByLabel('Solte o arquivo aqui').setInputFiles({
    name: 'clientes-do-erp.csv',
    mimeType: 'text/csv',
    buffer: latin1(file),
  })
  await page.getByRole('button', { name: 'Conferir o arquivo' }).click()
  await page.waitForURL(/\/imports\/\d+$/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  await settled(server, importerOf(server), id)
  await page.getByText('Nada foi gravado ainda').waitFor()
  await picture(page, 'import')
  await end()
}
