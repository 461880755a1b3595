import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/database/connect.ts'
import { callService } from '../support/call.ts'
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { anOrder } from '../support/servers/stand.ts'
import { killRunning, program, run, type Service, startService } from '../support/service.ts'
import { NEXT, nextProgram } from '../upgrade/support/next-version.ts'

// Accounts as who runs the service looks at them, saves one and takes it elsewhere.

let folder: string
let database: TestDatabase | undefined
let settings: Record<string, string>
let service: Service
let token: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-accounts-'))
  database = process.env['DATABASE_URL'] ? await openEmptyDatabase() : undefined
  settings = {
    DATA_DIR: join(folder, 'data'),
    ...(database?.url && { DATABASE_URL: database.url }),
  }
  assert.equal((await run(['account', 'create', 'Casa São João'], settings)).code, 0)
  const words = ['token', 'create', '--account', '1', '--name', 'erp', '--scope', '*']
  token = (await run(words, settings)).stdout.trim()
  service = await startService(settings)
  for (const [path, body] of [
    ['/customers', { name: 'Mercado Aurora' }],
    ['/products', { name: 'Café torrado', price: 18.9 }],
    ['/orders', anOrder({ items: [{ id_item: 1, quantity: 2 }] }).body],
  ] as const) {
    const answer = await callService(service, token, path, { body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  }
})
after(async () => {
  await service.stop('SIGTERM')
  killRunning()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const succeeds = async (words: string[], on = settings) => {
  const { code, stdout, stderr } = await run(words, on)
  assert.equal(code, 0, stderr)
  return stdout
}

test('an account is shown on one screen, while the service runs', async () => {
  const screen = await succeeds(['account', 'show', 'Casa São João'])
  assert.match(screen, /^Casa São João\n {2}id {11}1\n/)
  assert.match(screen, /\n {2}orders {7}1\n/)
  assert.match(screen, /\n {2}products {5}1, 0 with an image\n/)
  assert.match(screen, /\n {2}state {8}open\n$/)
  assert.match(
    screen,
    /\n {2}size {9}about \d+\.\d MB in the database, without images and attachments\n/,
  )
  const inPortuguese = { ...settings, LANG: 'pt_BR.UTF-8' }
  const tela = await succeeds(['account', 'show', 'Casa São João'], inPortuguese)
  assert.match(
    tela,
    /\n {2}tamanho {8}uns \d+,\d MB no banco de dados, sem as imagens e os anexos\n/,
  )
  const shown = JSON.parse(await succeeds(['account', 'show', '1', '--json']))
  const { customers, orders, tokens, members, webhooks, delete_at, time_zone } = shown
  assert.deepEqual(
    { customers, orders, tokens, members, webhooks, delete_at, time_zone },
    {
      customers: 1,
      orders: 1,
      tokens: 1,
      members: 0,
      webhooks: 0,
      delete_at: null,
      time_zone: 'UTC',
    },
  )
  assert.ok(shown.bytes_about > 1_000)
  assert.match(shown.last_event, /^\d{4}-.*Z$/)
})

test('an account is saved while the service runs, and comes into an empty place', async () => {
  const file = join(folder, 'joao.zip')
  const out = await succeeds(['account', 'export', '--account', '1', file])
  assert.match(
    out,
    /joao\.zip: \d+\.\d MB\naccount 1, Casa São João\n1 order worth 37\.80, \d+ events, 0 images\n$/,
  )
  const salvo = await succeeds(['account', 'export', '--account', '1', join(folder, 'dois.zip')], {
    ...settings,
    LANG: 'pt_BR.UTF-8',
  })
  assert.match(salvo, /dois\.zip: \d+,\d MB\nconta 1, .*\n1 pedido no valor de 37,80, /)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const target = { DATA_DIR: join(folder, 'other') }
  const came = await succeeds(['account', 'import', file], target)
  assert.match(came, /^Account 1, Casa São João: [\d,]+ rows, 0 images\.\nAll ids are as they were/)
  const words = ['token', 'create', '--account', '1', '--name', 'erp', '--scope', '*']
  const other = (await succeeds(words, target)).trim()
  const there = await startService(target)
  const [before, after] = await Promise.all([
    callService(service, token, '/orders/1'),
    callService(there, other, '/orders/1'),
  ])
  assert.deepEqual(after.body.data, before.body.data)
  // A database that is in use takes no account.
  const used = await run(['account', 'import', file, '--name', 'Other'], target)
  assert.equal(used.code, 1)
  assert.match(used.stderr, /in use by .*: stop the service for this command\. Beside it/)
  const listed = await run(['account', 'list'], { ...target, LANG: 'pt_BR.UTF-8' })
  assert.deepEqual([listed.code, listed.stdout], [1, ''])
  assert.match(listed.stderr, /em uso \(processo \d+\).*pare o serviço para este comando/)
  assert.doesNotMatch(used.stderr + listed.stderr, /DATA_DIR/)
  await there.stop('SIGTERM')
})

test('an account of an older version is brought up to date on its way', async () => {
  const file = join(folder, 'older.zip')
  const facts = JSON.parse(await succeeds(['account', 'export', '--account', '1', '--json', file]))
  assert.deepEqual(
    [facts.account.name, facts.rows.orders, facts.rows.customers],
    ['Casa São João', 1, 1],
  )
  const next = nextProgram(join(folder, 'program'), NEXT)
  const target = { DATA_DIR: join(folder, 'next') }
  const { code, stdout, stderr } = await program(
    [next, 'account', 'import', '--json', file],
    target,
  ).ended
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).is_id_kept, true)
  const { pool, close } = await connect(readConfig(target), { info() {}, warn() {} })
  try {
    const { rows } = await pool.query('select name, nickname from customers')
    assert.deepEqual(rows, [{ name: 'Mercado Aurora', nickname: 'Mercado Aurora' }])
  } finally {
    await close()
  }
  const newer = join(folder, 'newer.zip')
  const saving = program([next, 'account', 'export', '--account', '1', newer], target)
  assert.equal((await saving.ended).code, 0)
  const refused = await run(['account', 'import', newer], { DATA_DIR: join(folder, 'back') })
  assert.match(
    refused.stderr,
    /^The account's export was made by a newer Pedido \(9001_nicknames\.sql/,
  )
})

test('an account is deleted only where its name is given, and can be restored', async () => {
  const place = database ? settings : { DATA_DIR: join(folder, 'own') }
  if (!database) assert.equal((await run(['account', 'create', 'Casa São João'], place)).code, 0)
  const asked = await run(['account', 'delete', '1', '--confirm', 'Casa'], place)
  assert.equal(asked.code, 2)
  assert.match(
    asked.stderr,
    /^This deletes account 1, "Casa São João", .*add: --confirm "Casa São João"\n/,
  )
  const inPortuguese = { ...place, LANG: 'pt_BR.UTF-8' }
  const perguntado = await run(['account', 'delete', '1'], inPortuguese)
  assert.match(
    perguntado.stderr,
    /^Isto exclui a conta 1, .*: \d pedidos?, \d clientes?, \d produtos?, 0 membros\. Nada foi/,
  )
  const words = ['account', 'delete', '1', '--confirm', 'Casa São João', '--by', 'maria']
  const closed = await succeeds([...words, '--after', '12h'], place)
  assert.match(
    closed,
    /is closed, and is deleted from \d{4}-.*Z on\.\nUntil then: pedido account restore 1\n$/,
  )
  if (database) {
    let answer = await callService(service, token, '/orders')
    // What it knew of the token is kept for a second.
    while (answer.status === 200) answer = await callService(service, token, '/orders')
    assert.deepEqual([answer.status, answer.body.code], [403, 'account_closed'])
  }
  assert.match(
    await succeeds(['account', 'show', '1'], place),
    /\n {2}state {8}closed, deleted from \d{4}-/,
  )
  assert.match(
    await succeeds(['account', 'list'], place),
    / {2}closed, deleted from \d{4}-\S+ on\n/,
  )
  const listed = await succeeds(['account', 'list', '--deleted'], place)
  assert.match(
    listed,
    /^ID {2}UID .*\n1 {3}[\w-]{36} {2}maria {2}\d{4}-\S+ {2}from \d{4}-\S+ on {2}0\n$/,
  )
  assert.match((await run(words, place)).stderr, /^Account 1 is closed already/)
  for (const given of [
    ['token', 'create', '--account', '1', '--name', 'late', '--scope', '*'],
    [
      'member',
      'create',
      '--account',
      '1',
      '--email',
      'a@b.example',
      '--name',
      'A',
      '--role',
      'owner',
    ],
  ]) {
    const { code, stdout, stderr } = await run(given, place)
    assert.deepEqual([code, stdout], [1, ''], stderr)
    assert.match(stderr, /^The account is closed, and is deleted from \d{4}-/)
  }
  assert.equal(
    await succeeds(['account', 'restore', 'Casa São João'], place),
    'Account 1 is open.\n',
  )
  assert.match((await run(['account', 'restore', '1'], place)).stderr, /^Account 1 is open\./)
  // Unless told otherwise it is a month.
  const month = await succeeds(words, place)
  const [, time = ''] = /from (\S+) on/.exec(month) ?? []
  const days = (Date.parse(time) - Date.now()) / 86_400_000
  assert.ok(days > 29 && days <= 30, month)
  await succeeds(['account', 'restore', '1'], place)
})

test('what lacks is told', async () => {
  const file = join(folder, 'x.zip')
  for (const [words, told] of [
    [['account', 'show'], /Name one account/],
    [['account', 'show', 'Nobody'], /There is no account "Nobody"/],
    [['account', 'delete', '1', '--after', '30'], /--after takes a time such as 30d/],
    [['account', 'restore'], /Name one account/],
    [['account', 'export', file], /--account/],
    [['account', 'export', '--account', 'Nobody', file], /There is no account "Nobody"/],
    [['account', 'export', '--account', '1'], /Name one file/],
    [['account', 'export', '--account', '1', folder], /is a folder: name a new file/],
    // Of scratch files nothing is told.
    ...(process.platform === 'linux'
      ? ([
          [['backup', '/proc/a.zip'], /^\/proc takes no files: .* than \/proc\/a\.zip\.\n$/],
        ] as const)
      : []),
    [['account', 'import', join(folder, 'none.zip')], /no such file|not there|does not exist/i],
    [['account', 'import', new URL(import.meta.url).pathname], /no account's export of Pedido/],
  ] as const) {
    const { code, stdout, stderr } = await run([...words], settings)
    assert.deepEqual([code === 0, stdout], [false, ''], stderr)
    assert.match(stderr, told)
  }
  await assert.rejects(readFile(file))
})
