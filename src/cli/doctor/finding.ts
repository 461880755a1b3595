import type { Finding } from '../../operations/status/finding.ts'
import { inWords } from '../command.ts'

const marks = { ok: 'ok   ', note: 'NOTE ', fault: 'FAULT' }

/** A finding for people: in columns, the remedy below what it is for. */
export function line({ grade, about, text, remedy }: Finding): string {
  const head = `${marks[grade]}  ${about.padEnd(12)}`
  const told = `${head}${inWords(text)}\n`
  return remedy === undefined ? told : `${told}${' '.repeat(head.length)}→ ${inWords(remedy)}\n`
}
