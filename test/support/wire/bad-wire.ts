import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { lines, talk, type WireAnswer } from './wire.ts'

/** A service that the tests below may treat badly: requests must arrive whole within a second or less. */
export interface WireTarget {
  port: number
  token: string
  /** Path of a product without an image. */
  product: string
  /** Gives the server's side of the next connection, where the test can see it. */
  accepted?: () => Promise<Socket>
  close(): Promise<void>
}

/**
 * What a client may get wrong below HTTP's surface, on real connections. After each of these the
 * server still answers, and nothing was written.
 */
export function wireTests(open: () => Promise<WireTarget>): void {
  let target: WireTarget
  let port: number
  let image: string
  let customers: number
  before(async () => {
    target = await open()
    port = target.port
    image = `${target.product}/image`
    customers = await countCustomers()
  })
  after(() => target.close())
  afterEach(async () => {
    assert.equal(await countCustomers(), customers)
  })

  async function countCustomers(): Promise<number> {
    const [answer] = await talk(port, (socket) => socket.write(request('GET', '/customers')))
    assert.equal(answer?.status, 200)
    return answer.body.pagination.total
  }

  /** A whole request that asks the server to end the connection after it. */
  function request(method: string, path: string, ...more: string[]): string {
    return head(method, path, 'Connection: close', ...more)
  }

  function head(method: string, path: string, ...more: string[]): string {
    const host = ['Host: localhost', `Authorization: Bearer ${target.token}`]
    return lines(`${method} ${path} HTTP/1.1`, ...host, ...more, '')
  }

  const json = 'Content-Type: application/json'
  const post = (...more: string[]) => head('POST', '/customers', json, ...more)

  function assertProblem(answer: WireAnswer | undefined, status: number, code: string): void {
    assert.ok(answer, 'no answer')
    const { headers, body } = answer
    assert.deepEqual([answer.status, body.status, body.code], [status, status, code])
    assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
    assert.match(body.request_id, /^[0-9a-f-]{36}$/)
    assert.equal(headers['x-request-id'], body.request_id)
    assert.match(body.meta.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/)
    assert.deepEqual(body.errors, [])
    assert.equal(body.type, `/docs/errors#${code}`)
  }

  /** Sends these bytes and holds the one answer to a problem; the server ends the connection. */
  async function refused(
    bytes: string | Buffer,
    status: number,
    code: string,
  ): Promise<WireAnswer> {
    const [answer, ...more] = await talk(port, (socket) => socket.write(bytes))
    assertProblem(answer, status, code)
    assert.deepEqual(more, [])
    assert.equal(answer?.headers['connection'], 'close')
    return answer as WireAnswer
  }

  describe('requests that do not arrive in time', () => {
    const slow: Record<string, () => string> = {
      'a body that never ends': () => `${post('Content-Length: 100')}{"name":`,
      'a chunked body that never ends': () => `${post('Transfer-Encoding: chunked')}5\r\n{"nam\r\n`,
      'an upload that never ends': () =>
        `${head('POST', image, 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100')}--b\r\n`,
      'headers that never end': () => `GET /customers HTTP/1.1\r\nHost: localhost\r\nX-More: `,
      'a request line that never ends': () => 'GET /custo',
      'a second request that never ends': () => `${head('GET', '/health/live')}GET /custo`,
    }
    for (const [what, bytes] of Object.entries(slow)) {
      test(`${what} is 408`, async () => {
        const answers = await talk(port, (socket) => socket.write(bytes()))
        assertProblem(answers.at(-1), 408, 'request_timeout')
      })
    }
  })

  describe('bytes that are no request', () => {
    const garbage: Record<string, string> = {
      'no HTTP at all': 'hello\r\n\r\n',
      'a TLS handshake': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'an unknown method': lines('FETCH /customers HTTP/1.1', 'Host: localhost', ''),
      'a newer version': lines('GET /customers HTTP/3.7', 'Host: localhost', ''),
      'a NUL in the path': lines('GET /custo\0mers HTTP/1.1', 'Host: localhost', ''),
      'a space in the path': lines('GET /custo mers HTTP/1.1', 'Host: localhost', ''),
      'a header without a colon': lines('GET /customers HTTP/1.1', 'Host localhost', ''),
      'a NUL in a header': lines('GET /customers HTTP/1.1', 'Host: local\0host', ''),
      'a header folded over two lines': lines('GET / HTTP/1.1', 'Host: localhost', ' X: 1', ''),
      'a bare line feed': 'GET /customers HTTP/1.1\nHost: localhost\n\n',
    }
    for (const [what, bytes] of Object.entries(garbage)) {
      test(`${what} is 400`, async () => {
        await refused(Buffer.from(bytes, 'latin1'), 400, 'bad_request')
      })
    }

    const chunks = ['zz\r\n{}\r\n', '-1\r\n', '5\r\n{"name":"a"}\r\n', 'fffffffffffffffff\r\n']
    for (const chunk of chunks) {
      test(`chunks that begin ${JSON.stringify(chunk)} are 400`, async () => {
        const answer = await refused(
          `${post('Transfer-Encoding: chunked')}${chunk}`,
          400,
          'bad_request',
        )
        assert.match(answer.body.detail, /chunk/i)
      })
    }

    test('endless chunk extensions are 413', async () => {
      const chunk = `1;${'x'.repeat(20_000)}\r\n{\r\n`
      await refused(`${post('Transfer-Encoding: chunked')}${chunk}`, 413, 'body_too_large')
    })
  })

  describe('more than there may be', () => {
    test('a flood of headers is 431', async () => {
      const flood = Array.from({ length: 2000 }, (_, i) => `X-Flood-${i}: ${i}`)
      await refused(request('GET', '/customers', ...flood), 431, 'headers_too_large')
      await refused(
        request('GET', '/customers', `X: ${'x'.repeat(20_000)}`),
        431,
        'headers_too_large',
      )
    })

    test('an address of 20,000 characters is 431', async () => {
      await refused(
        request('GET', `/customers?name=${'x'.repeat(20_000)}`),
        431,
        'headers_too_large',
      )
    })

    test('a body of 2 MB is 413, before it is read', async () => {
      await refused(`${post('Content-Length: 2000000')}{`, 413, 'body_too_large')
    })

    test('a chunked body of 2 MB is 413, once it is too much', async () => {
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
      await refused(
        `${post('Transfer-Encoding: chunked')}${chunk.repeat(31)}`,
        413,
        'body_too_large',
      )
    })
  })

  describe('one request that could be read as two', () => {
    const inner = () => `${request('POST', '/customers', json, 'Content-Length: 14')}{"name":"two"}`
    const shapes: Record<string, string[]> = {
      'both lengths': ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      'both, the other way': ['Transfer-Encoding: chunked', 'Content-Length: 5'],
      'two lengths': ['Content-Length: 0', 'Content-Length: 5'],
      'a list of lengths': ['Content-Length: 0, 5'],
      'a length with a sign': ['Content-Length: +0'],
      'a negative length': ['Content-Length: -1'],
      'a length in hexadecimal': ['Content-Length: 0x0'],
      'a space before the colon': ['Transfer-Encoding : chunked'],
      'another encoding after chunked': ['Transfer-Encoding: chunked, identity'],
      'an unknown encoding': ['Transfer-Encoding: xchunked', 'Content-Length: 0'],
      'a line feed in a header': ['X: 1\nContent-Length: 0', 'Content-Length: 5'],
    }
    for (const [what, headers] of Object.entries(shapes)) {
      test(`${what} is 400, and nothing after it is read`, async () => {
        await refused(`${post(...headers)}0\r\n\r\n${inner()}`, 400, 'bad_request')
      })
    }
  })

  describe('connections that break off', () => {
    const whole = '{"name":"cut off","phone":"123"}'
    const broken: Record<string, () => string> = {
      'in the request line': () => 'POST /custo',
      'in the headers': () => post().slice(0, -10),
      'in a body': () => post(`Content-Length: ${whole.length}`) + whole.slice(0, -1),
      'in a chunked body': () => `${post('Transfer-Encoding: chunked')}20\r\n${whole}\r\n`,
      'in an upload': () =>
        `${head('POST', image, 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 200')}--b\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\n\x89PNG`,
    }
    const ways: Record<string, (socket: Socket) => unknown> = {
      ended: (socket) => socket.end(),
      reset: (socket) => socket.resetAndDestroy(),
    }
    for (const [where, bytes] of Object.entries(broken)) {
      for (const [how, leave] of Object.entries(ways)) {
        test(`${how} ${where}`, async () => {
          const accepted = target.accepted?.()
          const answers = await talk(port, async (socket) => {
            const arrived = accepted?.then((peer) => once(peer, 'data'))
            await accepted
            await new Promise((sent) => socket.write(bytes(), sent))
            await arrived
            leave(socket)
          })
          for (const { status } of answers) assert.equal(status, 400)
        })
      }
    }

    test('after the request, before its answer', async () => {
      const accepted = target.accepted?.()
      await talk(port, async (socket) => {
        const gone = accepted?.then((peer) => new Promise((resolve) => peer.once('close', resolve)))
        await accepted
        await new Promise((sent) => socket.write(head('GET', '/orders'), sent))
        socket.resetAndDestroy()
        await gone
      })
    })
  })

  describe('uploads that are cut off', () => {
    const type = 'Content-Type: multipart/form-data; boundary=b'
    const part = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\n\x89PNG'
    test('a multipart body that stops in the middle of a part is 400', async () => {
      for (const body of [part, `${part}\r\n--b`, '--b\r\n', '--b\r\nContent-Disp', '--', 'x']) {
        const bytes = request('POST', image, type, `Content-Length: ${body.length}`) + body
        const [answer] = await talk(port, (socket) => socket.write(bytes, 'latin1'))
        assertProblem(answer, 400, 'bad_request')
      }
      const [read] = await talk(port, (socket) => socket.write(request('GET', target.product)))
      assert.equal(read?.body.data.image, null)
    })
  })

  describe('what is unusual and right', () => {
    test('pipelined requests are answered in order', async () => {
      const paths = ['/health/live', '/nowhere', '/customers', '/orders/0', '/health/live']
      const bytes = paths.map((path) => head('GET', path)).join('') + request('GET', '/customers')
      const answers = await talk(port, (socket) => socket.write(bytes))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 404, 200, 400, 200, 200],
      )
    })

    test('what comes before garbage is answered', async () => {
      const answers = await talk(port, (socket) =>
        socket.write(`${head('GET', '/health/live')}garbage\r\n\r\n`),
      )
      assertProblem(answers.at(-1), 400, 'bad_request')
    })

    test('a body byte by byte, after 100 Continue', async () => {
      const body = '{"name":1}'
      const [answer] = await talk(port, async (socket) => {
        const headers = post(
          'Connection: close',
          `Content-Length: ${body.length}`,
          'Expect: 100-continue',
        )
        for (const byte of headers) socket.write(byte)
        await once(socket, 'data')
        for (const byte of body) socket.write(byte)
      })
      assert.deepEqual([answer?.status, answer?.body.errors[0].pointer], [422, '/name'])
    })

    test('a body without a content type is 415', async () => {
      const bytes = `${request('POST', '/customers', 'Content-Length: 12')}{"name":"a"}`
      const [answer] = await talk(port, (socket) => socket.write(bytes))
      assertProblem(answer, 415, 'unsupported_media_type')
    })

    test('`OPTIONS *` and an absolute address get an answer', async () => {
      const [none] = await talk(port, (socket) => socket.write(request('OPTIONS', '*')))
      assertProblem(none, 404, 'not_found')
      const absolute = request('GET', 'http://localhost/customers')
      const [list] = await talk(port, (socket) => socket.write(absolute))
      assert.equal(list?.status, 200)
    })
  })
}
