import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'
import type { FileFormat } from './reading/kinds.ts'

const NOW = `date_trunc('milliseconds', now())`

export type ImportState =
  | 'uploading'
  | 'checking'
  | 'checked'
  | 'running'
  | 'done'
  | 'cancelled'
  | 'failed'
  | 'needs_mapping'

/** States of imports that are over, as SQL text; of any other one the file is kept. */
export const OVER = `('done', 'cancelled', 'failed')`

const NUMBERS = ['lines', 'created', 'updated', 'unchanged', 'refused', 'reduced'] as const
const AMOUNTS = ['total_value', 'reduced_by'] as const
const COUNTS = [...NUMBERS, ...AMOUNTS]
/** What became of the lines and records of a file. Amounts are exact decimals. */
export type Counts = Record<(typeof NUMBERS)[number], number> &
  Record<(typeof AMOUNTS)[number], string>

/** SQL text of a column of the counts as it is shown. */
const countOf = (one: (typeof COUNTS)[number]) =>
  AMOUNTS.some((amount) => amount === one) ? `trim_scale(r.${one}) as ${one}` : `r.${one}`

/** SQL text that builds an import's JSON over the row alias `r`. */
export const importJson = `(select to_json(x) from (select r.id, r.resource, r.file_name, r.format, r.bytes as size,
    r.mode, r.dry_run, r.state, r.failure, trim_scale(r.progress) as progress,
    (select to_json(c) from (select ${COUNTS.map(countOf).join(', ')}) c) as counts,
    case when r.checked is not null then
      ('{"reduced":0,"total_value":0,"reduced_by":0}'::jsonb || r.checked::jsonb)::json end as checked, r.mapping::json as mapping,
    (select to_json(d) from (select r.encoding, r.layout::json -> 'preset' as preset, r.layout::json -> 'separator' as separator,
       r.layout::json -> 'sheet' as sheet, coalesce(r.layout::json -> 'sheets', '[]') as sheets,
       r.layout::json -> 'header_line' as header_line, r.layout::json -> 'columns' as columns) d
      where r.layout is not null) as detected,
    r.warnings::json as warnings, r.first_faults::json as first_faults, r.details_kept,
    (select to_json(t) from (select r.id_token as id, r.token_name as name) t) as token,
    ${instantSql('r.created_at')} as created_at, ${instantSql('r.updated_at')} as updated_at,
    ${instantSql('r.started_at')} as started_at, ${instantSql('r.finished_at')} as finished_at) x)::text`

/** SQL text that builds a saved mapping's JSON over the row alias `r`. */
export const mappingJson = `(select to_json(x) from (select r.id, r.name, r.resource,
    r.mapping::json -> 'columns' as columns, r.mapping::json -> 'preset' as preset, r.mapping::json -> 'decimal' as decimal,
    r.mapping::json -> 'dates' as dates, r.mapping::json -> 'encoding' as encoding,
    r.mapping::json -> 'sheet' as sheet, r.mapping::json -> 'header_line' as header_line,
    ${instantSql('r.created_at')} as created_at, ${instantSql('r.updated_at')} as updated_at) x)::text`

/** Keeps the room for a file that is being sent: nobody sees it yet. */
export const imports_insert = statement<
  { id: number },
  [
    account_id: number,
    resource: string,
    mode: string,
    dry_run: boolean,
    mapping: string,
    scopes: readonly string[],
    only_users: readonly number[] | null,
    only_branches: readonly number[] | null,
    id_token: number,
    token_name: string,
    request_id: string,
    language: string,
  ]
>(`
  insert into imports (account_id, resource, format, mode, dry_run, mapping, state, scopes, only_users, only_branches,
                       id_token, token_name, request_id, language)
  values ($1, $2, 'csv', $3, $4, $5, 'uploading', $6, $7, $8, $9, $10, $11, $12)
  returning id`)

export const import_parts_insert = statement<
  never,
  [account_id: number, id_import: number, number: number, content: Buffer]
>('insert into import_parts (account_id, id_import, number, content) values ($1, $2, $3, $4)')

/** → imports of the account, be they over or not */
export const imports_count = statement<{ count: number }, [account_id: number]>(
  'select count(*) as count from imports where account_id = $1',
)

/** Forgets the oldest that are over → those. */
export const imports_forgetOldest = statement<{ id: number }, [account_id: number, count: number]>(`
  delete from imports
   where account_id = $1
     and id in (select id from imports where account_id = $1 and state in ${OVER} order by id limit $2)
  returning id`)

/** SQL text of the bytes of what was found out of a file and reported of it. */
const DETAIL_BYTES = `octet_length(mapping) + coalesce(octet_length(layout), 0) + octet_length(warnings) + octet_length(first_faults)`

/** → bytes of the files that are kept for imports that wait or run, with what was found out of them */
export const import_parts_length = statement<{ bytes: number }, [account_id: number]>(`
  select (select coalesce(sum(octet_length(content)), 0) from import_parts where account_id = $1)
       + (select coalesce(sum(${DETAIL_BYTES}), 0) from imports where account_id = $1 and state not in ${OVER}) as bytes`)

/**
 * → the imports whose details are beyond so many bytes that an account keeps of them, where those that
 * ended last come first. Of one that is not over just its refused rows count, and may go.
 */
export const imports_beyond = statement<{ id: number }, [account_id: number, bytes: number]>(`
  select id from (
    select id, sum(bytes) over (order by finished_at desc nulls first, id desc) as kept
      from (select id, finished_at,
                   refused_bytes + case when details_kept and state in ${OVER} then ${DETAIL_BYTES} else 0 end as bytes
              from imports where account_id = $1) i
     where bytes > 0) k
   where kept > $2::bigint order by id`)

/** Forgets what was reported of an import, of one that is not over its refused rows alone; these are deleted apart. */
export const imports_forgetDetails = statement<never, [account_id: number, id: number]>(`
  update imports
     set refused_bytes = 0, details_kept = false,
         mapping = case when state in ${OVER} then '{}' else mapping end,
         layout = case when state in ${OVER} then null else layout end,
         warnings = case when state in ${OVER} then '[]' else warnings end,
         first_faults = case when state in ${OVER} then '[]' else first_faults end
   where account_id = $1 and id = $2`)

/** → a piece of the file */
export const import_parts_read = statement<
  { content: Buffer },
  [account_id: number, id_import: number, number: number]
>('select content from import_parts where account_id = $1 and id_import = $2 and number = $3')

/** A change of an import. JSON is made outside of the write: Citus lets RETURNING give columns only. */
const importsChange = <P extends unknown[]>(columns: string, condition: string) =>
  statement<{ document: string }, P>(`
  with r as (
    update imports i set ${columns}, updated_at = greatest(i.updated_at, ${NOW})
     where i.account_id = $1 and i.id = $2 and ${condition}
    returning *
  )
  select ${importJson} as document from r`)

/** The file is there. */
export const imports_begin = importsChange<
  [
    account_id: number,
    id: number,
    state: ImportState,
    file_name: string | null,
    format: string,
    encoding: string | null,
    bytes: number,
  ]
>(
  `state = $3, file_name = $4, format = $5, encoding = $6, bytes = $7, started_at = ${NOW}`,
  `i.state = 'uploading'`,
)

/** Forgets a file that was not sent to its end. */
export const imports_discard = statement<never, [account_id: number, id: number]>(
  `delete from imports where account_id = $1 and id = $2 and state = 'uploading'`,
)

/** Whose orders the import may write. */
interface Restricted {
  only_users: number[] | null
  only_branches: number[] | null
}

export const imports_find = statement<
  Restricted & {
    resource: string
    state: ImportState
    encoding: string | null
    layout: string | null
    details_kept: boolean
    document: string
  },
  [account_id: number, id: number]
>(`
  select r.resource, r.state, r.encoding, r.only_users, r.only_branches, r.layout, r.details_kept, ${importJson} as document from imports r
   where r.account_id = $1 and r.id = $2 and r.state <> 'uploading'`)

/** → the import; its job writes nothing until the transaction ends */
export const imports_lock = statement<
  Restricted & {
    resource: string
    state: ImportState
    dry_run: boolean
    mapping: string
    encoding: string | null
    document: string
  },
  [account_id: number, id: number]
>(`
  select r.resource, r.state, r.dry_run, r.mapping, r.encoding, r.only_users, r.only_branches, ${importJson} as document from imports r
   where r.account_id = $1 and r.id = $2 and r.state <> 'uploading' for update`)

/** SQL text of the counts' JSON. Without functions for JSON: Citus takes only immutable ones here. */
const countsText = `'{' || ${COUNTS.map((one) => `'"${one}":' || ${AMOUNTS.some((amount) => amount === one) ? `trim_scale(i.${one})` : `i.${one}`}::text`).join(` || ',' || `)} || '}'`

/** The file is read from its first line on, by whoever asks for it now. */
const FROM_ITS_BEGINNING = `scopes = $3, only_users = $4, only_branches = $5, id_token = $6, token_name = $7,
   request_id = $8, line = 0, progress = 0, ${COUNTS.map((one) => `${one} = 0`).join(', ')},
   first_faults = '[]', warnings = '[]', refused_bytes = 0, details_kept = true, deaths = 0, failures = 0, next_at = now(), started_at = ${NOW}, finished_at = null`

type RunArguments = [
  account_id: number,
  id: number,
  scopes: readonly string[],
  only_users: readonly number[] | null,
  only_branches: readonly number[] | null,
  id_token: number,
  token_name: string,
  request_id: string,
]

/** What was tried is done now. */
export const imports_run = importsChange<RunArguments>(
  `state = 'running', checked = ${countsText}, last_line = i.line, ${FROM_ITS_BEGINNING}`,
  `i.state = 'checked'`,
)

/** Its columns are named: it is tried, or done. */
export const imports_map = importsChange<
  [...RunArguments, state: ImportState, dry_run: boolean, mapping: string, encoding: string | null]
>(
  `state = $9, dry_run = $10, mapping = $11, encoding = $12, checked = null, layout = null, failure = null,
   last_line = null, ${FROM_ITS_BEGINNING}`,
  `i.state in ('needs_mapping', 'checked')`,
)

/** Whoever has the lease writes nothing any more. */
export const imports_cancel = importsChange<[account_id: number, id: number]>(
  `state = 'cancelled', failure = null, finished_at = ${NOW}, layout = case when i.state = 'needs_mapping' then null else i.layout end, epoch = i.epoch + 1, holder = null, held_until = null`,
  `i.state in ('checking', 'checked', 'running', 'needs_mapping')`,
)

export const import_parts_delete = statement<never, [account_id: number, id_import: number]>(
  'delete from import_parts where account_id = $1 and id_import = $2',
)

export const import_refusals_delete = statement<never, [account_id: number, id_import: number]>(
  'delete from import_refusals where account_id = $1 and id_import = $2',
)

export interface RefusedRow {
  line: number
  /** JSON: the texts of the cells of each of its rows. */
  rows: string
  /** JSON: what is wrong, and where. */
  faults: string
}

/** → the next refused records, in the order of the file */
export const import_refusals_after = statement<
  RefusedRow,
  [account_id: number, id_import: number, line: number, limit: number]
>(`
  select line, rows, faults from import_refusals
   where account_id = $1 and id_import = $2 and line > $3
   order by line limit $4`)

export const import_mappings_find = statement<
  { id: number; resource: string; mapping: string; document: string },
  [account_id: number, name: string]
>(`
  select r.id, r.resource, r.mapping, ${mappingJson} as document from import_mappings r
   where r.account_id = $1 and r.name = $2`)

export const import_mappings_lock = statement<
  { id: number; resource: string; document: string },
  [account_id: number, name: string]
>(`
  select r.id, r.resource, ${mappingJson} as document from import_mappings r
   where r.account_id = $1 and r.name = $2 for update`)

export const import_mappings_insert = statement<
  never,
  [account_id: number, name: string, resource: string, mapping: string]
>(`
  insert into import_mappings (account_id, name, resource, mapping) values ($1, $2, $3, $4)`)

/** → all of an account, so that nobody changes one meanwhile */
export const import_mappings_lockAll = statement<
  { id: number; name: string; mapping: string },
  [account_id: number]
>('select id, name, mapping from import_mappings where account_id = $1 order by id for update')

/** Leaves of a mapping what is not of a person. */
export const import_mappings_redact = statement<
  never,
  [account_id: number, id: number, name: string, mapping: string]
>('update import_mappings set name = $3, mapping = $4 where account_id = $1 and id = $2')

export const import_mappings_update = statement<
  { document: string },
  [account_id: number, id: number, resource: string, mapping: string]
>(`
  with r as (
    update import_mappings m
       set resource = $3, mapping = $4, updated_at = greatest(m.updated_at, ${NOW})
     where m.account_id = $1 and m.id = $2
    returning *
  )
  select ${mappingJson} as document from r`)

export const import_mappings_delete = statement<never, [account_id: number, id: number]>(
  'delete from import_mappings where account_id = $1 and id = $2',
)

export const import_mappings_count = statement<{ count: number }, [account_id: number]>(
  'select count(*) as count from import_mappings where account_id = $1',
)

/** An import with what of it may repeat lines of its file. */
export interface KeptImport {
  id: number
  state: ImportState
  resource: string
  format: FileFormat
  encoding: string | null
  bytes: number
  file_name: string | null
  failure: string | null
  first_faults: string
  layout: string | null
  mapping: string
  warnings: string
}

/** → the next import of which there is all of the file */
export const imports_next = statement<KeptImport, [account_id: number, after: number]>(`
  select id, state, resource, format, encoding, bytes, file_name, failure, first_faults, layout, mapping, warnings from imports
   where account_id = $1 and id > $2 and state <> 'uploading'
   order by id limit 1`)

/** Leaves of what was reported of a file what is not of a person. */
export const imports_redact = statement<
  never,
  [
    account_id: number,
    id: number,
    file_name: string | null,
    failure: string | null,
    first_faults: string,
    layout: string | null,
    mapping: string,
    warnings: string,
  ]
>(`
  update imports set file_name = $3, failure = $4, first_faults = $5, layout = $6, mapping = $7, warnings = $8
   where account_id = $1 and id = $2`)

export const import_refusals_deleteSome = statement<
  never,
  [account_id: number, id_import: number, lines: number[]]
>(`
  delete from import_refusals
   where account_id = $1 and id_import = $2 and line = any ($3::bigint[])`)

/** Counts anew the bytes of what is kept of refused records. */
export const imports_countRefused = statement<never, [account_id: number, id: number]>(`
  update imports i
     set refused_bytes = (select coalesce(sum(octet_length(r.rows) + octet_length(r.faults)), 0)
                            from import_refusals r where r.account_id = $1 and r.id_import = $2)
   where i.account_id = $1 and i.id = $2`)
