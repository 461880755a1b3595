import type { Language } from './languages.ts'

/**
 * A decimal as a person types it, as `1234.56`: what the service calls it. Undefined where it is
 * none. In Portuguese `1.234,56`, and `1.5` too, since keypads have a point: a point groups
 * thousands only where three figures follow it.
 */
export function readDecimal(typed: string, language: Language): string | undefined {
  const text = typed.replaceAll(/[\s\u00a0]|R\$/g, '').replace('−', '-')
  const [group, point] = language === 'en' ? [',', '.'] : ['.', ',']
  const parts = text.split(point)
  const whole = parts[0] ?? ''
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+$`).test(whole)
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
