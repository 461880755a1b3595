import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useTexts } from '../text/texts.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import './popups.css'
import { useSubmit } from './fields/submit.ts'
import { Problem } from './problem.tsx'
import { text } from './text.ts'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, the one that Enter means last. */
  foot?: ReactNode
  isWide?: boolean
  /** What Enter is to press at once, where that is not the first field. */
  firstFocus?: RefObject<HTMLElement | null>
}

const FIELDS = ':is(input, select, textarea):not([readonly], :disabled)'
const WRONG = '[aria-invalid=true]'

/** Over the page, until it is closed: by Escape, by its button, by a press beside it. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, children, foot, isWide = false, firstFocus } = props
  const t = useTexts(text)
  const body = useRef<HTMLDivElement>(null)
  // Its first field, and before it one that is wrong, to be typed into at once; by touch, where that opens a
  // keyboard, none.
  const find = (fields: string) => body.current?.querySelector<HTMLElement>(fields)
  const firstField = (by: string) => (by !== 'touch' && (find(WRONG) ?? find(FIELDS))) || true
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          className={isWide ? 'dialog dialog--wide' : 'dialog'}
          initialFocus={firstFocus ?? firstField}
        >
          <header className="dialog__head">
            <Base.Title>{title}</Base.Title>
            <IconButton label={t.close} icon={<Icon name="close" />} onClick={onClose} />
          </header>
          <div className="dialog__body" ref={body}>
            {children}
          </div>
          {foot && <footer className="dialog__foot">{foot}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** What the button says: what will happen, not “yes”. */
  action: string
  isDanger?: boolean
  /** The dialog closes once it is done; a failure shows in it. */
  onConfirm: () => Promise<unknown>
}

/** Asks before what can't be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, action, isDanger = false, onConfirm } = props
  const t = useTexts(text)
  const { submit, isBusy, error, forget } = useSubmit(async () => {
    await onConfirm()
    onClose()
  })
  const close = () => {
    forget()
    onClose()
  }
  const foot = (
    <>
      <Button onClick={close}>{t.cancel}</Button>
      <Button look={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onClick={() => submit()}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} foot={foot}>
      <div>{children}</div>
      <Problem error={error} />
    </Dialog>
  )
}
