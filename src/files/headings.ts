import type { ActiveField } from '../custom/rules.ts'

// What stands over the columns of files, as exports write it and imports find it again.

/** The columns that problems are told in, in the file of refused lines. */
export const REASON_HEADINGS = { 'pt-BR': 'Motivo da recusa', en: 'Reason for refusal' } as const

const LONGEST_HEADING = 500

/** A heading as it is compared: in one line. */
export function headingText(text: string): string {
  const plain = text.replace(/\s+|\p{Cc}/gu, ' ').trim()
  return plain.slice(0, LONGEST_HEADING).toWellFormed()
}

type Named = Pick<ActiveField, 'key' | 'label'>

/** The heading of a declared field for systems: the way to its value. */
export const customName = ({ key }: Pick<Named, 'key'>) => headingText(`custom_fields.${key}`)

/** What the service's own columns end with: imports take no name beside them for a code. */
const OWN_ENDING = /\((?:id|código|code|cnpj\/cpf)\)$/i

/** The same for people: its label, and the key, by which it is found again whatever else is called so. */
export function customHeading({ key, label }: Named): string {
  const heading = headingText(`${label ?? key} (${key})`)
  return OWN_ENDING.test(heading) ? customName({ key }) : heading
}
