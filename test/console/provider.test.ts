import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  CLIENT,
  SCOPE,
  startProvider,
  type TestProvider,
} from '../support/servers/oidc-provider.ts'
import { focusBy, pressByKey, typeByKey } from './support/keys.ts'
import { endSessions } from './support/people.ts'
import { checkAccess, PHONE, picture, type Stand, startStand } from './support/stand.ts'

// The company's sign-in, with a real provider beside the service.

let stand: Stand
let provider: TestProvider
before(async () => {
  stand = await startStand({ customers: 1, orders: 1, days: 1 })
  const { origin, server } = stand
  provider = await startProvider([`${origin}/console/provider/${server.account_id}`])
})
after(async () => {
  await stand.close()
  await provider.close()
})

/** Says to the provider's page who one is. */
async function answerProvider(page: Page, sub: string): Promise<void> {
  await page.getByLabel('Login').fill(sub)
  await page.keyboard.press('Enter')
}

const setUp = (more: object = {}) =>
  stand.server.send('PUT', '/sign-in-provider', {
    body: {
      name: 'Aurora',
      issuer: provider.issuer,
      ...CLIENT,
      scope: SCOPE,
      role_map: { mesa: 'operator' },
      creates_members: true,
      ...more,
    },
  })

/** Somebody at the provider. */
const known = (sub: string, roles: string[] = ['mesa']) =>
  provider.accounts.set(sub, {
    email: `${sub}@aurora.example`,
    email_verified: true,
    name: 'Rita Cássia de Oliveira',
    roles,
  })

test('an owner sets it up by keyboard alone, and takes it away', async () => {
  const { page, end } = await stand.visit('/members', { role: 'owner' })
  await pressByKey(page, page.getByRole('link', { name: 'Login corporativo' }))
  await page.getByRole('heading', { name: '1. No provedor' }).waitFor()
  const address = await page.getByLabel('Endereço de retorno').inputValue()
  assert.equal(address, `${stand.origin}/console/provider/${stand.server.account_id}`)
  await typeByKey(page, page.getByLabel('Nome no botão'), 'Aurora')
  await typeByKey(page, page.getByLabel('Emissor (issuer)'), provider.issuer)
  await typeByKey(page, page.getByLabel('ID do cliente'), CLIENT.client_id)
  await typeByKey(page, page.getByLabel('Segredo do cliente'), CLIENT.client_secret)
  await page.getByLabel('Escopos').fill(SCOPE)
  await typeByKey(page, page.getByLabel('Perfis de acesso', { exact: true }), 'Definidos pelo')
  await typeByKey(page, page.getByRole('textbox', { name: 'Valor 1' }), 'mesa')
  await pressByKey(page, page.getByRole('button', { name: 'Mais um valor' }))
  await typeByKey(page, page.getByRole('textbox', { name: 'Valor 2' }), 'vendas')
  await page.getByLabel('Perfil de acesso 2', { exact: true }).selectOption({ label: 'Vendedor' })
  await focusBy(page, 'Tab', page.getByLabel('Criar pessoas no primeiro acesso'))
  await page.keyboard.press('Space')
  await checkAccess(page)
  await picture(page, 'provider-settings')
  await pressByKey(page, page.getByRole('button', { name: 'Salvar' }))
  await page.getByText('Login corporativo salvo').waitFor()
  const { body } = await stand.server.send('GET', '/sign-in-provider')
  assert.deepEqual(body.data.role_map, { mesa: 'operator', vendas: 'seller' })
  assert.equal(body.data.creates_members, true)
  await page.setViewportSize(PHONE)
  await checkAccess(page)
  await page.getByRole('textbox', { name: 'Valor 2' }).scrollIntoViewIfNeeded()
  await picture(page, 'provider-settings-phone')
  const width = await page.evaluate('document.documentElement.scrollWidth')
  assert.equal(width, PHONE.width)
  // The secret is kept where none is typed; an issuer that can't be called is said at its field.
  await page.getByLabel('Emissor (issuer)').fill('https://10.0.0.1')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText(/WEBHOOK_ALLOW/).waitFor()
  assert.equal(await page.getByLabel('Emissor (issuer)').getAttribute('aria-invalid'), 'true')
  await page.getByRole('button', { name: 'Desativar login corporativo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Desativar login corporativo' }).click()
  await page.getByText('Login corporativo desativado').waitFor()
  await end(/404|422/)
})

test('somebody comes in by it, is where he wanted to be, and is remembered', async () => {
  assert.equal((await setUp()).status, 200)
  known('rita')
  const { page, end } = await stand.visit('/customers?q=x')
  const button = page.getByRole('button', { name: 'Entrar com Aurora' })
  await button.waitFor()
  await checkAccess(page)
  await picture(page, 'sign-in-provider')
  await pressByKey(page, button)
  await answerProvider(page, 'rita')
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  assert.equal(page.url(), `${stand.origin}/console/customers?q=x`)
  await page.getByRole('button', { name: 'Menu pessoal' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await button.waitFor()
  // With other accounts only who has come by it sees it.
  await stand.server.newAccount('another')
  await page.reload()
  await button.waitFor()
  const other = await stand.visit('/')
  await other.page.getByLabel('E-mail').waitFor()
  await other.page.waitForLoadState('networkidle')
  assert.equal(await other.page.getByRole('button', { name: 'Entrar com Aurora' }).count(), 0)
  await other.page.goto(`${stand.origin}/console/provider/${stand.server.account_id}`)
  await other.page.getByRole('button', { name: 'Entrar com Aurora' }).waitFor()
  await other.end(/401/)
  await end(/40[14]/)
})

test('who is not let in reads why, in his language, and can try again', async () => {
  await setUp()
  known('nobody', ['fora'])
  const size = PHONE
  const { page, end } = await stand.visit(`/provider/${stand.server.account_id}`, {
    language: 'en',
    size,
  })
  await page.getByRole('button', { name: 'Sign in with Aurora' }).click()
  await answerProvider(page, 'nobody')
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  await page.getByText(/gives you no role here/).waitFor()
  assert.equal(page.url(), `${stand.origin}/console/provider/${stand.server.account_id}`)
  await checkAccess(page)
  await picture(page, 'provider-refused')
  known('nobody')
  await page.getByRole('button', { name: 'Sign in with Aurora' }).click()
  // The provider knows him still.
  await page.getByRole('button', { name: 'Menu pessoal' }).waitFor()
  await end(/40[0-9]/)
})

test('an answer of nobody, a provider that is away, and an account without one are told', async () => {
  await setUp()
  const at = `/provider/${stand.server.account_id}`
  const { page, end } = await stand.visit(`${at}?code=x&state=y`)
  await page.getByText(/começou em outro navegador/).waitFor()
  const gone = await startProvider([])
  await gone.close()
  await setUp({ issuer: gone.issuer })
  await page.getByRole('button', { name: 'Entrar com Aurora' }).click()
  await page.getByText(/Não é possível falar com o provedor/).waitFor()
  await checkAccess(page)
  await picture(page, 'provider-away')
  await page.getByRole('link', { name: 'Entrar de outra forma' }).click()
  await page.getByLabel('E-mail').waitFor()
  await page.goto(`${stand.origin}/console/provider/999999`)
  await page.getByText(/não usa login corporativo/).waitFor()
  await end(/40[0-9]|410|503/)
})

test('over a page whose session has ended it is in another tab, and the page goes on', async () => {
  await setUp({ role_map: { mesa: 'owner' } })
  const { page, context, member, end } = await stand.visit('/tokens', { role: 'owner' })
  assert.ok(member)
  provider.accounts.set('eva', { email: member.email, email_verified: true, roles: ['mesa'] })
  await page.getByRole('button', { name: 'Criar token' }).first().click()
  await page.getByLabel('Nome').fill('Integração do ERP')
  await page.getByLabel('Ver pedidos').check()
  await endSessions(stand.server, member)
  await page.getByRole('button', { name: 'Criar token' }).last().click()
  const again = page.getByRole('dialog', { name: 'Sua sessão terminou' })
  const opened = context.waitForEvent('page')
  await again.getByRole('button', { name: 'Entrar com Aurora' }).click()
  const tab = await opened
  await tab.getByRole('button', { name: 'Entrar com Aurora' }).click()
  await answerProvider(tab, 'eva')
  await page.getByRole('dialog', { name: 'Copie o token agora' }).waitFor()
  await end(/401/)
})

test('a manager of people undoes a link, and says which seller somebody is', async () => {
  await setUp({ role_map: { vendas: 'seller' } })
  known('zeca', ['vendas'])
  const at = await stand.visit(`/provider/${stand.server.account_id}`)
  await at.page.getByRole('button', { name: 'Entrar com Aurora' }).click()
  await answerProvider(at.page, 'zeca')
  await at.page.getByRole('button', { name: 'Menu pessoal' }).waitFor()
  await at.end(/40[0-9]/)
  const { page, end } = await stand.visit('/members', { role: 'owner' })
  await page.getByText('Nenhum, até escolher o vendedor').first().waitFor()
  await page.getByText('zeca@aurora.example').click()
  await page.getByText(/Vinculado a uma pessoa/).waitFor()
  await checkAccess(page)
  await picture(page, 'member-linked')
  await page.getByRole('button', { name: 'Desfazer vínculo' }).click()
  await page.getByText('Vínculo desfeito').waitFor()
  await page.getByText(/Vinculado a uma pessoa/).waitFor({ state: 'detached' })
  await page.getByLabel('Nome').fill('Zeca')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Pessoa salva').waitFor()
  const found = await stand.server.send('GET', '/members?sort=-id&limit=100')
  const zeca = found.body.data.find(({ name }: { name: string }) => name === 'Zeca')
  assert.deepEqual([zeca.only.id_user, zeca.linked], [[], false])
  await end(/412/)
})
