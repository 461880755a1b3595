import { Button } from '../../ui/button.tsx'

/** Saves what is typed, as Ctrl S does. */
export function SaveButton({
  label,
  isBusy,
  onSave,
}: {
  label: string
  isBusy: boolean
  onSave: () => void
}) {
  return (
    <Button look="primary" isBusy={isBusy} onClick={onSave} aria-keyshortcuts="Control+S">
      {label} <kbd>Ctrl S</kbd>
    </Button>
  )
}
