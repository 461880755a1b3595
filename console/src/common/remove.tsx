import { ProblemError } from '@pedido/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { useLanguage } from '../text/language.ts'
import { useTexts, wordOf } from '../text/texts.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { records } from './records/rows.ts'
import { text, usersOf } from './text.ts'

/** Asks before a record is deleted, and says what uses it where that holds it back. */
export function RemoveDialog({
  name,
  isOpen,
  onClose,
  remove,
  onRemoved,
  renew,
  uses = {},
}: {
  name: string
  isOpen: boolean
  onClose: () => void
  remove: () => Promise<unknown>
  onRemoved: () => void
  /** Reads it anew, where somebody else has changed it meanwhile. */
  renew: () => unknown
  /** Where what uses it is listed, by the service's name for it. */
  uses?: Partial<Record<string, string>>
}) {
  const t = useTexts(text)
  const [used, setUsed] = useState<readonly string[]>([])
  const close = () => {
    setUsed([])
    onClose()
  }
  const confirm = async () => {
    try {
      await remove()
    } catch (failure) {
      if (failure instanceof ProblemError && failure.code === 'precondition_failed') renew()
      if (failure instanceof ProblemError && failure.code === 'record_in_use') {
        setUsed((Reflect.get(failure, 'used_by') as string[] | undefined) ?? [])
      }
      throw failure
    }
    toast({ text: t.removed })
    onRemoved()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={t.removeTitle(name)}
      action={t.remove}
      isDanger
      onConfirm={confirm}
    >
      {used.length === 0 ? <p>{t.removeWhy}</p> : <Users used={used} hrefs={uses} />}
    </ConfirmDialog>
  )
}

/** What uses it. */
function Users({
  used,
  hrefs,
}: {
  used: readonly string[]
  hrefs: Partial<Record<string, string>>
}) {
  const t = useTexts(text)
  const names: Record<string, string> = useTexts(usersOf)
  const language = useLanguage()
  const labelOf = (table: string) => {
    const row = records.find(({ path }) => path.replaceAll('-', '_') === table)
    return row && wordOf(row.labels, language).toLowerCase()
  }
  return (
    <div role="status">
      <p>{t.usedBy}</p>
      <ul className="common__uses">
        {used.map((one) => {
          const href = hrefs[one]
          const label = names[one] ?? labelOf(one) ?? one
          return <li key={one}>{href ? <Link href={href}>{label}</Link> : label}</li>
        })}
      </ul>
    </div>
  )
}
