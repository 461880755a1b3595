import { useEffect } from 'react'
import type { MenuItem } from '../menu.tsx'

/** By the part of the page that they are of. */
const offered = new Map<string, readonly MenuItem[]>()

/** What this part of the page can do now: the command palette does it, too, as long as the part is there. */
export function useCommands(part: string, items: readonly (MenuItem | null)[]): void {
  useEffect(() => {
    offered.set(
      part,
      items.filter((item) => item !== null),
    )
    return () => void offered.delete(part)
  })
}

export const commandsOfPage = (): readonly MenuItem[] => [...offered.values()].flat()
