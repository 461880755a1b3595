import type { Order } from '@pedido/client'
import { useId, useState } from 'react'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextInput } from '../../../ui/fields/inputs.tsx'
import { text } from '../text.ts'

/** Asks why a locked order is corrected, before it is. */
export function CorrectionDialog({
  order,
  onClose,
  onSaid,
}: {
  order: Order
  onClose: () => void
  onSaid: (why: string) => void
}) {
  const t = useTexts(text)
  const form = useId()
  const [why, setWhy] = useState('')
  const reason = why.trim()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.correctTitle(order.fk_id ?? `#${order.id}`)}
      foot={
        <>
          <Button onClick={onClose}>{t.back}</Button>
          <Button look="primary" type="submit" form={form} disabled={reason === ''}>
            {t.goOnCorrecting}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (reason !== '') onSaid(reason)
        }}
        noValidate
      >
        <TextInput
          label={t.why}
          hint={t.whyCorrected}
          value={why}
          onChange={setWhy}
          maxLength={500}
        />
      </form>
    </Dialog>
  )
}
