import { type FormEvent, useState } from 'react'
import { useTexts } from '../text/texts.ts'
import { text } from './text.ts'
import { toast } from './toasts.tsx'

export interface Submit {
  /** For `onSubmit` of a form, and for buttons. */
  submit: (event?: FormEvent) => void
  isBusy: boolean
  /** Why it failed the last time: for `<Problem>` and `<Faults>`. */
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
  const t = useTexts(text)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const run = async () => {
    setBusy(true)
    try {
      await work()
      setError(undefined)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (isBusy) return
    const wrong = unreadableField(event?.currentTarget)
    if (!wrong) return void run()
    wrong.focus()
    toast({ text: t.unreadable(wrong.value), tone: 'bad' })
  }
  return { submit, isBusy, error, forget: () => setError(undefined) }
}

/** The first field in which something stands that can't be read: of the form, the dialog or the page. */
function unreadableField(form: EventTarget | undefined): HTMLInputElement | undefined {
  const dialog = document.activeElement?.closest('[role=dialog]')
  const within = form instanceof HTMLFormElement ? form : (dialog ?? document)
  const isWrong = (field: HTMLInputElement) =>
    field.hasAttribute('data-unreadable') || field.validity.badInput || isBeyond(field)
  return [...within.querySelectorAll('input')].find(isWrong)
}

/** Whether a date is of a year that nobody means, such as one of which two figures are typed. */
function isBeyond({ type, value }: HTMLInputElement): boolean {
  if ((type !== 'date' && type !== 'datetime-local') || value === '') return false
  return !/^(?:19|20|21)\d\d-/.test(value)
}
