import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'

// The terms of payment types, as a text of days and as lines.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

async function refused(method: string, path: string, body: object) {
  const answer = await server.send(method, path, { body })
  assert.equal(answer.status, 422, answer.text)
  return answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
    pointer,
    code,
  ])
}

test('terms are read from a text of days', async () => {
  const cases: [string, object[]][] = [
    ['45', [{ days: 45 }]],
    ['30/60/90', [{ days: 30 }, { days: 60 }, { days: 90 }]],
    ['0+30', [{ days: 0, down_payment: true }, { days: 30 }]],
    ['28 35 42', [{ days: 28 }, { days: 35 }, { days: 42 }]],
    ['0+30/60', [{ days: 0, down_payment: true }, { days: 30 }, { days: 60 }]],
    [' 30 / 60 dias ', [{ days: 30 }, { days: 60 }]],
  ]
  for (const [text, lines] of cases) {
    const { terms } = await data(server, 'POST', '/payment-types', {
      name: text.trim(),
      terms: text,
    })
    const none = { months: null, day: null, percentage: null, amount: null, down_payment: false }
    assert.deepEqual(
      terms,
      {
        from: 'invoice',
        remainder: 'last',
        taxes_in_first: false,
        weekend: 'keep',
        minimum_installment: 0,
        minimum_order: 0,
        lines: lines.map((one) => ({ ...none, ...one })),
      },
      text,
    )
  }
})

test('terms that make no sense are refused', async () => {
  const cases: [unknown, string, string][] = [
    ['30/20', '/terms', 'terms_not_ascending'],
    ['30/', '/terms', 'terms_invalid'],
    ['0+', '/terms', 'terms_invalid'],
    ['', '/terms', 'terms_invalid'],
    ['4000', '/terms', 'terms_invalid'],
    [5, '/terms', 'type'],
    [{ lines: [] }, '/terms/lines', 'min_items'],
    [{ lines: [{ days: 3651 }] }, '/terms/lines/0/days', 'maximum'],
    [{ lines: [{ days: 30 }, { days: 20 }] }, '/terms/lines/1/days', 'terms_not_ascending'],
    [{ lines: [{ months: 2 }, { months: 1 }] }, '/terms/lines/1/months', 'terms_not_ascending'],
    [{ lines: [{ days: 1, months: 1 }] }, '/terms/lines/0/months', 'terms_invalid'],
    [{ lines: [{ days: 1, day: 1 }] }, '/terms/lines/0/day', 'terms_invalid'],
    [{ lines: [{ percentage: 1, amount: 1 }] }, '/terms/lines/0/amount', 'terms_invalid'],
    [
      { lines: [{ percentage: 60 }, { percentage: 41 }] },
      '/terms/lines/1/percentage',
      'terms_invalid',
    ],
    [{ lines: [{ percentage: 100 }, {}] }, '/terms/lines/0/percentage', 'terms_invalid'],
    [{ lines: [{}], from: 'never' }, '/terms/from', 'enum'],
    [{ lines: [{}], weekends: 'keep' }, '/terms/weekends', 'unknown_property'],
  ]
  for (const [terms, pointer, code] of cases)
    assert.deepEqual(
      await refused('POST', '/payment-types', { name: 'X', terms }),
      [[pointer, code]],
      JSON.stringify(terms),
    )
})
