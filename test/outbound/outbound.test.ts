import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import tls from 'node:tls'
import { openOutbound } from '../../src/outbound/outbound.ts'
import {
  answered,
  at,
  closed,
  closing,
  fails,
  open,
  receive,
} from '../support/webhooks/outbound.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import { certificate } from '../support/wire/certificate.ts'

describe('a call', () => {
  const here = { allow: '127.0.0.1' }

  test('brings exactly the bytes and headers that were given', async () => {
    const receiver = await receive()
    const body = '{"name":"Café \\u0000 😀"}'
    const headers = { 'content-type': 'application/cloudevents+json', 'webhook-id': '7' }
    const url = `http://127.0.0.1:${receiver.port}/hook?a=%20b`
    const answer = await answered(open(here), url, body, headers)
    assert.deepEqual([answer.status, answer.excerpt, answer.retryAfter], [204, '', undefined])
    assert.ok(Number.isInteger(answer.ms) && answer.ms >= 0)
    const [{ method, path, headers: got, body: bytes } = assert.fail()] = receiver.received
    assert.deepEqual([method, path, bytes.toString()], ['POST', '/hook?a=%20b', body])
    assert.equal(got['content-length'], String(Buffer.byteLength(body)))
    for (const [name, value] of Object.entries(headers)) assert.equal(got[name], value)
    assert.equal(got['user-agent'], 'Pedido')
  })

  test('follows no redirect', async () => {
    const receiver = await receive((response) => response.writeHead(307, { location: '/x' }).end())
    const { status } = await answered(open(here), `http://127.0.0.1:${receiver.port}/`)
    assert.deepEqual([status, receiver.received.length], [307, 1])
  })

  test('uses its connection again', async () => {
    const receiver = await receive((response) => response.end('fine'))
    const outbound = open(here)
    for (let i = 0; i < 20; i++) await answered(outbound, `http://127.0.0.1:${receiver.port}/`)
    assert.equal(receiver.received.length, 20)
    // undici gives an answer out a moment before its connection is free: two take turns.
    assert.ok(receiver.connections.length <= 2, `${receiver.connections.length} connections`)
  })

  test('waits for another when a host has 64 under way', async () => {
    const held: ServerResponse[] = []
    let release = (response: ServerResponse) => {
      held.push(response)
      if (held.length < 64) return
      release = (later) => later.end()
      for (const one of held) one.end()
    }
    const receiver = await receive((response) => release(response))
    const outbound = open(here)
    const url = `http://127.0.0.1:${receiver.port}/`
    const answers = await Promise.all(Array.from({ length: 200 }, () => answered(outbound, url)))
    assert.equal(answers.length, 200)
    assert.equal(receiver.connections.length, 64)
  })

  test('keeps the first 2 KB of an answer that never ends, and ends the connection', async () => {
    const receiver = await receive((response) => {
      const more = () => {
        while (!response.destroyed && response.write('é'.repeat(1000)));
      }
      response.on('drain', more)
      response.write('a\0')
      more()
    })
    const { status, excerpt } = await answered(open(here), `http://127.0.0.1:${receiver.port}/`)
    assert.deepEqual([status, excerpt], [200, `a\uFFFD${'é'.repeat(1023)}`])
    await closed(receiver.connections[0])
  })

  test('keeps text of whatever bytes, without a half character at its end', async () => {
    const receiver = await receive((response) => response.end(Buffer.from(`x${'😀'.repeat(600)}`)))
    const outbound = open(here)
    const url = `http://127.0.0.1:${receiver.port}/`
    assert.equal((await answered(outbound, url)).excerpt, `x${'😀'.repeat(511)}`)
    const bytes = await receive((response) => response.end(Buffer.of(0xff, 0x41, 0xc3)))
    const { excerpt } = await answered(outbound, `http://127.0.0.1:${bytes.port}/`)
    assert.equal(excerpt, '\uFFFDA')
  })

  test('reads Retry-After, in seconds or as a date, up to a day', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
    for (const [header, least, most] of [
      ['120', 120, 120],
      ['0', 0, 0],
      ['99999999999999999999', 86_400, 86_400],
      [inAnHour, 3500, 3600],
      ['Wed, 21 Oct 2015 07:28:00 GMT', 0, 0],
      ['Wed, 21 Oct 2099 07:28:00 GMT', 86_400, 86_400],
    ] as const) {
      const receiver = await receive((response) =>
        response.writeHead(503, { 'retry-after': header }).end(),
      )
      const { retryAfter = -1 } = await answered(open(here), `http://127.0.0.1:${receiver.port}/`)
      assert.ok(retryAfter >= least && retryAfter <= most, `${header}: ${retryAfter}`)
    }
    for (const header of ['soon', '-1', '1.5', '2099-10-21T07:28:00Z', '']) {
      const receiver = await receive((response) =>
        response.writeHead(503, { 'retry-after': header }).end(),
      )
      const { retryAfter } = await answered(open(here), `http://127.0.0.1:${receiver.port}/`)
      assert.equal(retryAfter, undefined, header)
    }
  })

  test('is cut off in total, whatever trickles in', async () => {
    const trickle = (write: () => unknown) => {
      const timer = setInterval(write, 10)
      closing.push(() => clearInterval(timer))
    }
    const answers: ((response: ServerResponse) => void)[] = [
      () => {},
      ({ socket }) => {
        socket?.write('HTTP/1.1 200 OK\r\nx-long: ')
        trickle(() => socket?.write('x'))
      },
      (response) => trickle(() => response.write('x')),
    ]
    for (const answer of answers) {
      const receiver = await receive(answer)
      const outbound = open({ ...here, timeoutMs: 300 })
      const { detail } = await fails('timeout', outbound, `http://127.0.0.1:${receiver.port}/`)
      assert.match(detail, /300 ms/)
      await closed(receiver.connections[0])
    }
  })

  test('ends with the reason of the signal when the service stops', async () => {
    const stop = new AbortController()
    const receiver = await receive(() => stop.abort(new Error('The service stops.')))
    const url = `http://127.0.0.1:${receiver.port}/`
    const calling = open(here).post(url, {}, Buffer.from('{}'), stop.signal)
    await assert.rejects(calling, /The service stops/)
    await assert.rejects(open(here).post(url, {}, Buffer.from('{}'), stop.signal), /service stops/)
    assert.equal(receiver.received.length, 1)
  })

  test('is not sent any more when it ends while it waits for a connection', async () => {
    const held: ServerResponse[] = []
    const isFull = () => held.length === 64
    const { promise: full, resolve } = Promise.withResolvers<void>()
    const receiver = await receive((response) => {
      if (isFull()) response.end()
      else if (held.push(response) === 64) resolve()
    })
    const outbound = open(here)
    const url = `http://127.0.0.1:${receiver.port}/`
    const calls = Array.from({ length: 64 }, () => answered(outbound, url))
    await full
    const stop = new AbortController()
    const waiting = outbound.post(url, {}, Buffer.from('{}'), stop.signal)
    stop.abort(new Error('The service stops.'))
    await assert.rejects(waiting, /The service stops/)
    for (const response of held) response.end()
    await Promise.all(calls)
    await answered(outbound, url)
    assert.equal(receiver.received.length, 65)
  })

  test('is cut off while its host is looked up', async () => {
    const outbound = openOutbound({ timeoutMs: 300, lookup: () => {} })
    await fails('timeout', outbound, 'https://erp.example.com/')
  })

  test('fails with a reason when there is no answer', async () => {
    const outbound = open(here)
    const gone = await startReceiver()
    gone.close()
    const { detail } = await fails('connection', outbound, `http://127.0.0.1:${gone.port}/`)
    assert.match(detail, /ECONNREFUSED/)
    const hangsUp = await receive((response) => response.socket?.destroy())
    await fails('connection', outbound, `http://127.0.0.1:${hangsUp.port}/`)
    const halfway = await receive((response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy())
    })
    await fails('connection', outbound, `http://127.0.0.1:${halfway.port}/`)
    const noHttp = await receive((response) => response.socket?.end('220 smtp.example ESMTP\r\n'))
    await fails('connection', outbound, `http://127.0.0.1:${noHttp.port}/`)
  })
})

describe('a call by https', () => {
  const names = () => at('127.0.0.1')
  const allow = 'receiver.test,other.test'

  test('is refused to a certificate that nobody vouches for', async () => {
    const receiver = await receive(undefined, { secure: true })
    const url = `https://receiver.test:${receiver.port}/`
    const { detail } = await fails('tls', open({ names, allow }), url)
    assert.match(detail, /self-signed certificate/)
    assert.equal(receiver.received.length, 0)
  })

  test('is refused to a server that does not speak it', async () => {
    const receiver = await receive()
    await fails('tls', open({ names, allow }), `https://receiver.test:${receiver.port}/`)
  })

  test('goes to the name of a trusted certificate, and to no other name', async () => {
    const before = tls.getCACertificates('default')
    tls.setDefaultCACertificates([...before, certificate])
    try {
      const receiver = await receive(undefined, { secure: true })
      const outbound = open({ names, allow })
      const { status } = await answered(outbound, `https://receiver.test:${receiver.port}/`)
      assert.equal(status, 204)
      const { detail } = await fails('tls', outbound, `https://other.test:${receiver.port}/`)
      assert.match(detail, /other\.test/)
      assert.equal(receiver.received.length, 1)
    } finally {
      tls.setDefaultCACertificates(before)
    }
  })
})
