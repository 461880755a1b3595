import { sql } from 'kysely'
import { type TProperties, type TSchema, Type } from 'typebox'
import { readValues } from '../../base/values/value-lists.ts'
import type { Condition } from '../../database/list.ts'
import { fkIdsFilter, idsFilter } from '../../http/lists/filters.ts'
import type { Reference } from './references.ts'

/** Query parameters that find the records which refer to some of a kind. */
export function referenceParameters(references: readonly Reference[]): TProperties {
  return Object.fromEntries(
    references.flatMap(({ column, record }) => {
      const its = `Of this ${record.in('en')}, or one of these`
      return [
        [column, optional(column, idsFilter(`${its}: ids, with commas between them.`))],
        [
          `fk_${column}`,
          optional(
            `fk_${column}`,
            fkIdsFilter(`${its}: external identifiers, with commas between them.`),
          ),
        ],
      ]
    }),
  )
}

/** Lists of orders have parameters of the same names: in the document these are called otherwise. */
function optional(name: string, schema: TSchema) {
  const title = name.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
  return Type.Optional({ ...schema, 'x-component': `${title}OfRecords` })
}

/** What these parameters mean, of records `r`. */
export function referenceFilters(
  account_id: number,
  references: readonly Reference[],
): Record<string, (value: string) => Condition> {
  return Object.fromEntries(
    references.flatMap(({ column, table }) => {
      const own = sql.ref(`r.${column}`)
      return [
        [column, (value: string) => sql`${own} = any (${readValues(value)}::bigint[])`],
        [
          `fk_${column}`,
          (value: string) => sql`${own} in (select s.id from ${sql.table(table)} s
            where s.account_id = ${account_id} and s.fk_id = any (${readValues(value)}::text[]))`,
        ],
      ]
    }),
  )
}
