import { ProblemError } from '@pedido/client'
import { taxLabel } from '@pedido/model/taxes'
import { useRef } from 'react'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { text } from './text.ts'

/** What an order comes to by the day of its invoice. */
export interface MovedTotal {
  tax_date: string
  total_value: number
  total_value_then: number
  closed: string[]
}

/** Undefined of another problem. */
export function movedTotalOf(failure: unknown): MovedTotal | undefined {
  if (!(failure instanceof ProblemError) || failure.code !== 'total_moves_with_date') return
  const { tax_date = '', total_value = 0, total_value_then = 0, closed = [] } = failure.meta
  return { tax_date, total_value, total_value_then, closed }
}

/** Asks whether an order is invoiced with another total than the one it had. */
export function MovedTotalDialog({
  moved,
  onAccept,
  onClose,
}: {
  moved: MovedTotal
  onAccept: () => void
  onClose: () => void
}) {
  const t = useTexts(text)
  const { date, money } = useFormats()
  const confirm = useRef<HTMLButtonElement>(null)
  const { tax_date, total_value, total_value_then, closed } = moved
  const foot = (
    <>
      <Button onClick={onClose}>{t.back}</Button>
      <Button ref={confirm} look="primary" onClick={onAccept}>
        {t.acceptTotal}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t.totalMoves} foot={foot} firstFocus={confirm}>
      <p>{t.totalMovesWhy(date(tax_date), money(total_value), money(total_value_then))}</p>
      {closed.length > 0 && <p>{t.closedTaxes(closed.map(taxLabel).join(', '))}</p>}
    </Dialog>
  )
}
