import type { Actor } from '../../../access/actor.ts'
import { sightOf } from '../../../access/row-scope.ts'
import type { ImportRow } from './sql.ts'

/** Whoever asked for an import, with the settings that the account has now. */
export function actorOf(row: ImportRow, account_id: number): Actor {
  const { scopes, id_token, token_name, request_id, time_zone, amounts, cursor_secret } = row
  return {
    account_id,
    id_token,
    token_name,
    kind: 'token',
    id_maker: null,
    id_member: null,
    role: null,
    scopes,
    only: sightOf(row),
    time_zone,
    amounts,
    tax_base_includes_shares: row.tax_base_includes_shares,
    derived_taxes: row.derived_taxes,
    missing_rate: row.missing_rate,
    rules_epoch: row.rules_epoch,
    checks_invoices: row.checks_invoices,
    restricted_read_all_customers: row.restricted_read_all_customers,
    cursor_secret,
    expires_at: null,
    used_lately: true,
    secret: '',
    request_id,
    traceparent: null,
  }
}
