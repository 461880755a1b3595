// Numbers that end in digits by which a typing error shows.

/**
 * Brazilian taxpayer numbers. CPF: 9 digits and 2 check digits. CNPJ: 12 characters and 2 check
 * digits; from July 2026 the 12 may be letters too (IN RFB 2.229/2024), and a character then
 * counts as its ASCII code minus 48, which leaves digits what they were.
 */

const CPF = /^\d{11}$/
const CNPJ = /^[0-9A-Z]{12}\d{2}$/

/**
 * The bare form of a CPF or CNPJ (no punctuation, upper case), as it is stored, or undefined where
 * the text is neither or a check digit is wrong. One character repeated throughout is refused:
 * such numbers pass the arithmetic but are never issued.
 */
export function bareDocument(text: string): string | undefined {
  const bare = text.replace(/[.\-/\s]/g, '').toUpperCase()
  if (/^(.)\1*$/.test(bare)) return undefined
  if (CPF.test(bare)) return bare.endsWith(checkDigits(bare.slice(0, 9), 11)) ? bare : undefined
  if (CNPJ.test(bare)) return bare.endsWith(checkDigits(bare.slice(0, 12), 9)) ? bare : undefined
  return undefined
}

/**
 * The two check digits that belong to a CPF's or CNPJ's base.
 * @param highest the weight after which weights start again at 2, counted from the right: 9 for a
 *   CNPJ, 11 (never reached) for a CPF
 */
export function checkDigits(base: string, highest: number): string {
  const first = checkDigit(base, highest)
  return first + checkDigit(base + first, highest)
}

/** Modulus 11: weights count from 2 at the right up to `highest`, and begin again. */
export function checkDigit(base: string, highest: number): string {
  const sum = [...base].reverse().reduce((total, character, i) => {
    const weight = 2 + (i % (highest - 1))
    return total + (character.charCodeAt(0) - 48) * weight
  }, 0)
  const rest = sum % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

/** What an NF-e says of goods without one. */
const NO_GTIN = 'SEM GTIN'

/**
 * Whether a text is a GTIN of 8, 12, 13 or 14 digits, of which the last one is its check digit (GS1 General
 * Specifications, 7.9), or says that there is none. A 13-digit one is that of 14 with a zero in front, so
 * weights are counted from the right.
 */
export function isGtin(text: string): boolean {
  if (text === NO_GTIN) return true
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}
