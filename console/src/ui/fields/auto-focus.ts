import { useState } from 'react'

/**
 * A field's `ref` that gives it the focus as it appears. The attribute `autofocus` does so once a
 * page, whatever comes later.
 * @returns undefined where the focus was not wanted when the field appeared
 */
export function useAutoFocus(isWanted = false): typeof focus | undefined {
  const [isFirst] = useState(isWanted)
  return isFirst ? focus : undefined
}

const focus = (field: HTMLElement | null) => field?.focus()
