import { instantSql } from '../database/instant.ts'
import type { SparseSource } from '../database/list.ts'
import type { RecordDefinition } from './definitions.ts'

/** SQL text that builds a record's JSON over the row alias `r`, of the account `$account`. */
export function documentOf(definition: RecordDefinition): string {
  return jsonOf(columnsOf(definition, 'r'))
}

/** SQL texts of its properties over a row alias, in the order of the JSON. */
export function columnsOf({ fields, times }: RecordDefinition, alias: string): string[] {
  const own = Object.entries(fields).flatMap(([name, { returned, shown, column: from = name }]) => {
    const column = `${alias}.${from}`
    if (!returned) return []
    return shown ? `${shown(column)} as ${name}` : column
  })
  const at = times ? ['created_at', 'updated_at'] : []
  const instants = at.map((name) => `${instantSql(`${alias}.${name}`)} as ${name}`)
  return [`${alias}.id`, ...own, ...instants]
}

/** The properties of a record's JSON, in the order of `columnsOf`. */
export function propertiesOf({ fields, times }: RecordDefinition): string[] {
  const own = Object.entries(fields).flatMap(([name, { returned }]) => (returned ? name : []))
  return ['id', ...own, ...(times ? ['created_at', 'updated_at'] : [])]
}

function jsonOf(columns: string[]): string {
  return `(select to_json(x) from (select ${columns.join(', ')}) x)::text`
}

/** What lists read. */
export function listSourceOf(definition: RecordDefinition): SparseSource {
  const columns = columnsOf(definition, 'r')
  const properties = propertiesOf(definition)
  return {
    table: definition.table,
    document: documentOf(definition),
    properties,
    pick: (names) => jsonOf(columns.filter((_, i) => names.includes(properties[i] ?? ''))),
    sortable: {
      id: 'bigint',
      ...(definition.fields['name']?.required ? { name: 'text' as const } : {}),
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
  }
}
