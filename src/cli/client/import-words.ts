import type {
  Import,
  ImportColumn,
  ImportCounts,
  ImportFieldError,
} from '../../../packages/client/src/index.ts'
import { amount, counted, type Message, msg, numeral, verbatim } from '../../texts/message.ts'

// What the command says of an import.

type Detected = NonNullable<Import['detected']>

const NONE = '–'

export const stateTexts: Record<Import['state'], Message> = {
  checking: msg`trying`,
  checked: msg`tried`,
  running: msg`writing`,
  done: msg`done`,
  cancelled: msg`cancelled`,
  failed: msg`failed`,
  needs_mapping: msg`waiting for its columns`,
}

const linesOf = (count: number) => counted(count, msg`line`, msg`lines`)

export function soFar({ lines, refused }: ImportCounts): Message {
  return msg`${linesOf(lines)}, ${numeral(refused)} refused`
}

export function columnsText(detected: Detected): Message {
  const { encoding, separator, header_line, preset } = detected
  const how = [preset, encoding, separator === '\t' ? 'tab' : separator && `“${separator}”`].filter(
    Boolean,
  )
  return how.length > 0
    ? msg`The file was taken for this (${how}), headings in line ${header_line}:\n${table(detected)}`
    : msg`The file was taken for this, headings in line ${header_line}:\n${table(detected)}`
}

/** The columns of a file under one another. */
function table({ columns }: Detected): string {
  const rows = columns
    .filter(({ heading, field }) => heading !== '' || field !== null)
    .map((column) => [column.letter, column.heading, takenText(column), column.why])
  return aligned(rows)
}

/** What a column feeds. */
const takenText = ({ field, also = [] }: Pick<ImportColumn, 'field' | 'also'>) =>
  field === null ? NONE : [field, ...also].join(', ')

function aligned(rows: string[][]): string {
  const widths = [0, 1, 2].map((i) => Math.max(0, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n')
}

/** The columns of a file that waits for their names, with how it begins. */
export function samplesText({ columns }: Detected): string {
  const rows = columns
    .filter(({ heading, sample = [] }) => heading !== '' || sample.some((cell) => cell !== ''))
    .map(({ sample = [], ...column }) => [
      column.letter,
      column.heading,
      takenText(column),
      sample
        .filter((cell) => cell !== '')
        .slice(0, SHOWN)
        .map(shortened)
        .join(' | '),
    ])
  return aligned(rows)
}

const SHOWN = 3
const shortened = (text: string) => (text.length > 24 ? `${text.slice(0, 23)}…` : text)

/** The options with which the columns are named: what is guessed, or what is to be filled in. */
export function namingOption({ columns }: Detected): string {
  const guess = columns.find(({ offered }) => offered?.includes('fk_id'))
  const name = guess ? guess.heading || guess.letter : 'COLUMN'
  return `--column ${/^[\p{L}\p{N}._-]+$/u.test(name) ? `fk_id=${name}` : `'fk_id=${name.replaceAll("'", "'\\''")}'`}`
}

export function leftOut(columns: ImportColumn[]): Message {
  return msg`Nothing is taken from: ${columns.map(({ heading, why }) => `${heading} (${why})`).join('; ')}.`
}

export function errorText({ line, heading, letter, detail }: ImportFieldError): Message {
  const where = heading ?? letter
  return where ? msg`line ${line}, ${where}: ${detail}` : msg`line ${line}: ${detail}`
}

export function summaryText({ state, counts, file_name }: Import): Message {
  const file = verbatim(file_name ?? '')
  const lines = linesOf(counts.lines)
  const { created, updated, unchanged, refused } = counts
  const [made, changed, same, none] = [created, updated, unchanged, refused].map(numeral)
  return state === 'checked'
    ? msg`${file}: ${lines}; would be ${made} created, ${changed} changed, ${same} unchanged, ${none} refused.`
    : msg`${file}: ${lines}; ${made} created, ${changed} changed, ${same} unchanged, ${none} refused.`
}

/** What the orders of a file are worth, and which of them lose by it; none where there are none. */
export function worthTexts({ counts }: Import): Message[] {
  const { total_value, reduced, reduced_by } = counts
  return [
    ...(total_value > 0 ? [msg`The orders are worth ${amount(String(total_value))}.`] : []),
    ...(reduced > 0
      ? [
          msg`${numeral(reduced)} of the orders that exist already lose items or value: ${amount(String(reduced_by))} less.`,
        ]
      : []),
  ]
}
