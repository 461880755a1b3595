import type { ExplainedItem, Order, OrderTaxes } from '@pedido/client'
import { taxLabel } from '@pedido/model/taxes'
import { useQuery } from '@tanstack/react-query'
import { WhyTax } from '../../../common/taxes/why-tax.tsx'
import { pedido } from '../../../session/client.ts'
import { useTexts } from '../../../text/texts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/pieces.tsx'
import { Problem } from '../../../ui/problem.tsx'
import './invoice.css'
import { text } from './text.ts'

/** What the account's rules make of the order's lines, and why. */
export function useExplained(order: Order, isWanted: boolean) {
  return useQuery({
    queryKey: ['order', order.id, 'taxes', order.updated_at],
    queryFn: ({ signal }) => pedido.taxes.explain(order.id, { signal }),
    enabled: isWanted,
  })
}

/** The lines that no rule counts for, by their ids. */
export const withoutRule = (explained: OrderTaxes | undefined): ReadonlySet<number> =>
  new Set(
    explained?.items
      .filter(({ findings }) => findings.some(({ code }) => code === 'no_rule'))
      .map(({ id }) => id),
  )

/**
 * Why the taxes of an order are as they are, line by line.
 * @param tax of this one alone; of all where it is undefined
 */
export function WhyTaxes({
  order,
  tax,
  onClose,
}: {
  order: Order
  tax: string | undefined
  onClose: () => void
}) {
  const t = useTexts(text)
  const { data, error } = useExplained(order, true)
  const title = tax === undefined ? t.whyTaxes : t.whyTax(taxLabel(tax))
  return (
    <Dialog isOpen isWide onClose={onClose} title={title}>
      <div className="invoice__why">
        <Problem error={error} />
        {!data && !error && <Skeleton lines={6} />}
        {data?.items.length === 0 && <p>{t.sent}</p>}
        {data?.items.map((item, line) => (
          <Line
            key={item.id}
            item={item}
            tax={tax}
            title={t.line(line + 1, order.items[line]?.item.name ?? '')}
          />
        ))}
      </div>
    </Dialog>
  )
}

function Line({
  item: { taxes, rules, findings },
  tax,
  title,
}: {
  item: ExplainedItem
  tax: string | undefined
  title: string
}) {
  const t = useTexts(text)
  const shown = taxes.filter((one) => tax === undefined || one.tax === tax)
  if (shown.length === 0 && findings.length === 0) return null
  const isChanged = shown.some(({ same_as_stored }) => !same_as_stored)
  return (
    <section>
      <h3>{title}</h3>
      {findings.map(({ code, tax: of, detail }) => (
        <p key={`${code} ${of}`} className="quiet">
          {detail}
        </p>
      ))}
      {isChanged && <p className="quiet">{t.changed}</p>}
      {shown.map((one) => (
        <WhyTax key={one.tax} tax={one} rules={rules} isOpen={tax !== undefined} />
      ))}
    </section>
  )
}
