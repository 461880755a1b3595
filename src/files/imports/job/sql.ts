import { sql } from 'kysely'
import type { CustomValues } from '../../../custom/rules.ts'
import { type Reader, statement } from '../../../database/database.ts'
import {
  COUNT_DEATH,
  COUNT_FAILURE,
  type DueRow,
  isFree,
  keepText,
  LEASE,
  type LeaseStatements,
  lookText,
  type RowKey,
  releaseText,
  takeText,
} from '../../../jobs/lease.ts'
import { type RequesterRow, requesterColumns } from '../../../jobs/requester.ts'
import type { FileFormat } from '../reading/kinds.ts'

// What the process that works on an import asks and writes. $1 is the account, but where all are
// looked through.

/** @param among SQL text of a further condition over the imports `i` */
const due = (among: string) => `
  select i.account_id, i.id, i.epoch, i.holder from imports i
   where i.state in ('checking', 'running') and ${isFree('i')}${among}
   order by i.next_at limit $2`

/** → imports to be worked on that none of these processes has a lease of, of all accounts */
export const imports_due = statement<DueRow, [live: string[], limit: number]>(due(''))

/** → the same, of one account */
export const imports_dueOf = statement<DueRow, [live: string[], limit: number, account_id: number]>(
  due(' and i.account_id = $3'),
)

const imports = { table: 'imports', id: 'id' }

export const imports_lease = statement<
  { epoch: number },
  [account_id: number, id: number, holder: string, gone: string | null]
>(takeText(imports, ` and state in ('checking', 'running')`, COUNT_DEATH))

type LeaseKey = [account_id: number, id: number, epoch: number]

export const imports_release = statement<never, [...LeaseKey, seconds: number]>(
  releaseText(imports),
)

/** After a failure: too many of them end the import. */
export const imports_fail = statement<never, [...LeaseKey, seconds: number]>(
  releaseText(imports, COUNT_FAILURE),
)

export const importLeases: LeaseStatements = {
  due: imports_due,
  dueOf: imports_dueOf,
  take: imports_lease,
  release: imports_release,
  fail: imports_fail,
}

/** → whether the lease is soon over, unless it was lost */
export const imports_look = statement<{ is_ending: boolean }, LeaseKey>(
  lookText(imports, ` and state in ('checking', 'running')`),
)

export const imports_keep = statement<never, LeaseKey>(keepText(imports))

/** An import as its job sees it, with what its account says of changes. */
export interface ImportRow extends RequesterRow {
  resource: string
  format: FileFormat
  encoding: string | null
  bytes: number
  mode: 'put' | 'patch'
  state: 'checking' | 'running'
  mapping: string
  layout: string | null
  line: number
  last_line: number | null
  deaths: number
  failures: number
  first_faults: string
  warnings: string
}

/** → the import, unless the lease was lost */
export const imports_read = statement<ImportRow, LeaseKey>(`
  select i.resource, i.format, i.encoding, i.bytes, i.mode, i.state, i.mapping, i.layout, i.line, i.last_line,
         i.deaths, i.failures, i.first_faults, i.warnings, ${requesterColumns('i', 'a')}
    from imports i join accounts a on a.account_id = i.account_id
   where i.account_id = $1 and a.account_id = $1 and i.id = $2 and i.epoch = $3
     and i.state in ('checking', 'running')`)

export const imports_setLayout = statement<{ id: number }, [...LeaseKey, layout: string]>(`
  update imports set layout = $4, held_until = now() + ${LEASE}, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id = $2 and epoch = $3
  returning id`)

/** Keeps refused records: a JSON array of rows. */
export const import_refusals_insert = statement<
  never,
  [account_id: number, id_import: number, problems: string]
>('select insert_import_refusals($1, $2, $3::jsonb)')

/**
 * → how many are refused by now, and the bytes that are kept of them, unless the lease was lost. The
 * counts are those of what was done since the last time.
 */
export const imports_save = statement<
  { refused: number; refused_bytes: number },
  [
    ...LeaseKey,
    line: number,
    progress: number,
    lines: number,
    created: number,
    updated: number,
    unchanged: number,
    refused: number,
    total_value: string,
    reduced: number,
    reduced_by: string,
    first_faults: string,
    warnings: string,
  ]
>(`
  update imports
     set line = $4, progress = $5::float8::numeric(5, 4), lines = lines + $6, created = created + $7,
         updated = updated + $8, unchanged = unchanged + $9, refused = refused + $10,
         total_value = total_value + $11::numeric, reduced = reduced + $12, reduced_by = reduced_by + $13::numeric,
         first_faults = $14, warnings = $15, deaths = 0, failures = 0,
         held_until = now() + ${LEASE}, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id = $2 and epoch = $3
  returning refused, refused_bytes`)

/** What an order is worth. */
export interface OrderWorth {
  id: number
  /** An exact decimal. */
  total_value: string
  items: number
}

/** Of the orders with these codes, and those with these ids. */
export const orders_worth = statement<
  OrderWorth,
  [account_id: number, fk_ids: string[], ids: number[]]
>(`
  select o.id, o.total_value::text as total_value,
         (select count(*) from order_items i where i.account_id = $1 and i.id_order = o.id) as items
    from orders o where o.account_id = $1 and (o.fk_id = any ($2::text[]) or o.id = any ($3::bigint[]))`)

interface CustomRow {
  id: number
  fk_id: string | null
  custom_fields: CustomValues
}

/** Custom fields of the records with these codes, and of those with these ids. */
export async function customValues_read(
  db: Reader,
  table: string,
  account_id: number,
  codes: string[],
  ids: number[],
): Promise<CustomRow[]> {
  const { rows } = await sql<CustomRow>`
    select r.id, r.fk_id, r.custom_fields from ${sql.table(table)} r
     where r.account_id = ${account_id}
       and (r.fk_id = any (${codes}::text[]) or r.id = any (${ids}::bigint[]))`.execute(db)
  return rows
}

/** It is over, or was tried. */
export const imports_end = statement<
  { id: number },
  [...LeaseKey, state: 'checked' | 'done' | 'failed', failure: string | null, progress: number]
>(`
  update imports
     set state = $4, failure = $5, progress = $6::float8::numeric(5, 4), holder = null, held_until = null,
         updated_at = greatest(updated_at, date_trunc('milliseconds', now())),
         finished_at = date_trunc('milliseconds', now())
   where account_id = $1 and id = $2 and epoch = $3
  returning id`)

/** It waits for somebody to say what its columns are. */
export const imports_wait = statement<
  { id: number },
  [...LeaseKey, layout: string, failure: string]
>(`
  update imports
     set state = 'needs_mapping', layout = $4, failure = $5, holder = null, held_until = null,
         updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id = $2 and epoch = $3
  returning id`)

/** → imports that nobody goes on with, or needs, any more */
export const imports_old = statement<
  RowKey,
  [upload_hours: number, waiting_days: number, kept_days: number, limit: number]
>(`
  select account_id, id from imports
   where case state when 'uploading' then updated_at < now() - $1::integer * interval '1 hour'
                    when 'checked' then updated_at < now() - $2::integer * interval '1 day'
                    when 'needs_mapping' then updated_at < now() - $2::integer * interval '1 day'
                    when 'checking' then false when 'running' then false
                    else updated_at < now() - $3::integer * interval '1 day' end
   limit $4`)

export const imports_forget = statement<never, [account_id: number, id: number]>(
  'delete from imports where account_id = $1 and id = $2',
)
