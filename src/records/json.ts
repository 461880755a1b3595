import { instantSql } from '../database/instant.ts'
import type { ListSource } from '../database/list.ts'
import type { RecordDefinition } from './definitions.ts'

/** SQL text that builds a record's JSON over the row alias `r`. */
export function documentOf({ fields, times }: RecordDefinition): string {
  const own = Object.entries(fields).map(
    ([name, { shown }]) => `${shown ? shown(`r.${name}`) : `r.${name}`} as ${name}`,
  )
  const columns = ['r.id', ...own, ...(times ? [time('created_at'), time('updated_at')] : [])]
  return `(select to_json(x) from (select ${columns.join(', ')}) x)::text`
}

function time(column: string): string {
  return `${instantSql(`r.${column}`)} as ${column}`
}

/** What lists read. */
export function listSourceOf(definition: RecordDefinition): ListSource {
  return {
    table: definition.table,
    document: documentOf(definition),
    sortable: {
      id: 'bigint',
      ...(definition.fields['name']?.required ? { name: 'text' as const } : {}),
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
  }
}
