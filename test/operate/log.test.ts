import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { killRunning } from '../support/service.ts'
import { startOnAny } from '../support/telemetry/started.ts'

// What the real service writes about requests: enough to find one again, and nothing of a person.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-log-'))
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

/** What must stand in no log, however it was sent. */
const PERSONAL = {
  cpf: '529.982.247-25',
  digits: '52998224725',
  email: 'maria.souza@example.com',
  phone: '+5511987654321',
  password: 'correct-horse-battery',
  token: 'pdo_1_MzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzQ',
}

const dataDir = () => mkdtemp(join(folder, 'data-'))

interface Asked {
  address: string
  token: string
}

/** Sends all of it in bodies, queries and headers, to addresses that take and refuse it. */
async function sendPersonal({ address, token }: Asked): Promise<void> {
  const bearer = { Authorization: `Bearer ${token}` }
  const json = { ...bearer, 'Content-Type': 'application/json' }
  const { cpf, digits, email, phone, password } = PERSONAL
  const customer = { name: email, fk_id: email, document: digits, email, phone, [email]: cpf }
  const post = (path: string, body: object | string, headers: Record<string, string> = json) =>
    fetch(address + path, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const { [email]: _, ...known } = customer
  await post('/customers', customer)
  await post('/customers', known)
  await post('/customers', known)
  await post('/customers', { name: email, fk_id: email })
  await post('/customers', { name: email, fk_id: email })
  await post('/customers', `{"name": "${email}", `)
  await post('/products', { name: `${email} ${cpf}`, fk_id: digits })
  await post('/products', { name: `${email} ${cpf}`, fk_id: digits })
  await post('/session', { email, password }, { 'Content-Type': 'application/json' })
  await post('/members', { email, password, name: email, role: email })
  await post('/oauth/token', `grant_type=client_credentials&client_secret=${PERSONAL.token}`, {
    'Content-Type': 'application/x-www-form-urlencoded',
  })
  const query = new URLSearchParams({ q: cpf, document: digits, fk_id: email, [email]: phone })
  for (const path of ['/customers', '/orders', '/events', `/customers/${email}`, `/${email}`]) {
    await fetch(`${address}${path}?${query}`, { headers: bearer })
    await fetch(`${address}${path}?access_token=${PERSONAL.token}`, {
      headers: {
        Authorization: `Bearer ${PERSONAL.token}`,
        Cookie: `pedido_session=${PERSONAL.token}; who=${email}`,
        'X-Forwarded-For': email,
        'If-None-Match': `"${email}"`,
        'User-Agent': email,
        Referer: `https://example.com/?cpf=${digits}`,
      },
    })
  }
}

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a line for each request, without anything of a person; slow statements by name', async () => {
  const { service, token, close } = await startOnAny({
    DATA_DIR: await dataDir(),
    LOG_LEVEL: 'debug',
    LOG_SLOW_STATEMENT_MS: '1',
  })
  await sendPersonal({ address: service.address, token })
  await fetch(`${service.address}/health/live`)
  const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': 'erp-1' }
  await fetch(`${service.address}/orders/999?at=2026-01-01T00:00:00Z`, { headers })
  const { stdout, stderr } = await close()
  const all = stdout + stderr
  for (const [what, text] of Object.entries(PERSONAL)) assert.ok(!all.includes(text), what)
  assert.ok(!all.includes(encodeURIComponent(PERSONAL.email)))
  assert.ok(!all.includes(token), 'the token that works')
  const lines = linesOf(stdout)
  const requests = lines.filter(({ msg }) => msg === 'request')
  assert.ok(requests.length > 20)
  assert.ok(!requests.some(({ route }) => route === '/health/live'))
  const {
    method,
    route,
    status,
    account,
    token: id,
    ms,
  } = requests.find(({ reqId }) => reqId === 'erp-1') ?? {}
  assert.deepEqual([method, route, status, account, id], ['GET', '/orders/:id', 404, 1, 1])
  assert.ok(Number(ms) > 0)
  const slow = lines.filter(({ msg }) => msg === 'a statement was slow')
  assert.ok(slow.some(({ statement }) => /^[a-z_]+_[A-Za-z]+$/.test(String(statement))))
  const documented = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, fields = ''] = documented.split('\n## Logs\n')
  for (const name of new Set(lines.flatMap((line) => Object.keys(line)))) {
    assert.ok(fields.includes(`\`${name}\``), `docs/operations.md tells of ${name}`)
  }
})

test('without LOG_REQUESTS there is none', async () => {
  const { service, token, close } = await startOnAny({
    DATA_DIR: await dataDir(),
    LOG_LEVEL: 'info',
    LOG_REQUESTS: 'false',
    LOG_SLOW_STATEMENT_MS: '60000',
  })
  await fetch(`${service.address}/orders`, { headers: { Authorization: `Bearer ${token}` } })
  const { stdout } = await close()
  assert.ok(!linesOf(stdout).some(({ msg }) => msg === 'request'))
  assert.match(stdout, /Pedido listens on .*\n.*Pedido stops: SIGTERM/)
})
