import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublic, problemOf, readAllowed, targetOf } from '../../src/outbound/addresses.ts'
import { fc } from '../support/random.ts'

const dotted = (bytes: readonly number[]) => bytes.join('.')
const groups = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) =>
  `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
const byte = fc.nat(255)

/** Networks that are not of the public Internet, with what they are. */
const local: Record<string, fc.Arbitrary<number[]>> = {
  'this network': fc.tuple(fc.constant(0), byte, byte, byte),
  'private 10/8': fc.tuple(fc.constant(10), byte, byte, byte),
  'private 172.16/12': fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  'private 192.168/16': fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  'carrier-grade NAT': fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  loopback: fc.tuple(fc.constant(127), byte, byte, byte),
  'link-local, with the metadata of clouds': fc.tuple(
    fc.constant(169),
    fc.constant(254),
    byte,
    byte,
  ),
  benchmarks: fc.tuple(fc.constant(198), fc.constantFrom(18, 19), byte, byte),
  'multicast and above': fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
}

for (const [name, addresses] of Object.entries(local)) {
  test(`an IPv4 address is not public: ${name}`, () => {
    fc.assert(
      fc.property(addresses, (bytes) => {
        assert.equal(isPublic(dotted(bytes)), false)
      }),
    )
  })
}

test('an IPv6 address that carries one of IPv4 is never public', () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
      for (const address of [
        `::${dotted(bytes)}`,
        `::ffff:${dotted(bytes)}`,
        `::ffff:${groups(bytes)}`,
        `::ffff:0:${groups(bytes)}`,
        `64:ff9b::${groups(bytes)}`,
        `64:ff9b:1::${groups(bytes)}`,
        `2002:${groups(bytes)}::1`,
        `2001:0:${groups(bytes)}::1`,
      ]) {
        assert.equal(isPublic(address), false, address)
      }
    }),
  )
})

test('only what is given out of 2000::/3 is public', () => {
  const group = fc.nat(0xffff)
  fc.assert(
    fc.property(group, fc.array(group, { minLength: 7, maxLength: 7 }), (first, rest) => {
      const address = [first, ...rest].map((one) => one.toString(16)).join(':')
      if (first < 0x2000 || first > 0x3fff) assert.equal(isPublic(address), false, address)
    }),
  )
  for (const address of ['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254'])
    assert.equal(isPublic(address), false, address)
  for (const address of ['fec0::1', 'ff02::1', '2001:db8::1', '3fff::1', '100::1', '4000::1'])
    assert.equal(isPublic(address), false, address)
})

test('addresses of the public Internet are public', () => {
  for (const address of ['1.1.1.1', '172.32.0.1', '100.128.0.1', '200.147.3.157'])
    assert.equal(isPublic(address), true, address)
  for (const address of ['2606:4700:4700::1111', '2804:14d::1', '2a00:1450:4001::1'])
    assert.equal(isPublic(address), true, address)
  for (const address of ['', 'example.com', '168.63.129.16', '1.1.1.1.1'])
    assert.equal(isPublic(address), false, address)
})

/** Whether a URL may be called at an address. */
function isCalled(url: string, address: string, allow = ''): boolean {
  const allowed = allow === '' ? [] : readAllowed(allow)
  return problemOf(targetOf(new URL(url)), address, allowed) === undefined
}

test('without the setting: public addresses by https at port 443', () => {
  assert.equal(isCalled('https://erp.example.com/x', '1.1.1.1'), true)
  assert.equal(isCalled('https://erp.example.com:443/x', '1.1.1.1'), true)
  assert.equal(isCalled('http://erp.example.com/x', '1.1.1.1'), false)
  assert.equal(isCalled('http://erp.example.com:443/x', '1.1.1.1'), false)
  assert.equal(isCalled('https://erp.example.com:8443/x', '1.1.1.1'), false)
  assert.equal(isCalled('https://erp.example.com/x', '10.0.0.1'), false)
})

test('a name opens itself, at any address, by http too', () => {
  assert.equal(isCalled('http://erp.internal:8080/x', '10.0.0.1', 'ERP.internal'), true)
  assert.equal(
    isCalled('http://ERP.INTERNAL./x', '10.0.0.1', 'other.internal, erp.internal.'),
    true,
  )
  assert.equal(isCalled('https://erp.internal.example/', '10.0.0.1', 'erp.internal'), false)
  assert.equal(isCalled('https://x.erp.internal/', '10.0.0.1', 'erp.internal'), false)
  assert.equal(isCalled('https://10.0.0.1/', '10.0.0.1', 'erp.internal'), false)
})

test('a port opens nothing but that port', () => {
  assert.equal(isCalled('http://erp.internal:8080/', '10.0.0.1', 'erp.internal:8080'), true)
  assert.equal(isCalled('https://erp.internal/', '10.0.0.1', 'erp.internal:8080'), false)
  assert.equal(isCalled('http://erp.internal/', '10.0.0.1', 'erp.internal:80'), true)
  assert.equal(isCalled('http://10.0.0.1:8080/', '10.0.0.1', '10.0.0.1:8080'), true)
  assert.equal(isCalled('http://10.0.0.1:8081/', '10.0.0.1', '10.0.0.1:8080'), false)
  assert.equal(isCalled('http://[fd00::1]:8080/', 'fd00::1', '[fd00::1]:8080'), true)
  assert.equal(isCalled('http://[fd00::1]:8081/', 'fd00::1', '[fd00::1]:8080'), false)
})

test('a network opens its addresses, whatever the name and the spelling', () => {
  assert.equal(isCalled('http://erp.internal/', '10.1.2.3', '10.0.0.0/8'), true)
  assert.equal(isCalled('http://erp.internal/', '::ffff:10.1.2.3', '10.0.0.0/8'), true)
  assert.equal(isCalled('http://erp.internal/', '::ffff:a01:203', '10.0.0.0/8'), true)
  assert.equal(isCalled('http://erp.internal/', '11.1.2.3', '10.0.0.0/8'), false)
  assert.equal(isCalled('http://[fd00::5]/', 'fd00::5', 'fd00::/8'), true)
  assert.equal(isCalled('http://[fe80::5]/', 'fe80::5', 'fd00::/8'), false)
  assert.equal(isCalled('http://127.0.0.1/', '127.0.0.1', '127.0.0.1'), true)
  assert.equal(isCalled('http://127.0.0.2/', '127.0.0.2', '127.0.0.1'), false)
})

test('an entry that says nothing clear is refused', () => {
  for (const text of [
    ',',
    'erp.internal,',
    'http://erp.internal',
    'erp.internal/x',
    'erp.internal:0',
    'erp.internal:65536',
    'erp.internal:http',
    'user@erp.internal',
    '*.internal',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'fd00::/129',
    'fe80::1%eth0',
    '10',
    '127.1',
    '0x7f.1',
    '256.0.0.1',
    'erp..internal',
    '-erp.internal',
  ]) {
    assert.throws(() => readAllowed(text), /must be a comma list of host names/, text)
  }
})
