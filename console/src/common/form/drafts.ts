import { useState } from 'react'

/** What was typed into forms and not saved, by the form's name: here until the window is closed. */
const PREFIX = 'pedido:draft:'

/**
 * What a form holds, kept beyond the form: closed by mistake or reloaded, it has it again.
 * @param name of the form and its record; undefined keeps nothing
 */
export function useDraft<T>(name: string, initial: T) {
  const [kept] = useState(() => read<T>(name))
  const [value, setValue] = useState<T>(kept ?? initial)
  const [isBack, setBack] = useState(kept !== undefined)
  const set = (next: T, isChanged: boolean) => {
    setValue(next)
    if (isChanged) write(name, next)
    else forgetDraft(name)
  }
  const drop = (next: T) => {
    setBack(false)
    set(next, false)
  }
  return { value, set, drop, isBack }
}

function read<T>(name: string): T | undefined {
  try {
    const kept = sessionStorage.getItem(PREFIX + name)
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}

function write(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing: the open form still has it.
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {
    // There was nothing to forget.
  }
}
