import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { killRunning, pedido, run, type Service, startService } from '../support/service.ts'
import { halfSent } from '../support/wire/half-sent.ts'

// The real command on a folder of its own, as a newcomer starts it: embedded database, nothing set.

let folder: string
let settings: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-process-'))
  settings = { DATA_DIR: join(folder, 'data') }
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

const tokenFile = () => join(folder, 'data/admin-token')
const noStack = (text: string) => assert.doesNotMatch(text, /^\s+at |node:internal/m)

function call(service: Service, token: string, path: string, method = 'GET', body?: object) {
  return fetch(`${service.address}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

const isOpen = (address: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(socket.destroy() !== undefined))
    socket.once('error', () => resolve(false))
  })

describe('the command on its own data folder', () => {
  let token = ''

  test('the first start tells what it makes, keeps a token that works, and names its file', async () => {
    const service = await startService(settings)
    token = service.token ?? ''
    assert.match(token, /^pdo_1_[\w-]{43}$/)
    assert.equal(await readFile(tokenFile(), 'utf8'), `${token}\n`)
    const key = join(folder, 'data/secret-key')
    for (const file of [tokenFile(), key]) assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.equal(Buffer.from(await readFile(key, 'utf8'), 'base64').length, 32)
    assert.equal((await call(service, token, '/orders')).status, 200)
    assert.equal((await fetch(`${service.address}/health/ready`)).status, 200)
    const { code, stdout, stderr } = await service.stop('SIGINT')
    assert.deepEqual([code, stderr], [0, ''])
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    // On a busy machine statements at the start may take long, which is told.
    const own = lines.filter(({ statement }) => statement === undefined)
    const [making, started, stopped] = own
    assert.equal(own.length, 3, 'one line before the database is made, one at start, one at stop')
    assert.equal(
      making.msg,
      `Pedido makes its database in ${settings['DATA_DIR']}: a few seconds, this once.`,
    )
    assert.match(started.msg, /^Pedido listens on http:\S+, its reference is at http:\S+\/docs$/)
    assert.equal(started.token_file, tokenFile())
    assert.equal(stopped.msg, 'Pedido stops: SIGINT')
    assert.ok(!stdout.includes(token), 'a log gets no token')
  })

  test('kill -9 loses nothing that was acknowledged', async () => {
    const service = await startService(settings)
    assert.equal(service.token, token)
    const acknowledged: number[] = []
    const writer = async (name: string) => {
      for (let i = 0; ; i++) {
        const response = await call(service, token, '/customers', 'POST', { name: `${name} ${i}` })
        assert.equal(response.status, 201)
        const { data } = (await response.json()) as { data: { id: number } }
        acknowledged.push(data.id)
        if (acknowledged.length === 200) service.child.kill('SIGKILL')
      }
    }
    const writers = ['a', 'b', 'c', 'd'].map((name) => assert.rejects(writer(name), TypeError))
    await Promise.all(writers)
    await service.ended

    const again = await startService(settings)
    const found = new Set<number>()
    for (let cursor = 'pagination=cursor'; cursor !== ''; ) {
      const page = (await (await call(again, token, `/customers?limit=100&${cursor}`)).json()) as {
        data: { id: number }[]
        next_cursor: string | null
      }
      for (const { id } of page.data) found.add(id)
      cursor = page.next_cursor === null ? '' : `cursor=${page.next_cursor}`
    }
    assert.deepEqual(
      acknowledged.filter((id) => !found.has(id)),
      [],
    )
    assert.ok(acknowledged.length >= 200)
    await again.stop('SIGTERM')
  })

  test('SIGTERM accepts nothing more, finishes what runs, and exits with 0', async () => {
    const service = await startService(settings)
    const running = await halfSent(service, token, JSON.stringify({ name: 'the last one' }))
    service.child.kill('SIGTERM')
    while (await isOpen(service.address));
    // As a supervisor and npm do, who both tell the whole group.
    service.child.kill('SIGTERM')
    assert.equal(await running.finish(), 201)
    const { code, signal } = await service.ended
    assert.deepEqual([code, signal], [0, null])
  })

  test('log lines of a request have its X-Request-Id and traceparent', async () => {
    const service = await startService({ ...settings, LOG_LEVEL: 'debug' })
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': 'erp-4711', traceparent }
    const answer = await fetch(`${service.address}/orders/999999999`, { headers })
    const { status } = answer
    assert.deepEqual([status, answer.headers.get('x-request-id')], [404, 'erp-4711'])
    // Another text is no id, and no other request has this one's trace.
    const other = { ...headers, 'X-Request-Id': 'a b', traceparent: 'none' }
    await fetch(`${service.address}/orders/999999998`, { headers: other })
    const { stdout } = await service.stop('SIGTERM')
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const own = lines.filter(({ reqId }) => reqId === 'erp-4711')
    assert.ok(
      own.some(({ code }) => code === 'not_found'),
      'the refusal',
    )
    assert.ok(
      own.some(({ route, status }) => route === '/orders/:id' && status === 404),
      'the answer',
    )
    assert.deepEqual([...new Set(own.map((line) => line.traceparent))], [traceparent])
    const others = lines.filter(({ reqId }) => reqId !== undefined && reqId !== 'erp-4711')
    assert.ok(others.length >= 2)
    for (const line of others) {
      assert.match(line.reqId, /^[0-9a-f-]{36}$/)
      assert.ok(!('traceparent' in line))
    }
  })

  test('an address that is not percent-encoded UTF-8 is refused', async () => {
    const service = await startService(settings)
    const answer = await call(service, token, '/orders?fk_id=%E9')
    const { errors } = (await answer.json()) as { errors: { code: string }[] }
    assert.deepEqual([answer.status, errors.map(({ code }) => code)], [400, ['encoding']])
    await service.stop('SIGTERM')
  })

  test('a second Ctrl-C does not wait', async () => {
    const service = await startService(settings)
    await halfSent(service, token, JSON.stringify({ name: 'never sent' }))
    service.child.kill('SIGINT')
    while (await isOpen(service.address));
    assert.equal((await service.stop('SIGINT')).code, 130)
  })

  test('a second process on the same folder is refused, and the first goes on', async () => {
    const service = await startService(settings)
    for (const words of [
      ['serve'],
      ['migrate'],
      ['token', 'create', '--account', '1', '--name', 'x', '--scope', '*'],
    ]) {
      const { code, stdout, stderr } = await run(words, { ...settings, PORT: '0' })
      assert.deepEqual([code, stdout], [1, ''])
      assert.ok(stderr.includes(settings['DATA_DIR'] ?? ''), stderr)
      noStack(stderr)
    }
    assert.equal((await call(service, token, '/orders')).status, 200)
    await service.stop('SIGTERM')
  })

  test('an account and its token are made on the command line', async () => {
    const made = await run(
      ['account', 'create', 'Aurora', '--time-zone', 'America/Sao_Paulo'],
      settings,
    )
    assert.deepEqual([made.code, made.stdout, made.stderr], [0, '2\n', ''])
    const words = [
      'token',
      'create',
      '--account',
      'Aurora',
      '--name',
      'shop',
      '--scope',
      'orders:read',
      'products:read',
    ]
    const { code, stdout, stderr } = await run(words, settings)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^pdo_2_[\w-]{43}\n$/)
    const service = await startService(settings)
    const statuses = await Promise.all(
      ['/orders', '/products', '/customers'].map(
        async (path) => (await call(service, stdout.trim(), path)).status,
      ),
    )
    assert.deepEqual(statuses, [200, 200, 403])
    await service.stop('SIGTERM')
  })

  test('an address in use is told in a sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { code, stderr } = await run(['serve'], { ...settings, PORT: String(port) })
    other.close()
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`^127\\.0\\.0\\.1:${port} is in use already`))
    noStack(stderr)
  })
})

test('wrong settings are all told at once, without a stack', async () => {
  const { code, stdout, stderr } = await run(['serve'], {
    PORT: 'http',
    LOG_LEVEL: 'loud',
    RATE_LIMIT: '-1',
    DATABASE_URL: 'postgres://pedido:50%off@127.0.0.1/pedido',
  })
  assert.deepEqual([code, stdout], [1, ''])
  for (const name of ['PORT', 'LOG_LEVEL', 'RATE_LIMIT', 'DATABASE_URL']) {
    assert.match(stderr, new RegExp(`^  ${name} `, 'm'))
  }
  noStack(stderr)
})

test('a database out of reach is told after the time that the settings give', async () => {
  const url = 'postgres://pedido:hunter2@127.0.0.1:1/pedido'
  const { code, stderr } = await run(['serve'], {
    DATABASE_URL: url,
    DATABASE_STARTUP_WAIT_MS: '200',
  })
  assert.equal(code, 1)
  assert.match(stderr, /127\.0\.0\.1:1/)
  assert.doesNotMatch(stderr, /hunter2/)
  noStack(stderr)
})

for (const WORKERS of ['1', '2']) {
  test(`SIGTERM ends a service that waits for its database (WORKERS=${WORKERS})`, async () => {
    const url = 'postgres://pedido:hunter2@127.0.0.1:1/pedido'
    const waits = { DATABASE_URL: url, DATABASE_STARTUP_WAIT_MS: '3600000', WORKERS }
    const service = pedido(['serve'], { ...waits, LOG_LEVEL: 'info' })
    const isWaiting = new Promise<void>((resolve) => {
      service.child.stderr?.on('data', (text: string) => /Waiting for it/.test(text) && resolve())
    })
    await isWaiting
    service.child.kill('SIGTERM')
    const { code, stdout, stderr } = await service.ended
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Pedido stops: SIGTERM/)
    noStack(stderr)
  })
}

test('a command line that can’t be understood says what is wrong and where help is', async () => {
  const wrong: [string[], RegExp][] = [
    [['sreve'], /no command "sreve"\. "pedido serve" was probably meant\./],
    [['serve', '--port', '1'], /no option --port\. It has --workers\./],
    [
      ['account'],
      /^"pedido account" goes on with one of these words:\n\n {2}pedido account create /,
    ],
    [['account', 'create'], /Name one account/],
    [['customer', 'anonymise'], /Name one customer by its id/],
    [['account', 'create', 'x', '--time-zone', 'Mars'], /"Mars" is no IANA time zone/],
    [['token', 'create', '--account', '1'], /--name/],
    [
      ['token', 'create', '--account', '1', '--name', 'x', '--scope', 'orders:eat'],
      /no scope orders:eat/,
    ],
    [
      ['token', 'create', '--account', '1', '--name', 'x', '--scope', '*', '--expires-at', 'soon'],
      /--expires-at/,
    ],
  ]
  for (const [words, expected] of wrong) {
    const { code, stdout, stderr } = await run(words)
    assert.deepEqual([code, stdout], [2, ''], words.join(' '))
    assert.match(stderr, expected)
    assert.match(stderr, /pedido --help/)
    noStack(stderr)
  }
})

test('--help and --version answer on stdout', async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  assert.equal((await run(['--version'])).stdout, `${version}\n`)
  for (const words of [[], ['--help'], ['help']]) {
    const { code, stdout } = await run(words)
    assert.equal(code, 0)
    assert.match(stdout, /pedido serve[\s\S]*pedido token create/)
  }
  const { code, stdout: help } = await run(['token', 'create', '--help'])
  assert.equal(code, 0)
  assert.match(
    help,
    /^pedido token create --account ACCOUNT[\s\S]*--expires-at TIME[\s\S]*orders:read/,
  )
  assert.doesNotMatch(help, /pedido serve/)
  const wrong = await run(['token', 'create', '--account', '1'])
  const inPortuguese = await run(['token', 'create', '--acount', '1'], { LANG: 'pt_BR.UTF-8' })
  assert.match(
    inPortuguese.stderr,
    /^Não há opção --acount; provavelmente seria --account\.\n\npedido token create --account CONTA .*\n\nCria um token[\s\S]*\nTodos os comandos: /,
  )
  const list = (await run(['help'], { LC_ALL: 'pt_BR' })).stdout
  assert.match(list, /\n {2}pedido serve {17}inicia o serviço\n/)
  assert.ok(wrong.stderr.startsWith('A token needs') && wrong.stderr.includes(help.trimEnd()))
})
