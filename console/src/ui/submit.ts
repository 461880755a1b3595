import { type FormEvent, useState } from 'react'

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
 * and stays.
 */
export function useSubmit(work: () => Promise<unknown>): Submit {
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
    if (!isBusy) void run()
  }
  return { submit, isBusy, error, forget: () => setError(undefined) }
}
