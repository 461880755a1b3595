import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { firstStart, keepLink } from '../../src/processes/first-start.ts'
import { startServer } from '../harness.ts'
import { callService } from '../support/call.ts'
import { PASSWORD } from '../support/people.ts'
import { killRunning, run, type Service, startService } from '../support/service.ts'

// The link of a first start, and what the command line makes for people, as whoever runs the service
// has them: files, and words in a terminal.

let folder: string
let settings: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-owner-'))
  settings = { DATA_DIR: join(folder, 'data'), PUBLIC_URL: 'https://pedidos.aurora.example' }
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

const linkFile = () => join(folder, 'data/owner-link')
const missing = (path: string) =>
  stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )

/** The secret of a link's address. */
function secretOf(address: string): string {
  const [, secret] =
    /^https:\/\/pedidos\.aurora\.example\/console\/link#(pdl_\d+_[\w-]{43})\n$/.exec(address) ?? []
  return secret ?? assert.fail(`${address} is the address of no link`)
}

/** Asks without a token, as a browser that is signed in nowhere. */
function open({ address }: Service, path: string, body: object): Promise<Response> {
  return fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** What a record of an answer is. */
const dataOf = async (answer: Response) =>
  ((await answer.json()) as { data: Record<string, Record<string, unknown>> }).data

const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const session = ({ address }: Service, cookie: string) =>
  fetch(`${address}/session`, { headers: { cookie } })

test('each start has a new link until there is a member, and then none', async () => {
  const server = await startServer({ PUBLIC_URL: settings['PUBLIC_URL'] as string })
  const { config, db } = server
  const path = join(config.DATA_DIR, 'owner-link')
  const address = 'http://127.0.0.1:49152'
  const start = async (publicly = config) => {
    const welcome = await firstStart(config, db)
    await keepLink(welcome, address, publicly)
    return welcome
  }
  const inFile = () => readFile(path, 'utf8')
  const first = await start()
  assert.deepEqual([first.linkFile, first.link], [path, secretOf(await inFile())])
  const { link: second = '' } = await start({ ...config, PUBLIC_URL: undefined })
  const link = `http://localhost:49152/console/link#${second}\n`
  assert.equal(await inFile(), link, 'where the service listens, by the name that passkeys need')
  const use = (link: string) => {
    const body = { link, password: PASSWORD, email: 'dona@aurora.example', name: 'Dona' }
    return server.send('POST', '/session/link', { token: null, body })
  }
  assert.equal((await use(first.link ?? '')).status, 410)
  assert.equal((await use(second)).status, 201)
  assert.equal((await use(second)).status, 410)
  const later = await start()
  assert.deepEqual([later.link, later.linkFile, await missing(path)], [undefined, undefined, true])
  await server.close()
})

test('people and tokens that are made where the service runs', async () => {
  const first = await startService(settings)
  const secret = secretOf(await readFile(linkFile(), 'utf8'))
  assert.equal((await stat(linkFile())).mode & 0o777, 0o600)
  assert.ok(first.output().includes(linkFile()), 'where no terminal is the log names the file')
  assert.ok(!first.output().includes('pdl_'), 'and not the link')
  const owner = { email: 'dona@aurora.example', name: 'Dona' }
  const made = await open(first, '/session/link', { link: secret, password: PASSWORD, ...owner })
  assert.equal(made.status, 201, await made.clone().text())
  assert.equal((await dataOf(made))['member']?.['role'], 'owner')
  assert.equal((await session(first, cookieOf(made))).status, 200)
  const again = { link: secret, password: PASSWORD, email: 'x@y.example', name: 'X' }
  assert.equal((await open(first, '/session/link', again)).status, 410)
  const asAdmin = (path: string, body: object) =>
    callService(first, first.token ?? '', path, { method: 'POST', body })
  const { id: seller } = (await asAdmin('/users', { name: 'Rui' })).body.data
  const { id: branch } = (await asAdmin('/branch-companies', { name: 'Sul' })).body.data
  const { id: id_customer } = (await asAdmin('/customers', { name: 'Mercado' })).body.data
  const references = { id_customer, id_user: seller, id_branch_company: branch }
  const { id: seen } = (await asAdmin('/orders', references)).body.data
  await asAdmin('/orders', { id_customer, id_user: seller })
  await asAdmin('/orders', { id_customer, id_branch_company: branch })
  await first.stop('SIGTERM')

  const account = ['--account', 'default']
  const ana = ['--email', 'Ana@Aurora.Example']
  const invite = ['member', 'create', ...account, ...ana, '--name', 'Ana', '--role', 'seller']
  const invited = await run(invite, settings)
  assert.deepEqual([invited.code, invited.stderr], [0, ''])
  const twice = await run(invite, settings)
  assert.deepEqual([twice.code, twice.stdout], [1, ''])
  assert.match(twice.stderr, /^There is a member with the e-mail ana@aurora\.example already\.\n$/)
  const reset = await run(['member', 'reset', ...account, '--email', owner.email], settings)
  assert.deepEqual([reset.code, reset.stderr], [0, ''])
  const nobody = await run(['member', 'reset', ...account, '--email', 'x@y.example'], settings)
  assert.deepEqual([nobody.code, nobody.stdout], [1, ''])
  assert.match(nobody.stderr, /^There is no member with the e-mail x@y\.example\.\n$/)
  const grant = ['token', 'create', ...account, '--name', 'tablet', '--scope', '*']
  const only = ['--only-user', String(seller), '--only-branch', String(branch)]
  const token = await run([...grant, ...only], settings)
  assert.deepEqual([token.code, token.stderr], [0, ''])
  const unknown = await run([...grant, '--only-user', '999', '--only-branch', '998'], settings)
  assert.deepEqual([unknown.code, unknown.stdout], [2, ''])
  assert.match(unknown.stderr, /--only-user names user 999, which does not exist\./)
  assert.match(unknown.stderr, /--only-branch names branch company 998, which does not exist\./)

  const service = await startService(settings)
  assert.ok(await missing(linkFile()))
  const { body } = await callService(service, token.stdout.trim(), '/orders')
  assert.deepEqual(
    body.data.map(({ id }: { id: number }) => id),
    [seen],
  )
  const link = secretOf(invited.stdout)
  const { purpose, email } = await dataOf(await open(service, '/session/link/read', { link }))
  assert.deepEqual([purpose, email], ['invitation', 'ana@aurora.example'])
  const accepted = await open(service, '/session/link', { link, password: PASSWORD })
  assert.equal((await dataOf(accepted))['member']?.['role'], 'seller')
  // The session lives on over the restart, and ends with the password that it began with.
  assert.equal((await session(service, cookieOf(made))).status, 200)
  const password = 'sete rolos de fita crepe'
  const renewed = await open(service, '/session/link', { link: secretOf(reset.stdout), password })
  assert.equal(renewed.status, 201)
  assert.equal((await session(service, cookieOf(made))).status, 401)
  const signIn = (tried: string) =>
    open(service, '/session', { email: owner.email, password: tried })
  assert.deepEqual([(await signIn(PASSWORD)).status, (await signIn(password)).status], [401, 201])
  await service.stop('SIGTERM')
})

test('what lacks or is wrong in the words is told before anything is asked', async () => {
  const whole = ['--account', '1', '--email', 'a@b.example', '--name', 'Ana', '--role', 'owner']
  const grant = ['token', 'create', '--account', '1', '--name', 'x', '--scope', '*']
  const wrong: [string[], RegExp][] = [
    [['member', 'create', ...whole.slice(0, 6)], /needs --account, --email, --name and --role/],
    [['member', 'create', ...whole, '--role', 'king'], /There is no role king/],
    [['member', 'create', ...whole, '--language', 'de'], /--language is pt-BR or en/],
    [['member', 'reset', '--account', '1', '--email', 'ana'], /"ana" is no e-mail address/],
    [[...grant, '--only-user', 'ana'], /"ana" is not the id of a record/],
    [[...grant, '--only-branch', '0'], /"0" is not the id of a record/],
  ]
  for (const [words, expected] of wrong) {
    const { code, stdout, stderr } = await run(words)
    assert.deepEqual([code, stdout], [2, ''], words.join(' '))
    assert.match(stderr, expected)
  }
})
