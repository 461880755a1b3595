import { fullFormats } from 'ajv-formats/dist/formats.js'
import { composed } from './texts.ts'

export function isEmail(text: string): boolean {
  return (fullFormats.email as RegExp).test(text)
}

/** In small letters, as e-mails of members are kept: people don't tell them apart by more. */
export function plainEmail(text: string): string {
  return composed(text.trim()).toLowerCase()
}
