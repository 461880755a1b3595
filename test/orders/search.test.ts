import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { data, makerOf, problemOf, succeed } from '../support/orders.ts'

// What a person types finds orders, customers and products.

let server: Server
const ids: Record<string, number> = {}

before(async () => {
  server = await startServer()
  const make = makerOf(() => server, ids)
  await make('aurora', '/customers', {
    name: 'Distribuidora Aurora & Irmãos S/A',
    fk_id: 'C-10',
    document: '12.ABC.345/01DE-35',
    email: 'compras@aurora.example',
  })
  await make('sao', '/customers', { name: 'Padaria São João', fk_id: 'PÃO/7' })
  await make('sugar', '/products', { name: 'Açúcar União 1 kg', fk_id: 'AC-1', price: 5 })
  await make('salt', '/products', { name: 'Sal 100% marinho_fino', fk_id: 'SL\\2', price: 3 })
  const order = (name: string, customer: string, products: string[], fk_id?: string) =>
    make(name, '/orders', {
      id_customer: ids[customer],
      ...(fk_id ? { fk_id } : {}),
      items: products.map((product) => ({ id_item: ids[product], quantity: 1 })),
    })
  await order('first', 'aurora', ['sugar', 'sugar'], 'ERP-2026/001')
  await order('second', 'aurora', ['salt'])
  await order('third', 'sao', ['sugar', 'salt'], 'erp-2026/002')
  await order('fourth', 'sao', [])
})
after(() => server.close())

const namesOf = (found: { id: number }[]) =>
  found.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))

/** Of a list of another kind of record the names are of these, as ids of kinds are alike. */
async function found(path: string, q: string, names: string[], more = ''): Promise<void> {
  const { body } = await succeed(server, 'GET', `${path}?q=${encodeURIComponent(q)}${more}`)
  const known = new Map(names.map((name) => [ids[name], name]))
  assert.deepEqual(
    body.data.map(({ id }: { id: number }) => known.get(id) ?? id).sort(),
    [...names].sort(),
    `${path} ${q}`,
  )
  assert.equal(body.pagination.total, names.length, q)
}

test('orders are found by parts of what they are about', async () => {
  for (const [q, ...names] of [
    ['acucar', 'first', 'third'],
    ['AÇÚCAR', 'first', 'third'],
    ['ac\u0327u\u0301c', 'first', 'third'],
    ['uniao 1', 'first', 'third'],
    ['aurora', 'first', 'second'],
    ['irmaos sa', 'first', 'second'],
    ['S/A', 'first', 'second', 'third', 'fourth'],
    ['compras@aurora', 'first', 'second'],
    ['12.abc.345/01de-35', 'first', 'second'],
    ['345/01', 'first', 'second'],
    ['12ABC34501DE35', 'first', 'second'],
    ['c-10', 'first', 'second'],
    ['C10', 'first', 'second'],
    ['pao/7', 'third', 'fourth'],
    ['erp-2026', 'first', 'third'],
    ['2026/001', 'first'],
    ['2026001', 'first'],
    ['100%', 'second', 'third'],
    ['marinho_fino', 'second', 'third'],
    ['SL\\2', 'second', 'third'],
    // Each word somewhere.
    ['joão açúcar', 'third'],
    ['acucar sal', 'third'],
    ['aurora acucar 2026', 'first'],
    ['  sal\t aurora ', 'second'],
    // Fewer than three letters begin a word.
    ['jo', 'third', 'fourth'],
    ['ao'],
    ['ac', 'first', 'third'],
    ['nothing'],
    ['aurora nothing'],
    ['dora auro', 'first', 'second'],
  ] as [string, ...string[]][]) {
    await found('/orders', q, names)
  }
  await found('/orders', `${ids['fourth']}`, namesOf([{ id: ids['fourth'] ?? 0 }]) as string[])
})

test('customers and products are found likewise', async () => {
  for (const [path, q, ...names] of [
    ['/customers', 'sao', 'sao'],
    ['/customers', 'AURORA', 'aurora'],
    ['/customers', '12.abc', 'aurora'],
    ['/customers', 'c-1', 'aurora'],
    ['/customers', '@aurora.example', 'aurora'],
    ['/customers', 'joao aurora'],
    ['/products', 'acucar', 'sugar'],
    ['/products', 'sal marinho', 'salt'],
    ['/products', 'l', ...[]],
    ['/products', 's', 'salt'],
    ['/products', 'ac-1', 'sugar'],
  ] as [string, string, ...string[]][]) {
    await found(path, q, names)
  }
})

test('what changes is found as it is now', async () => {
  const { id } = await data(server, 'POST', '/customers', { name: 'Antes' })
  await succeed(server, 'PATCH', `/customers/${id}`, { name: 'Depois', fk_id: 'Ñ-9' })
  for (const [q, total] of [
    ['antes', 0],
    ['depois', 1],
    ['n9', 1],
  ]) {
    const { body } = await succeed(server, 'GET', `/customers?q=${q}`)
    assert.equal(body.pagination.total, total, `${q}`)
  }
})

test('a search goes with other filters, sorts, pages and cursors, and keeps to its account', async () => {
  await found('/orders', 'acucar', ['third'], `&id_customer=${ids['sao']}`)
  await found('/orders', 'acucar', [], '&fk_id_status=open')
  await found('/orders', 'acucar', ['first'], '&total_from=10')
  const walked: number[] = []
  let page = (await succeed(server, 'GET', '/orders?q=erp&sort=id&pagination=cursor&limit=1')).body
  for (;;) {
    walked.push(...page.data.map(({ id }: { id: number }) => id))
    if (page.next_cursor === null) break
    page = (await succeed(server, 'GET', `/orders?cursor=${page.next_cursor}`)).body
  }
  assert.deepEqual(walked, [ids['first'], ids['third']])
  const other = await server.newAccount('Other')
  for (const path of ['/orders', '/customers', '/products']) {
    const { body } = await succeed(server, 'GET', `${path}?q=a`, undefined, { token: other.token })
    assert.deepEqual([body.data, body.pagination.total], [[], 0], path)
  }
})

test('words that very many records have are found in the newest orders', async () => {
  const many = 600
  for (const table of ['customers', 'products']) {
    await sql`insert into ${sql.table(table)} (account_id, name, fk_id)
      select ${server.account_id}, 'Comum ' || g, 'K-' || g from generate_series(1, ${many}) g`.execute(
      server.db,
    )
  }
  const { body } = await succeed(server, 'GET', '/customers?q=comum%20600')
  const customer = body.data[0].id
  const product = (await succeed(server, 'GET', '/products?q=comum%20599')).body.data[0].id
  const items = [{ id_item: product, quantity: 1, price: 1 }]
  ids['common'] = (await data(server, 'POST', '/orders', { id_customer: customer })).id
  ids['bought'] = (await data(server, 'POST', '/orders', { id_customer: ids['sao'], items })).id
  await found('/orders', 'comum', ['common', 'bought'])
  await found('/orders', 'comum k', ['common', 'bought'])
  await found('/orders', 'comum padaria', ['bought'])
  await found('/orders', 'comum 599', ['bought'])
  await found('/orders', 'comum', ['bought'], `&id_customer=${ids['sao']}`)
  assert.equal((await succeed(server, 'GET', '/customers?q=comum')).body.pagination.total, many)
})

test('a search is some words', async () => {
  for (const path of ['/orders', '/customers', '/products']) {
    for (const q of ['', '%00', 'a b c d e f g h i', 'x'.repeat(201)]) {
      const refused = await server.send('GET', `${path}?q=${q}`)
      const [status, code, places] = problemOf(refused)
      assert.deepEqual([status, code], [400, 'invalid_parameter'], q)
      assert.ok(
        places.every((place) => place.startsWith('q ')),
        `${places}`,
      )
    }
  }
  const users = await server.send('GET', '/users?q=a')
  assert.deepEqual(problemOf(users)[2], ['q unknown_parameter'])
})

/** What comes along when names are pasted from web pages and documents. */
const UNSEEN = ['\u200b', '\u00ad', '\ufeff', '\u200e', '\u202e', '\u2060', '\u180e']

test('what was pasted with characters that nobody sees is found, and finds', async () => {
  const made = async (path: string, body: object) => (await data(server, 'POST', path, body)).id
  for (const unseen of UNSEEN) {
    const name = `Viú${unseen}va\u00a0Gár${unseen}cia`
    const customer = await made('/customers', { name })
    const product = await made('/products', { name: `Rapa${unseen}dura\u00a0Ĝrande`, price: 1 })
    const items = [{ id_item: product, quantity: 1 }]
    const order = await made('/orders', { id_customer: customer, items })
    for (const [path, id, ...asked] of [
      ['/customers', customer, 'q=viuva garcia', `q=${unseen}VIU${unseen}VA\u00a0GARC`, 'q=ga'],
      ['/customers', customer, 'name=viúva gár', `name=V${unseen}IÚVA\u00a0GÁRCIA`, `name=${name}`],
      ['/products', product, 'q=rapadura', 'q=GRANDE', `name=rapadura\u00a0ĝ${unseen}`],
      ['/orders', order, 'q=viuva rapadura', `q=garc${unseen}ia`, 'q=grande'],
    ] as [string, number, ...string[]][]) {
      for (const one of asked) {
        const [key, value = ''] = one.split('=')
        const query = `${key}=${encodeURIComponent(value)}`
        const { body } = await succeed(server, 'GET', `${path}?${query}`)
        const found = body.data.map((record: { id: number }) => record.id)
        assert.deepEqual(found, [id], `${path} ${JSON.stringify(one)}`)
      }
    }
    await succeed(server, 'DELETE', `/orders/${order}`)
    await succeed(server, 'DELETE', `/customers/${customer}`)
    await succeed(server, 'DELETE', `/products/${product}`)
  }
})

test('what has no letter and no digit finds nothing, and wildcards are characters', async () => {
  for (const q of ['%', '-', '_', '*', '\\', "'", '%%%', ' ', '\u200b', '.,;', '- %']) {
    for (const path of ['/orders', '/customers', '/products']) {
      const more = path === '/orders' ? '' : '&pagination=cursor'
      const { body } = await succeed(server, 'GET', `${path}?q=${encodeURIComponent(q)}${more}`)
      assert.deepEqual(body.data, [], `${path} ${q}`)
    }
    const { body } = await succeed(server, 'GET', `/orders/summary?q=${encodeURIComponent(q)}`)
    assert.equal(body.data.count, 0, q)
  }
  await data(server, 'POST', '/customers', { name: '100%_\\ de desconto' })
  for (const [name, total] of [
    ['100%_\\', 1],
    ['100_', 0],
    ['%', 0],
    ['_', 0],
    ['1%o', 0],
    ['\u200b', 0],
  ] as const) {
    const { body } = await succeed(server, 'GET', `/customers?name=${encodeURIComponent(name)}`)
    assert.equal(body.pagination.total, total, name)
  }
})
