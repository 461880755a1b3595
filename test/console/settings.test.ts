import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { checkAccess, picture, type Stand, startStand } from './support/stand.ts'

let stand: Stand

before(async () => {
  stand = await startStand({ customers: 1, orders: 1, days: 1 })
})
after(() => stand.close())

const account = async () => (await stand.server.send('GET', '/account')).body.data

test('the account’s settings are changed, and a refusal shows at its field', async () => {
  const { page, end } = await stand.visit('/settings', { role: 'owner' })
  const name = page.getByLabel('Nome da empresa')
  assert.equal(await name.inputValue(), 'Distribuidora Cerrado Alimentos e Limpeza Ltda.')
  await checkAccess(page)
  await picture(page, 'settings')
  await name.fill('   ')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('alert').waitFor()
  assert.equal(await name.getAttribute('aria-invalid'), 'true')
  await name.fill('Cerrado Alimentos')
  await page.getByLabel('Fuso horário').selectOption('America/Cuiaba')
  await page.getByLabel('Conferência de valores').selectOption('trust')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Configurações salvas').waitFor()
  const { name: kept, time_zone, amounts } = await account()
  assert.deepEqual([kept, time_zone, amounts], ['Cerrado Alimentos', 'America/Cuiaba', 'trust'])
  await end(/422/)
})

test('what somebody else has changed meanwhile is not overwritten unseen', async () => {
  const { page, end } = await stand.visit('/settings', { role: 'owner', language: 'en' })
  await page.getByLabel('Company name').fill('Mine')
  await stand.server.send('PATCH', '/account', { body: { name: 'Theirs' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Somebody changed the settings').waitFor()
  assert.equal((await account()).name, 'Theirs')
  assert.equal(await page.getByLabel('Company name').inputValue(), 'Mine')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByText('Somebody changed the settings').waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Company name').inputValue(), 'Theirs')
  await end(/412/)
})

test('a logo is chosen, shown and taken away', async () => {
  const { page, end } = await stand.visit('/settings', { role: 'owner' })
  const colors = {
    create: { width: 600, height: 200, channels: 3, background: '#0b6657' },
  } as const
  const buffer = await sharp(colors).png().toBuffer()
  const file = { name: 'logo.png', mimeType: 'image/png', buffer }
  await page.getByLabel('Arquivo do logotipo').setInputFiles(file)
  await page.getByRole('img', { name: /^Logotipo de/ }).waitFor()
  await checkAccess(page)
  await picture(page, 'settings-logo')
  assert.notEqual((await account()).logo, null)
  const wrong = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.getByLabel('Arquivo do logotipo').setInputFiles(wrong)
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Remover' }).click()
  await page.getByText('Logotipo removido').waitFor()
  assert.equal((await account()).logo, null)
  await end(/4(15|22)/)
})
