import type { Order } from '@pedido/client'

// Who is between seller and buyer, as one text: a CNPJ and the seller's id there, `-` where there is nobody.

const NOBODY = '-'

export function typedIntermediary(shown: Order['intermediary']): string {
  if (shown === false) return NOBODY
  return [shown?.document, shown?.id].filter(Boolean).join(' ')
}

export function intermediaryIn(typed: string): Order['intermediary'] {
  const [first = '', ...others] = typed.trim().split(/\s+/)
  if (first === '') return null
  if (first === NOBODY && others.length === 0) return false
  return { document: first.replaceAll(/[./-]/g, '').toUpperCase(), id: others.join(' ') || null }
}
