import { type RawBuilder, sql } from 'kysely'
import type { CustomResource, CustomType, Rule } from '../../custom/rules.ts'
import { type Reader, statement, type Tx } from '../../database/database.ts'
import type { Language } from '../../texts/message.ts'

/** Waits for those who write records of the account, and keeps them waiting. */
export const fields_lock = statement<never, [account_id: number]>('select lock_custom_fields($1)')

/** A declaration as it was asked for. */
export interface Declaration {
  id: number
  resource: CustomResource
  key: string
  type: CustomType
  required: boolean
  unique: boolean
  filterable: boolean
  choices: string[]
  status: 'active' | 'checking' | 'refused'
  position: number
  breaking: number
  breaking_records: BreakingRecord[]
  /** Of whoever asked for its check. */
  language: Language
}

/** A record that breaks a declaration, and how, in the language of the check. */
export interface BreakingRecord {
  id: number
  detail: string
}

const COLUMNS = `id, resource, key, type, required, "unique", filterable, choices, status, position, breaking, breaking_records, language`

/** Locked, so that one process at a time goes on with its check. */
export const fields_lockOne = statement<Declaration, [account_id: number, id: number]>(`
  select ${COLUMNS} from custom_fields where account_id = $1 and id = $2 for no key update`)

/** The declarations of a resource. */
export const fields_all = statement<Declaration, [account_id: number, resource: string]>(`
  select ${COLUMNS} from custom_fields where account_id = $1 and resource = $2 order by id`)

/** How far a check is; `previous` is JSON. */
export const fields_setCheck = statement<
  never,
  [
    account_id: number,
    id: number,
    status: string,
    progress: number,
    position: number,
    breaking: number,
    breaking_records: string,
    previous: string | null,
    language: Language,
  ]
>(`
  update custom_fields
     set status = $3, progress = $4, position = $5, breaking = $6, breaking_records = $7, previous = $8, language = $9,
         version = version + 1, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id = $2`)

/** The same of a check that goes on. */
export const fields_setProgress = statement<
  never,
  [
    account_id: number,
    id: number,
    progress: number,
    position: number,
    breaking: number,
    breaking_records: string,
  ]
>(`
  update custom_fields set progress = $3, position = $4, breaking = $5, breaking_records = $6
   where account_id = $1 and id = $2`)

export const fields_setStatus = statement<never, [account_id: number, id: number, status: string]>(`
  update custom_fields
     set status = $3, progress = 100,
         previous = case when $3 = 'active' then null else previous end,
         version = version + 1, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1 and id = $2`)

/** The rules of a declaration that are in force. */
export const rules_ofField = statement<Rule, [account_id: number, id_field: number]>(`
  select id, id_field, key, type, required, "unique", filterable, choices, state
    from custom_rules where account_id = $1 and id_field = $2 and state <> 'gone'`)

export const rules_insert = statement<
  { id: number },
  [
    account_id: number,
    id_field: number,
    resource: string,
    key: string,
    type: string,
    required: boolean,
    unique: boolean,
    filterable: boolean,
    choices: string[],
    state: string,
  ]
>(`
  insert into custom_rules (account_id, id_field, resource, key, type, required, "unique", filterable, choices, state)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`)

/** Rules that allow more: values that were kept stay as they are. */
export const rules_loosen = statement<
  never,
  [account_id: number, id: number, required: boolean, filterable: boolean, choices: string[]]
>(`
  update custom_rules set required = $3, filterable = $4, choices = $5 where account_id = $1 and id = $2`)

export const rules_activate = statement<never, [account_id: number, id: number]>(`
  update custom_rules set state = 'active' where account_id = $1 and id = $2`)

/** Lists that began before go on with its values for a while: `rules_gone`. */
export const rules_end = statement<never, [account_id: number, ids: number[]]>(`
  update custom_rules set state = 'gone', gone_at = now() where account_id = $1 and id = any($2)`)

/** What is being checked. */
export const rules_checking = statement<
  { account_id: number; id: number; id_field: number },
  [account_id: number]
>(`
  select account_id, id, id_field from custom_rules
   where account_id = $1 and state = 'checking' order by id`)

/** Rules that no list asks for any more: none lasts a minute. */
export const rules_gone = statement<{ id: number }, [account_id: number]>(`
  select id from custom_rules
   where account_id = $1 and state = 'gone' and gone_at < now() - interval '1 minute'`)

export const rules_delete = statement<never, [account_id: number, id: number]>(
  'delete from custom_rules where account_id = $1 and id = $2',
)

/** So many of a rule's values at most. */
export const values_delete = statement<
  { id_record: number },
  [account_id: number, id_rule: number, limit: number]
>(`
  delete from custom_values
   where account_id = $1 and id_rule = $2
     and id_record in (select v.id_record from custom_values v
                        where v.account_id = $1 and v.id_rule = $2 limit $3)
  returning id_record`)

/** → the records whose values are kept now. */
export const values_add = statement<
  { kept: number[] },
  [
    account_id: number,
    id_rule: number,
    ids: number[],
    numbers: string[],
    texts: string[],
    are_unique: boolean[],
  ]
>('select add_custom_values($1, $2, $3, $4, $5, $6) as kept')

const table = (resource: CustomResource): RawBuilder<unknown> => sql.table(resource)

/**
 * The next records by their ids, with their value of a key.
 * @param isLocked keeps writers of just these out until the transaction ends
 */
export async function records_next(
  tx: Tx,
  account_id: number,
  { resource, key, position }: Pick<Declaration, 'resource' | 'key' | 'position'>,
  limit: number,
  isLocked: boolean,
): Promise<{ id: number; value: string | null }[]> {
  const { rows } = await sql<{ id: number; value: string | null }>`
    select r.id, r.custom_fields ->> ${key}::text as value from ${table(resource)} r
     where r.account_id = ${account_id} and r.id > ${position}
     order by r.id limit ${limit} ${isLocked ? sql`for share` : sql``}`.execute(tx)
  return rows
}

/** The first and the last id of a resource; null where it has no records. */
export async function records_ends(
  db: Reader,
  account_id: number,
  resource: CustomResource,
): Promise<{ first: number | null; last: number | null }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(r.id) as first, max(r.id) as last from ${table(resource)} r
     where r.account_id = ${account_id}`.execute(db)
  return rows[0] ?? { first: null, last: null }
}

/** → declarations that some records break, locked */
export const fields_lockBroken = statement<
  { id: number; resource: CustomResource; breaking_records: BreakingRecord[] },
  [account_id: number]
>(`
  select id, resource, breaking_records from custom_fields
   where account_id = $1 and breaking_records <> '[]'::jsonb order by id for update`)

export const fields_setBreaking = statement<
  never,
  [account_id: number, id: number, breaking_records: string]
>('update custom_fields set breaking_records = $3::jsonb where account_id = $1 and id = $2')

/**
 * Of a rule that its statistics do not know PostgreSQL expects one value, and may read all values for
 * each record of a list. Autovacuum would tell it later, in a large table much later.
 */
export const values_analyze = statement<never, []>('analyze (skip_locked) custom_values')
