import type { Language } from './languages.ts'

/** What a field of numbers holds: then its sign or unit may stand there. */
export type NumberKind = 'percentage' | 'quantity' | 'amount'

const UNITS =
  /\s+(?:un|und|unid|cx|p[cç]t?|kg|g|lt?|ml|m|m2|m3|fd|sc|dz|par(?:es)?|rl|gl|cj|bd|jg|kit|box|pcs?|ea)\.?$/i

/**
 * A decimal as a person types it, as `1234.56`: what the service calls it. Undefined where it is
 * none. In Portuguese `1.234,56`, and `1.5` too, since keypads have a point: a point groups
 * thousands only where three figures follow it and the group before does not begin with 0. `5%` is 5
 * where percentages are, `12 un` is 12 where quantities are.
 */
export function readDecimal(
  given: string,
  language: Language,
  kind?: NumberKind,
): string | undefined {
  const typed =
    kind === 'percentage'
      ? given.replace(/\s*%\s*$/, '')
      : kind === 'quantity'
        ? given.trim().replace(UNITS, '')
        : given
  const text = typed.replaceAll(/[\s\u00a0]|R\$/g, '').replace('−', '-')
  const [group, point] = language === 'en' ? [',', '.'] : ['.', ',']
  const parts = text.split(point)
  const whole = parts[0] ?? ''
  const isGrouped = new RegExp(`^-?[1-9]\\d{0,2}(\\${group}\\d{3})+$`).test(whole)
  const plain = isGrouped ? whole.replaceAll(group, '') : whole
  if (parts.length === 2 && /^-?\d*$/.test(plain)) return tidy(plain, parts[1] ?? '')
  if (parts.length === 1 && /^-?\d+$/.test(plain)) return tidy(plain, '')
  const other = language === 'en' ? /^(-?\d*),(\d{1,2})$/ : /^(-?\d*)\.(\d+)$/
  const found = parts.length === 1 ? other.exec(text) : null
  return found ? tidy(found[1] ?? '', found[2] ?? '') : undefined
}

function tidy(whole: string, fraction: string): string | undefined {
  if (!/^\d*$/.test(fraction) || (/^-?$/.test(whole) && fraction === '')) return undefined
  const sign = whole.startsWith('-') ? '-' : ''
  const left = whole.replace('-', '').replace(/^0+(?=\d)/, '') || '0'
  const right = fraction.replace(/0+$/, '')
  return `${sign}${left}${right && `.${right}`}`
}

/** A decimal for typing on: no groups, the language's point. */
export function decimalForTyping(decimal: string, language: Language): string {
  return language === 'en' ? decimal : decimal.replace('.', ',')
}

/**
 * The number that the client sends as just these figures, or null where there are none. A double
 * holds 15 significant figures exactly, and the service takes no more.
 */
export function numberOf(decimal: string): number | null {
  return decimal === '' ? null : Number(decimal)
}
