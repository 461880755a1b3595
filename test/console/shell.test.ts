import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand

before(async () => {
  stand = await startStand({ customers: 20, orders: 30, days: 20 })
})
after(() => stand.close())

test('whoever has not signed in sees the page to do so, in the browser’s language', async () => {
  for (const [language, name] of [
    ['pt-BR', 'Entrar'],
    ['en', 'Sign in'],
  ] as const) {
    const { page, end } = await stand.visit('/orders/7?status=3', { language })
    await page.getByRole('heading', { name }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), language)
    await checkAccess(page)
    await picture(page, `sign-in-${language}`)
    // The browser itself notes the 401 that says that nobody has signed in.
    await end(/401/)
  }
})

test('an owner comes to the first screen; its keys, palette and themes work', async () => {
  const { page, end } = await stand.visit('', { role: 'owner' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const linksOf = (list: string) =>
    page.getByRole('list', { name: list }).getByRole('link').allInnerTexts()
  assert.deepEqual(await linksOf('Gestão'), [
    'Importações',
    'Exportações',
    'Pessoas',
    'Auditoria',
    'Configurações',
  ])
  const programs = ['Eventos', 'Webhooks', 'Requisições', 'Tokens da API', 'Documentação']
  assert.deepEqual(await linksOf('Integrações'), programs)
  await checkAccess(page)
  await picture(page, 'shell-light')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Atalhos de teclado' }).waitFor()
  await checkAccess(page)
  await picture(page, 'keys-dark')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar ou executar' }).fill('token')
  await page.getByRole('option', { name: 'Tokens da API' }).waitFor()
  await checkAccess(page)
  await picture(page, 'palette-dark')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Tokens da API' }).waitFor()
  await end()
})

test('a token is made, shown once and revoked', async () => {
  const { page, end } = await stand.visit('/tokens', { role: 'owner' })
  await page.getByRole('button', { name: 'Criar token' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Criar token' })
  await dialog.getByLabel('Nome').fill('ERP Cerrado – integração de pedidos')
  await dialog.getByLabel('Criar e mudar pedidos').check()
  await checkAccess(page)
  await picture(page, 'token-new')
  await dialog.getByRole('button', { name: 'Criar token' }).click()
  const made = page.getByRole('dialog', { name: 'Copie o token agora' })
  const token = await made.getByRole('textbox').inputValue()
  assert.match(token, /^pdo_\d+_/)
  await made.getByRole('button', { name: 'Pronto' }).click()
  const answer = () => stand.server.send('GET', '/orders', { token })
  assert.equal((await answer()).status, 403)
  await page.getByRole('button', { name: /^Ações de ERP Cerrado/ }).click()
  await page.getByRole('menuitem', { name: 'Revogar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click()
  await page.getByText('Token revogado').waitFor()
  assert.equal((await answer()).status, 401)
  await end()
})

test('a token has another secret; the old one works on until it is ended', async () => {
  const create = { name: 'Loja do Cerrado', scopes: ['orders:read'] }
  const { body } = await stand.server.send('POST', '/tokens', { body: create })
  const old: string = body.data.token
  const status = async (token: string) =>
    (await stand.server.send('GET', '/orders', { token })).status
  const { page, end } = await stand.visit('/tokens', { role: 'owner' })
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Ações de Loja do Cerrado' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Trocar o segredo')
  const dialog = page.getByRole('dialog')
  const overlap = dialog.getByLabel('O segredo antigo deixa de valer')
  assert.equal(await overlap.locator('option:checked').innerText(), 'em 24 horas')
  await overlap.selectOption('em 7 dias')
  await checkAccess(page)
  await picture(page, 'token-rotate')
  await dialog.getByRole('button', { name: 'Trocar o segredo' }).click()
  const made = page.getByRole('dialog', { name: 'Copie o token agora' })
  const token = await made.getByRole('textbox').inputValue()
  await made.getByRole('button', { name: 'Pronto' }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.locator('small', { hasText: 'nunca usado' }).waitFor()
  await page.getByText(/vale até \d\d\/\d\d\/\d{4} \d\d:\d\d/).waitFor()
  await checkAccess(page)
  await picture(page, 'tokens-rotated')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByText(/vale até/).waitFor()
  await checkAccess(page)
  await picture(page, 'phone-tokens-rotated')
  assert.deepEqual([await status(token), await status(old)], [200, 200])
  await choose('Encerrar o segredo antigo')
  await dialog.getByText('O novo continua valendo.').waitFor()
  await dialog.getByRole('button', { name: 'Encerrar o segredo antigo' }).click()
  await page.getByText('Segredo antigo encerrado').waitFor()
  await page.getByText(/vale até/).waitFor({ state: 'detached' })
  assert.deepEqual([await status(token), await status(old)], [200, 401])
  await end()
})

test('a token is restricted to the orders of a seller, found by the name', async () => {
  const { page, end } = await stand.visit('/tokens', { role: 'owner' })
  await page.getByRole('button', { name: 'Criar token' }).first().click()
  await page.getByLabel('Nome').fill('Aplicativo da Luíza')
  await page.getByLabel('Ver pedidos').check()
  await page.getByLabel('Somente pedidos dos vendedores').fill('luíza')
  await page.getByRole('option', { name: 'Luíza Fernanda Araújo' }).waitFor()
  await checkAccess(page)
  await picture(page, 'token-restricted')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remover Luíza Fernanda Araújo' }).waitFor()
  await page.getByRole('button', { name: 'Criar token' }).last().click()
  const made = page.getByRole('dialog', { name: 'Copie o token agora' })
  const token = await made.getByRole('textbox').inputValue()
  const { body: all } = await stand.server.send('GET', '/orders?limit=100')
  const { body: own } = await stand.server.send('GET', '/orders?limit=100', { token })
  const sellers = new Set(own.data.map(({ user }: { user: { name: string } }) => user.name))
  assert.deepEqual([...sellers], ['Luíza Fernanda Araújo'])
  assert.ok(own.pagination.total < all.pagination.total)
  await page.getByRole('button', { name: 'Pronto' }).click()
  await page.getByText('Restrito', { exact: true }).waitFor()
  await end()
})

test('on a telephone nothing is cut off, and the navigation opens', async () => {
  const { page, end } = await stand.visit('/tokens', { role: 'owner', size: PHONE })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Tokens da API' }).waitFor()
  await picture(page, 'phone-menu')
  await page.keyboard.press('Escape')
  const wide = await page.evaluate('document.documentElement.scrollWidth')
  assert.equal(wide, PHONE.width)
  await checkAccess(page)
  await picture(page, 'phone-tokens')
  await end()
})

/** What of the page has more to its right than there is room for. */
const BESIDE = `[...document.querySelectorAll('main *')]
  .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX))
  .filter((one) => one.scrollWidth > one.clientWidth && !one.matches('.records__sections'))
  .map((one) => one.className)`

test('tables fit into a small desk, and into a telephone', async () => {
  const { send } = stand.server
  await send('POST', '/custom-fields', {
    body: { resource: 'customers', key: 'rota', label: 'Rota de entrega', type: 'text' },
  })
  const { body } = await send('GET', '/orders?limit=1')
  const places = [
    ['home', '.home__oldest'],
    ['orders', '[role=grid]'],
    ['members', '[role=grid]'],
    ['records/custom-fields', '[role=grid]'],
    [`customers/${body.data[0].customer.id}`, '.common__table'],
  ] as const
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const { page, end } = await stand.visit('/profile', { role: 'owner', size })
    for (const [path, shown] of places) {
      await page.evaluate(`history.pushState(null, '', '/console/${path}')`)
      await page.locator(shown).first().waitFor()
      assert.deepEqual(await page.evaluate(BESIDE), [], `${path} at ${size.width} pixels`)
    }
    await end()
  }
})

test('who lacks a scope finds nothing at a screen’s address', async () => {
  const { page, end } = await stand.visit('/tokens', { role: 'viewer', language: 'en' })
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
  await checkAccess(page)
  await end()
})

/** What may stand in an address where an id should. */
const NO_IDS = ['abc', '0', '-1', '1.5', '1e3', '1e400', '007', '9'.repeat(60)]
const ofRecords = ['orders', 'customers', 'products', 'members', 'webhooks', 'imports']

test('an address that names no record says so, whatever stands in it', async () => {
  const { page, end } = await stand.visit('/webhooks/new', { role: 'owner' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const go = (path: string) => page.evaluate(`history.pushState(null, '', '/console/${path}')`)
  const nothing = page.getByRole('heading', { name: 'Não há nada neste endereço' })
  await nothing.waitFor()
  for (const folder of [...ofRecords, 'records/users', 'records/custom-fields']) {
    for (const word of NO_IDS) {
      await go('profile')
      await nothing.waitFor({ state: 'detached' })
      await go(`${folder}/${word}`)
      await nothing.waitFor()
    }
  }
  const isRecord = (path: string) => ofRecords.includes(path.split('/')[1] ?? '')
  assert.deepEqual(asked.filter(isRecord), [])
  for (const folder of ofRecords) {
    await go(`${folder}/999999`)
    await page
      .getByRole('heading', { level: 2, name: /^Este (cadastro|pedido) não existe/ })
      .waitFor()
    await go('profile')
  }
  await go('orders/print?ids=abc,1e400,0,-1,1.5')
  await page.getByRole('heading', { name: 'Nenhum pedido para imprimir' }).waitFor()
  await page.goto(`${stand.origin}/console/provider/abc`)
  await page.getByText(/não usa login corporativo/).waitFor()
  await end(/404/)
})

test('a request waits for a network that is gone, and what was typed stays', async () => {
  const { page, context, end } = await stand.visit('/tokens', { role: 'owner' })
  await page.getByRole('button', { name: 'Criar token' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Loja virtual')
  await dialog.getByLabel('Ver pedidos').check()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Criar token' }).click()
  await page.getByText('Sem conexão com o servidor').waitFor()
  assert.equal(await dialog.getByLabel('Nome').inputValue(), 'Loja virtual')
  await context.setOffline(false)
  await page.getByRole('dialog', { name: 'Copie o token agora' }).waitFor()
  await page.getByText('Sem conexão com o servidor').waitFor({ state: 'detached' })
  const { body } = await stand.server.send('GET', '/tokens?limit=100')
  const made = body.data.filter(({ name }: { name: string }) => name === 'Loja virtual')
  assert.equal(made.length, 1)
  await end(/ERR_INTERNET_DISCONNECTED/)
})

test('a page that was never loaded waits for the network, and comes with it', async () => {
  const { page, context, end } = await stand.visit('/tokens', { role: 'owner' })
  await page.getByRole('heading', { name: 'Tokens da API' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Relatórios' }).click()
  await page.getByText('Sem conexão com o servidor').waitFor()
  await picture(page, 'page-offline')
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Relatórios' }).waitFor()
  await page.getByText('Sem conexão com o servidor').waitFor({ state: 'detached' })
  // As does what a page opens later.
  await page.getByRole('link', { name: 'Pedidos', exact: true }).click()
  await page.getByRole('row').nth(1).waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByText('Sem conexão com o servidor').waitFor()
  await context.setOffline(false)
  await page.getByRole('dialog').waitFor()
  await end(/ERR_INTERNET_DISCONNECTED/)
})
