import { splitUnit, withoutUnit } from '../../../../../src/files/units.ts'
import { plain } from '../../../text/plain.ts'

// Lists as people write them: a message, a note, a list of codes with their quantities.

/** A line that may name a product. */
export interface TextLine {
  /** As it was written, without what stands before it in a message. */
  text: string
  /** As it was written: `10`, `1,5`; '' where it says none. */
  quantity: string
  /** What names the product: its code, or words of its name. */
  words: string
  /** What stands behind the quantity: `cx`. */
  unit?: string
}

/** What a messenger writes before each message: `[25/11, 10:02] Maria: `, `25/11/2026 10:02 - Maria: `. */
const STAMP = new RegExp(
  [
    String.raw`^\[?(?:\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?,? +\d{1,2}:\d{2}(?::\d{2})?`,
    String.raw`|\d{1,2}:\d{2}(?::\d{2})?, *\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?)`,
    String.raw`(?: ?[ap]\.?m\.?)?\]?(?: -)? +[^:]{1,60}: ?`,
  ].join(''),
  'i',
)
/** Marks of a list, and numbers of its points. */
const BULLET = /^(?:(?:[-–—•·*▪◦●○✓✔✅☑>→]+ +)|\d{1,3}[)ºª] *(?=\S)|\d{1,3}\. +(?=\d))+/u
const INVISIBLE = /\p{Cf}|\ufe0f/gu
/** What makes words bold or slanted. */
const EMPHASIS = /(?<![\p{L}\d])[*_~]+(?=\S)|(?<=\S)[*_~]+(?![\p{L}\d])/gu
/** What people say before they name what they want. */
const WISH =
  /^(?:(?:oi+|ola|bom dia|boa tarde|boa noite|me|por favor|pfv|pf|favor|manda|mande|mandar|envia|envie|quero|queria|preciso|separa|separe|coloca|bota|anota|inclui|mais|tambem|e|please|send|i need|need|and|de|of|[:,;!.-])(?: +|(?=[:,;!.-])|(?<=[:,;!.-])|$))+/
const GREETING =
  /^(?:oi+|ola|opa|bom dia|boa tarde|boa noite|tudo b(?:em|om)|obrigad[oa]|valeu|abracos?|att|atenciosamente|por favor|(?:segue|meu|o|novo|lista do|esse e o)? ?pedido|segue|entrega|preciso disso|fico no aguardo|aguardo|hi|hello|good (?:morning|afternoon)|thanks?|thank you|regards|order|please)(?![\p{L}\d])/u

const NUMBER = String.raw`\d+(?:[.,]\d+)*`
/** `10`, `10 cx`, `2fd.` at the end, after what divides it from the words. */
const AFTER = new RegExp(
  String.raw`^(.+?)(?:\s+[xX×*]\s*|\s*[:;=|]\s*|\s+[-–—]+\s*|\s*[-–—]+\s+)(${NUMBER}\s*\p{L}*\.?)$`,
  'u',
)
const BEFORE = new RegExp(
  String.raw`^(${NUMBER})\s*(?:[xX×*](?=[\s\d])|[-–—:;=|](?=\s)|\s)\s*(.+)$`,
  'u',
)
const BEFORE_UNIT = new RegExp(
  String.raw`^(${NUMBER}\s*\p{L}+\.?)\s+(?:[-–—:xX×]\s+)?(?:de\s+|of\s+)?(.+)$`,
  'u',
)
const LAST = new RegExp(String.raw`^(.*\S)\s+(${NUMBER}\s*\p{L}*\.?)$`, 'u')

/** The lines of a text that are no empty ones, without what a messenger adds to them. */
export function textLines(text: string): TextLine[] {
  return text
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .split(/[\r\n]+/)
    .flatMap((line) => partsOf(line.replaceAll(/\s+/g, ' ').trim().replace(STAMP, '')))
    .map((part) => part.replaceAll(EMPHASIS, '').replace(BULLET, '').trim())
    .filter((part) => part !== '')
    .map(readLine)
}

/** Several in one line, each with its quantity before it: `10 arroz, 5 feijão e 2 cx leite`. */
const partsOf = (line: string): string[] =>
  /^\D{0,12}\d+[^,;]*\p{L}/u.test(line) ? line.split(/[,;] +(?=\d)| +e +(?=\d+ )/) : [line]

/** Whether a line says nothing of products: it has no quantity, and greets or thanks. */
export const isTalk = ({ text, quantity }: TextLine): boolean =>
  !/\p{L}|\d/u.test(text) || (quantity === '' && GREETING.test(plain(text)))

/** A line with its quantity, wherever that stands. */
export function readLine(text: string): TextLine {
  const wish = WISH.exec(plain(text))?.[0].length ?? 0
  const bare = text.slice(wish).trim() || text
  const of = (quantity = '', words = bare, written = ''): TextLine => {
    const unit = splitUnit(written)?.unit
    return { text, quantity, words: words.trim(), ...(unit !== undefined && { unit }) }
  }
  const after = AFTER.exec(bare)
  const counted = after ? quantityIn(after[2]) : undefined
  if (after && counted !== undefined) {
    const [, left = ''] = after
    // Of two numbers the longer one is the code.
    return isNumber(left) && left.length < counted.length
      ? of(left, counted)
      : of(counted, left, after[2])
  }
  const unit = BEFORE_UNIT.exec(bare)
  const ofUnit = unit && /\p{L}{2}|[^xX]\.?$/u.test(unit[1] ?? '') ? quantityIn(unit[1]) : undefined
  if (ofUnit !== undefined) return of(ofUnit, unit?.[2], unit?.[1])
  const before = BEFORE.exec(bare)
  if (before) {
    const [, first = '', rest = ''] = before
    if (!isCode(first)) return of(first, rest.replace(/^d[eoa] /i, ''))
    if (isNumber(rest)) return of(rest, first)
  }
  const last = LAST.exec(bare)
  const lastCount = last ? quantityIn(last[2]) : undefined
  // What a product weighs is no quantity of it.
  return lastCount !== undefined && !/[kl]\p{L}*\.?$/iu.test(last?.[2] ?? '')
    ? of(lastCount, last?.[1], last?.[2])
    : of()
}

const isNumber = (text: string) => /^\d+(?:[.,]\d+)*$/.test(text)
/** Nobody orders so many by a message; EANs have eight figures or more. */
const isCode = (number: string) => /^(?:0\d+|\d{5,})$/.test(number)

/** The figures of `10 cx`; undefined of what is none, as `500 g`. */
function quantityIn(written = ''): string | undefined {
  const bare = withoutUnit(written)?.trim()
  return bare !== undefined && isNumber(bare) && Number(bare.replaceAll(',', '.')) !== 0
    ? bare
    : undefined
}
