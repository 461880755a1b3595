import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { Problem } from '../../src/base/problems.ts'
import { refuseHeaders } from '../../src/webhooks/headers.ts'
import { newSecret, signatureHeaders } from '../../src/webhooks/signature.ts'
import { fc } from '../support/random.ts'

describe('the signature, as the official package sees it', () => {
  const body = fc.json().map((text) => Buffer.from(text))

  test('verifies for any event, and for nothing but its bytes, id and secret', () => {
    fc.assert(
      fc.property(fc.uuid(), body, fc.nat(1_000_000), (id, bytes, place) => {
        const secret = newSecret()
        const headers = signatureHeaders(id, bytes, [secret])
        assert.deepEqual(new Webhook(secret).verify(bytes, headers), JSON.parse(bytes.toString()))
        const refused = (bytes: Buffer, headers: Record<string, string>, by = secret) =>
          assert.throws(() => new Webhook(by).verify(bytes, headers), WebhookVerificationError)
        const changed = Buffer.from(bytes)
        changed[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ 1
        refused(changed, headers)
        refused(bytes, { ...headers, 'webhook-id': `${id}0` })
        refused(bytes, headers, newSecret())
      }),
    )
  })

  test('verifies by either secret while one replaces the other', () => {
    const bytes = Buffer.from('{"name":"Café torrado"}')
    const secrets = [newSecret(), newSecret()]
    const headers = signatureHeaders('7', bytes, secrets)
    for (const secret of secrets) assert.ok(new Webhook(secret).verify(bytes, headers))
    assert.throws(() => new Webhook(newSecret()).verify(bytes, headers), WebhookVerificationError)
  })

  test('is bound to the time of its attempt', () => {
    const bytes = Buffer.from('{}')
    const secret = newSecret()
    const minutes = (n: number) => new Date(Date.now() + n * 60_000)
    const verify = (at: Date) =>
      new Webhook(secret).verify(bytes, signatureHeaders('7', bytes, [secret], at))
    assert.ok(verify(minutes(-4)))
    assert.throws(() => verify(minutes(-6)), /too old/)
    assert.throws(() => verify(minutes(6)), /too new/)
  })

  test('a new secret is of 256 bits, and never twice', () => {
    const secrets = Array.from({ length: 100 }, newSecret)
    for (const secret of secrets) {
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32)
    }
    assert.equal(new Set(secrets).size, 100)
  })
})

describe('extra headers', () => {
  /** The places that a refusal names. */
  function refusedAt(headers: Record<string, string>): string[] {
    try {
      refuseHeaders(headers)
      return []
    } catch (error) {
      assert.ok(error instanceof Problem)
      return error.errors.map(({ pointer }) => pointer ?? '')
    }
  }

  const anyCase = (name: string) =>
    fc.mixedCase(fc.constant(name)).map((spelling) => ({ [spelling]: 'x' }))

  test('may be what a receiver asks for', () => {
    const headers = { Authorization: 'Bearer abc.def', 'X-Api-Key': '~!a b', Cookie: 'a=b; c=d' }
    assert.deepEqual(refusedAt(headers), [])
    assert.deepEqual(refusedAt({}), [])
  })

  test('never override what Pedido sends, in any spelling', () => {
    const names = [
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
      'webhook-anything',
      'content-type',
      'content-length',
      'content-encoding',
      'connection',
      'keep-alive',
      'expect',
      'host',
      'proxy-authorization',
      'te',
      'trailer',
      'transfer-encoding',
      'upgrade',
      'user-agent',
    ]
    const spelled = fc.constantFrom(...names).chain(anyCase)
    fc.assert(
      fc.property(spelled, (headers) => {
        assert.deepEqual(refusedAt(headers), [`/headers/${Object.keys(headers)[0]}`])
      }),
    )
  })

  test('are sent as they stand or refused, whatever they hold', () => {
    const name = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('X-A'))
    const value = fc.oneof(fc.string(), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (headers) => {
        if (refusedAt(headers).length > 0) return
        const sent = new Headers(headers)
        assert.equal([...sent].length, Object.keys(headers).length)
        for (const [name, value] of Object.entries(headers)) assert.equal(sent.get(name), value)
      }),
      { numRuns: 2000 },
    )
  })

  test('that can’t be sent are named, all at once', () => {
    const headers = {
      'X A': 'x',
      '': 'x',
      'X/Y~Z': 'x',
      'X-Empty': '',
      'X-Line': 'a\r\nwebhook-id: 1',
      'X-Accent': 'é',
      'X-Space': ' a',
      'X-Long': 'x'.repeat(1001),
      'X-Twice': 'a',
      'x-twice': 'b',
      'X-Fine': 'a',
    }
    assert.deepEqual(refusedAt(headers), [
      '/headers',
      '/headers/X A',
      '/headers/',
      '/headers/X~1Y~0Z',
      '/headers/X-Empty',
      '/headers/X-Line',
      '/headers/X-Accent',
      '/headers/X-Space',
      '/headers/X-Long',
      '/headers/x-twice',
    ])
  })
})
