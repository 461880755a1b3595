import { type FormEvent, useRef, useState } from 'react'
import { useTexts } from '../../text/texts.ts'
import { text } from '../text.ts'
import { toast } from '../toasts.tsx'
import { unreadFields, unreadNames } from './unread.ts'

export interface Submit {
  /** For `onSubmit` of a form, and for buttons. */
  submit: (event?: FormEvent) => void
  isBusy: boolean
  /** Why it failed the last time: for `<Problem>` and `<FieldErrors>`. */
  error: Error | undefined
  /** Forgets the error, where the form is closed and opened anew. */
  forget: () => void
}

/**
 * Does what a form is for, once at a time, and keeps what went wrong. What was typed is the form's
 * and stays. Nothing is sent while a field of it can't be read: something else would be saved than
 * what it shows.
 */
export function useSubmit(work: () => Promise<unknown>): Submit {
  const stopped = useStop()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  // As the form is by then: what was typed as a code may have become a record meanwhile.
  const latest = useRef(work)
  latest.current = work
  // Two presses in one moment are one: the state is drawn only after them.
  const isRunning = useRef(false)
  const run = async (within: ParentNode) => {
    isRunning.current = true
    setBusy(true)
    try {
      if (await stopped(within)) return
      await latest.current()
      setError(undefined)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isRunning.current) void run(formOf(event?.currentTarget))
  }
  return { submit, isBusy, error, forget: () => setError(undefined) }
}

/** The form, the dialog or the page that is sent. */
function formOf(form: EventTarget | undefined): ParentNode {
  if (form instanceof HTMLFormElement) return form
  return document.activeElement?.closest('[role=dialog]') ?? document
}

/** So many are named. */
const NAMED = 3

/**
 * Tells whether fields of a form can't be read, and then goes to the first and says which they are.
 */
function useStop(): (within: ParentNode) => Promise<boolean> {
  const t = useTexts(text)
  return async (within) => {
    const unread = await unreadFields(within)
    if (unread.length === 0) return false
    unread[0]?.focus()
    const names = unreadNames(unread.slice(0, NAMED)).map((one) => t.ofField(one.label, one.typed))
    const more = unread.length > NAMED ? [t.andMore(unread.length - NAMED)] : []
    toast({ text: t.nothingSaved([...names, ...more].join(', ')), tone: 'bad' })
    return true
  }
}
