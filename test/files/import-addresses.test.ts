import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, type Import, importerOf } from '../support/files/imports.ts'
import { rawWorkbook } from '../support/files/raw-workbook.ts'
import { data } from '../support/orders.ts'

// House numbers and CEPs of files, as ERPs and typists write them, come in as the text that they are.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

const HEADINGS = ['Código', 'Nome', 'Número', 'CEP']

/** What a file with one address brought, or why it was refused. */
async function brought(number: string, cep: string): Promise<unknown[]> {
  const file = [HEADINGS, ['h', 'Casa', `"${number}"`, cep]].map((cells) => cells.join(';'))
  const { done } = await bringIn(server, importer, 'customers', `${file.join('\n')}\n`)
  const [fault] = done.first_faults
  if (fault) return [fault.letter, fault.code]
  const [address] = await data(server, 'GET', '/customers/fk_id/h/addresses')
  return [address.number_text, address.number, address.postal_code, address.zip_code]
}

test('house numbers are text, and integers where they are digits', async () => {
  for (const [written, number] of [
    ['42 A', null],
    ['KM 12', null],
    ['SEM NUMERO', null],
    ['S/N', null],
    ['1.500', null],
    ['12-14', null],
    ['120', 120],
    ['0120', 120],
    ['=""120""', 120],
  ] as const) {
    const told = await brought(written, '01310-100')
    const text = written.replace('=""120""', '120')
    assert.deepEqual(told, [text, number, '01310-100', 1_310_100], written)
  }
  assert.deepEqual(await brought('x'.repeat(61), '01310-100'), ['C', 'max_length'])
  assert.deepEqual(await brought('1,2E+15', '01310-100'), ['C', 'inexact_number'])
})

test('CEPs are read as they are written, and a zero that a spreadsheet dropped is put back', async () => {
  for (const written of [
    '01310-100',
    '01310100',
    '1310100',
    '01.310-100',
    '1.310-100',
    '01310–100',
  ]) {
    assert.deepEqual(await brought('1', written), ['1', 1, '01310-100', 1_310_100], written)
  }
  assert.deepEqual(await brought('1', '69.301-180'), ['1', 1, '69301-180', 69_301_180])
  for (const written of ['01310-10', '131', '013101-00', '01310-100 A', '013101000']) {
    assert.deepEqual(await brought('1', written), ['D', 'type'], written)
  }
})

test('what a mask leaves of a CEP that nobody typed is none', async () => {
  for (const [i, written] of ['     -   ', '_____-___', '-', '.'].entries()) {
    const file = `Código;Nome;Número;CEP\nm${i};Casa;5;${written}\n`
    const { done } = await bringIn(server, importer, 'customers', file)
    assert.deepEqual(done.first_faults, [], written)
    const [address] = await data(server, 'GET', `/customers/fk_id/m${i}/addresses`)
    assert.equal(address.postal_code, null)
  }
})

test('a workbook’s numbers are texts, and a day is no house number', async () => {
  const rows = [
    HEADINGS,
    ['w1', 'Um', 120, 1_310_100],
    ['w2', 'Dois', 'KM 12', '69.301-180'],
    // 10 February 2026.
    ['w3', 'Três', { xml: '<v>46063</v>', format: 'dd/mm/yyyy' }, 1_310_100],
  ]
  const content = await rawWorkbook([{ name: 'Clientes', rows }])
  const { done } = await bringIn(server, importer, 'customers', content)
  const places = done.first_faults.map(({ line, letter }: Import) => [line, letter])
  assert.deepEqual(places, [[4, 'C']])
  assert.match(done.first_faults[0].detail, /is a date and no house number/)
  const textsOf = async (code: string) => {
    const [one] = await data(server, 'GET', `/customers/fk_id/${code}/addresses`)
    return [one.number_text, one.postal_code]
  }
  assert.deepEqual(await textsOf('w1'), ['120', '01310-100'])
  assert.deepEqual(await textsOf('w2'), ['KM 12', '69301-180'])
})

test('columns that a mapping takes for the integers stay integers', async () => {
  const file = 'Código;Nome;Nº;Cep\ni1;Casa;12;1310100\ni2;Casa;S/N;\ni3;Casa;42 A;\n'
  const columns = { Nº: 'address.number', Cep: 'address.zip_code' }
  const query = `&mapping=${encodeURIComponent(JSON.stringify({ columns }))}`
  const { checked, done } = await bringIn(server, importer, 'customers', file, query)
  const fields = checked.detected.columns.map(({ field }: Import) => field)
  assert.deepEqual(fields, ['fk_id', 'name', 'address.number', 'address.zip_code'])
  assert.deepEqual([done.counts.created, done.first_faults[0].line], [2, 4])
  const [address] = await data(server, 'GET', '/customers/fk_id/i1/addresses')
  assert.deepEqual([address.number_text, address.postal_code], ['12', '01310-100'])
})

test('both of a pair come in together, and a contradiction is told at its cells', async () => {
  const file = [
    'fk_id;name;address.number;address.number_text;address.zip_code;address.postal_code',
    'b1;Casa;42;42;1310200;01310-200',
    'b2;Casa;;KM 12;;',
    'b3;Casa;42;43;1310200;01310-201',
  ].join('\n')
  const { done } = await bringIn(server, importer, 'customers', file)
  assert.equal(done.counts.created, 2)
  const places = done.first_faults.map(({ line, letter, code }: Import) => [line, letter, code])
  const told = (letter: string) => [4, letter, 'address_contradiction']
  assert.deepEqual(places, ['C', 'D', 'E', 'F'].map(told))
})

test('a city has its state behind it, in a column of its own or not', async () => {
  const cases: [
    city: string,
    uf: string,
    found: [city: string, state: string | null] | 'refused',
  ][] = [
    ['São Paulo/SP', '', ['São Paulo', 'SP']],
    ['São Paulo - SP', '', ['São Paulo', 'SP']],
    ['Embu-Guaçu – sp', '', ['Embu-Guaçu', 'SP']],
    ['Xique-Xique (BA)', 'ba', ['Xique-Xique', 'BA']],
    ['Belém, PA', 'PA', ['Belém', 'PA']],
    ['Natal-RN', '', ['Natal', 'RN']],
    ['Goiânia', 'GO', ['Goiânia', 'GO']],
    ['Goiânia', '', ['Goiânia', null]],
    ['Buenos Aires/AR', '', ['Buenos Aires/AR', null]],
    ['Varre-Sai', 'RJ', ['Varre-Sai', 'RJ']],
    ['Olho-d’Água', '', ['Olho-d’Água', null]],
    ['São Paulo/SP', 'RJ', 'refused'],
  ]
  const lines = cases.map(([city, uf], i) => `ci${i};C;Rua A;${city};${uf}`)
  const { done } = await bringIn(
    server,
    importer,
    'customers',
    ['Código;Nome;Endereço;Cidade;UF', ...lines].join('\n'),
  )
  assert.deepEqual(
    done.first_faults.map(({ line, code }: Record<string, unknown>) => [line, code]),
    [[cases.length + 1, 'address_contradiction']],
  )
  const foundOf = async (code: string) => {
    const [one] = await data(server, 'GET', `/customers/fk_id/${code}/addresses`)
    return [one.city, one.state]
  }
  for (const [i, [city, , found]] of cases.entries()) {
    if (found !== 'refused') assert.deepEqual(await foundOf(`ci${i}`), found, city)
  }
  const both = 'Código;Nome;Endereço;Cidade/UF\ncj1;C;Rua A;Ouro Preto/MG\ncj2;C;Rua A;Lapa'
  await bringIn(server, importer, 'customers', both)
  assert.deepEqual(await foundOf('cj1'), ['Ouro Preto', 'MG'])
  assert.deepEqual(await foundOf('cj2'), ['Lapa', null])
})

test('an empty cell unsets a state only where its heading speaks of one', async () => {
  const bring = (text: string) => bringIn(server, importer, 'customers', text, '&mode=put')
  await bring('Código;Nome;Endereço;Cidade/UF\nck;C;Rua A;Ouro Preto/MG')
  const read = async () => {
    const [one] = await data(server, 'GET', '/customers/fk_id/ck/addresses')
    return [one.city, one.state]
  }
  await bring('Código;Endereço;Cidade\nck;Rua B;')
  assert.deepEqual(await read(), [null, 'MG'])
  await bring('Código;Endereço;Cidade/UF\nck;Rua B;')
  assert.deepEqual(await read(), [null, null])
})
