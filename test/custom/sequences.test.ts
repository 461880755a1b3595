import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customTypes, isIndexed, valueError } from '../../src/custom/rules.ts'
import { checkFields } from '../../src/records/custom-fields/job.ts'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import { fc, randoms } from '../support/random.ts'

// The rules stand twice, for messages and in the database, which has the last word: they must agree.
// And whatever is declared and written in whatever order, no record breaks what is active.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const CHOICES = ['a', 'B c']

/** What looks like a value of some type, right or nearly. */
const values = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'B c',
    'true',
    'True',
    '0',
    '-0',
    '1.',
    '1e5',
    'NaN',
    'infinity',
    '\u{10FFFF}',
    '١',
  ),
  fc.integer().map(String),
  fc.double().map(String),
  fc.stringMatching(/^-?\d{0,17}(\.\d{0,12})?$/),
  fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d$/),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.string({ maxLength: 220, minLength: 180, unit: 'grapheme' }),
  fc.string().map((text) => text.replaceAll('\0', '')),
)

test('the service and the database hold values to the same', async () => {
  const samples = fc.sample(
    fc.record({
      type: fc.constantFrom(...customTypes),
      required: fc.boolean(),
      unique: fc.boolean(),
      filterable: fc.boolean(),
      value: fc.option(values, { nil: undefined }),
    }),
    3_000,
  )
  const rows = samples.map((one) => ({ ...one, indexed: isIndexed(one), value: one.value ?? null }))
  const { rows: found } = await server.pool.query<{ breaks: boolean }>(
    `select breaks_rule(type, required, indexed, $2, value) as breaks
       from jsonb_to_recordset($1) as s (type text, required boolean, indexed boolean, value text, n bigint)
      order by n`,
    [JSON.stringify(rows.map((row, n) => ({ ...row, n }))), CHOICES],
  )
  samples.forEach((one, i) => {
    const fault = valueError({ ...one, choices: CHOICES }, one.value)
    assert.equal(fault !== undefined, found[i]?.breaks, JSON.stringify(one))
  })
})

const KEYS = ['um', 'dois', 'três']
const random = randoms()
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const chance = (share: number) => random() < share

const someValue = () => pick(['1', '2', '2.0', '3', 'a', 'B c', 'true', '2026-01-31', 'x y', ''])

function someFields(): Record<string, string | null> {
  return Object.fromEntries(KEYS.filter(() => chance(0.6)).map((key) => [key, someValue()]))
}

function someRules(type: string) {
  return {
    required: chance(0.3),
    unique: chance(0.2),
    filterable: chance(0.5),
    choices: type === 'choice' ? CHOICES.filter(() => chance(0.7)) : [],
  }
}

interface Field {
  id: number
  resource: 'orders' | 'customers'
  key: string
  type: (typeof customTypes)[number]
  required: boolean
  unique: boolean
  filterable: boolean
  choices: string[]
  status: string
}

interface Row {
  id: number
  custom_fields: Record<string, string>
}

test('no sequence of declarations and writes leaves a record that breaks one', async () => {
  const owner = (await data(server, 'POST', '/customers', { name: 'Dona' })).id
  const statuses = new Map<number, number>()
  const send = async (method: string, path: string, body?: object) => {
    const answer = await server.send(method, path, body ? { body } : {})
    assert.ok(answer.status < 500, `${method} ${path} ${JSON.stringify(body)} ${answer.text}`)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    return answer
  }
  const known: Record<string, number[]> = { orders: [], customers: [] }
  const fields: Field[] = []
  for (let step = 0; step < 400; step++) {
    const resource = pick(['orders', 'customers'] as const)
    const base = resource === 'orders' ? { id_customer: owner } : { name: 'N' }
    const [field, id] = [pick(fields), pick(known[resource] ?? [])]
    const dice = random()
    if (dice < 0.12) {
      const type = pick(customTypes)
      const body = { resource, key: pick(KEYS), type, ...someRules(type) }
      const made = await send('POST', '/custom-fields', body)
      if (made.status === 201) fields.push(made.body.data)
    } else if (dice < 0.24 && field) {
      const { choices, ...rules } = someRules(field.type)
      await send('PATCH', `/custom-fields/${field.id}`, chance(0.5) ? rules : { choices, ...rules })
    } else if (dice < 0.28 && field) {
      await send('DELETE', `/custom-fields/${field.id}`)
      fields.splice(fields.indexOf(field), 1)
    } else if (dice < 0.65 || id === undefined) {
      const made = await send('POST', `/${resource}`, { ...base, custom_fields: someFields() })
      if (made.status === 201) known[resource]?.push(made.body.data.id)
    } else if (dice < 0.85) {
      const patch = { ...someFields(), ...(chance(0.3) ? { [pick(KEYS)]: null } : {}) }
      await send('PATCH', `/${resource}/${id}`, { custom_fields: patch })
    } else if (dice < 0.95) {
      await send('PUT', `/${resource}/fk_id/F${Math.floor(random() * 5)}`, {
        ...base,
        custom_fields: someFields(),
      })
    } else if (id !== undefined) {
      await send('DELETE', `/${resource}/${id}`)
      known[resource]?.splice(known[resource].indexOf(id), 1)
    }
    if (step % 40 === 39) await assertHeld()
  }
  for (const status of [200, 201, 409, 422])
    assert.ok((statuses.get(status) ?? 0) > 10, `${status}`)
})

/** By the lists alone: what is declared, and all records. */
async function assertHeld(): Promise<void> {
  await checkFields(server.db, server.account_id, new AbortController().signal)
  const declared: Field[] = await data(server, 'GET', '/custom-fields?limit=100')
  for (const resource of ['orders', 'customers'] as const) {
    const rows: Row[] = await data(server, 'GET', `/${resource}?limit=500&fields=id,custom_fields`)
    for (const field of declared.filter((one) => one.resource === resource)) {
      assert.equal(field.status, 'active')
      const found = rows.map((row) => row.custom_fields[field.key])
      const broken = found.filter((value) => valueError(field, value) !== undefined)
      assert.deepEqual(broken, [], JSON.stringify(field))
      const isNumber = ['integer', 'decimal'].includes(field.type)
      const own = found.filter(Boolean).map((value) => (isNumber ? String(Number(value)) : value))
      if (field.unique) assert.equal(new Set(own).size, own.length, JSON.stringify(field))
      if (field.filterable) await assertFound(field, rows)
    }
  }
}

async function assertFound({ resource, key, type, choices }: Field, rows: Row[]): Promise<void> {
  for (const value of ['1', '2', 'a', 'true', '2026-01-31']) {
    const rule = { type, choices, required: false, unique: false, filterable: true }
    if (valueError(rule, value) !== undefined) continue
    const query = new URLSearchParams({ [`custom.${key}`]: value, fields: 'id', limit: '500' })
    const isNumber = type === 'integer' || type === 'decimal'
    const isSame = (one: string | undefined) =>
      isNumber && one !== undefined ? Number(one) === Number(value) : one === value
    const wanted = rows.filter((row) => isSame(row.custom_fields[key])).map(({ id }) => id)
    const found: Row[] = await data(server, 'GET', `/${resource}?${query}`)
    assert.deepEqual(found.map(({ id }) => id).sort(), wanted.sort(), `${query}`)
  }
}
