import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { describe, test } from 'node:test'
import { openOutbound } from '../../src/outbound/outbound.ts'
import {
  at,
  closed,
  closing,
  fails,
  open,
  receive,
  targetErrors,
} from '../support/webhooks/outbound.ts'

describe('an address that is not public', () => {
  const spellings = [
    ...['127.0.0.1', '127.1', '127.0.0.1.', '0x7f.1', '0x7f000001', '0177.0.0.1', '017700000001'],
    ...['2130706433', '%31%32%37.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1', '0', '0.0.0.0'],
    ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::127.0.0.1]', '[::ffff:127.0.0.1]'],
    ...['[::ffff:7f00:1]', '[::ffff:0:7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]'],
    ...['[2002:7f00:1::1]', '[2001:0:7f00:1::1]', 'localhost', 'LOCALHOST'],
    ...['10.0.0.1', '100.64.0.1', '169.254.169.254', '[fd00:ec2::254]', '[fe80::1]'],
  ]
  for (const host of spellings) {
    test(`is refused to whoever enters it, and not connected to: ${host}`, async () => {
      const receiver = await receive()
      const outbound = open()
      const [detail = '', ...more] = await targetErrors(outbound, `https://${host}/x`)
      assert.match(detail, /must be of a host with public addresses only/)
      assert.deepEqual(more, [])
      await fails('refused_address', outbound, `https://${host}/x`)
      await fails('refused_address', outbound, `http://${host}:${receiver.port}/x`)
      assert.equal(receiver.connections.length, 0)
    })
  }

  test('is refused when a name has it among public ones', async () => {
    const outbound = open({ names: () => at('1.1.1.1', '127.0.0.1') })
    assert.match(
      (await targetErrors(outbound, 'https://mixed.example/'))[0] ?? '',
      /public addresses only/,
    )
    await fails('refused_address', outbound, 'https://mixed.example/')
  })

  test('is refused when a name had a public one a moment before', async () => {
    const answers = [at('1.1.1.1'), at('127.0.0.1'), at('::1'), at('169.254.169.254')]
    const outbound = open({ names: () => answers.shift() ?? [] })
    assert.deepEqual(await targetErrors(outbound, 'https://rebinding.example/'), [])
    for (let i = 0; i < 3; i++) {
      await fails('refused_address', outbound, 'https://rebinding.example/')
    }
    assert.equal(answers.length, 0)
  })

  test('is sent nothing even if the connection leads elsewhere than it was to', async () => {
    const receiver = await receive()
    const allow = `203.0.113.7:${receiver.port}`
    let reads = 0
    // Not what a resolver can do: it stands for a machine that sends public addresses astray.
    const astray: LookupAddress = {
      get address() {
        return reads++ === 0 ? '203.0.113.7' : '127.0.0.1'
      },
      family: 4,
    }
    const outbound = open({ allow, names: () => [astray] })
    await fails('refused_address', outbound, `http://astray.example:${receiver.port}/`)
    assert.equal(receiver.connections.length, 1)
    await closed(receiver.connections[0])
    assert.equal(receiver.received.length, 0)
  })

  test('is not told to whoever enters its name', async () => {
    const outbound = open({ names: () => at('10.20.30.40') })
    const told1 = await targetErrors(outbound, 'https://internal.example/')
    const { detail } = await fails('refused_address', outbound, 'https://internal.example/')
    assert.doesNotMatch(`${told1} ${detail}`, /10\.20/)
  })
})

describe('an address that is entered', () => {
  const names = (host: string) => at(host.endsWith('.internal') ? '10.0.0.1' : '1.1.1.1')
  const outbound = open({ names, allow: 'erp.internal:8080,203.0.113.0/24' })

  test('may be a public one, or one that the setting opens', async () => {
    for (const url of [
      'https://erp.example.com/orders?token=1',
      'https://erp.example.com:443',
      'https://1.1.1.1/',
      'https://[2606:4700:4700::1111]/',
      'http://erp.internal:8080/x',
      'http://203.0.113.9:1234/x',
    ]) {
      assert.deepEqual(await targetErrors(outbound, url), [], url)
    }
  })

  test('is refused with what is wrong', async () => {
    for (const [url, ...details] of [
      ['', /must be an address such as https:/],
      ['erp.example.com/x', /must be an address such as https:/],
      ['ftp://erp.example.com/', /must be an address such as https:/],
      ['file:///etc/passwd', /must be an address such as https:/],
      ['https://', /must be an address such as https:/],
      ['http://erp.example.com/', /must begin with https:/],
      ['http://erp.internal:8081/', /must begin with https:/],
      ['https://erp.example.com:8443/', /must have port 443/],
      ['https://erp.internal/', /public addresses only/],
      ['https://user:pw@erp.example.com/', /must not hold a user name/],
      ['https://erp.example.com/#', /must not have a fragment/],
      ['http://u@erp.example.com/#x', /user name/, /fragment/, /begin with https/],
    ] as [string, ...RegExp[]][]) {
      const found = await targetErrors(outbound, url)
      assert.equal(found.length, details.length, `${url}: ${found}`)
      for (const [i, detail] of details.entries()) assert.match(found[i] ?? '', detail)
    }
  })

  test('is refused when nobody knows its host', async () => {
    const error = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    const outbound = openOutbound({ lookup: (_host, _options, done) => done(error, []) })
    closing.push(outbound.close)
    assert.deepEqual(await targetErrors(outbound, 'https://nobody.example/'), [
      'must be of a host that can be found: "nobody.example" has no address.',
    ])
    await fails('dns', outbound, 'https://nobody.example/')
  })
})
