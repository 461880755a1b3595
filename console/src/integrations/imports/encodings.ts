/** As programs that save files call them. */
const names = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (ANSI, Latin-1)',
  cp850: 'CP850 (DOS)',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
} as const

export type Encoding = keyof typeof names

export const encodingOptions = Object.entries(names).map(([value, label]) => ({ value, label }))
