import type { OrderSummary, SummarizeOrdersQuery } from '@pedido/client'
import { Link } from 'wouter'
import { useFormats } from '../text/formats.ts'
import { useLanguage } from '../text/language.ts'
import { counted, texts, useTexts } from '../text/texts.ts'
import { useStatusName } from './status.ts'
import './left-out.css'

const text = texts({
  leftOut: [
    (count: number, statuses: string, sum: string) =>
      `Não inclui ${counted('pt-BR', count, 'pedido', 'pedidos')} em ${statuses}, ${sum}`,
    (count: number, statuses: string, sum: string) =>
      `Without ${counted('en', count, 'order', 'orders')} in ${statuses}, ${sum}`,
  ],
  other: ['outras situações', 'other statuses'],
})

/** Named one by one; whoever has more has them in the list. */
const MOST_NAMES = 4

/** What asks for the orders beside those that count, for `LeftOut`. */
export const leftOutOf = (query: SummarizeOrdersQuery): SummarizeOrdersQuery => ({
  ...query,
  counts: false,
  group_by: ['status'],
  limit: MOST_NAMES,
})

/** Says what a sum of sales leaves out, drafts and cancelled orders as delivered; nothing where that is nothing. */
export function LeftOut({ left, href }: { left: OrderSummary | undefined; href?: string }) {
  const t = useTexts(text)
  const { money } = useFormats()
  const language = useLanguage()
  const { nameOf } = useStatusName()
  if (!left || left.count === 0) return null
  const names = left.groups.flatMap(({ status }) => (status ? [nameOf(status)] : []))
  if (left.omitted.groups > 0) names.push(t.other)
  const statuses = new Intl.ListFormat(language, { type: 'disjunction' }).format(names)
  const sentence = t.leftOut(left.count, statuses, money(left.sum))
  return (
    <span className="common__left">{href ? <Link href={href}>{sentence}</Link> : sentence}</span>
  )
}
