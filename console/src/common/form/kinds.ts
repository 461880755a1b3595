import { shorthandOf, type Terms } from '@pedido/model/invoices/installments'
import { decimalForTyping, type NumberKind, numberOf, readDecimal } from '../../text/decimals.ts'
import type { Language } from '../../text/language.ts'
import { type Named, recordsIn, typedRecords } from './named.ts'

/** What a field holds: how it is shown while one types, and what the service gets of it. */
export type FieldKind =
  | 'text'
  | 'area'
  | 'email'
  | 'phone'
  | 'document'
  | 'zip'
  | 'decimal'
  | 'money'
  | 'amount'
  | 'integer'
  | 'choice'
  | 'numbered'
  | 'rows'
  | 'yes_no'
  | 'check'
  | 'date'
  | 'time'
  | 'reference'
  | 'sellers'
  | 'terms'
  | 'words'
  | 'tags'
  | 'numbers'

interface Kind {
  /** For typing on. */
  show: (value: unknown, language: Language) => string
  /** What the service gets; undefined where that is nothing of this kind. */
  read: (typed: string, language: Language) => unknown
}

const plain: Kind = { show: String, read: (typed) => typed }
const figures = (kind: FieldKind): Kind => ({
  show: (value, language) => decimalForTyping(decimalText(value), language),
  read: (typed, language) => {
    const decimal = readDecimal(typed, language, numberKindOf(kind))
    return decimal === undefined ? undefined : numberOf(decimal)
  },
})

/** Kinds whose figures are read as people write them. */
export const isOfNumbers = (kind: FieldKind) =>
  kind === 'decimal' || kind === 'money' || kind === 'amount' || kind === 'integer'

export const numberKindOf = (kind: FieldKind): NumberKind | undefined =>
  kind === 'money' || kind === 'amount' ? 'amount' : kind === 'integer' ? 'integer' : undefined

/** A number as the service wrote it: a double of 15 figures is written exactly, but `1e-7` as that. */
function decimalText(value: unknown): string {
  const text = String(value)
  return text.includes('e')
    ? Number(value)
        .toFixed(15)
        .replace(/\.?0+$/, '')
    : text
}

export const kinds: Record<FieldKind, Kind> = {
  text: plain,
  area: plain,
  email: plain,
  phone: plain,
  choice: plain,
  // What stands in their cells: `shownOf` and `readOf` of fields.
  rows: plain,
  numbered: { show: String, read: Number },
  yes_no: { show: String, read: (typed) => typed === 'true' },
  date: plain,
  time: plain,
  document: { show: (value) => formatDocument(String(value)), read: (typed) => typed },
  zip: {
    show: String,
    read: (typed) => {
      const digits = typed.replaceAll(/[\s.-]/g, '')
      return /^\d{8}$/.test(digits) ? digits.replace(/(...)$/, '-$1') : undefined
    },
  },
  decimal: figures('decimal'),
  money: figures('money'),
  amount: figures('amount'),
  integer: figures('integer'),
  reference: {
    show: (value) => typedRecords([value as Named]),
    read: (typed) => recordsIn(typed)[0]?.id,
  },
  sellers: {
    show: (value) => typedRecords(value as readonly Named[]),
    read: (typed) => recordsIn(typed).map(({ id }) => id),
  },
  // Days of parts, or all that terms say where days alone don't.
  terms: {
    show: (value) => shorthandOf(value as Terms) ?? JSON.stringify(value),
    read: (typed) => (typed.trim().startsWith('{') ? objectIn(typed) : typed),
  },
  // Several short values, with commas or blanks between them.
  words: {
    show: (value) => (value as readonly string[]).join(', '),
    read: (typed) => partsOf(typed).map((part) => part.toUpperCase()),
  },
  // The same as they are typed.
  tags: { show: (value) => (value as readonly string[]).join(' '), read: partsOf },
  numbers: {
    show: (value) => (value as readonly number[]).join(', '),
    read: (typed) => {
      const parts = partsOf(typed)
      return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : undefined
    },
  },
  check: { show: (value) => (value === true ? 'true' : ''), read: (typed) => typed === 'true' },
}

function partsOf(typed: string): string[] {
  return typed.split(/[\s,;|]+/).filter((part) => part !== '')
}

function objectIn(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return undefined
  }
}

/** What an input gets whose value is records. */
export interface RecordsInputProps {
  label: string
  hint: string | undefined
  pointer: string
  value: string
  onChange: (value: string) => void
  autoFocus: boolean
}

/** `12.345.678/0001-95` of a CNPJ, with letters too, and `123.456.789-09` of a CPF. */
export function formatDocument(bare: string): string {
  if (/^[0-9A-Z]{12}\d\d$/.test(bare))
    return bare.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
  if (/^\d{11}$/.test(bare)) return bare.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  return bare
}
