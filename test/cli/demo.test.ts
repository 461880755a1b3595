import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { callService } from '../support/call.ts'
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { killRunning, pedido, run, startService } from '../support/service.ts'

// `pedido demo`: a test account beside an account of a company.

let folder: string
let database: TestDatabase | undefined
let settings: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-demo-'))
  database = process.env['DATABASE_URL'] ? await openEmptyDatabase() : undefined
  settings = { DATA_DIR: folder, ...(database?.url && { DATABASE_URL: database.url }) }
  assert.equal((await run(['account', 'create', 'Casa São João'], settings)).code, 0)
})
after(async () => {
  killRunning()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const ok = async (...words: string[]) => {
  const { code, stdout, stderr } = await run(words, settings)
  assert.equal(code, 0, stderr)
  return stdout
}
const refused = async (pattern: RegExp, ...words: string[]) => {
  const { code, stderr } = await run(words, settings)
  assert.notEqual(code, 0)
  assert.match(stderr, pattern)
}

/** How much there is of what in an account. */
const holds = async (account: string) => {
  const { customers, products, orders } = JSON.parse(await ok('account', 'show', account, '--json'))
  return [customers, products, orders]
}

test('a test account is made, found again after a kill, used and removed', async () => {
  await refused(/There is no test account\./, 'demo', '--remove')
  const killed = pedido(['demo', '--json'], settings)
  await new Promise<void>((resolve) => {
    killed.child.stderr?.on('data', (text) => /: [1-9]\d %/.test(text) && resolve())
  })
  killed.child.kill('SIGKILL')
  await killed.ended
  const [, half = 0] = await holds('2')
  assert.ok(half > 0)
  const made = JSON.parse(await ok('demo', '--json'))
  assert.equal(made.id, 2)
  assert.match(made.token, /^pdo_test_2_/)
  assert.match(made.link, /\/console\/link#pdl_2_/)
  assert.deepEqual(await holds('2'), [120, 150, 1_500])

  await refused(/The test account 2, .* exists already/, 'demo')
  await refused(/Account 1 is no test account/, 'demo', '--remove', 'Casa São João')
  await refused(/Name no account/, 'demo', '2')

  const service = await startService(settings)
  const answer = await callService(service, made.token, '/account')
  assert.equal(answer.body.data.test, true)
  await service.stop('SIGTERM')

  assert.match(await ok('demo', '--remove'), /Test account 2, .* all its data are removed\./)
  const accounts = (await ok('account', 'list', '--json')).trim().split('\n')
  assert.deepEqual(
    accounts.map((line) => JSON.parse(line).id),
    [1],
  )
})

test('in Portuguese, too', async () => {
  const { stdout } = await run(['demo', '--help'], { ...settings, LANG: 'pt_BR.UTF-8' })
  assert.match(stdout, /Cria uma conta de teste com clientes, produtos e um ano de pedidos/)
})
