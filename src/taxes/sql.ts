import { statement } from '../database/database.ts'

// The catalogue is of all accounts: no statement here names an account, nor a table of accounts.

/** → the whole catalogue, of one moment; with a parameter, as a shared connection takes no others */
export const catalogue_read = statement<{ catalogue: object }, [is_single: true]>(`
  select json_build_object(
    'date', (select date from tax_catalogue where is_single = $1),
    'sha256', (select sha256 from tax_catalogue where is_single = $1),
    'taxes', coalesce((select json_agg(t order by t.sequence) from taxes t), '[]'),
    'effects', coalesce((select json_agg(e order by t.sequence, e.since, e.regime)
                           from tax_effects e join taxes t on t.tax = e.tax), '[]'),
    'rates', coalesce((select json_agg(r order by t.sequence, r.since)
                         from tax_rates r join taxes t on t.tax = r.tax), '[]')) as catalogue`)

/** Of which file it is. */
export const catalogue_loaded = statement<{ date: string; sha256: string }, [is_single: true]>(
  'select date::text as date, sha256 from tax_catalogue where is_single = $1',
)

/** One process loads at a time; who reads goes on. */
export const catalogue_lock = statement<never, []>(
  'lock table tax_catalogue in share row exclusive mode',
)

/** Its effects and rates go with it. */
export const taxes_clear = statement<never, []>('delete from taxes')

export const taxes_insert = statement<never, [rows: string]>(`
  insert into taxes (tax, name_pt, name_en, sphere, rounding, code_pattern, class_pattern, sequence, source)
  select tax, name_pt, name_en, sphere, rounding, code_pattern, class_pattern, sequence, source
    from json_populate_recordset(null::taxes, $1::json)`)

export const effects_insert = statement<never, [rows: string]>(`
  insert into tax_effects (tax, regime, since, effect, only_if, in_product_value, source)
  select tax, regime, since, effect, only_if, in_product_value, source
    from json_populate_recordset(null::tax_effects, $1::json)`)

export const rates_insert = statement<never, [rows: string]>(`
  insert into tax_rates (tax, since, until, rate, status, source)
  select tax, since, until, rate, status, source
    from json_populate_recordset(null::tax_rates, $1::json)`)

export const catalogue_note = statement<never, [date: string, sha256: string]>(`
  insert into tax_catalogue (date, sha256) values ($1::text::date, $2)
      on conflict (is_single) do update
     set date = excluded.date, sha256 = excluded.sha256, loaded_at = date_trunc('milliseconds', now())`)
