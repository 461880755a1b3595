import { Button } from '../../ui/button.tsx'

/** Saves what is typed, as Ctrl S and Ctrl Enter do. */
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
    <Button
      look="primary"
      isBusy={isBusy}
      onClick={onSave}
      aria-keyshortcuts="Control+S Control+Enter"
    >
      {label} <kbd>Ctrl S</kbd>
    </Button>
  )
}
