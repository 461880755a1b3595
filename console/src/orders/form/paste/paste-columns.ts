import { readNumber } from '../../../text/decimals.ts'
import type { Language } from '../../../text/languages.ts'
import type { Column } from './paste.ts'

// Which column of a pasted block is what, by its heading and by what stands in it. Two columns of
// plain numbers say nothing of which are quantities and which are prices: then people are asked.

/** Undefined: the column is not used, as units and totals are not. */
export type Meaning = Column | undefined

export interface ColumnGuess {
  meanings: readonly Meaning[]
  /** The first row is no line of the order. */
  hasHeading: boolean
  /** Nobody has to be asked. */
  isSure: boolean
}

/** What headings mean, without accents and signs but `%`, `#` and `$`. */
const HEADINGS: readonly [meaning: Meaning, RegExp][] = [
  [
    'product',
    /^(cod(igo)?|code|sku|ref(erencia)?|product code|item code|(cod(igo)?|ref(erencia)?)( d[oe])? (produto|prod|item|material)|(produto|item) cod(igo)?|codprod)$/,
  ],
  [
    'description',
    /^(descricao|descr|description|nome|name|mercadoria|(descricao|nome)( d[oe])? (produto|prod|item|material|mercadoria)|(product|item) (name|description))$/,
  ],
  [
    'quantity',
    /^(q|qt|qtd|qtde|qtdd|quant|quantidade|quantity|qty|(qtde?|quantidade) (ped|pedida|total|solicitada|vendida)|(qtde?|quantidade) un(idades?)?)$/,
  ],
  [
    'price',
    /^(preco|price|unitario|pr(eco)?( de)? (unit(ario)?|un|venda|tabela)|(vl|vlr|valor)( r\$)? (unit(ario)?|un)|p unit|unit price|(preco|unitario)( unitario)? r\$|valor r\$ unitario|r\$ un(it)?)$/,
  ],
  [
    'discount_percentage',
    /^(% ?(de )?(desc(onto)?|disc(ount)?)|(desc(onto)?|disc(ount)?) ?%|perc(entual)?( de)? desc(onto)?|discount percentage)$/,
  ],
  [
    'discount_value',
    /^((desc(onto)?|disc(ount)?) ?r\$|r\$ desc(onto)?|(vl|vlr|valor)( d[oe])? desc(onto)?|discount value)$/,
  ],
  ['aliq_icms', /^(% ?icms|icms ?%|aliq(uota)? icms)$/],
  ['aliq_ipi', /^(% ?ipi|ipi ?%|aliq(uota)? ipi)$/],
  ['base_icms_st', /^(base|bc) (icms )?st$/],
  ['aliq_icms_st', /^(% ?(icms )?st|icms st ?%|aliq(uota)? (icms )?st)$/],
]

/** What is of no use to an order, or follows from the rest. */
const UNUSED =
  /^(un|und|unid|unidade|unit|um|u m|uom|emb(alagem)?|total|subtotal|(vl|vlr|valor|preco)( r\$)? (total|bruto|liquido)|total r\$|total( d[oe])? item|linha|line|seq(uencia)?|#|n|no|nr|item)$/

/** Headings that say what it may be, and not surely. */
const VAGUE: readonly [meaning: Meaning, RegExp][] = [
  ['product', /^(produto|product|material|ean|gtin|codigo de barras|barcode)$/],
  ['price', /^(valor|vl|vlr|value|amount|preco (liquido|bruto))$/],
  ['discount_percentage', /^(desc(onto)?|disc(ount)?)$/],
]

const plainOf = (heading: string) =>
  heading
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ºª°]/g, 'o')
    .replaceAll(/[^a-z0-9%#$]+/g, ' ')
    .trim()

/** What the cells of a column are, mostly. */
type Content =
  | 'none'
  | 'money'
  | 'percent'
  | 'counted'
  | 'whole'
  | 'decimal'
  | 'unit'
  | 'code'
  | 'words'

const UNIT =
  /^(un|und|unid|unidade|pc|pç|pca|peca|cx|caixa|fd|fardo|pct|pacote|kg|g|l|lt|m|m2|m3|par|kit|jg|cj|sc|rl|dz|gl|bd|ea|pcs|box)\.?$/i

function contentOf(cell: string, language: Language): Content {
  if (UNIT.test(cell)) return 'unit'
  const isRead = (kind: 'amount' | 'percentage' | 'quantity') =>
    !('fieldError' in readNumber(cell, language, kind))
  if (isRead('amount')) {
    if (/R\$/i.test(cell)) return 'money'
    return /[.,]/.test(cell) ? 'decimal' : 'whole'
  }
  if (cell.endsWith('%') && isRead('percentage')) return 'percent'
  if (isRead('quantity')) return 'counted'
  return /\s/.test(cell) || /^\p{L}*\p{Ll}\p{L}*$/u.test(cell) ? 'words' : 'code'
}

const NUMBERS: readonly Content[] = ['money', 'percent', 'counted', 'whole', 'decimal']

/** Of most of its cells; numbers of several sorts are of the one that says most. */
function mostly(cells: readonly string[], language: Language): Content {
  const all = cells.filter((cell) => cell !== '').map((cell) => contentOf(cell, language))
  if (all.length === 0) return 'none'
  const count = (of: readonly Content[]) => all.filter((one) => of.includes(one)).length
  if (count(NUMBERS) * 2 >= all.length) {
    return (
      (['money', 'percent', 'counted', 'decimal', 'whole'] as const).find(
        (one) => count([one]) > 0,
      ) ?? 'whole'
    )
  }
  if (count(['unit']) * 2 > all.length) return 'unit'
  return count(['words']) * 2 > all.length ? 'words' : 'code'
}

/**
 * Guesses what the columns of a block are.
 * @param places the columns from the one on which it is pasted, on to the right
 */
export function guessColumns(
  rows: readonly (readonly string[])[],
  places: readonly Column[],
  language: Language,
): ColumnGuess {
  const width = Math.max(...rows.map((row) => row.length))
  const [first = []] = rows
  const named = first.map((cell) => meaningOfHeading(plainOf(cell)))
  const isNamed = rows.length > 1 && named.some((one) => one !== undefined)
  const isUnnamed = rows.length > 1 && !isNamed && isHeadingLike(first, rows.slice(1), language)
  const hasHeading = isNamed || isUnnamed
  const body = hasHeading ? rows.slice(1) : rows
  const columns = Array.from({ length: width }, (_, i) => body.map((row) => row[i] ?? ''))
  const contents = columns.map((cells) => mostly(cells, language))
  if (isNamed) return { ...byHeadings(named, contents), hasHeading }
  // One column goes where it is pasted.
  if (width === 1) return { meanings: [places[0]], hasHeading, isSure: true }
  const guess = byContents(contents, columns, places, language)
  return { ...guess, hasHeading, isSure: guess.isSure && !isUnnamed }
}

interface Named {
  meaning: Meaning
  isSure: boolean
}

/** Undefined: nothing is known of such a heading. */
function meaningOfHeading(heading: string): Named | undefined {
  if (heading === '') return undefined
  const found = HEADINGS.find(([, words]) => words.test(heading))
  if (found) return { meaning: found[0], isSure: true }
  if (UNUSED.test(heading)) return { meaning: undefined, isSure: true }
  const vague = VAGUE.find(([, words]) => words.test(heading))
  return vague && { meaning: vague[0], isSure: false }
}

/** Words over figures. */
function isHeadingLike(
  first: readonly string[],
  others: readonly (readonly string[])[],
  language: Language,
): boolean {
  const isNumber = (cell: string) => NUMBERS.includes(contentOf(cell, language))
  const isOverNumbers = (i: number) => others.some((row) => isNumber(row[i] ?? ''))
  return (
    first.every((cell) => cell === '' || !/\d/.test(cell)) &&
    first.some((cell, i) => cell !== '' && isOverNumbers(i))
  )
}

function byHeadings(
  named: readonly (Named | undefined)[],
  contents: readonly Content[],
): Pick<ColumnGuess, 'meanings' | 'isSure'> {
  const found = contents.map((content, i) => {
    const one = named[i]
    // Of an empty column nothing is lost.
    if (!one) return { meaning: undefined, isSure: content === 'none' }
    return {
      meaning: one.meaning,
      isSure: one.isSure ? fits(one.meaning, content) : isClear(one.meaning, content),
    }
  })
  const meanings = found.map(({ meaning }) => meaning)
  const used = meanings.filter((one) => one !== undefined)
  const isTwice = new Set(used).size < used.length
  return {
    meanings: onceEach(meanings),
    isSure: !isTwice && used.length > 0 && found.every(({ isSure }) => isSure),
  }
}

/** Whether a column's heading and cells may both be right. */
function fits(meaning: Meaning, content: Content): boolean {
  if (content === 'none') return true
  if (meaning === undefined) return content !== 'code' && content !== 'words'
  if (meaning === 'description') return content !== 'money' && content !== 'percent'
  if (meaning === 'product') return ['code', 'whole', 'words', 'unit'].includes(content)
  if (meaning === 'quantity') return ['whole', 'counted', 'decimal'].includes(content)
  const isRate = meaning === 'discount_percentage' || meaning.startsWith('aliq_')
  return ['whole', 'decimal', isRate ? 'percent' : 'money'].includes(content)
}

/** Whether the cells say what the heading leaves open. */
const isClear = (meaning: Meaning, content: Content) =>
  content === 'none' ||
  (meaning === 'product' && content === 'code') ||
  (meaning === 'price' && content === 'money') ||
  (meaning === 'discount_percentage' && content === 'percent')

function byContents(
  contents: readonly Content[],
  columns: readonly (readonly string[])[],
  places: readonly Column[],
  language: Language,
): Pick<ColumnGuess, 'meanings' | 'isSure'> {
  const meanings: Meaning[] = contents.map(() => undefined)
  const placesOf = (...of: Content[]) =>
    contents.flatMap((content, i) => (of.includes(content) ? [i] : []))
  let isSure = true
  const give = (meaning: Meaning, at: readonly number[]) => {
    const [one] = at
    if (one !== undefined) meanings[one] = meaning
    if (at.length > 1) isSure = false
  }
  const codes = placesOf('code')
  const words = placesOf('words')
  const isAtProduct = places[0] === 'product'
  // Figures can be codes as well.
  const first = contents[0] === 'whole' && codes.length === 0 && isAtProduct ? [0] : []
  if (codes.length > 0) give('product', codes)
  else if (first.length > 0) {
    give('product', first)
    isSure = isSure && areCodes(columns[0] ?? [])
  } else if (words.length > 0) {
    give('product', words.slice(0, 1))
    isSure = false
  }
  give(
    'description',
    words.filter((i) => meanings[i] === undefined),
  )
  give('discount_percentage', placesOf('percent'))
  const numbers = placesOf('money', 'counted', 'whole', 'decimal').filter(
    (i) => meanings[i] === undefined,
  )
  const rest = numbers.filter((i) => !isTotal(i, numbers, columns, language))
  return { meanings, isSure: giveNumbers(rest, contents, meanings, places) && isSure }
}

/** Figures that no quantities are: long ones, or with leading zeros, each once. */
const areCodes = (cells: readonly string[]) =>
  cells.every((cell) => cell === '' || /^(0\d+|\d{5,})$/.test(cell)) &&
  new Set(cells).size === cells.length

/** Which of the numbers is the quantity and which the price: sure only where they differ in kind. */
function giveNumbers(
  rest: readonly number[],
  contents: readonly Content[],
  meanings: Meaning[],
  places: readonly Column[],
): boolean {
  const isCount = (i: number) => contents[i] === 'whole' || contents[i] === 'counted'
  const isAmount = (i: number) => contents[i] === 'decimal' || contents[i] === 'money'
  const [one = -1, two = -1] = rest
  if (rest.length === 0) return true
  if (rest.length === 1) {
    const isPrice =
      contents[one] === 'money' || (contents[one] === 'decimal' && places[0] === 'price')
    meanings[one] = isPrice ? 'price' : 'quantity'
    return contents[one] !== 'decimal'
  }
  if (rest.length === 2) {
    const isTurned = isAmount(one) && isCount(two)
    meanings[one] = isTurned ? 'price' : 'quantity'
    meanings[two] = isTurned ? 'quantity' : 'price'
    return isTurned || (isCount(one) && isAmount(two))
  }
  const guess: Meaning[] = ['quantity', 'price', 'discount_percentage']
  const free = guess.filter((meaning) => !meanings.includes(meaning))
  for (const [place, i] of rest.entries()) meanings[i] = free[place]
  return false
}

/** Whether a column is the product of two others, on each row: a total. */
function isTotal(
  i: number,
  numbers: readonly number[],
  columns: readonly (readonly string[])[],
  language: Language,
): boolean {
  const values = numbers.map((one) => (columns[one] ?? []).map((cell) => numberIn(cell, language)))
  const own = values[numbers.indexOf(i)] ?? []
  const others = values.filter((_, place) => numbers[place] !== i)
  // With two others and something to tell by: 1 × 5 = 5 tells nothing.
  const [one, two] = others
  if (!one || !two || others.length !== 2) return false
  const isProduct = own.every(
    (value, row) => Math.abs((one[row] ?? 0) * (two[row] ?? 0) - value) < 0.011,
  )
  const isDistinct = own.some((value, row) => value !== one[row] && value !== two[row])
  return isProduct && isDistinct
}

function numberIn(cell: string, language: Language): number {
  const read = readNumber(cell.replace(/R\$\s*/i, ''), language, 'quantity')
  return 'value' in read && read.value !== '' ? Number(read.value) : Number.NaN
}

/** Each meaning at its first column alone. */
const onceEach = (meanings: readonly Meaning[]): Meaning[] =>
  meanings.map((one, i) => (one !== undefined && meanings.indexOf(one) < i ? undefined : one))
