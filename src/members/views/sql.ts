import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'

/** SQL text that builds a view's JSON over the row alias `r`. */
export const viewJson = `(select to_json(x) from (select r.id, r.resource, r.name, r.query::json as query,
    r.columns, r.id_member is null as shared, r.saved_by,
    ${instantSql('r.created_at')} as created_at, ${instantSql('r.updated_at')} as updated_at) x)::text`

export interface ViewRow {
  id: number
  resource: string
  name: string
  query: string
  columns: string[] | null
  shared: boolean
  document: string
}

const viewRow = `r.id, r.resource, r.name, r.query, r.columns, r.id_member is null as shared,
  ${viewJson} as document`

/** A view that the member sees: his own, or one that is shared. */
export const views_find = statement<
  ViewRow,
  [account_id: number, id: number, id_member: number | null]
>(`
  select ${viewRow} from views r
   where r.account_id = $1 and r.id = $2 and (r.id_member is null or r.id_member = $3::bigint)`)

export const views_lock = statement<
  ViewRow,
  [account_id: number, id: number, id_member: number | null]
>(`
  select ${viewRow} from views r
   where r.account_id = $1 and r.id = $2 and (r.id_member is null or r.id_member = $3::bigint)
     for update`)

/** How many the member has; of the shared ones where none is given. */
export const views_count = statement<
  { count: number },
  [account_id: number, id_member: number | null]
>(`
  select count(*) as count from views
   where account_id = $1 and id_member is not distinct from $2::bigint`)

export const views_insert = statement<
  { id: number },
  [
    account_id: number,
    id_member: number | null,
    resource: string,
    name: string,
    query: string,
    columns: readonly string[] | null,
    saved_by: string,
  ]
>(`
  insert into views (account_id, id_member, resource, name, query, columns, saved_by)
  values ($1, $2, $3, $4, $5, $6, $7)
  returning id`)

export const views_update = statement<
  { document: string },
  [
    account_id: number,
    id: number,
    id_member: number | null,
    name: string,
    query: string,
    columns: readonly string[] | null,
    saved_by: string,
  ]
>(`
  with r as (
    update views v
       set id_member = $3, name = $4, query = $5, columns = $6, saved_by = $7,
           updated_at = greatest(v.updated_at, date_trunc('milliseconds', now()))
     where v.account_id = $1 and v.id = $2
    returning *
  )
  select ${viewJson} as document from r`)

export const views_delete = statement<never, [account_id: number, id: number]>(
  'delete from views where account_id = $1 and id = $2',
)

/** → all views of an account, those of members too, locked */
export const views_lockAll = statement<
  { id: number; name: string; query: string },
  [account_id: number]
>('select id, name, query from views where account_id = $1 order by id for update')

export const views_redact = statement<
  never,
  [account_id: number, id: number, name: string, query: string]
>('update views set name = $3, query = $4 where account_id = $1 and id = $2')
