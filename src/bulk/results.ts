import { Type } from 'typebox'
import { MAX_ERRORS, Problem } from '../base/problems.ts'
import { fieldErrors, id, nullable, quoting } from '../http/schemas.ts'
import { type Language, messageJson } from '../texts/message.ts'
import type { BulkResult } from './engine.ts'

/** What is said of each line. The last one may say why no more were looked at. */
export const resultLine = Type.Object(
  {
    line: { ...id, description: 'Which line, counted from 1, blank ones too.' },
    fk_id: {
      ...nullable(quoting({ pattern: '^[\\s\\S]*$', examples: ['ERP-1001'] })),
      description: 'As it was sent, also where that is no code.',
    },
    id: nullable({ ...id, description: 'The record’s; null where it was not written.' }),
    status: Type.String({
      enum: ['created', 'updated', 'unchanged', 'refused', 'failed'],
      description:
        '`refused`: this record was not written. `failed`, only in a last line: neither this line nor any after it was written; send them again.',
    }),
    code: Type.Optional(
      Type.String({
        pattern: '^[a-z_]+$',
        maxLength: 50,
        description: 'With `refused` and `failed`: the code of the problem that it would be.',
        examples: ['validation_failed'],
      }),
    ),
    // It repeats the names of properties, which may be anything.
    detail: Type.Optional(quoting({ pattern: '\\S', examples: ['/name: is required.'] })),
    existing_id: Type.Optional({
      ...id,
      description: 'With `duplicate_fk_id`: the record that has it.',
    }),
    errors: fieldErrors,
  },
  {
    title: 'BulkResult',
    examples: [{ line: 1, fk_id: 'ERP-1001', id: 7, status: 'created', errors: [] }],
  },
)

/** The line of a record. */
export function resultText(
  line: number,
  fk_id: string | null,
  result: BulkResult,
  language: Language,
): string {
  if (result instanceof Problem) return refusedText(line, fk_id, 'refused', result, language)
  return `${JSON.stringify({ line, fk_id, id: result.id, status: result.status, errors: [] })}\n`
}

/** The last line of a stream that ends before its time. */
export function failedText(line: number, problem: Problem, language: Language): string {
  return refusedText(line, null, 'failed', problem, language)
}

function refusedText(
  line: number,
  fk_id: string | null,
  status: 'refused' | 'failed',
  { code, detail, errors: all, extra }: Problem,
  language: Language,
): string {
  const { existing_id } = extra as { existing_id?: number }
  const errors = all.slice(0, MAX_ERRORS)
  const result = { line, fk_id, id: null, status, code, detail, existing_id, errors }
  return `${messageJson(result, language)}\n`
}
