import type { OrderPreview } from '@pedido/client'
import { useLayoutEffect, useRef, useState } from 'react'
import { useFormats } from '../../../text/formats.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Installments } from '../../installments.tsx'
import type { Row } from '../rows/rows.ts'
import { nextInstallment, typedInstallments } from './installments.ts'
import { text } from './text.ts'
import { TypedInstallments } from './typed-installments.tsx'

/** When how much is due: as it follows or was sent, or as it is typed here. */
export function InstallmentsField({
  rows,
  order,
  onChange,
}: {
  /** What is typed; null where they follow again, undefined where nobody has typed any. */
  rows: readonly Row[] | null | undefined
  /** As it would become. */
  order: OrderPreview | undefined
  onChange: (rows: readonly Row[] | null) => void
}) {
  const t = useTexts(text)
  const { day } = useFormats()
  const payable = String(order?.payable_value ?? 0)
  const place = useRef<HTMLElement>(null)
  const [begun, setBegun] = useState<string>()
  useFocusAfter(place, rows !== undefined && rows !== null)
  const begin = () => {
    const known = order ? typedInstallments(order) : []
    const typed = known.length > 0 ? known : [nextInstallment([], payable, day(new Date()))]
    setBegun(typed[0]?.key)
    onChange(typed)
  }
  if (rows)
    return (
      <section className="panel form__terms" aria-label={t.installments} ref={place}>
        <div className="row spread">
          <h2>{t.installments}</h2>
          <Button size="small" onClick={() => onChange(null)}>
            {t.back}
          </Button>
        </div>
        <TypedInstallments {...{ rows, payable, begun, onChange }} />
      </section>
    )
  // What follows is known once the service has said what the order comes to.
  if (!order) return null
  const isKept = order.installments_kept
  const hasAny = order.installments.length > 0
  return (
    <section className="panel form__terms" aria-label={t.installments} ref={place}>
      {hasAny ? <Installments order={order} /> : <h2>{t.installments}</h2>}
      <p className="quiet">{hasAny ? (isKept ? t.kept : t.followed) : t.none}</p>
      <div className="row">
        <Button size="small" onClick={begin}>
          {t.type}
        </Button>
        {isKept && (
          <Button size="small" onClick={() => onChange(null)}>
            {t.back}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Who has left off typing goes on at the button that begins it. */
function useFocusAfter(place: { current: HTMLElement | null }, isTyped: boolean): void {
  const wasTyped = useRef(isTyped)
  useLayoutEffect(() => {
    if (wasTyped.current && !isTyped) place.current?.querySelector('button')?.focus()
    wasTyped.current = isTyped
  }, [place, isTyped])
}
