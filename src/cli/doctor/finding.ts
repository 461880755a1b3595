import type { Finding } from '../../operations/status/finding.ts'
import { inWords } from '../command.ts'

const marks = { ok: 'ok   ', note: 'NOTE ', fault: 'FAULT' }

/** A finding for people: in columns, the remedy below what it is for. */
export function line({ grade, about, text, remedy }: Finding): string {
  const head = `${marks[grade]}  ${about.padEnd(12)}`
  const sentence = `${head}${inWords(text)}\n`
  return remedy === undefined
    ? sentence
    : `${sentence}${' '.repeat(head.length)}→ ${inWords(remedy)}\n`
}
