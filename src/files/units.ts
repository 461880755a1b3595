// Units behind quantities, as people write them into files, and type them into the console, which has this
// file as well.

/**
 * Units that say nothing of how many: twelve boxes are 12. Left out are those that may be another
 * measure than the product's (g, ml, cm) or a number themselves (dúzia, milheiro).
 */
const UNITS = new RegExp(
  `(?:\\s+[lm]|\\s*(?:${[
    'un|und|unid|unids|unidades?|units?|ea|each|p[cç]s?|pe[cç]as?|pieces?|cx|cxs|caixas?|box|boxes',
    'ct|ctn|cartons?|fd|fardos?|pct|pcts|pacotes?|packs?|pares|par|pairs?|kits?|jg|jogos?|cj|conj|sets?',
    'kg|kgs|quilos?|lt|lts|litros?|mt|mts|metros?|m[2²]|m[3³]|sc|sacos?|bags?|rl|rolos?|rolls?',
    'gl|gal[aã]o|gal[oõ]es|bd|baldes?|bj|bandejas?|frascos?|latas?|cans?|garrafas?|bottles?|potes?',
  ].join('|')}))\\.?$`,
  'iu',
)

/** `12 un` is `12`; undefined where another word stands behind the figures. */
export function withoutUnit(quantity: string): string | undefined {
  const bare = quantity.normalize('NFC').trim().replace(UNITS, '')
  return /\d\s?\p{L}+\.?$/u.test(bare) ? undefined : bare
}
