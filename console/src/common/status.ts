import { type Language, useLanguage } from '../text/language.ts'
import type { Tone } from '../ui/pieces.tsx'

/** Statuses and reasons that an account begins with have English names; who has not renamed them reads these. */
const known: Record<string, { name: string; pt: string; tone?: Tone }> = {
  draft: { name: 'Draft', pt: 'Rascunho' },
  open: { name: 'Open', pt: 'Aberto', tone: 'info' },
  approved: { name: 'Approved', pt: 'Aprovado', tone: 'info' },
  picking: { name: 'Picking', pt: 'Em separação', tone: 'warn' },
  invoiced: { name: 'Invoiced', pt: 'Faturado', tone: 'good' },
  shipped: { name: 'Shipped', pt: 'Despachado', tone: 'good' },
  delivered: { name: 'Delivered', pt: 'Entregue', tone: 'good' },
  cancelled: { name: 'Cancelled', pt: 'Cancelado', tone: 'bad' },
  customer_gave_up: { name: 'Customer gave up', pt: 'Desistência do cliente' },
  out_of_stock: { name: 'Out of stock', pt: 'Falta de estoque' },
  credit_refused: { name: 'Credit refused', pt: 'Crédito recusado' },
  duplicate_order: { name: 'Duplicate order', pt: 'Pedido duplicado' },
  entered_by_mistake: { name: 'Entered by mistake', pt: 'Lançado por engano' },
}

export interface Named {
  name: string
  fk_id: string | null
}

/** The name of a status or reason for people. */
function standardName({ name, fk_id }: Named, language: Language): string {
  const standard = known[fk_id ?? '']
  return language !== 'en' && standard?.name === name ? standard.pt : name
}

export const statusTone = ({ fk_id }: Named): Tone | undefined => known[fk_id ?? '']?.tone

export type NameOf = (one: Named) => string

export function useStandardName(): NameOf {
  const language = useLanguage()
  return (one) => standardName(one, language)
}

export function useStatusName() {
  return { nameOf: useStandardName(), toneOf: statusTone }
}
