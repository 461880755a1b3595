import type { FieldRow } from '../../packages/model/record-fields.ts'
import { recordRows } from '../../packages/model/records.ts'
import type { Language } from '../texts/message.ts'

// What people read in files for what the service keeps in words of its own.

const yesNo: Record<Language, readonly [yes: string, no: string]> = {
  'pt-BR': ['Sim', 'Não'],
  en: ['Yes', 'No'],
}

export function yesNoText(isYes: boolean, language: Language): string {
  return yesNo[language][isYes ? 0 : 1]
}

/** Words of the interface that fields choose from. */
const choices: Record<string, Record<Language, string>> = {
  ...Object.fromEntries(recordRows.flatMap(({ fields }) => fields.flatMap(wordsOf))),
  billing: { 'pt-BR': 'cobrança', en: 'billing' },
  delivery: { 'pt-BR': 'entrega', en: 'delivery' },
  main: { 'pt-BR': 'principal', en: 'main' },
  other: { 'pt-BR': 'outro', en: 'other' },
}

/** What a record's field chooses from, in small letters. */
function wordsOf(row: FieldRow): [string, Record<Language, string>][] {
  if (row.kind !== 'choice') return []
  return Object.entries(row.choices).map(([value, [portuguese, en]]) => [
    value,
    { 'pt-BR': portuguese.toLowerCase(), en: en.toLowerCase() },
  ])
}

export function choiceText(word: string, language: Language): string {
  return choices[word]?.[language] ?? word
}

/** The statuses and reasons that an account begins with: `codeOf` tells their codes. */
const standard: Record<string, string> = {
  Draft: 'Rascunho',
  Open: 'Aberto',
  Approved: 'Aprovado',
  Picking: 'Em separação',
  Invoiced: 'Faturado',
  Shipped: 'Despachado',
  Delivered: 'Entregue',
  Cancelled: 'Cancelado',
  'Customer gave up': 'Desistência do cliente',
  'Out of stock': 'Falta de estoque',
  'Credit refused': 'Crédito recusado',
  'Duplicate order': 'Pedido duplicado',
  'Entered by mistake': 'Lançado por engano',
}

const codeOf = (name: string) => name.toLowerCase().replaceAll(' ', '_')

/** The name of a status or reason for people: one that an account began with and has not renamed is translated. */
export function standardName(
  { name, fk_id }: { name: string; fk_id: string | null },
  language: Language,
): string {
  const isOurs = language !== 'en' && codeOf(name) === fk_id
  return (isOurs && standard[name]) || name
}
