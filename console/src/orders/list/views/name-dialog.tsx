import { useId, useState } from 'react'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, TextInput } from '../../../ui/fields/inputs.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../../ui/problem.tsx'
import { text } from '../text.ts'

/** Asks what a view is called, and where one may, whether everybody is to see it. */
export function NameDialog({
  title,
  why,
  name = '',
  mayShare = false,
  onClose,
  onSave,
}: {
  title: string
  why?: string
  name?: string
  mayShare?: boolean
  onClose: () => void
  onSave: (name: string, shared: boolean) => Promise<void>
}) {
  const t = useTexts(text)
  const form = useId()
  const [typed, setTyped] = useState(name)
  const [isShared, setShared] = useState(false)
  const { submit, isBusy, error } = useSubmit(async () => {
    await onSave(typed.trim(), isShared)
    onClose()
  })
  const foot = (
    <>
      <Button onClick={onClose}>{t.cancel}</Button>
      <Button look="primary" type="submit" form={form} isBusy={isBusy}>
        {t.save}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} foot={foot}>
      <form id={form} className="stack" onSubmit={submit}>
        <FieldErrors error={error}>
          <Problem error={error} shownAt={['/name']} />
          <TextInput
            label={t.viewName}
            pointer="/name"
            value={typed}
            onChange={setTyped}
            maxLength={60}
            required
            autoFocus
          />
          {mayShare && (
            <Checkbox
              label={t.shareView}
              hint={t.shareHint}
              isChecked={isShared}
              onChange={setShared}
            />
          )}
          {why && <p className="quiet">{why}</p>}
        </FieldErrors>
      </form>
    </Dialog>
  )
}
