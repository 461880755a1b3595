import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Named } from '../form/named.ts'
import { ReferenceInput } from '../form/reference-input.tsx'
import { text } from './text.ts'
import { type Chosen, transferAll } from './transfer.ts'

export interface TransferDialogProps {
  /** Which customers, in words. */
  about: string
  chosen: Chosen
  /** From whom, where that is known already. */
  from?: Named | undefined
  /** They are all of his. */
  isFromFixed?: boolean
  onClose: () => void
  onDone?: () => void
}

/** Hands customers over to another seller. Closed while it runs, it stops behind what is done. */
export function TransferDialog(props: TransferDialogProps) {
  const { about, chosen, isFromFixed = false, onClose, onDone } = props
  const t = useTexts(text)
  const queries = useQueryClient()
  const stop = useRef(new AbortController())
  const [from, setFrom] = useState<Named | null>(props.from ?? null)
  const [to, setTo] = useState<Named | null>(null)
  const [keeps, setKeeps] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [progress, setProgress] = useState<readonly [moved: number, remaining: number]>()
  const isChosen = chosen.customers !== undefined || Object.keys(chosen.query ?? {}).length > 0
  const needsFrom = !isChosen && !from
  const isSame = from !== null && from.id === to?.id
  const { submit, isBusy, error } = useSubmit(async () => {
    setAsked(true)
    if (needsFrom || !to || isSame) return
    const body = { to: to.id, keep: keeps, ...(from ? { from: from.id } : {}) }
    const report = (moved: number, remaining: number) => setProgress([moved, remaining])
    const moved = await transferAll(body, chosen, report, stop.current.signal)
    await queries.invalidateQueries({ queryKey: ['customers'] })
    toast({ text: moved === 0 ? t.none : t.done(moved, to.name) })
    if (stop.current.signal.aborted) return
    onDone?.()
    onClose()
  })
  const close = () => {
    stop.current.abort()
    onClose()
  }
  const foot = (
    <>
      <Button onClick={close}>{t.cancel}</Button>
      <Button type="submit" form="transfer" look="primary" isBusy={isBusy}>
        {t.transfer}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={close} title={t.title} foot={foot}>
      <form id="transfer" className="stack" onSubmit={submit} noValidate>
        <p>{about}</p>
        <FieldErrors error={error}>
          <Problem error={error} shownAt={['/from', '/to']} />
          <Sellers {...{ isFromFixed, isChosen, isAsked, from, setFrom, to, setTo }} />
        </FieldErrors>
        <Checkbox label={t.keep} hint={t.keepHint} isChecked={keeps} onChange={setKeeps} />
        <p role="status">{progress && isBusy && t.progress(...progress)}</p>
      </form>
    </Dialog>
  )
}

/** Whose customers go, needed where no others are chosen, and to whom. */
function Sellers({
  isFromFixed,
  isChosen,
  isAsked,
  from,
  setFrom,
  to,
  setTo,
}: {
  isFromFixed: boolean
  isChosen: boolean
  /** Somebody has tried to transfer them. */
  isAsked: boolean
  from: Named | null
  setFrom: (seller: Named | null) => void
  to: Named | null
  setTo: (seller: Named | null) => void
}) {
  const t = useTexts(text)
  const isSame = from !== null && from.id === to?.id
  return (
    <>
      {!isFromFixed && (
        <ReferenceInput
          to="users"
          label={t.from}
          hint={from ? t.fromOthers : isChosen ? t.fromHint : undefined}
          error={isAsked && !isChosen && !from ? t.fromNeeded : undefined}
          pointer="/from"
          placeholder={isChosen ? t.anybody : t.seller}
          value={from}
          onChange={setFrom}
        />
      )}
      <ReferenceInput
        to="users"
        label={t.to}
        hint={isFromFixed ? t.fromOthers : undefined}
        error={isAsked && !to ? t.toNeeded : isSame ? t.same : undefined}
        pointer="/to"
        placeholder={t.seller}
        value={to}
        onChange={setTo}
      />
    </>
  )
}
