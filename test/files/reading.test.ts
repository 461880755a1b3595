import assert from 'node:assert/strict'
import { test } from 'node:test'
import iconv from 'iconv-lite'
import { csvRows } from '../../src/files/imports/reading/csv.ts'
import {
  type Encoding,
  EncodingWatch,
  encodings,
} from '../../src/files/imports/reading/encoding.ts'
import type { Row } from '../../src/files/imports/reading/rows.ts'
import { separatorOf, separators } from '../../src/files/imports/reading/separator.ts'
import { randoms } from '../support/random.ts'

// From bytes to rows: tables come out as they were written, whatever their encoding and separator.

const random = randoms()
const below = (most: number) => Math.floor(random() * most)
const any = <T>(all: readonly T[]): T => all[below(all.length)] as T

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

function told(bytes: Buffer, length = bytes.length): Encoding | undefined {
  const watch = new EncodingWatch()
  for (let at = 0; at < bytes.length; at += length) watch.add(bytes.subarray(at, at + length))
  watch.end()
  return watch.encoding
}

/** Lines of Brazilian files, each by itself the whole of what tells its encoding. */
const LINES = [
  'Irmãos Gonçalves Ltda',
  'AÇÚCAR CRISTAL 5 KG',
  'Pão francês às terças',
  'IRMÃOS CORAÇÃO DE JESUS',
  'Nº 12, 1ª parcela',
  'chapa de 3 m²',
  'Café Solúvel é ótimo',
  'Rua Müller, esquina Jäger',
  'Muñoz & Filhos',
  'BAÚ DE AVÔ',
  'São Luís do Maranhão',
  '“Aspas” – e reticências…',
  'temperatura 5 °C',
  'CÓDIGO;DESCRIÇÃO',
]

test('no line is taken for the letters of another encoding, however short it is', () => {
  const has = { cp850: /^[^“”–…]*$/, 'windows-1252': /./ }
  let known = 0
  for (const encoding of ['windows-1252', 'cp850'] as const) {
    for (const line of LINES.filter((one) => has[encoding].test(one))) {
      for (const length of [1, 3, 1_000]) {
        const found = told(iconv.encode(`CODIGO;NOME\n1;${line}\n`, encoding), length)
        assert.ok(found === encoding || found === undefined, `${line} in ${encoding}: ${found}`)
        known += found === encoding ? 1 : 0
      }
    }
  }
  assert.ok(known > 3 * 22, `${known} known`)
})

test('letters that stand in both encodings in such places are nobody’s guess', () => {
  for (const [line, encoding] of [
    ['JOÃO', 'cp850'],
    ['AÇO', 'windows-1252'],
    ['MÖBEL', 'windows-1252'],
    ['CAFÉ”', 'windows-1252'],
  ] as const) {
    assert.equal(told(iconv.encode(`CODIGO;NOME\n1;${line}\n`, encoding)), undefined, line)
  }
})

test('bytes that are no text are told with the line on which an editor shows them', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const before = Array.from({ length: 2_000 }, (_, i) => `P-${i};Açúcar ção ${i}${end}`).join('')
    for (const [encoding, broken] of [
      ['utf-8', [0x50, 0x3b, 0xe7, 0x6f]],
      ['windows-1252', [0x50, 0x3b, 0x9d]],
      ['utf-16le', [0x50, 0, 0, 0xd8, 0x51, 0]],
    ] as const) {
      const bytes = Buffer.concat([iconv.encode(before, encoding), Buffer.from(broken)])
      for (const length of [1_000, 65_536]) {
        await assert.rejects(
          Array.fromAsync(csvRows(inPieces(bytes, length), { encoding, separator: ';' })),
          new RegExp(`^Error: Line 2001 has bytes that are no text in ${encoding}`),
        )
      }
    }
  }
})

const TEXTS = [
  'Açúcar, 5 kg',
  'São João; fundos',
  'diz "já", e sai',
  '"no início"',
  'TV 32"',
  'duas\nlinhas, não mais',
  '',
  '12,50',
  'a|b\tc',
  '=1+1',
  ' com espaços ',
]

test('random tables come out cell by cell, or their rows are refused', async () => {
  let refused = 0
  const files = 2_000
  for (let i = 0; i < files; i++) {
    const separator = any(separators)
    const encoding = any(encodings)
    const width = 2 + below(6)
    const table = Array.from({ length: 2 + below(12) }, (_, row) =>
      Array.from({ length: width }, (_, column) =>
        row === 0 ? `Coluna ${column} é` : column === 0 ? `${row}` : any(TEXTS),
      ),
    )
    const isAlways = random() < 0.3
    const written = (cell: string) => {
      const needs = isAlways || cell.includes(separator) || /["\r\n]/.test(cell)
      return needs ? `"${cell.replaceAll('"', '""')}"` : cell
    }
    const end = any(['\n', '\r\n', '\r'])
    const text = `${table.map((row) => row.map(written).join(separator)).join(end)}${end}`
    const addBOM = encoding.startsWith('utf-16')
    const bytes = iconv.encode(text, encoding, { addBOM })
    const made = `file ${i}, ${encoding}, ${JSON.stringify(separator)}:\n${text}`
    assert.equal(told(bytes, 1 + below(5_000)) ?? encoding, encoding, made)
    assert.equal(separatorOf(iconv.decode(bytes, encoding)), separator, made)
    const form = { encoding, separator }
    const rows: Row[] = await Array.fromAsync(csvRows(inPieces(bytes, 1 + below(5_000)), form))
    assert.equal(rows.length, table.length, made)
    for (const [at, { cells, fieldError }] of rows.entries()) {
      if (fieldError) refused++
      else assert.deepEqual(cells, table[at], made)
    }
  }
  // Else the test would hold of a reader that refuses all.
  assert.ok(refused < files / 20, `${refused} rows refused`)
})
