import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'

// Tables of rules as files: written whole or not at all, and had again as they came.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
})
after(() => server.close())

const TABLE = `name;kind;valid_from;cest;scope;destination_states;ie_kinds;final_consumer;cst;csosn;icms_rate;margin;st_rate;difal_rate
SP, 18 %;icms;2026-01-01;;inside;;;;00;102;18;;;
Interstate;icms;2026-01-01;;interstate;;;;00;102;;;;
Tools in SP, ST already retained;icms;2026-01-01;0800100;inside;;;;60;500;;;;
Tools to MG and PR, ST;icms;2026-01-01;0800100;;MG|PR;1;false;10;202;;45,00;18;
MG, not registered;icms;2026-01-01;;;MG;9;;00;102;;;;18
`

const rules = () => data(server, 'GET', '/tax-rules?limit=100&sort=id')
const bring = async (content: string) =>
  (await bringIn(server, importer, 'tax-rules', content)).done
const faults = (done: { first_faults: { line: number; code: string }[] }) =>
  done.first_faults.map(({ line, code }) => `${line} ${code}`)

test('a table comes in by names, lists and decimals as people write them', async () => {
  const done = await bring(TABLE)
  assert.deepEqual([done.counts.created, done.counts.refused], [5, 0], JSON.stringify(done))
  const [all, , , tools] = await rules()
  assert.partialDeepStrictEqual(all, { fk_id: 'SP, 18 %', cst: '00', scope: 'inside' })
  assert.partialDeepStrictEqual(tools, {
    fk_id: 'Tools to MG and PR, ST',
    destination_states: ['MG', 'PR'],
    ie_kinds: [1],
    final_consumer: false,
    margin: 45,
  })
  assert.deepEqual(await data(server, 'GET', `/tax-rules/${tools.id}/versions/1`), tools)
  const again = await bring(TABLE)
  assert.deepEqual([again.counts.unchanged, again.counts.updated], [5, 0])
})

test('all pairs that overlap are named, with the whole table, and nothing is written', async () => {
  const before = await rules()
  const done = await bring(`name;valid_from;cest;ncm;destination_states;cst
Tools, other;2026-01-01;0800100;;BA;60
Plastics;2026-01-01;;3926;;41
Plastics too;2026-06-01;;3926;;40
Plastics again;2027-01-01;;3926;;40
Interstate;2026-01-01;;;;00
`)
  assert.deepEqual([done.counts.created, done.counts.updated, done.counts.refused], [0, 0, 5])
  assert.deepEqual(faults(done), [
    '3 rules_meet',
    '3 rules_meet',
    '4 rules_meet',
    '4 rules_meet',
    '5 rules_meet',
    '5 rules_meet',
    '2 not_written',
    '6 not_written',
  ])
  assert.deepEqual(await rules(), before)
  const of = await bring(
    'name;scope;cst;csosn;icms_rate;valid_from\nBahia;inside;00;102;20;2026-01-01\n',
  )
  assert.deepEqual(faults(of), ['2 rules_meet'])
  assert.match(of.first_faults[0].detail, /SP, 18 %/)
})

test('one rule takes the place of another in one file, and versions tell of both', async () => {
  const [all] = await rules()
  const done = await bring(`name;valid_from;valid_to;scope;cst;csosn;icms_rate
SP, 19 %;2027-01-01;;inside;00;102;19
SP, 18 %;2026-01-01;2026-12-31;inside;00;102;18
`)
  assert.deepEqual(
    [done.counts.created, done.counts.updated, done.counts.refused],
    [1, 1, 0],
    JSON.stringify(done),
  )
  const path = `/tax-rules/${all.id}/versions`
  assert.equal((await data(server, 'GET', `${path}/1`)).valid_to, null)
  assert.equal((await data(server, 'GET', `${path}/2`)).valid_to, '2026-12-31')
})

test('a row with a fault of its own is refused alone', async () => {
  const done = await bring('name;ncm;cst\nGood;7001;40\nBad;7002;99\n')
  assert.deepEqual([done.counts.created, done.counts.refused], [1, 1])
  assert.deepEqual(faults(done), ['3 rule_contradiction'])
})

for (const format of ['csv', 'csv&language=en', 'xlsx']) {
  test(`an export comes back as it went (${format})`, async () => {
    const before = await rules()
    const file = await server.send('GET', `/tax-rules?format=${format}`)
    assert.equal(file.status, 200)
    const done = (await bringIn(server, importer, 'tax-rules', file.bytes)).done
    assert.deepEqual(
      [done.counts.unchanged, done.counts.refused],
      [before.length, 0],
      JSON.stringify(done),
    )
  })
}
