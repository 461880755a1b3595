import { checkDigits } from '../../../base/values/check-digits.ts'

// Numbers that are valid, and as far as can be helped nobody's.

/** A CNPJ whose root, above 90,000,000, the Receita Federal had not come to when this was written. */
export function cnpj(row: number, branch = 1): string {
  const base = `${90_000_000 + ((row * 7_919) % 9_999_999)}${String(branch).padStart(4, '0')}`
  return base + checkDigits(base, 9)
}

/** A CPF that begins with zeros. */
export function cpf(row: number): string {
  const base = String(1_000 + row * 37).padStart(9, '0')
  return base + checkDigits(base, 11)
}

/** A GTIN-13 with the prefix of Brazil. */
export const gtin13 = (row: number) => gtin(`789${900_000_000 + row * 17}`)

/**
 * The GTIN-14 of a box of goods whose GTIN-13 this is.
 * @param pack which of its boxes, from 1 to 8
 */
export const gtin14 = (unit: string, pack: number) => gtin(`${pack}${unit.slice(0, 12)}`)

function gtin(base: string): string {
  const sum = [...base]
    .reverse()
    .reduce((all, one, place) => all + Number(one) * (place % 2 === 0 ? 3 : 1), 0)
  return `${base}${(10 - (sum % 10)) % 10}`
}

/** A mobile number of that area that no operator gives out. */
export const phone = (area: number, row: number) =>
  `(${area}) 90000-${1_000 + ((row * 61) % 9_000)}`
