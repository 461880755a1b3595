import type { Language } from '../texts/text.ts'

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
  product: { 'pt-BR': 'produto', en: 'product' },
  service: { 'pt-BR': 'serviço', en: 'service' },
  billing: { 'pt-BR': 'cobrança', en: 'billing' },
  delivery: { 'pt-BR': 'entrega', en: 'delivery' },
  main: { 'pt-BR': 'principal', en: 'main' },
  other: { 'pt-BR': 'outro', en: 'other' },
}

export function choiceText(word: string, language: Language): string {
  return choices[word]?.[language] ?? word
}

/** The statuses that an account begins with. Their codes are their English names in small letters. */
const statuses: Record<string, string> = {
  Draft: 'Rascunho',
  Open: 'Aberto',
  Approved: 'Aprovado',
  Picking: 'Em separação',
  Invoiced: 'Faturado',
  Shipped: 'Despachado',
  Delivered: 'Entregue',
  Cancelled: 'Cancelado',
}

/** The name of a status for people: one that an account began with and has not renamed is translated. */
export function statusText(
  { name, fk_id }: { name: string; fk_id: string | null },
  language: Language,
): string {
  const isOurs = language !== 'en' && name.toLowerCase() === fk_id
  return (isOurs && statuses[name]) || name
}
