import { useState } from 'react'

/** A choice that this browser keeps; where it may keep nothing, the page does. */
export function useStored<T>(name: string, standard: T): [T, (value: T) => void] {
  const key = `pedido:${name}`
  const [value, setValue] = useState<T>(() => read(key) ?? standard)
  const store = (next: T) => {
    setValue(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // A browser that keeps nothing, or is full: it holds until the page is closed.
    }
  }
  return [value, store]
}

function read<T>(key: string): T | undefined {
  try {
    const kept = localStorage.getItem(key)
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}
