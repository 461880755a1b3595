import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'

// Lines of bulk requests are held to declared fields one by one, as single requests are.

let server: Server
before(async () => {
  server = await startServer()
  for (const resource of ['customers', 'orders']) {
    for (const field of [
      { key: 'rota', type: 'integer', required: true },
      { key: 'nf', type: 'text', unique: true, filterable: true },
    ])
      await data(server, 'POST', '/custom-fields', { resource, ...field })
  }
})
after(() => server.close())

async function bulk(path: string, lines: object[]) {
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  const headers = { 'Content-Type': 'application/x-ndjson' }
  const { text } = await server.send('POST', path, { body, headers })
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ status, errors = [] }) => [
      status,
      ...errors
        .map((one: { pointer: string; code: string }) => `${one.pointer} ${one.code}`)
        .sort(),
    ])
}

for (const [resource, more] of [
  ['customers', (i: number) => ({ name: `N ${i}` })],
  ['orders', () => ({ fk_id_customer: 'L0' })],
] as const) {
  test(`${resource} by the line`, async () => {
    const line = (i: number, custom_fields: object) => ({
      fk_id: `L${i}`,
      ...more(i),
      custom_fields,
    })
    const lines = [
      line(0, { rota: '1', nf: 'a' }),
      line(1, { nf: 'b' }),
      line(2, { rota: 'x' }),
      line(3, { rota: '3', nf: 'a' }),
      line(4, { rota: '4', nf: 'd' }),
    ]
    assert.deepEqual(await bulk(`/bulk/${resource}`, lines), [
      ['created'],
      ['refused', '/custom_fields/rota required'],
      ['refused', '/custom_fields/rota format'],
      ['refused', '/custom_fields/nf duplicate_value'],
      ['created'],
    ])
    assert.deepEqual(await bulk(`/bulk/${resource}`, [lines[0] as object, line(4, { nf: 'd' })]), [
      ['unchanged'],
      ['refused', '/custom_fields/rota required'],
    ])
    const patches = [
      { fk_id: 'L4', custom_fields: { nf: 'e' } },
      { fk_id: 'L0', custom_fields: { rota: null } },
      { fk_id: 'L0', custom_fields: { nf: null } },
    ]
    assert.deepEqual(await bulk(`/bulk/${resource}?mode=patch`, patches), [
      ['updated'],
      ['refused', '/custom_fields/rota required'],
      ['updated'],
    ])
    const found = await data(
      server,
      'GET',
      `/${resource}?custom.nf=a,d,e&fields=fk_id,custom_fields`,
    )
    assert.deepEqual(found, [{ fk_id: 'L4', custom_fields: { rota: '4', nf: 'e' } }])
  })
}
