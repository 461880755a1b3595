import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asBrowser, cookieOf, PASSWORD, registered } from '../support/people.ts'
import { focusBy, pressByKey, typeByKey } from './support/keys.ts'
import { checkAccess, PHONE, picture, type Stand, startStand, takeOption } from './support/stand.ts'

let stand: Stand

before(async () => {
  stand = await startStand({ customers: 1, orders: 1, days: 1 })
})
after(() => stand.close())

const members = async () => (await stand.server.send('GET', '/members?limit=100')).body.data
const named = async (name: string) =>
  (await members()).find((one: { name: string }) => one.name === name)

test('the last one who manages the members stays, and the page says why', async () => {
  const { page, end } = await stand.visit('/members', { role: 'owner' })
  await page.getByRole('link', { name: /^Maria Aparecida/ }).click()
  await page.getByLabel('Perfil de acesso').selectOption('viewer')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page
    .getByRole('alert')
    .getByText(/último/)
    .waitFor()
  assert.equal(await page.getByLabel('Perfil de acesso').inputValue(), 'viewer')
  await page.getByRole('button', { name: 'Remover pessoa' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/É você/).waitFor()
  await dialog.getByRole('button', { name: 'Remover pessoa' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/último/)
    .waitFor()
  await picture(page, 'members-last-owner')
  assert.equal((await members()).length, 1)
  await end(/409/)
})

test('somebody is invited, restricted, signed out elsewhere and removed', async () => {
  const { page, end, member } = await stand.visit('/members', { role: 'owner' })
  await page.getByRole('button', { name: 'Convidar pessoa' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('João Batista Conceição de Albuquerque Guimarães')
  await dialog.getByLabel('E-mail').fill(member?.email ?? '')
  await dialog.getByLabel('Perfil de acesso').selectOption('seller')
  await dialog.getByLabel('Vendedor', { exact: true }).fill('João')
  await takeOption(page, 'João Batista Conceição')
  assert.equal(await dialog.getByLabel('Pedidos que vê').inputValue(), 'own')
  await checkAccess(page)
  await picture(page, 'members-invite')
  await dialog.getByRole('button', { name: 'Convidar' }).click()
  await dialog.getByRole('alert').waitFor()
  assert.equal(await dialog.getByLabel('E-mail').getAttribute('aria-invalid'), 'true')
  await dialog.getByLabel('E-mail').fill('joao.batista@cerrado.example')
  await dialog.getByRole('button', { name: 'Convidar' }).click()
  const link = await page.getByLabel(/^Link de João/).inputValue()
  assert.match(link, /\/console\/link#pdl_/)
  await page.getByRole('button', { name: 'Pronto' }).click()
  await page.getByRole('row', { name: /João Batista.*Convidado.*nunca/ }).waitFor()

  // He accepts, in a browser of his own.
  const body = { link: link.split('#')[1], password: PASSWORD }
  const accepted = await stand.server.send('POST', '/session/link', { token: null, body })
  assert.equal(accepted.status, 201, accepted.text)
  const joao = asBrowser(stand.server, cookieOf(accepted))
  await registered({ send: joao })
  const known = await named('João Batista Conceição de Albuquerque Guimarães')
  assert.deepEqual(known.only, { id_user: [known.id_user], id_branch_company: null })

  await page.reload()
  await page.getByRole('row', { name: /João Batista.*Ativo/ }).waitFor()
  await checkAccess(page)
  await picture(page, 'members')
  await page.getByRole('link', { name: /^João Batista/ }).click()
  await page.getByRole('heading', { name: 'Sessões abertas' }).waitFor()
  await page.getByLabel('Pedidos que vê').selectOption('some')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Somente pedidos das filiais').fill('Filial')
  await takeOption(page, 'Filial Goiânia')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Pessoa salva').waitFor()
  const restricted = await named(known.name)
  assert.equal(restricted.only.id_user, null)
  assert.equal(restricted.only.id_branch_company.length, 1)
  await checkAccess(page)
  await picture(page, 'member')

  await page.getByRole('button', { name: 'Remover: Celular' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remover chave' }).click()
  const noneIn = (name: string) =>
    page.getByRole('region', { name }).getByText('Nenhuma.').waitFor()
  await noneIn('Chaves de acesso')
  await page.getByRole('button', { name: /^Encerrar: / }).click()
  await noneIn('Sessões abertas')
  assert.equal((await joao('GET', '/session')).status, 401)
  await page.getByRole('button', { name: 'Link para trocar a senha' }).click()
  assert.match(await page.getByLabel(/^Link de João/).inputValue(), /#pdl_/)
  await page.getByRole('button', { name: 'Pronto' }).click()

  await page.getByRole('button', { name: 'Remover pessoa' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remover pessoa' }).click()
  await page.getByText('Pessoa removida').waitFor()
  await page.getByRole('row', { name: /João Batista/ }).waitFor({ state: 'detached' })
  assert.equal(await named(known.name), undefined)
  await end(/4(01|09|22)/)
})

test('somebody is invited, given another role and removed by keyboard alone', async () => {
  const { page, end } = await stand.visit('/members', { role: 'owner' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const focused = page.locator(':focus')
  await pressByKey(page, button('Convidar pessoa'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').and(focused).waitFor()
  await page.keyboard.press('Escape')
  await button('Convidar pessoa').and(focused).waitFor()
  await page.keyboard.press('Enter')
  await typeByKey(page, dialog.getByLabel('Nome'), 'Tereza Dias')
  await typeByKey(page, dialog.getByLabel('E-mail'), 'tereza@cerrado.example')
  await typeByKey(page, dialog.getByLabel('Perfil de acesso'), 'Leitor')
  await pressByKey(page, button('Convidar'))
  await pressByKey(page, button('Pronto'))
  await button('Convidar pessoa').and(focused).waitFor()
  const row = page.getByRole('row', { name: /Tereza Dias.*Convidado/ })
  await row.waitFor()
  await focusBy(page, 'Tab', page.getByRole('grid'))
  for (let presses = 0; !(await row.getAttribute('data-active')); presses++) {
    assert.ok(presses < 10, 'j comes to the row')
    await page.keyboard.press('j')
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(/members\/\d+$/)
  await typeByKey(page, page.getByLabel('Perfil de acesso'), 'Gerente')
  await pressByKey(page, button('Salvar'))
  await page.getByText('Pessoa salva').waitFor()
  assert.equal((await named('Tereza Dias')).role, 'manager')
  await pressByKey(page, button('Remover pessoa'))
  await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: 'Remover pessoa' }))
  await page.getByText('Pessoa removida').waitFor()
  assert.equal(await named('Tereza Dias'), undefined)
  await end()
})

test('what two people change of a member at once is shown, and both changes stay', async () => {
  const body = { email: 'luiza@cerrado.example', name: 'Luíza Araújo', role: 'operator' }
  const { id } = (await stand.server.send('POST', '/members', { body })).body.data
  const { page, end } = await stand.visit(`/members/${id}`, {
    role: 'owner',
    language: 'en',
    size: PHONE,
  })
  await page.getByLabel('Name').fill('Luíza Fernanda Araújo')
  await stand.server.send('PATCH', `/members/${id}`, { body: { name: 'Luíza A.', role: 'viewer' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Name.*Luíza A\..*Luíza Fernanda/ }).waitFor()
  assert.equal(await page.getByLabel('Role').inputValue(), 'viewer')
  await checkAccess(page)
  await picture(page, 'member-phone')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Person saved').waitFor()
  const { name, role } = (await stand.server.send('GET', `/members/${id}`)).body.data
  assert.deepEqual([name, role], ['Luíza Fernanda Araújo', 'viewer'])
  await page.goto(`${stand.origin}/console/members`)
  await page.getByRole('link', { name: /Luíza/ }).waitFor()
  await checkAccess(page)
  await picture(page, 'members-phone')
  await end(/412/)
})

test('people change their own name and language, and only owners see the others', async () => {
  const { page, end } = await stand.visit('/profile', { role: 'seller' })
  await page.getByLabel('Nome').fill('Maria A. Nascimento')
  await page.getByLabel('Idioma').selectOption('en')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('heading', { name: 'My access' }).waitFor()
  assert.equal((await named('Maria A. Nascimento')).language, 'en')
  await picture(page, 'profile')
  assert.equal(await page.getByRole('link', { name: 'People' }).count(), 0)
  await page.goto(`${stand.origin}/console/members`)
  await page.getByText('There is nothing at this address').waitFor()
  await end()
})
