import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readCatalogue } from '../../src/taxes/file.ts'
import { loadCatalogue, loadReleasedCatalogue } from '../../src/taxes/load.ts'
import { type Server, startServer } from '../harness.ts'
import { callService } from '../support/call.ts'
import { data } from '../support/orders.ts'
import { killRunning, run, startService } from '../support/service.ts'
import { startOnAny } from '../support/telemetry/started.ts'

// A file of the catalogue replaces the one that is loaded: all of it or nothing, and no newer one.

const text = readFileSync(new URL('../../fiscal/taxes.json', import.meta.url), 'utf8')
const released = JSON.parse(text)

/** A rate of CBS for 2027 as the TCU may publish it; this one is invented. */
const RATE = {
  tax: 'cbs',
  since: '2027-01-01',
  until: null,
  rate: 8.7,
  status: 'provisional',
  source: 'Invented for a test',
}
const later = (date: string, rate = RATE.rate) => ({
  ...released,
  date,
  rates: [...released.rates, { ...RATE, rate }],
})
const fileOf = (value: unknown) => readCatalogue(Buffer.from(JSON.stringify(value)), 'own.json')

let server: Server
before(async () => {
  server = await startServer()
})
after(async () => {
  killRunning()
  await server.close()
})

async function shown() {
  const { date, taxes } = await data(server, 'GET', '/taxes?date=2027-01-04')
  const cbs = taxes.find(({ tax }: { tax: string }) => tax === 'cbs')
  return { date, rate: cbs.on_date.rate }
}

test('a newer file is taken, and the release’s does not come back', async () => {
  assert.deepEqual(await shown(), { date: released.date, rate: null })
  assert.equal(await loadCatalogue(server.db, fileOf(later('2026-12-22')), false), true)
  assert.deepEqual(await shown(), { date: '2026-12-22', rate: 8.7 })
  assert.equal(await loadCatalogue(server.db, fileOf(later('2026-12-22')), false), false)
  await loadReleasedCatalogue(server.db)
  assert.deepEqual(await shown(), { date: '2026-12-22', rate: 8.7 })
})

test('an older file, and one that lacks a tax, is taken only where that is asked for', async () => {
  const older = fileOf(later('2026-12-01'))
  await assert.rejects(loadCatalogue(server.db, older, false), /is of 2026-12-22.*2026-12-01/)
  const of = ({ tax }: { tax: string }) => tax !== 'iss'
  const lacking = fileOf({
    ...later('2026-12-23'),
    taxes: released.taxes.filter(of),
    effects: released.effects.filter(of),
  })
  await assert.rejects(loadCatalogue(server.db, lacking, false), /lacks taxes .*\(iss\)/)
  assert.deepEqual(await shown(), { date: '2026-12-22', rate: 8.7 })
  assert.equal(await loadCatalogue(server.db, older, true), true)
  assert.deepEqual(await shown(), { date: '2026-12-01', rate: 8.7 })
})

test('every fault is told with its row', () => {
  const faultsOf = (value: unknown) => {
    try {
      fileOf(value)
    } catch (error) {
      return (error as Error).message.split('\n').slice(1)
    }
    return []
  }
  const [first, ...others] = released.effects
  assert.deepEqual(
    faultsOf({
      ...released,
      effects: [{ ...first, effect: 2, since: '2026-02-30' }, ...others],
      rates: [{ ...RATE, rate: 8.123456, status: 'guess', note: 'x' }, null],
      extra: 1,
    }),
    [
      'extra is not a known property here. Known: date, taxes, effects, rates.',
      'effects, row 1 (ii any 2026-02-30): since must be a date such as 2026-11-21, of the years 1900 to 2199.',
      'effects, row 1 (ii any 2026-02-30): effect must be <= 1.',
      'rates, row 1 (cbs 2027-01-01): note is not a known property here. Known: tax, since, until, rate, status, source.',
      'rates, row 1 (cbs 2027-01-01): rate must have at most 4 decimals.',
      'rates, row 1 (cbs 2027-01-01): status must be one of "law", "provisional", "estimate".',
      'rates, row 2: must be object, not null.',
    ],
  )
  assert.deepEqual(
    faultsOf({
      ...released,
      taxes: [...released.taxes, { ...released.taxes[0], tax: 'iof' }],
      effects: [
        ...released.effects,
        first,
        { ...first, tax: 'cide', only_if: 'adds', effect: null },
      ],
      rates: [{ ...RATE, until: '2026-12-31' }],
    }),
    [
      'taxes, row 21 (iof): sequence is that of row 1, too.',
      'taxes, row 21 (iof): tax has no effect for the regime "any".',
      'effects, row 42 (ii any 1900-01-01): since is that of row 1, too.',
      'effects, row 43 (cide any 1900-01-01): tax is not among the taxes.',
      'effects, row 43 (cide any 1900-01-01): only_if must be null where effect is null.',
      'rates, row 1 (cbs 2027-01-01): until must not be before since.',
    ],
  )
  assert.throws(() => readCatalogue(Buffer.from('{'), 'own.json'), /own\.json: This is not JSON/)
  assert.throws(() => readCatalogue(Buffer.from([0xff]), 'own.json'), /own\.json: .* not UTF-8/)
})

test('who reads sees one catalogue, whoever loads meanwhile', async () => {
  const days = Array.from({ length: 8 }, (_, i) => `2027-01-0${i + 1}`)
  const files = days.map((date, i) => fileOf(later(date, i + 1)))
  let isOver = false
  const look = async () => {
    while (!isOver) {
      const { date, rate } = await shown()
      assert.ok(date === '2026-12-01' || date === `2027-01-0${rate}`, `${date} ${rate}`)
    }
  }
  const looking = Promise.all([look(), look()])
  await Promise.all(files.map((file) => loadCatalogue(server.db, file, true)))
  isOver = true
  await looking
  const { rate } = await shown()
  assert.ok(rate >= 1 && rate <= 8)
})

test('pedido fiscal load takes a file, and a backup brings it back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-taxes-'))
  const started = await startOnAny({ DATA_DIR: join(folder, 'data') })
  const { settings, token } = started
  try {
    await started.service.stop('SIGTERM')
    const [good, bad] = [join(folder, 'good.json'), join(folder, 'bad.json')]
    await writeFile(good, JSON.stringify(later('2026-12-22')))
    await writeFile(bad, JSON.stringify({ ...later('2026-12-23'), rates: [{ ...RATE, rate: -1 }] }))
    const refused = await run(['fiscal', 'load', bad], settings)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /bad\.json has faults[\s\S]*rates, row 1 \(cbs 2027-01-01\): rate/)
    const loaded = await run(['fiscal', 'load', good], { ...settings, LANG: 'pt_BR.UTF-8' })
    assert.equal(loaded.code, 0, loaded.stderr)
    assert.equal(
      loaded.stdout,
      'Catálogo de 2026-12-22 carregado: 20 impostos, 41 efeitos, 6 alíquotas.\n',
    )
    const again = await run(['fiscal', 'load', good], settings)
    assert.equal(again.stdout, 'This catalogue of 2026-12-22 is loaded already.\n')
    const backup = join(folder, 'backup.zip')
    assert.equal((await run(['backup', backup], settings)).code, 0)

    const { DATABASE_URL: _, ...others } = settings
    const elsewhere = { ...others, DATA_DIR: join(folder, 'restored') }
    const restored = await run(['restore', backup], elsewhere)
    assert.equal(restored.code, 0, restored.stderr)
    const service = await startService(elsewhere)
    const { body } = await callService(service, token, '/taxes?date=2027-01-04')
    assert.equal(body.data.date, '2026-12-22')
    await service.stop('SIGTERM')
  } finally {
    await started.close()
    await rm(folder, { recursive: true, force: true })
  }
})
