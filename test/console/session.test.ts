import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invited, PASSWORD, person, registered, signedIn } from '../support/people.ts'
import { authenticator } from '../support/wire/authenticator.ts'
import { until } from '../support/workers.ts'
import { focusBy, pressByKey } from './support/keys.ts'
import { endSessions } from './support/people.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand
before(async () => {
  // Mails are asked for and not sent: nobody answers there.
  const mails = { SMTP_URL: 'smtp://127.0.0.1:9' }
  stand = await startStand({ customers: 1, orders: 1, days: 1 }, mails)
})
after(() => stand.close())

test('somebody signs in by keyboard alone, is where they wanted to be, and signs out', async () => {
  const { email } = await person(stand.server)
  const { page, end } = await stand.visit('/settings')
  await page.getByLabel('E-mail').waitFor()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('não é esta')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await checkAccess(page)
  await picture(page, 'sign-in-refused')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Configurações' }).waitFor()
  await page.getByRole('button', { name: 'Menu pessoal' }).click()
  await checkAccess(page)
  await picture(page, 'member-menu')
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByLabel('E-mail').waitFor()
  await page.reload()
  await page.getByLabel('E-mail').waitFor()
  await end(/401/)
})

test('somebody makes a passkey by keyboard alone, signs in with it, and removes it', async () => {
  const { email } = await person(stand.server)
  const { page, context, end } = await stand.visit('/')
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // By the name of the host: browsers have no passkeys for numbers.
  assert.equal(await page.getByRole('button', { name: 'Entrar com chave de acesso' }).count(), 0)
  await page.goto(`${stand.origin.replace('127.0.0.1', 'localhost')}/console/profile`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await pressByKey(page, page.getByRole('button', { name: 'Criar chave de acesso' }))
  await focusBy(page, 'Tab', page.getByLabel('Nome da chave'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Notebook da loja')
  await checkAccess(page)
  await picture(page, 'new-passkey')
  await page.keyboard.press('Enter')
  await page.getByText('Notebook da loja').waitFor()
  await page.getByText('ainda não usada').waitFor()
  await checkAccess(page)
  await picture(page, 'passkeys')
  await page.getByRole('button', { name: 'Menu pessoal' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  const byPasskey = page.getByRole('button', { name: 'Entrar com chave de acesso' })
  await byPasskey.waitFor()
  await checkAccess(page)
  await picture(page, 'sign-in-passkey')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await pressByKey(page, byPasskey)
  await page.getByText('Nenhuma chave de acesso foi usada.').waitFor()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await pressByKey(page, byPasskey)
  await page.getByRole('button', { name: 'Menu pessoal' }).waitFor()
  await page.goto(`${new URL(page.url()).origin}/console/profile`)
  await pressByKey(page, page.getByRole('button', { name: 'Remover: Notebook da loja' }))
  await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: 'Remover' }))
  await page.getByText('Chave de acesso removida').waitFor()
  await end(/401/)
})

test('whoever is invited chooses language and password, and is in', async () => {
  const { link } = await invited(stand.server, { role: 'operator' })
  const { page, end } = await stand.visit(`/link#${link}`, { size: PHONE })
  await page.getByLabel('Seu nome').fill('João Batista Conceição')
  await page.getByLabel('Senha', { exact: true }).fill('curta')
  await page.getByRole('button', { name: 'Começar' }).click()
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByLabel('Senha', { exact: true }).getAttribute('aria-invalid'), 'true')
  await checkAccess(page)
  await picture(page, 'invitation-phone')
  await page.getByLabel('Idioma').selectOption('en')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('button', { name: 'Personal menu' }).waitFor()
  assert.equal(await page.getAttribute('html', 'lang'), 'en')
  assert.doesNotMatch(page.url(), /pdl_/)
  await end(/422/)
  const again = await stand.visit(`/link#${link}`)
  await again.page.getByRole('heading', { name: 'Este link não vale mais' }).waitFor()
  await checkAccess(again.page)
  await again.end(/40\d|410/)
})

test('a link for another password names the passkeys that it removes', async () => {
  const who = await person(stand.server)
  await registered(who, authenticator(), 'Celular antigo')
  const { body } = await who.send('POST', `/members/${who.id}/link`)
  const { page, end } = await stand.visit(`/link#${body.data.url.split('#')[1]}`)
  await page.getByText(/Celular antigo/).waitFor()
  assert.equal(await page.getByLabel('Manter minhas chaves de acesso').isChecked(), false)
  await checkAccess(page)
  await picture(page, 'reset')
  await page.getByLabel('Nova senha').fill('sete rolos de fita crepe')
  await page.getByRole('button', { name: 'Começar' }).click()
  await page.getByRole('button', { name: 'Menu pessoal' }).waitFor()
  const { data } = (await stand.server.send('GET', `/members/${who.id}/passkeys`)).body
  assert.deepEqual(data, [])
  await end()
})

test('whoever has forgotten the password asks for a link by e-mail', async () => {
  const { id, email, send } = await person(stand.server)
  const { page, end } = await stand.visit('/')
  await page.getByRole('button', { name: 'Esqueci a senha' }).click()
  await page.getByLabel('Seu e-mail').fill(email)
  await checkAccess(page)
  await picture(page, 'forgotten')
  await page.keyboard.press('Enter')
  await page.getByText('enviaremos um link para criar outra senha').waitFor()
  await checkAccess(page)
  await end(/401/)
  await until(async () => {
    const { data } = (await send('GET', '/members?sort=-id&limit=100')).body
    return data.find((one: { id: number }) => one.id === id).mail?.purpose === 'reset'
  })
})

test('a session that ends elsewhere asks for the password over the page, and goes on', async () => {
  const { page, member, end } = await stand.visit('/tokens', { role: 'owner' })
  await page.getByRole('button', { name: 'Criar token' }).first().click()
  await page.getByLabel('Nome').fill('Integração do ERP')
  await page.getByLabel('Ver pedidos').check()
  assert.ok(member)
  await endSessions(stand.server, member)
  await page.getByRole('button', { name: 'Criar token' }).last().click()
  const again = page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await again.waitFor()
  await checkAccess(page)
  await picture(page, 'session-ended')
  await again.getByLabel('Senha').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Copie o token agora' }).waitFor()
  await end(/401/)
})

test('somebody sees where they are signed in, ends one, and changes the password', async () => {
  const { page, member, end } = await stand.visit('/profile', { role: 'seller' })
  assert.ok(member)
  const other = await signedIn(stand.server, member)
  await page.reload()
  await page.getByText('este navegador').waitFor()
  await checkAccess(page)
  await picture(page, 'profile')
  assert.equal((await other('GET', '/session')).status, 200)
  await page.getByRole('button', { name: /^Encerrar/ }).click()
  await page.getByText('Sessão encerrada').waitFor()
  assert.equal((await other('GET', '/session')).status, 401)
  await page.getByLabel('Senha atual').fill('não é esta')
  await page.getByLabel('Nova senha').fill('cinco sacas de café do cerrado')
  await page.getByRole('button', { name: 'Trocar senha' }).click()
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByLabel('Senha atual').getAttribute('aria-invalid'), 'true')
  await page.getByLabel('Senha atual').fill(PASSWORD)
  await page.getByRole('button', { name: 'Trocar senha' }).click()
  await page.getByText('Senha trocada').waitFor()
  await signedIn(stand.server, { ...member, password: 'cinco sacas de café do cerrado' })
  await end(/4(01|22)/)
})
