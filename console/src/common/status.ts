import { type Language, useLanguage } from '../text/language.ts'
import type { Tone } from '../ui/pieces.tsx'

/** Those that an account begins with have English names; who has not renamed them reads these. */
const known: Record<string, { name: string; pt: string; tone?: Tone }> = {
  draft: { name: 'Draft', pt: 'Rascunho' },
  open: { name: 'Open', pt: 'Aberto', tone: 'info' },
  approved: { name: 'Approved', pt: 'Aprovado', tone: 'info' },
  picking: { name: 'Picking', pt: 'Em separação', tone: 'warn' },
  invoiced: { name: 'Invoiced', pt: 'Faturado', tone: 'good' },
  shipped: { name: 'Shipped', pt: 'Despachado', tone: 'good' },
  delivered: { name: 'Delivered', pt: 'Entregue', tone: 'good' },
  cancelled: { name: 'Cancelled', pt: 'Cancelado', tone: 'bad' },
}

export interface Named {
  name: string
  fk_id: string | null
}

/** The name of a status for people. */
function statusName({ name, fk_id }: Named, language: Language): string {
  const standard = known[fk_id ?? '']
  return language !== 'en' && standard?.name === name ? standard.pt : name
}

export const statusTone = ({ fk_id }: Named): Tone | undefined => known[fk_id ?? '']?.tone

export function useStatusName() {
  const language = useLanguage()
  return { nameOf: (one: Named) => statusName(one, language), toneOf: statusTone }
}
