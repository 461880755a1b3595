import type { SaxesTagNS } from 'saxes'
import { attribute } from './archive.ts'
import { formatOf, type NumberFormat } from './number-format.ts'
import { NUMBER, STYLE, TABLE } from './ods-parts.ts'

// How cells show numbers, told by elements. It is put into the words of a workbook's formats
// (`00000\-000`), so that what a number shows has one rule.

/** A number format of its own name. */
interface DataStyle {
  code: string
  /** Numbers that are shown by another one. */
  maps: { condition: string; name: string }[]
}

interface CellStyle {
  parent: string | undefined
  data: string | undefined
}

/** What a number is shown as that its signs don't tell. */
const WHOLE: Record<string, string> = { 'percentage-style': '0%', 'date-style': 'yyyy-mm-dd' }
const CLOCK = 'hh:mm'
const ELAPSED = '[h]:mm'
const LITERALS = ['text', 'currency-symbol', 'embedded-text']

/** Styles inherit from others, which do so in turn: none goes further. */
const MOST_PARENTS = 20
/** Digits that a number can be asked to have. */
const MOST_DIGITS = 30

/** The styles of a part, found while it is parsed. */
export class Styles {
  readonly #inherited: Styles | undefined
  readonly #data = new Map<string, DataStyle>()
  readonly #cells = new Map<string, CellStyle>()
  readonly #hidden = new Set<string>()
  readonly #formats = new Map<string, NumberFormat>()
  // What is open: a format, its number, a text in it and how many digits stand behind, a sheet's style.
  #format: DataStyle | undefined
  #number: OpenNumber | undefined
  #literal = ''
  #behind = 0
  #sheet: string | undefined

  /** @param inherited those of the part that this one builds on */
  constructor(inherited?: Styles) {
    this.#inherited = inherited
  }

  open(tag: SaxesTagNS): void {
    if (tag.uri === NUMBER) this.#openFormat(tag)
    else if (tag.uri === STYLE) this.#openStyle(tag)
  }

  text(text: string): void {
    this.#literal += text
  }

  close({ local, uri }: SaxesTagNS): void {
    if (uri === STYLE && local === 'style') this.#sheet = undefined
    if (uri !== NUMBER) return
    if (local.endsWith('-style')) this.#format = undefined
    else if (local === 'number') this.#add(this.#number?.code ?? '')
    else if (local === 'embedded-text') this.#number?.add(this.#behind, this.#literal)
    else if (LITERALS.includes(local)) this.#add(quoted(this.#literal))
  }

  /** How cells of this style show numbers. */
  formatOf(name: string): NumberFormat {
    const known = this.#formats.get(name)
    if (known) return known
    const format = formatOf(0, this.codeFor(name, MOST_PARENTS))
    this.#formats.set(name, format)
    return format
  }

  /** Whether sheets of this style are shown. */
  isShown(name: string): boolean {
    return !this.#hidden.has(name) && (this.#inherited?.isShown(name) ?? true)
  }

  #openStyle(tag: SaxesTagNS): void {
    const of = (name: string) => attribute(tag, name, STYLE)
    const name = of('name') ?? ''
    const family = tag.local === 'style' ? of('family') : undefined
    if (family === 'table') this.#sheet = name
    if (family === 'table-cell') {
      this.#cells.set(name, { parent: of('parent-style-name'), data: of('data-style-name') })
    }
    if (tag.local === 'map') {
      const condition = of('condition')?.replace('value()', '').replace('!=', '<>') ?? ''
      this.#format?.maps.push({ condition, name: of('apply-style-name') ?? '' })
    }
    const isHidden =
      tag.local === 'table-properties' && attribute(tag, 'display', TABLE) === 'false'
    if (isHidden && this.#sheet !== undefined) this.#hidden.add(this.#sheet)
  }

  #openFormat(tag: SaxesTagNS): void {
    const { local } = tag
    const of = (name: string) => attribute(tag, name, NUMBER)
    if (local.endsWith('-style')) {
      const clock = of('truncate-on-overflow') === 'false' ? ELAPSED : CLOCK
      const code = local === 'time-style' ? clock : (WHOLE[local] ?? '')
      this.#format = { code, maps: [] }
      this.#data.set(attribute(tag, 'name', STYLE) ?? '', this.#format)
    } else if (local === 'number') this.#number = new OpenNumber(of)
    else if (local === 'embedded-text') this.#behind = Number(of('position'))
    else if (local === 'scientific-number') this.#add('0E+00')
    else if (local === 'fraction') this.#add('# ?/?')
    if (LITERALS.includes(local)) this.#literal = ''
  }

  #add(code: string): void {
    if (this.#format) this.#format.code += code
  }

  /** The code of a cell's style, or of the one that it inherits from. */
  codeFor(name: string, parents: number): string | undefined {
    const style = this.#cells.get(name)
    if (!style || parents === 0) return this.#inherited?.codeFor(name, parents)
    const { data, parent } = style
    if (data !== undefined) return this.codeOf(data)
    return parent === undefined ? undefined : this.codeFor(parent, parents - 1)
  }

  /** Its sections, each for the numbers of its condition: `[>=0]00000;[<0]-00000`. */
  codeOf(name: string): string | undefined {
    const format = this.#data.get(name)
    if (!format) return this.#inherited?.codeOf(name)
    const others = format.maps.map((one) => `[${one.condition}]${this.#data.get(one.name)?.code}`)
    return [...others, format.code].join(';')
  }
}

const quoted = (text: string) => `"${text.replaceAll('"', '')}"`

/** A number that a format shows: its digits, with the texts between them. */
class OpenNumber {
  readonly #digits: string
  readonly #rest: string
  /** Each with how many digits stand behind it. */
  readonly #texts: { behind: number; text: string }[] = []

  /** @param of an attribute by its name */
  constructor(of: (name: string) => string | undefined) {
    const most = (name: string) => Math.min(Math.max(Number(of(name)) || 0, 0), MOST_DIGITS)
    const decimals = most('decimal-places')
    const factor = Number(of('display-factor') ?? 1)
    this.#digits = '0'.repeat(most('min-integer-digits')) || '#'
    const thousands = of('grouping') === 'true' ? ',000' : ''
    this.#rest = `${thousands}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}${factor === 1 ? '' : ','}`
  }

  add(behind: number, text: string): void {
    this.#texts.push({ behind, text })
  }

  get code(): string {
    const { length } = this.#digits
    const digits = Array.from(this.#digits, (digit, i) => {
      const before = this.#texts.filter(({ behind }) => behind === length - i)
      return `${before.map(({ text }) => quoted(text)).join('')}${digit}`
    })
    return digits.join('') + this.#rest
  }
}
