import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { run } from '../support/service.ts'

// Accounts and their tokens on the command line, as who runs the service sees to them.

let folder: string
let database: TestDatabase | undefined
let settings: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-accounts-'))
  database = process.env['DATABASE_URL'] ? await openEmptyDatabase() : undefined
  settings = { DATA_DIR: folder, ...(database?.url && { DATABASE_URL: database.url }) }
  for (const name of ['Distribuidora Aurora', 'Casa São João']) {
    assert.equal((await run(['account', 'create', name], settings)).code, 0)
  }
})
after(async () => {
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const lines = async (...words: string[]) => {
  const { code, stdout, stderr } = await run(words, settings)
  assert.equal(code, 0, stderr)
  return stdout.split('\n').slice(0, -1)
}
const make = async (name: string) =>
  lines(
    'token',
    'create',
    '--account',
    '1',
    '--name',
    name,
    '--scope',
    'orders:read',
    'orders:write',
  )

test('accounts are shown in columns, or as JSON', async () => {
  const [heading, first, second, ...others] = await lines('account', 'list')
  assert.match(heading ?? '', /^ID {2}NAME {18}TIME ZONE {2}SINCE {21}STATE$/)
  assert.match(first ?? '', /^1 {3}Distribuidora Aurora {2}UTC {8}\d{4}-\S+ {2}open$/)
  assert.match(second ?? '', /^2 {3}Casa São João {9}UTC /)
  assert.deepEqual(others, [])
  const accounts = (await lines('account', 'list', '--json')).map((line) => JSON.parse(line))
  assert.deepEqual(
    accounts.map(({ id, name }) => [id, name]),
    [
      [1, 'Distribuidora Aurora'],
      [2, 'Casa São João'],
    ],
  )
})

test('tokens are shown without their secrets, and ended together', async () => {
  const [secret = ''] = await make('erp')
  await make('loja')
  await make('velho')
  const shown = await lines('token', 'list', '--account', 'Distribuidora Aurora')
  assert.match(shown[1] ?? '', /^1 {3}erp {4}orders:read orders:write {2}never {2}never$/)
  assert.ok(!shown.join().includes(secret))
  assert.deepEqual(await lines('token', 'revoke', '--account', '1', '1', '3'), [])
  const left = (await lines('token', 'list', '--account', '1', '--json')).map((line) =>
    JSON.parse(line),
  )
  assert.deepEqual(
    left.map(({ id, name }) => [id, name]),
    [[2, 'loja']],
  )
})

test('a token gets another secret, and the old one is ended', async () => {
  const of1 = ['--account', '1', '2']
  const token = async () => {
    const [record = ''] = await lines('token', 'list', '--account', '1', '--json')
    return JSON.parse(record)
  }
  const before = await token()
  const made = await lines('token', 'rotate', ...of1, '--old-ends-after', '7d')
  assert.match(made.join(), /^pdo_1_[^,]+$/)
  const { old_secret_until, old_secret_used_at, ...rotated } = await token()
  assert.deepEqual({ ...rotated, old_secret_until: null, old_secret_used_at: null }, before)
  const days = (Date.parse(old_secret_until) - Date.now()) / 86_400_000
  assert.ok(days > 6.9 && days <= 7, old_secret_until)
  assert.equal(old_secret_used_at, null)
  assert.deepEqual(await lines('token', 'end-old', ...of1), [])
  assert.deepEqual(await token(), before)
  const again = await run(['token', 'end-old', ...of1], settings)
  assert.equal(again.code, 2)
  assert.match(again.stderr, /^An old secret of token 2 /)
})

test('a token works from other addresses, is called otherwise, and ends earlier', async () => {
  const of1 = ['--account', '1', '2']
  const token = async () => {
    const [record = ''] = await lines('token', 'list', '--account', '1', '--json')
    return JSON.parse(record)
  }
  const before = await token()
  const networks = ['--address', '10.0.0.0/8', '--address', '2001:db8::1']
  assert.deepEqual(await lines('token', 'change', ...of1, '--name', 'ERP 2', ...networks), [])
  const addresses = ['10.0.0.0/8', '2001:db8::1']
  assert.deepEqual(await token(), { ...before, name: 'ERP 2', addresses })
  await lines('token', 'change', ...of1, '--name', before.name, '--any-address')
  assert.deepEqual(await token(), before)
  for (const [words, told] of [
    [['--address', 'erp.example.com'], /^--address must be an address or a network/],
    [['--address', '10.0.0.1', '--any-address'], /not both/],
    [[], /what is to change/],
  ] as const) {
    const { code, stderr } = await run(['token', 'change', ...of1, ...words], settings)
    assert.equal(code, 2)
    assert.match(stderr, told)
  }
})

test('where one of them is not there, none is ended', async () => {
  const { code, stderr } = await run(['token', 'revoke', '--account', '1', '2', '99'], settings)
  assert.equal(code, 2)
  assert.match(stderr, /^Token 99 /)
  assert.equal((await lines('token', 'list', '--account', '1')).length, 2)
})

test('what lacks is told', async () => {
  for (const [words, told] of [
    [['token', 'list'], /--account/],
    [['token', 'list', '--account', 'Nobody'], /There is no account "Nobody"/],
    [['token', 'revoke', '--account', '1'], /ids of tokens/],
    [['token', 'revoke', '--account', '1', 'erp'], /"erp" is not the id of a record/],
    [['token', 'rotate', '--account', '1', '1', '2'], /id of one token/],
    [['token', 'rotate', '--account', '1', '99'], /^Token 99 /],
    [['token', 'rotate', '--account', '1', '2', '--old-ends-after', '31d'], /30d at most/],
    [
      ['token', 'rotate', '--account', '1', '2', '--old-ends-after', 'soon'],
      /--old-ends-after takes/,
    ],
    [['token', 'end-old', '--account', '1'], /id of one token/],
    [['account', 'list', 'all'], /"all" is one word too many/],
  ] as const) {
    const { code, stdout, stderr } = await run([...words], settings)
    assert.deepEqual([code === 0, stdout], [false, ''])
    assert.match(stderr, told)
  }
})
