import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareDocument, checkDigits, isGtin } from '../../src/base/values/check-digits.ts'
import { fc } from '../support/random.ts'

const DIGITS = [...'0123456789']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const isMixed = (base: string) => new Set(base).size > 1
const cpf = fc
  .string({ unit: fc.constantFrom(...DIGITS), minLength: 9, maxLength: 9 })
  .filter(isMixed)
  .map((base) => base + checkDigits(base, 11))
const cnpj = fc
  .string({ unit: fc.constantFrom(...DIGITS, ...LETTERS), minLength: 12, maxLength: 12 })
  .filter(isMixed)
  .map((base) => base + checkDigits(base, 9))

test('published examples are valid', () => {
  // Receita Federal's own example of a CNPJ with letters, and numbers long in public use.
  assert.equal(bareDocument('12.ABC.345/01DE-35'), '12ABC34501DE35')
  assert.equal(bareDocument('00.000.000/0001-91'), '00000000000191')
  assert.equal(bareDocument('529.982.247-25'), '52998224725')
})

test('every number with right check digits is valid, however it is punctuated', () => {
  const punctuation = fc.constantFrom('', '.', '-', '/', ' ')
  fc.assert(
    fc.property(
      fc.oneof(cpf, cnpj),
      fc.array(punctuation, { minLength: 15, maxLength: 15 }),
      fc.boolean(),
      (bare, marks, lower) => {
        const written = [...bare].map((character, i) => marks[i] + character).join('') + marks[14]
        assert.equal(bareDocument(lower ? written.toLowerCase() : written), bare)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a single wrong digit among the first is noticed', () => {
  // Modulo 11 with weights below 11 detects it, unless a remainder of 10 and of 0 or 1 share the
  // check digit 0; so a change that keeps both check digits at 0 is left out.
  fc.assert(
    fc.property(fc.oneof(cpf, cnpj), fc.nat(), fc.nat({ max: 8 }), (bare, place, step) => {
      const at = place % (bare.length - 2)
      if (!/\d/.test(bare[at] ?? '') || /0/.test(bare.slice(-2))) return
      const digit = (Number(bare[at]) + 1 + step) % 10
      const wrong = bare.slice(0, at) + digit + bare.slice(at + 1)
      assert.equal(bareDocument(wrong), undefined)
    }),
    { numRuns: 2000 },
  )
})

test('wrong check digits are refused', () => {
  fc.assert(
    fc.property(fc.oneof(cpf, cnpj), fc.integer({ min: 1, max: 99 }), (bare, off) => {
      const check = String((Number(bare.slice(-2)) + off) % 100).padStart(2, '0')
      assert.equal(bareDocument(bare.slice(0, -2) + check), undefined)
    }),
  )
})

test('one character throughout is refused, though some such numbers pass the arithmetic', () => {
  for (const digit of DIGITS) {
    assert.equal(bareDocument(digit.repeat(11)), undefined)
    assert.equal(bareDocument(digit.repeat(14)), undefined)
  }
})

test('whatever else comes is no document, and nothing is thrown', () => {
  for (const text of [
    '',
    '5299822472',
    '529982247255',
    'ABCDEFGHI25',
    '12ABC34501DEX5',
    '５２９９８２２４７２５',
  ]) {
    assert.equal(bareDocument(text), undefined, text)
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      const bare = bareDocument(text)
      assert.ok(bare === undefined || bareDocument(bare) === bare)
    }),
  )
})

test('a GTIN has 8, 12, 13 or 14 digits and the right check digit, or says that there is none', () => {
  const cases: Record<string, boolean> = {
    '96385074': true,
    '7891000315507': true,
    '7891000315508': false,
    'SEM GTIN': true,
    '012345678905': true,
    '17891000315504': true,
    '1789100031550': false,
    '789100031550': false,
    '78910003155070': false,
    'sem gtin': false,
    '': false,
  }
  for (const [text, is] of Object.entries(cases)) assert.equal(isGtin(text), is, text)
})
