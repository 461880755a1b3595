import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { ItemFacts } from '../../src/orders/amounts/by-rules/item.ts'
import type { TaxRule } from '../../src/taxes/rules/rule.ts'
import { type Server, startServer } from '../harness.ts'
import { A_SALE } from './rules-support.ts'

// What rules make of a sale, asked by the API: worked examples, to the cent.

const read = (name: string) =>
  readFileSync(new URL(`../fixtures/tax-rules/${name}`, import.meta.url), 'utf8')
const lines = (name: string) =>
  read(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

let accounts = 0

type Given = Partial<TaxRule> & { id: number }

/** An account of its own with these rules. */
async function withRules(rules: readonly object[]) {
  const { token } = await server.newAccount(`rules ${++accounts}`)
  const ids = []
  for (const rule of rules) {
    const answer = await server.send('POST', '/tax-rules', { token, body: rule })
    assert.equal(answer.status, 201, answer.text)
    ids.push(answer.body.data.id)
  }
  const ask = async (body: object, headers = {}) => {
    const answer = await server.send('POST', '/tax-rules/preview', { token, body, headers })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  return { token, ids, ask }
}

/** As a rule is saved: without what only examples say, and with what ST and DIFAL go with. */
function saved({ id: _, ...rule }: Given, { final_consumer }: Partial<ItemFacts>): object {
  const isSt = rule.st_rate !== undefined
  return {
    ...(isSt ? { final_consumer: rule.st_own_use ?? false } : {}),
    ...(isSt && !rule.st_own_use ? { ie_kinds: [1] } : {}),
    ...(rule.difal_rate === undefined ? {} : { ie_kinds: [9] }),
    ...(isSt && final_consumer && !rule.st_own_use ? { final_consumer } : {}),
    ...rule,
  }
}

test('taxes of lines come to what notes, libraries and manuals say', async () => {
  for (const { title, rules, facts, expected, steps } of lines('lines.ndjson')) {
    if (rules === 'table') continue
    const of = { ...A_SALE, ...facts }
    const { ask } = await withRules(rules.map((one: Given) => saved(one, of)))
    const { op, quantity, operation, operation_cfop: _, given_cfop: __, ...sale } = of
    const { id_product, ncm, cest, origin, own_production, id_operation, ...header } = sale
    const goods = { id_product, ncm, cest, origin, own_production, id_operation }
    const price = Number((Number(op) / Number(quantity)).toFixed(9))
    const item = { ...goods, operation_kind: operation, quantity: Number(quantity), price }
    const { items } = await ask({ ...header, items: [item] })
    assert.equal(items[0].op, Number(op), title)
    assertTaxes(items[0].taxes, expected.taxes, title)
    assert.equal(items[0].line_total, round(Number(op) + Number(expected.outside)), title)
    if (!steps) continue
    const told = items[0].taxes.flatMap((tax: { steps: { what: string; formula: string }[] }) =>
      tax.steps.map(({ what, formula }) => `${what} = ${formula}`),
    )
    const wanted = steps.map((one: string) => one.slice(0, one.lastIndexOf(' = ')))
    assert.deepEqual(told, wanted, title)
  }
})

const round = (value: number) => Math.round(value * 100) / 100

function assertTaxes(found: { tax: string }[], wanted: object, title: string): void {
  assert.deepEqual(found.map(({ tax }) => tax).sort(), Object.keys(wanted).sort(), title)
  for (const [tax, figures] of Object.entries(wanted)) {
    const numbers = Object.entries(figures as object).map(([name, value]) => [
      name,
      ['code', 'class', 'benefit', 'reason', 'mode'].includes(name) || !/^[\d.]+$/.test(value)
        ? value
        : Number(value),
    ])
    const of = found.find((one) => one.tax === tax)
    assert.partialDeepStrictEqual(of, Object.fromEntries(numbers), `${title}: ${tax}`)
  }
}

test('whole sales come to what they should, by the rules of one table', async () => {
  const table = JSON.parse(read('table.json')) as Given[]
  const { ask } = await withRules(table.map(({ id: _, ...rule }) => rule))
  for (const { title, sale, expected } of lines('orders.ndjson')) {
    const made = await ask(sale)
    assert.equal(made.total_value, expected.total_value, title)
    for (const [i, { taxes, rule, ...line }] of expected.items.entries()) {
      const item = made.items[i]
      assert.partialDeepStrictEqual(item, line, title)
      assert.equal(item.rules.icms?.name ?? null, rule, title)
      assertTaxes(item.taxes, taxes, title)
    }
    const findings = made.items.flatMap((one: { findings: { code: string }[] }) => one.findings)
    assert.deepEqual(
      findings.map(({ code }: { code: string }) => code),
      expected.findings,
      title,
    )
  }
})

test('the choice says what was met, and which rules were passed over', async () => {
  const { rules, choices } = JSON.parse(read('choices.json'))
  // The last one overlaps with another, unless that ends before.
  const { ask, ids } = await withRules(
    rules
      .filter(({ id }: Given) => id !== 9)
      .map(({ id: _, ...rule }: Given) => ({ cst: '41', ...rule, id_product: null }))
      .map((rule: object, i: number) => ({ ...rule, name: `Rule ${i + 1}` })),
  )
  const numbers = new Map(ids.map((id, i) => [id, i + 1]))
  for (const { title, sale, expected } of choices) {
    if (expected.error || sale.id_product) continue
    const { id_product: _, ncm, cest, origin, date, ...of } = { ...A_SALE, ...sale }
    const { origin_state, destination_state, ie_kind, final_consumer, customer_simples } = of
    const header = { origin_state, destination_state, ie_kind, final_consumer, customer_simples }
    const goods = { ncm: ncm?.length === 8 ? ncm : null, cest, origin, quantity: 1, price: 1 }
    const { items } = await ask({ date, ...header, items: [goods] })
    const { icms } = items[0].rules
    assert.equal(icms ? numbers.get(icms.id) : null, expected.rule, title)
  }
})

test('what is not known is said, in the language that is asked for', async () => {
  const { ask, token } = await withRules([{ name: 'All', cst: '00', icms_rate: 18 }])
  const items = [{ quantity: 1, price: 100 }]
  const codes = ({ items }: { items: { findings: { code: string }[] }[] }) =>
    items.flatMap(({ findings }) => findings.map(({ code }) => code))
  assert.deepEqual(codes(await ask({ items })), ['no_place'])
  const places = { origin_state: 'SP', destination_state: 'SP' }
  const unknown = await ask({ ...places, items }, { 'accept-language': 'pt-BR' })
  assert.deepEqual(codes(unknown), ['buyer_kind_unknown'])
  assert.match(unknown.items[0].findings[0].detail, /contribuinte/)
  const made = await ask({ ...places, ie_kind: 9, items })
  assert.equal(made.items[0].taxes[0].value, 18)
  const body = { ...places, ie_kind: 9, discount_value: 100.01, items }
  const refused = await server.send('POST', '/tax-rules/preview', { token, body })
  assert.equal(refused.status, 422)
  assert.equal(refused.body.errors[0].pointer, '/discount_value')
})

test('a rule that is changed counts at once, and one of another account never', async () => {
  const of = { origin_state: 'SP', destination_state: 'SP', ie_kind: 1 }
  const sale = { ...of, items: [{ quantity: 1, price: 100 }] }
  const { ask, ids, token } = await withRules([{ name: 'All', cst: '00', icms_rate: 18 }])
  const others = await withRules([{ name: 'All', cst: '00', icms_rate: 7 }])
  const rate = async (asked: typeof ask) => (await asked(sale)).items[0].taxes[0]?.rate
  assert.deepEqual([await rate(ask), await rate(others.ask)], [18, 7])
  const change = (body: object) => server.send('PATCH', `/tax-rules/${ids[0]}`, { token, body })
  await change({ icms_rate: 19.5 })
  const { rules, taxes } = (await ask(sale)).items[0]
  assert.deepEqual([rules.icms.version, taxes[0].rate, taxes[0].rule.version], [2, 19.5, 2])
  await change({ active: false })
  assert.deepEqual([await rate(ask), await rate(others.ask)], [undefined, 7])
})
