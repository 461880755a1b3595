import type { Label } from '../../../../packages/model/kinds.ts'
import { headingText } from '../../headings.ts'
import type { Cell } from '../reading/rows.ts'

/** What people shorten, and what one word stands for another. */
const SAME: Record<string, string> = {
  '%': 'percentual',
  perc: 'percentual',
  pct: 'percentual',
  percentage: 'percentual',
  percent: 'percentual',
  porcentagem: 'percentual',
  aliq: 'aliquota',
  bc: 'base',
  cod: 'codigo',
  code: 'codigo',
  cond: 'condicao',
  cli: 'cliente',
  complem: 'complemento',
  compl: 'complemento',
  dt: 'data',
  end: 'endereco',
  fone: 'telefone',
  tel: 'telefone',
  cel: 'celular',
  n: 'numero',
  no: 'numero',
  nr: 'numero',
  nro: 'numero',
  num: 'numero',
  obs: 'observacao',
  observacoes: 'observacao',
  pagto: 'pagamento',
  pgto: 'pagamento',
  ped: 'pedido',
  prod: 'produto',
  qtd: 'quantidade',
  qtde: 'quantidade',
  quant: 'quantidade',
  qty: 'quantidade',
  transp: 'transportadora',
  un: 'unitario',
  unit: 'unitario',
  val: 'valor',
  vlr: 'valor',
  vl: 'valor',
  vend: 'vendedor',
}

const LEFT_OUT = new Set(['de', 'do', 'da', 'dos', 'das', 'o', 'of', 'the'])

/**
 * A heading as it is compared: in small letters, without accents, punctuation and little words, with
 * what is usually shortened written out, and whatever the order of its words. `Cód. do Cliente` and
 * `CLIENTE (CÓDIGO)` are the same.
 */
export function headingKey(heading: string): string {
  const known = keys.get(heading)
  if (known !== undefined) return known
  const key = madeKey(heading)
  if (heading.length > MOST_KEPT_LETTERS) return key
  if (keys.size >= MOST_KEPT) keys.clear()
  keys.set(heading, key)
  return key
}

/** Keys that were made lately: each file is compared with all headings that are known. */
const keys = new Map<string, string>()
const MOST_KEPT = 10_000
const MOST_KEPT_LETTERS = 100

function madeKey(heading: string): string {
  const bare = heading
    .replace(/[º°ª]/g, ' ')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/r\$/g, ' reais ')
    .replace(/%/g, ' % ')
  const words = bare.split(/[^a-z0-9%]+/).filter((word) => word !== '' && !LEFT_OUT.has(word))
  return words
    .map((word) => SAME[word] ?? word)
    .sort()
    .join(' ')
}

/** A cell as headings are compared with it. */
export function textOf(cell: Cell): string {
  // Of which a wide sheet has millions.
  if (cell === null) return ''
  return headingText(cell instanceof Date ? cell.toISOString() : String(cell ?? ''))
}

/** The values of a choice by their words, as headings are compared. */
export const wordsOf = (choices: Readonly<Record<string, Label>>) =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([value, labels]) =>
      [value, ...labels].map((label) => [headingKey(label), value]),
    ),
  )

/** The same of a table of numbers: how its cells are read. */
export function numbersOf(choices: Readonly<Record<string, Label>>) {
  const words = Object.entries(wordsOf(choices)).map(([word, value]) => [word, Number(value)])
  return { numbers: Object.fromEntries(words) as Record<string, number> }
}
