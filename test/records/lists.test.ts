import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { problemOf } from '../support/orders.ts'
import { fc } from '../support/random.ts'
import { kinds } from '../support/records/records.ts'

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const send = (method: string, path: string, options?: SendOptions) =>
  server.send(method, path, options)
const get = async (path: string, options?: SendOptions) => {
  const answer = await send('GET', path, options)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const create = async (path: string, body: object): Promise<number> => {
  const created = await send('POST', path, { body })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  return created.body.data.id
}
type Record = { id: number; name: string }
const namesOf = (body: { data: Record[] }) => body.data.map(({ name }) => name)

for (const { path } of kinds) {
  describe(`GET ${path}`, () => {
    test('filters by ids, fk_id and the beginning of the name', () => filters(path))
    test('pages by number', () => pages(path))
    test('pages by cursor', () => cursors(path))
  })
}

async function filters(path: string): Promise<void> {
  const id = await create(path, { name: '100%_Água\\Viva', fk_id: 'f/1' })
  const other = await create(path, { name: '100 Águas', fk_id: 'f/10' })
  assert.deepEqual(namesOf(await get(`${path}?id=${id}`)), ['100%_Água\\Viva'])
  assert.equal((await get(`${path}?id=${id},${other},9007199254740991`)).data.length, 2)
  assert.deepEqual(
    (await get(`${path}?fk_id=f/1`)).data.map(({ id }: Record) => id),
    [id],
  )
  const prefixes: [prefix: string, names: string[]][] = [
    ['100%_ágUA\\v', ['100%_Água\\Viva']],
    ['100', ['100%_Água\\Viva', '100 Águas']],
    ['100%', ['100%_Água\\Viva']],
    ['100_', []],
    ['gua', []],
  ]
  for (const [prefix, names] of prefixes) {
    assert.deepEqual(
      namesOf(await get(`${path}?name=${encodeURIComponent(prefix)}`)),
      names,
      prefix,
    )
  }
  assert.deepEqual((await get(`${path}?fk_id=f/1&name=zz`)).data, [])
}

for (const path of ['/customers', '/products', '/reasons']) {
  test(`${path} are found by when they last changed`, async () => {
    const mark = path.slice(1)
    const early = await create(path, { name: `${mark} early` })
    const late = await create(path, { name: `${mark} late` })
    for (const [id, at] of [
      [early, '2026-03-01T02:59:59.999Z'],
      [late, '2026-03-01T03:00:00.000Z'],
    ] as const) {
      const table = sql.table(mark)
      await sql`update ${table} set updated_at = ${at}
                 where account_id = ${server.account_id} and id = ${id}`.execute(server.db)
    }
    const found = async (query: string) => namesOf(await get(`${path}?name=${mark}&${query}`))
    const both = [`${mark} early`, `${mark} late`]
    assert.deepEqual(await found('update_date_from=2026-03-01T03:00:00Z'), [`${mark} late`])
    assert.deepEqual(await found('update_date_to=2026-03-01T02:59:59.999Z'), [`${mark} early`])
    assert.deepEqual(await found('update_date_from=2026-03-01&update_date_to=2026-03-01'), both)
    assert.deepEqual(await found('update_date_to=2026-02-28'), [])
    assert.deepEqual(await found('update_date_from=2026-03-02'), [])
    assert.deepEqual(await found('update_date_from=2026-03-01&sort=-updated_at'), both.toReversed())
    const { body } = await send(
      'GET',
      `${path}?update_date_to=2026-03-01&pagination=cursor&limit=1`,
    )
    assert.deepEqual(namesOf(await get(`${path}?cursor=${body.next_cursor}`)), [`${mark} late`])
    const file = await send('GET', `${path}?update_date_to=2026-03-01T03:00:00&format=ndjson`)
    assert.deepEqual(namesOf({ data: file.body }), both)
    for (const wrong of ['from=yesterday', 'from=2026-03-02&update_date_to=2026-03-01']) {
      const refused = await send('GET', `${path}?update_date_${wrong}`)
      const code = wrong.includes('&') ? 'empty_range' : 'format'
      const problem = [400, 'invalid_parameter', [`update_date_from ${code}`]]
      assert.deepEqual(problemOf(refused), problem, wrong)
    }
  })

  test(`${path}: bare dates and local times are of the account's time zone`, async () => {
    const zone = { body: { time_zone: 'America/Sao_Paulo' } }
    await send('PATCH', '/account', zone)
    const mark = path.slice(1)
    const found = async (query: string) => namesOf(await get(`${path}?name=${mark}&${query}`))
    assert.deepEqual(await found('update_date_to=2026-02-28'), [`${mark} early`])
    const later = 'update_date_from=2026-03-01T00:00:00&update_date_to=2026-03-01'
    assert.deepEqual(await found(later), [`${mark} late`])
    await send('PATCH', '/account', { body: { time_zone: 'UTC' } })
  })
}

for (const path of ['/customers', '/shipping-companies', '/branch-companies']) {
  test(`${path} are found by their CPF or CNPJ, however it is written`, async () => {
    await create(path, { name: 'CNPJ', document: '12.ABC.345/01DE-35' })
    await create(path, { name: 'CPF', document: '529.982.247-25' })
    for (const written of ['12.ABC.345/01DE-35', '12abc34501de35', ' 12ABC345/01DE35']) {
      const query = `document=${encodeURIComponent(written)}`
      assert.deepEqual(namesOf(await get(`${path}?${query}`)), ['CNPJ'], written)
    }
    assert.deepEqual(namesOf(await get(`${path}?document=52998224725`)), ['CPF'])
    assert.deepEqual((await get(`${path}?document=11222333000181`)).data, [])
    for (const wrong of ['12.ABC.345/01DE-36', '123', '']) {
      const refused = await server.send('GET', `${path}?document=${wrong}`)
      assert.deepEqual(problemOf(refused), [400, 'invalid_parameter', ['document format']], wrong)
    }
  })
}

async function pages(path: string): Promise<void> {
  for (const name of ['page c', 'page a', 'page b', 'page a']) await create(path, { name })
  const first = await get(`/v2${path}?name=page&sort=name&limit=3`)
  assert.deepEqual(namesOf(first), ['page a', 'page a', 'page b'])
  assert.ok(first.data[0].id < first.data[1].id)
  const { links, ...counts } = first.pagination
  assert.deepEqual(counts, {
    page: 1,
    limit: 3,
    total: 4,
    totalPages: 2,
    hasNext: true,
    hasPrev: false,
  })
  assert.equal(links.prev, null)
  assert.ok(links.next.startsWith(`/v2${path}?`))
  const last = await get(links.next)
  assert.deepEqual(namesOf(last), ['page c'])
  assert.deepEqual(
    [last.pagination.hasNext, last.pagination.hasPrev, last.pagination.links.next],
    [false, true, null],
  )
  assert.deepEqual((await get(last.pagination.links.prev)).data, first.data)
  const beyond = await get(`${path}?name=page&page=9&limit=3`)
  assert.deepEqual([beyond.data, beyond.pagination.total], [[], 4])
  assert.deepEqual(namesOf(await get(`${path}?name=page&sort=-name,-id&limit=2`)), [
    'page c',
    'page b',
  ])
  for (const field of ['id', 'created_at', 'updated_at']) {
    const up = (await get(`${path}?name=page&sort=${field}`)).data.map(({ id }: Record) => id)
    const down = (await get(`${path}?name=page&sort=-${field}`)).data.map(({ id }: Record) => id)
    assert.deepEqual(down, up.reverse(), field)
  }
}

async function cursors(path: string): Promise<void> {
  for (let i = 0; i < 5; i++) await create(path, { name: `cursor ${i}` })
  const first = await get(`${path}?name=cursor&pagination=cursor&limit=2&sort=-id`)
  assert.deepEqual(Object.keys(first), ['data', 'size', 'next_cursor', 'meta'])
  assert.equal(first.size, 2)
  const second = await get(`${path}?cursor=${first.next_cursor}&limit=2`)
  const third = await get(`${path}?cursor=${second.next_cursor}&limit=2`)
  assert.deepEqual(
    [...namesOf(first), ...namesOf(second), ...namesOf(third)],
    ['cursor 4', 'cursor 3', 'cursor 2', 'cursor 1', 'cursor 0'],
  )
  assert.deepEqual([third.size, third.next_cursor], [1, null])
}

test('a wrong list parameter is 400 and named', async () => {
  const wrong: [query: string, parameter: string][] = [
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['page=0', 'page'],
    ['page=1&page=2', 'page'],
    ['sort=nome', 'sort'],
    ['sort=fk_id', 'sort'],
    ['sort=name,name', 'sort'],
    ['sort=', 'sort'],
    ['pagination=pages', 'pagination'],
    ['name=%00', 'name'],
    ['fk_id=a%1Bb', 'fk_id'],
    ['names=x', 'names'],
    ['pagination=cursor&page=2', 'page'],
    ['cursor=abc', 'cursor'],
  ]
  for (const [query, parameter] of wrong) {
    const { status, body } = await send('GET', `/users?${query}`)
    assert.equal(status, 400, query)
    assert.ok(
      body.errors.some((fault: { parameter: string }) => fault.parameter === parameter),
      `${query}: ${JSON.stringify(body.errors)}`,
    )
  }
})

test('a cursor serves only the list, order and account it was made for', async () => {
  for (let i = 0; i < 3; i++) await create('/users', { name: `sealed ${i}` })
  const { next_cursor } = await get('/users?name=sealed&pagination=cursor&limit=1')
  const at = Math.floor(next_cursor.length / 2)
  const altered =
    next_cursor.slice(0, at) + (next_cursor[at] === 'A' ? 'B' : 'A') + next_cursor.slice(at + 1)
  const { token } = await server.newAccount('Cursor thief')
  const refused = [
    await send('GET', `/users?cursor=${altered}`),
    await send('GET', `/users?cursor=${next_cursor.slice(0, -4)}`),
    await send('GET', `/categories?cursor=${next_cursor}`),
    await send('GET', `/users?cursor=${next_cursor}&sort=-id`),
    await send('GET', `/users?cursor=${next_cursor}&name=other`),
    await send('GET', `/users?cursor=${next_cursor}&fk_id=x`),
    await send('GET', `/users?cursor=${next_cursor}`, { token }),
  ]
  for (const { status, body } of refused) {
    assert.equal(status, 400)
    assert.equal(body.code, 'invalid_cursor')
    assert.equal(body.errors[0].parameter, 'cursor')
  }
  const same = await get(`/users?cursor=${next_cursor}&name=sealed&limit=100`)
  assert.deepEqual(namesOf(same), ['sealed 1', 'sealed 2'])
})

const changeArbitrary = fc.oneof(
  fc.record({ insert: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ remove: fc.nat({ max: 11 }) }),
)

test('in cursor mode no row is skipped or repeated while others come and go', async () => {
  let run = 0
  const walk = async (
    sort: string,
    limit: number,
    changes: ({ insert: string } | { remove: number })[],
  ) => {
    const prefix = `walk ${++run} `
    const kept = new Set<number>()
    const doomed: number[] = []
    for (let i = 0; i < 12; i++) {
      const id = await create('/opportunities', { name: prefix + 'abc'[i % 3] })
      if (i % 2) doomed.push(id)
      else kept.add(id)
    }
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const from: string = cursor
        ? `cursor=${cursor}`
        : `pagination=cursor&sort=${sort}&name=${encodeURIComponent(prefix)}`
      const page: { data: Record[]; next_cursor: string | null } = await get(
        `/opportunities?${from}&limit=${limit}`,
      )
      seen.push(...page.data.map(({ id }) => id))
      const next = changes.shift()
      if (next && 'insert' in next) await create('/opportunities', { name: prefix + next.insert })
      const victim =
        next && 'remove' in next
          ? doomed.splice(next.remove % Math.max(doomed.length, 1), 1)[0]
          : undefined
      if (victim !== undefined) await send('DELETE', `/opportunities/${victim}`)
      cursor = page.next_cursor
    } while (cursor !== null)
    assert.equal(new Set(seen).size, seen.length, 'a row was repeated')
    assert.deepEqual(
      [...kept].filter((id) => !seen.includes(id)),
      [],
      'a row was skipped',
    )
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        'id',
        '-id',
        'name',
        '-name',
        'name,-id',
        '-name,created_at',
        'created_at',
        '-updated_at',
      ),
      fc.integer({ min: 1, max: 5 }),
      fc.array(changeArbitrary, { minLength: 4, maxLength: 8 }),
      (sort, limit, changes) => walk(sort, limit, [...changes]),
    ),
    { numRuns: 16 },
  )
})
