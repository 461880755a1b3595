import { useLayoutEffect, useRef } from 'react'

/** A letter does something, but where somebody types. */
export function useKey(letter: string, isOn: boolean, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  // As soon as the button is to be seen.
  useLayoutEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== letter || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      const isTyping =
        target instanceof Element &&
        target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null
      if (isTyping || event.defaultPrevented) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn, letter])
}
