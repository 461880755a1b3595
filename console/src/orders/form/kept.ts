import { useEffect, useState } from 'react'

/**
 * What is being typed: this window's storage keeps it through a reload, through the end of a
 * session and while another page is looked at, until it is forgotten.
 */
export function useKept<T>(name: string, start: () => T) {
  const [value, setValue] = useState<T>(() => readKept<T>(name) ?? start())
  useEffect(() => keep(name, value), [name, value])
  return [value, setValue] as const
}

/** What the changes of an order are kept by. */
export const typedName = (id: number, member: number) => `order:${member}:${id}`

export function keep(name: string, value: unknown): void {
  attempt(() => sessionStorage.setItem(keyOf(name), JSON.stringify(value)))
}

export function forget(name: string): void {
  attempt(() => sessionStorage.removeItem(keyOf(name)))
}

export function readKept<T>(name: string): T | undefined {
  return attempt(() => {
    const kept = sessionStorage.getItem(keyOf(name))
    return kept === null ? undefined : (JSON.parse(kept) as T)
  })
}

/** Undefined where the browser keeps nothing, or is full: then it holds until the page is closed. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const keyOf = (name: string) => `pedido:typed:${name}`
