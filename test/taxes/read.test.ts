import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf } from '../support/orders.ts'

// The catalogue of taxes, as the API shows it.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

interface Shown {
  tax: string
  name: string
  on_date: { effect: number | null; rate: number | null }
}

const read = (query = '', headers = {}) =>
  data(server, 'GET', `/taxes${query}`, undefined, { headers })

async function taxOf(name: string, query: string, headers = {}) {
  const { taxes } = await read(query, headers)
  return (taxes as Shown[]).find(({ tax }) => tax === name)
}

test('every tax is shown with its effects and rates, each with its source', async () => {
  const { date, sha256, taxes } = await read()
  assert.match(date, /^\d{4}-\d\d-\d\d$/)
  assert.match(sha256, /^[0-9a-f]{64}$/)
  assert.deepEqual(
    (taxes as Shown[]).map(({ tax }) => tax),
    'ii ipi icms icms_sn fcp icms_deson icms_st fcp_st icms_mono_ret difal fcp_dest pis cofins pis_st cofins_st iss is cbs ibs_uf ibs_mun'.split(
      ' ',
    ),
  )
  const { effects, rates, ...cbs } = taxes.find(({ tax }: Shown) => tax === 'cbs')
  assert.equal(cbs.rounding, 'half_even')
  assert.deepEqual(
    effects.map((row: Record<string, unknown>) => [row['regime'], row['since'], row['effect']]),
    [
      ['any', '2026-01-01', 0],
      ['regular', '2027-01-01', 1],
      ['single', '2027-01-01', 0],
    ],
  )
  assert.deepEqual(
    rates.map((row: Record<string, unknown>) => [row['since'], row['until'], row['rate']]),
    [['2026-01-01', '2026-12-31', 0.9]],
  )
  for (const { source } of [...effects, ...rates, cbs]) assert.match(source, /NT|RTC|LC/)
})

test('a day and a regime or CRT tell what each tax is then', async () => {
  assert.equal((await taxOf('cbs', '?date=2026-12-31'))?.on_date.effect, 0)
  assert.equal((await taxOf('cbs', '?date=2027-01-01'))?.on_date.effect, 1)
  assert.equal((await taxOf('cbs', '?date=2027-01-01&regime=single'))?.on_date.effect, 0)
  assert.equal((await taxOf('cbs', '?date=2027-01-01&crt=1'))?.on_date.effect, 0)
  assert.equal((await taxOf('cbs', '?date=2027-01-01&crt=1&regime=regular'))?.on_date.effect, 1)
  assert.equal((await taxOf('cbs', '?date=2027-01-01'))?.on_date.rate, null)
  assert.equal((await taxOf('ibs_uf', '?date=2027-01-01'))?.on_date.rate, 0.05)
  const { on } = await read('?crt=4')
  assert.equal(on.regime, 'single')
  assert.match(on.date, /^\d{4}-\d\d-\d\d$/)
})

test('names are in the language that is asked for', async () => {
  assert.equal((await taxOf('is', ''))?.name, 'Selective tax (IS)')
  const headers = { 'accept-language': 'pt-BR' }
  assert.equal((await taxOf('is', '', headers))?.name, 'Imposto seletivo')
  const { headers: answered } = await server.send('GET', '/taxes', { headers })
  assert.match(answered['vary'] ?? '', /Accept-Language/)
})

test('who has it already is told so', async () => {
  const path = '/taxes?date=2026-11-27'
  const first = await server.send('GET', path)
  const etag = first.headers['etag'] ?? ''
  const headers = { 'if-none-match': etag }
  assert.equal((await server.send('GET', path, { headers })).status, 304)
  const other = await server.send('GET', '/taxes?date=2027-01-01', { headers })
  assert.equal(other.status, 200)
  const matching = await server.send('GET', path, { headers: { 'if-match': '"x"' } })
  assert.equal(matching.status, 412)
})

test('what is no date, regime or CRT is refused, as is who may not read records', async () => {
  for (const [query, parameter] of [
    ['date=2026-02-30', 'date'],
    ['date=2026-11-27T00:00:00Z', 'date'],
    ['date=', 'date'],
    ['regime=any', 'regime'],
    ['crt=5', 'crt'],
    ['tax=icms', 'tax'],
  ] as const) {
    const answer = await server.send('GET', `/taxes?${query}`)
    assert.deepEqual(problemOf(answer).slice(0, 2), [400, 'invalid_parameter'], query)
    assert.equal(answer.body.errors[0].parameter, parameter)
  }
  const token = await server.newToken('orders:read')
  assert.equal((await server.send('GET', '/taxes', { token })).status, 403)
  const reader = await server.newToken('reference:read')
  assert.equal((await server.send('GET', '/taxes', { token: reader })).status, 200)
})
