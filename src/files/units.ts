// Units behind quantities, as people write them into files, and type them into the console, which has this
// file as well.

/**
 * Units by the code that invoices have, as regular expressions of the words for them. Left out are those that
 * may be another measure than the product's (g, ml, cm) or a number themselves (dúzia, milheiro).
 */
const WORDS = {
  UN: 'un|und|unid|unids|unidades?|units?|ea|each',
  PC: 'p[cç]s?|pe[cç]as?|pieces?',
  CX: 'cx|cxs|caixas?|box|boxes',
  CT: 'ct|ctn|cartons?',
  FD: 'fd|fds|fardos?',
  PCT: 'pct|pcts|pacotes?|packs?',
  PAR: 'pares|par|pairs?',
  KIT: 'kits?',
  JG: 'jg|jogos?',
  CJ: 'cj|conj|sets?',
  KG: 'kg|kgs|quilos?',
  LT: 'lt|lts|litros?',
  MT: 'mt|mts|metros?',
  M2: 'm[2²]',
  M3: 'm[3³]',
  SC: 'sc|sacos?|bags?',
  RL: 'rl|rolos?|rolls?',
  GL: 'gl|gal[aã]o|gal[oõ]es',
  BD: 'bd|baldes?',
  BJ: 'bj|bandejas?',
  FR: 'frascos?',
  LA: 'latas?|cans?',
  GF: 'garrafas?|bottles?',
  PT: 'potes?',
}

/** Units that say nothing of how many, unless the product is packed in them: twelve boxes are 12. */
const UNITS = new RegExp(`(?:\\s+[lm]|\\s*(?:${Object.values(WORDS).join('|')}))\\.?$`, 'iu')

/** `12 un` is `12`; undefined where another word stands behind the figures. */
export function withoutUnit(quantity: string): string | undefined {
  const bare = quantity.normalize('NFC').trim().replace(UNITS, '')
  return /\d\s?\p{L}+\.?$/u.test(bare) ? undefined : bare
}

/** The figures of `3 caixas` and the word behind them; undefined where none stands there. */
export function splitUnit(quantity: string): { figures: string; unit: string } | undefined {
  const found = /^(.*\d)\s*(\p{L}[\p{L}\d²³]*)\.?$/u.exec(quantity.normalize('NFC').trim())
  return found ? { figures: found[1] ?? '', unit: found[2] ?? '' } : undefined
}

/** Whether two words mean one unit: `caixas` and `CX`. */
export const isSameUnit = (a: string, b: string): boolean => codeOf(a) === codeOf(b)

const CODES = Object.entries(WORDS).map(
  ([code, words]) => [code, new RegExp(`^(?:${words})$`, 'iu')] as const,
)

const codeOf = (unit: string) =>
  CODES.find(([, words]) => words.test(unit))?.[0] ?? unit.toUpperCase()
