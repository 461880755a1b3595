import { statement } from '../../../database/database.ts'
import { recordSql } from '../../../events/sql.ts'
import { withinSql } from '../../../events/within.ts'

/** A version of an order: null as its document where the reader did not see the order then. */
export interface VersionRow {
  version: number
  type: string
  document: string | null
}

type Ids = readonly number[] | null
type Within = [users: Ids, branches: Ids, customers: Ids]

const found = (condition: string) => `
  select e.version, e.type,
         case when ${withinSql('e', { account: '$1', users: '$4', branches: '$5', customers: '$6' })}
           then ${recordSql('e')} end as document
    from events e
   where e.account_id = $1 and e.resource = 'order' and e.id_record = $2 and ${condition}
   order by e.id desc limit 1`

export const order_versions_read = statement<
  VersionRow,
  [account_id: number, id: number, version: number, ...Within]
>(found('e.version = $3'))

/** → the last version that is not younger than an instant */
export const order_versions_readAt = statement<
  VersionRow,
  [account_id: number, id: number, at: string, ...Within]
>(found('e.time <= $3::timestamptz'))

/** → the versions that are kept: the first, null where there are none, and the last that there was */
export const order_versions_bounds = statement<
  { first: number | null; last: number | null },
  [account_id: number, id: number]
>(`
  select min(e.version) as first,
         greatest(max(e.version), (select o.version from orders o where o.account_id = $1 and o.id = $2)) as last
    from events e where e.account_id = $1 and e.resource = 'order' and e.id_record = $2`)
