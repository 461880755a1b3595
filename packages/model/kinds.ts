/** What it is called, by people and in files. */
export type Label = readonly [portuguese: string, english: string]

/** How many digits a decimal may have before its mark, and behind it. */
export interface Digits {
  readonly integer: number
  readonly decimals: number
}

// NF-e layout 4.00 (groups I, N and O: 11v0-4, 11v0-10, 13v2, 3v2-4).
export const COUNT = { integer: 11, decimals: 4 } as const
export const UNIT_PRICE = { integer: 11, decimals: 10 } as const
export const AMOUNT = { integer: 13, decimals: 2 } as const
/** In percent. */
export const RATE = { integer: 3, decimals: 4 } as const
/** In kilograms (12v3). */
export const WEIGHT = { integer: 9, decimals: 3 } as const
