import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { readDate } from '../../src/files/imports/mapping/dates.ts'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, type Import, importerOf } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'
import { sample } from '../support/sample.ts'

// What stands in the cells of a file, as ERPs, spreadsheets and typists write it, is what is written,
// or the line is refused.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
  await sample(server)
  await data(server, 'PATCH', '/account', { time_zone: 'America/Sao_Paulo' })
})
after(async () => {
  await importer.close()
  await server.close()
})

const read = (path: string) => data(server, 'GET', path)
const faults = ({ first_faults }: Import) =>
  first_faults.map(({ line, letter, code }: { line: number; letter: string; code: string }) => [
    line,
    letter,
    code,
  ])

test('a quantity has its unit behind it where that says nothing of how many', async () => {
  const cases: [written: string, quantity: number | 'refused'][] = [
    ['12 un', 12],
    ['2cx', 2],
    ['1,5 kg', 1.5],
    ['1.234,5 Pçs.', 1234.5],
    ['3\u00a0caixas', 3],
    ['10 m', 10],
    ['4', 4],
    ['1 dz', 'refused'],
    ['2 milheiros', 'refused'],
    ['500 g', 'refused'],
    ['10m', 'refused'],
    ['12 un 3', 'refused'],
    ['um', 'refused'],
    ['12%', 'refused'],
    ['R$ 12', 'refused'],
    ['12,00 R$', 'refused'],
  ]
  const lines = cases.map(([written], i) => `U-${i};aurora;cafe;${written};1,00`)
  const head = 'Pedido;Cliente;Produto;Quantidade;Preço'
  const { done } = await bringIn(server, importer, 'orders', [head, ...lines].join('\n'))
  assert.deepEqual(
    faults(done),
    cases.flatMap(([, quantity], i) => (quantity === 'refused' ? [[i + 2, 'D', 'type']] : [])),
  )
  for (const [i, [written, quantity]] of cases.entries()) {
    if (quantity === 'refused') continue
    const { items } = await read(`/orders/fk_id/U-${i}`)
    assert.equal(items[0].quantity, quantity, written)
  }
})

test('a percentage is no amount, and money is no percentage', async () => {
  const cases = [
    ['10,00', '5%', null],
    ['R$ 10,00', '5', null],
    ['10%', '5', 'E'],
    ['10,00', 'R$ 5', 'F'],
    ['10,00', '5,00 BRL', 'F'],
  ] as const
  const lines = cases.map(([price, percent], i) => `S-${i};aurora;cafe;15;${price};${percent}`)
  const head = 'Pedido;Cliente;Produto;Quantidade;Preço;Desconto %'
  const { done } = await bringIn(server, importer, 'orders', [head, ...lines].join('\n'))
  assert.deepEqual(
    faults(done),
    cases.flatMap(([, , result], i) => (result ? [[i + 2, result, 'type']] : [])),
  )
  assert.equal(done.counts.created, 2)
})

test('a unit tells the decimal mark as a number alone does, and is none of money', async () => {
  const lines = ['UM-1;aurora;cafe;2,5 kg;10,00', 'UM-2;aurora;cafe;1.234 kg;10 un']
  const file = ['Pedido;Cliente;Produto;Quantidade;Preço', ...lines].join('\n')
  const { done } = await bringIn(server, importer, 'orders', file)
  assert.deepEqual(faults(done), [[3, 'E', 'type']])
  const alone = 'Pedido;Cliente;Produto;Quantidade\nUM-3;aurora;cafe;1.234 kg'
  const unclear = await bringIn(server, importer, 'orders', alone)
  assert.deepEqual(faults(unclear.done), [[2, 'D', 'type']])
  assert.match(unclear.done.first_faults[0].detail, /decimal comma or a decimal point/)
  const chosen = await bringIn(server, importer, 'orders', alone, '&decimal=.')
  assert.equal(chosen.done.counts.created, 1)
  assert.equal((await read('/orders/fk_id/UM-3')).items[0].quantity, 1.234)
})

test('dates as systems and people write them', async () => {
  const cases: [written: string, date: string | 'refused' | null][] = [
    ['21/11/2026', '2026-11-21T03:00:00.000Z'],
    ['2026-11-21 09:30:10 -0300', '2026-11-21T12:30:10.000Z'],
    ['2026-11-21T09:30:10.123-03:00', '2026-11-21T12:30:10.123Z'],
    ['2026-11-21T12:30:10Z', '2026-11-21T12:30:10.000Z'],
    ['20261231', '2026-12-31T03:00:00.000Z'],
    ['46347', '2026-11-21T03:00:00.000Z'],
    ['46347,5', '2026-11-21T15:00:00.000Z'],
    ['21 de novembro de 2026 09:30 hs.', '2026-11-21T12:30:00.000Z'],
    ['21/nov/2026', '2026-11-21T03:00:00.000Z'],
    ['21-Nov-26', '2026-11-21T03:00:00.000Z'],
    ['Nov 21, 2026 9:30 PM', '2026-11-22T00:30:00.000Z'],
    ['21.11.2026', '2026-11-21T03:00:00.000Z'],
    ['1/2/26 9h05', '2026-02-01T12:05:00.000Z'],
    ['01/01/99', '1999-01-01T02:00:00.000Z'],
    ['31/12/49', '2049-12-31T03:00:00.000Z'],
    ['  /  /    ', null],
    ['00/00/0000', null],
    ['0000-00-00 00:00:00', null],
    ['30/12/1899', null],
    ['30/12/1899 00:00:00', null],
    ['0001-01-01T00:00:00', null],
    ['0', null],
    ['31/02/2026', 'refused'],
    ['21/11', 'refused'],
    ['21/13/2026', 'refused'],
    ['01/01/2999', 'refused'],
    ['01/01/1800', 'refused'],
    ['2026', 'refused'],
    ['amanhã', 'refused'],
    ['#N/D', 'refused'],
    ['21/11/2026 25:00', 'refused'],
    ['12:30', 'refused'],
    ['2026-11-21-03:00', 'refused'],
  ]
  const lines = cases.map(([written], i) => `D-${i};aurora;21/11/2026;"${written}";cafe;1`)
  const file = ['Pedido;Cliente;Data;Data de entrega;Produto;Quantidade', ...lines].join('\n')
  const { done } = await bringIn(server, importer, 'orders', file)
  assert.deepEqual(
    faults(done),
    cases.flatMap(([, date], i) => (date === 'refused' ? [[i + 2, 'D', 'type']] : [])),
  )
  for (const [i, [written, date]] of cases.entries()) {
    if (date === 'refused') continue
    assert.equal((await read(`/orders/fk_id/D-${i}`)).delivery_date, date, written)
  }
})

test('numbers as accounts and people write them', async () => {
  const cases: [written: string, price: number | 'refused' | null][] = [
    ['10,50', 10.5],
    ['R$ 1.234,56', 1234.56],
    [' R$ -   ', 0],
    ['-', null],
    ['–', null],
    ['+12', 12],
    ['1 234,5', 1234.5],
    ['BRL 7', 7],
    ['=10', 'refused'],
    ['(1,00)', 'refused'],
    ['12,50-', 'refused'],
    ['1,2,3', 'refused'],
    ['12,5O', 'refused'],
    ['#REF!', 'refused'],
    ['7,89E+12', 'refused'],
  ]
  const lines = cases.map(([written], i) => `N-${i};Produto ${i};${written}`)
  const file = ['Código;Nome;Preço', ...lines].join('\n')
  const { done } = await bringIn(server, importer, 'products', file)
  assert.deepEqual(
    faults(done).map(([line]: [number]) => line),
    cases.flatMap(([, price], i) => (price === 'refused' ? [i + 2] : [])),
  )
  for (const [i, [written, price]] of cases.entries()) {
    if (price === 'refused') continue
    assert.equal((await read(`/products/fk_id/N-${i}`)).price, price, written)
  }
  // Negative amounts are read as what they are, which no price may be.
  const { detail } = done.first_faults.find(({ line }: Import) => line === 11)
  assert.match(detail, /^“\(1,00\)” must be at least 0|^“\(1,00\)” must/)
})

test('thousands are grouped by what can be nothing else, and two numbers are never one', async () => {
  const cases: Record<',' | '.', [written: string, price: number | 'refused'][]> = {
    ',': [
      ['1’234,50', 1234.5],
      ["R$ 1'234'567,5", 1234567.5],
      ["1'234", 1234],
      ['1\u2009234,56', 1234.56],
      ['1\u202f234\u202f567', 1234567],
      ['12\u00a0345', 12345],
      ['1 234,56', 1234.56],
      ['R$ 1 345 678,9', 1345678.9],
      ['1 2', 'refused'],
      ['1 234', 'refused'],
      ['12 34,56', 'refused'],
      ['1 23,45', 'refused'],
      ['1\u20092', 'refused'],
      ['1\u00a023,45', 'refused'],
      ["1'23", 'refused'],
      ["0'123", 'refused'],
      ["1'234’567", 'refused'],
      ["1234'567", 'refused'],
      ["1'234.567,8", 'refused'],
      ['1\t234,5', 'refused'],
      ['12R$50', 'refused'],
      ['1%2', 'refused'],
    ],
    '.': [
      ["1'234.56", 1234.56],
      ['1’234’567.8', 1234567.8],
      ['1\u2009234.5', 1234.5],
      ['1 234.56', 1234.56],
      ["1'234.567", 1234.567],
      ['1 2', 'refused'],
      ["1'234,567.8", 'refused'],
    ],
  }
  for (const [mark, all] of Object.entries(cases)) {
    const lines = all.map(([written], i) => {
      const quantity = written.replace('R$ ', '')
      return `G-${i};aurora;cafe;"${quantity}";"${written}"`
    })
    const file = ['Pedido;Cliente;Produto;Quantidade;Preço', ...lines].join('\n')
    const { done } = await bringIn(server, importer, 'orders', file)
    assert.deepEqual(
      faults(done),
      all.flatMap(([, price], i) =>
        price === 'refused' ? ['D', 'E'].map((letter) => [i + 2, letter, 'type']) : [],
      ),
      mark,
    )
    for (const [i, [written, expected]] of all.entries()) {
      if (expected === 'refused') continue
      const { items } = await read(`/orders/fk_id/G-${i}`)
      assert.deepEqual([items[0].quantity, items[0].price], [expected, expected], written)
    }
  }
})

test('codes are what they were before a spreadsheet had them', async () => {
  const file = [
    'Código;Nome;Preço',
    '="00123";Prego;"1,00"',
    "'00124;Martelo;2,00",
    '7,89E+12;Arroz;10,50',
    '7.90E+12;Sal;1,00',
    '1E5;Rosca;1,00',
    "00125;'t Hooft;1,00",
    "00126;''00127;1,00",
    '00128;#N/D;1,00',
  ].join('\n')
  const { done } = await bringIn(server, importer, 'products', file)
  assert.deepEqual(faults(done), [
    [4, 'A', 'inexact_number'],
    [5, 'A', 'inexact_number'],
    [9, 'B', 'type'],
  ])
  const names = await Promise.all(
    ['00123', '00124', '1E5', '00125', '00126'].map(
      async (code) => (await read(`/products/fk_id/${code}`)).name,
    ),
  )
  assert.deepEqual(names, ['Prego', 'Martelo', 'Rosca', "'t Hooft", "'00127"])
})

test('a date is read as the day that it says, or refused', () => {
  const day = fc.date({
    min: new Date('1950-01-01'),
    max: new Date('2049-12-31'),
    noInvalidDate: true,
  })
  const months = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ')
  const forms: ((y: string, m: string, d: string) => string)[] = [
    (y, m, d) => `${d}/${m}/${y}`,
    (y, m, d) => `${d}.${m}.${y.slice(2)}`,
    (y, m, d) => `${y}-${m}-${d}`,
    (y, m, d) => `${y}${m}${d}`,
    (y, m, d) => `${Number(d)} de ${months[Number(m) - 1]} de ${y}`,
    (y, m, d) => `${d}-${months[Number(m) - 1]}-${y.slice(2)}`,
  ]
  fc.assert(
    fc.property(day, fc.constantFrom(...forms), (date, form) => {
      const [y = '', m = '', d = ''] = date.toISOString().slice(0, 10).split('-')
      const reading = readDate(form(y, m, d), 'dmy')
      assert.ok('date' in reading)
      assert.equal(reading.date, `${y}-${m}-${d}T00:00:00`)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const reading = readDate(text, 'dmy')
      assert.ok(
        'fieldError' in reading || reading.date === null || /^(19|20|21)\d\d-/.test(reading.date),
      )
    }),
  )
})
