import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { type Expected, refusedBy } from '../support/refused.ts'
import { type Sample, sample } from '../support/sample.ts'

// What a client may get wrong in the address and the method.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

const refused = (method: string, path: string, expected: Expected, options: SendOptions = {}) =>
  refusedBy(server, method, path, options, expected)
const badParameter = (...at: string[]): Expected => ({
  status: 400,
  code: 'invalid_parameter',
  at,
})
const unknown: Expected = { status: 404, code: 'not_found' }
const garbage: SendOptions = { body: '{"broken', headers: { 'content-type': 'text/plain' } }

const FULL_WIDTH_ONE = '%EF%BC%91'

describe('ids in paths', () => {
  const wrong = ['0', '-1', '1.5', '1e3', '9007199254740992', '007', '%00', '1%20', 'abc', '+1']
  const paths: [path: string, parameter: string][] = [
    ['/orders/{}', 'id'],
    ['/orders/{}/history', 'id'],
    ['/customers/{}', 'id'],
    ['/customers/address/{}', 'id'],
    ['/products/{}/image', 'id'],
    ['/tokens/{}', 'id'],
  ]
  for (const [path, parameter] of paths) {
    test(`${path} takes whole numbers only`, async () => {
      for (const id of [...wrong, '0x1', '1'.repeat(2000), FULL_WIDTH_ONE, '-0', '1,2']) {
        await refused('GET', path.replace('{}', id), badParameter(parameter))
      }
    })
  }

  test('so does the upload of an image, which has a scope of its own in Fastify', async () => {
    for (const id of [...wrong, '1e400', 'Infinity', '١']) {
      await refused('POST', `/products/${encodeURI(id)}/image`, badParameter('id'))
    }
  })

  test('all wrong ids of a path are named at once', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const options = method === 'PATCH' ? { body: {} } : {}
      await refused(method, '/orders/0/items/x', badParameter('id', 'id_order'), options)
    }
  })

  test('the largest id there can be is an unknown one', async () => {
    await refused('GET', '/orders/9007199254740991', unknown)
    await refused('DELETE', '/orders/9007199254740991', unknown)
  })
})

describe('query parameters', () => {
  const wrong: [query: string, ...parameters: string[]][] = [
    ['limit=1&limit=2', 'limit'],
    ['fk_id=a&fk_id=a', 'fk_id'],
    ['unknown=1', 'unknown'],
    ['Limit=1', 'Limit'],
    ['fk_id[]=1', 'fk_id[]'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=', 'limit'],
    ['limit=+1', 'limit'],
    ['limit=%2B1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=01', 'limit'],
    ['page=99999999999999999999', 'page'],
    ['page=-1&limit=x&nope=', 'page', 'limit', 'nope'],
    ['id_customer=0', 'id_customer'],
    ['order_date_from=yesterday', 'order_date_from'],
    ['order_date_from=2026-02-30', 'order_date_from'],
    ['order_date_from=2026-02-02&order_date_to=2026-02-01', 'order_date_from'],
    ['order_date_from=0000-01-01', 'order_date_from'],
    ['order_date_to=9999-12-31T23:59:59-12:00', 'order_date_to'],
    ['sort=', 'sort'],
    ['sort=price', 'sort'],
    ['sort=id,id', 'sort'],
    ['sort=--id', 'sort'],
    ['sort=%00', 'sort'],
    ['pagination=all', 'pagination'],
    ['pagination=cursor&page=1', 'page'],
    ['__proto__=1', '__proto__'],
    ['__proto__=1&__proto__=2', '__proto__'],
    ['constructor=1&toString=1', 'constructor', 'toString'],
    ['fk_id=%zz', 'fk_id'],
    ['fk_id=%', 'fk_id'],
    ['fk_id=a%2', 'fk_id'],
    ['fk_id=%c0%80', 'fk_id'],
    ['fk_id=%ed%a0%80&sort=%ff', 'fk_id', 'sort'],
    ['%ff=1', '%ff'],
  ]
  for (const [query, ...parameters] of wrong) {
    test(query, async () => {
      await refused('GET', `/orders?${query}`, badParameter(...parameters))
    })
  }

  test('control characters are refused', async () => {
    for (const filter of ['fk_id', 'name']) {
      await refused('GET', `/customers?${filter}=a%00b`, badParameter(filter))
    }
    await refused('GET', '/orders?fk_id=%00', badParameter('fk_id'))
  })

  test('a cursor that is none is 400', async () => {
    for (const cursor of ['abc', '%21', 'x'.repeat(100), 'AAAA'.repeat(20), '%F0%9F%98%80']) {
      await refused('GET', `/orders?cursor=${cursor}`, {
        status: 400,
        code: 'invalid_cursor',
        at: ['cursor'],
      })
    }
    await refused('GET', '/orders?cursor=', badParameter('cursor'))
  })
})

describe('methods and paths', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

  test('an unknown path is 404, whatever the method and the body', async () => {
    const paths = ['/nowhere', '/', '/v2', '/v2/', '/v2/v2/orders', '/v22/orders', '/v2orders']
    for (const path of [...paths, '/orders/1/nothing', '/orders/1/items/2/3', '/Orders']) {
      for (const method of methods) await refused(method, path, unknown, garbage)
    }
    await refused('GET', `/nowhere?${'x'.repeat(15_000)}`, unknown)
  })

  test('another method on a known path is 405 with Allow, whatever the body', async () => {
    const known: [path: string, allow: string][] = [
      ['/orders', 'GET, HEAD, POST'],
      ['/v2/orders/', 'GET, HEAD, POST'],
      ['/orders/1', 'GET, HEAD, PATCH, DELETE'],
      ['/orders/x', 'GET, HEAD, PATCH, DELETE'],
      ['/orders/1/items', 'POST, PATCH'],
      ['/orders/1/items/2', 'GET, HEAD, PATCH, DELETE'],
      ['/orders/1/history', 'GET, HEAD'],
      ['/orders/fk_id/a%2Fb?x=1', 'GET, HEAD, PUT, PATCH, DELETE'],
      ['/customers/ERP/address', 'GET, HEAD, POST'],
      ['/products/1/image', 'DELETE, GET, HEAD, POST'],
      ['/health/live', 'GET, HEAD'],
      ['/openapi.json', 'GET, HEAD'],
    ]
    for (const [path, allow] of known) {
      const allowed = allow.split(', ')
      for (const method of methods.filter((one) => !allowed.includes(one))) {
        const expected = { status: 405, code: 'method_not_allowed' }
        const answer = await refused(method, path, expected, garbage)
        const named = (answer.headers['allow'] ?? '').split(', ')
        assert.deepEqual(named.sort(), allowed.toSorted(), `${method} ${path}`)
      }
    }
  })

  test('HEAD answers as GET does, without a body', async () => {
    for (const path of ['/orders', `/customers/${ids.customer}`, '/orders/0', '/nowhere']) {
      const head = await server.send('HEAD', path)
      const get = await server.send('GET', path)
      assert.deepEqual([head.status, head.text], [get.status, ''], path)
      for (const name of ['content-type', 'content-length', 'etag']) {
        assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`)
      }
    }
  })

  test('a path that is not percent-encoded UTF-8 is 400', async () => {
    for (const part of ['%zz', '%', '%c0%af', '%ed%a0%80', 'a%e2%82']) {
      for (const path of [`/customers/fk_id/${part}`, `/orders/${part}`, `/${part}`]) {
        await refused('GET', path, badParameter())
        await refused('PUT', path, badParameter(), garbage)
      }
    }
  })
})

test('an address has at most 500 parameters', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `status=${i + 1}`)
  assert.equal((await server.send('GET', `/orders?${many(100).join('&')}`)).status, 200)
  const detail = 'An address has at most 500 parameters: join values with commas.'
  const answer = await refused('GET', `/orders?${many(501).join('&')}`, badParameter())
  assert.equal(answer.body.detail, detail)
  await refused('POST', `/orders?${many(501).join('&')}`, badParameter(), garbage)
})

describe('fk_ids in paths', () => {
  const fkIds = ['a/b', '/', '%', '%25', '%2F', 'a b', '?', '#', '&=+', 'ü', 'ERP;1', '😀', '"\\']
  const escaped = encodeURIComponent

  for (const fk_id of [...fkIds, 'ü'.repeat(100), '😀'.repeat(100), 'fk_id', '__proto__']) {
    test(`${fk_id.slice(0, 9)} is written and found`, async () => {
      const path = `/customers/fk_id/${escaped(fk_id)}`
      const put = await server.send('PUT', path, { body: { name: 'Named' } })
      assert.deepEqual([put.status, put.body.data.fk_id], [201, fk_id], put.text)
      const read = await server.send('GET', path)
      assert.equal(read.body.data.id, put.body.data.id)
      const listed = await server.send('GET', `/customers?fk_id=${encodeURIComponent(fk_id)}`)
      assert.deepEqual(listed.body.data, [read.body.data])
      const order = `/orders/fk_id/${escaped(fk_id)}`
      const ordered = await server.send('PUT', order, { body: { id_customer: put.body.data.id } })
      assert.deepEqual([ordered.status, ordered.body.data.fk_id], [201, fk_id], ordered.text)
    })
  }

  test('an fk_id that can’t be one is 400', async () => {
    for (const part of [
      'x'.repeat(101),
      '%F0%9F%98%80'.repeat(101),
      '%20',
      'id:1',
      'a%00b',
      'a%0Db',
    ]) {
      for (const path of [`/customers/fk_id/${part}`, `/orders/fk_id/${part}`]) {
        await refused('GET', path, badParameter('fk_id'))
        await refused('PUT', path, badParameter('fk_id'), { body: { name: 'a' } })
      }
    }
    for (const part of ['x'.repeat(101), '%20', 'id:0', 'id:x', 'id:', 'a%00b']) {
      await refused('GET', `/customers/${part}/address`, badParameter('customerId'))
    }
  })
})
