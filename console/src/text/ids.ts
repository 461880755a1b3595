/** The id that an address says, or undefined: beyond the safe integers there are none. */
export function idOf(text: string | null | undefined): number | undefined {
  const id = /^[1-9]\d*$/.test(text ?? '') ? Number(text) : undefined
  return Number.isSafeInteger(id) ? id : undefined
}

/** The ids of a list with commas: `3,7`. */
export function idsOf(text: string | null): number[] {
  return (text ?? '').split(',').flatMap((one) => idOf(one) ?? [])
}
