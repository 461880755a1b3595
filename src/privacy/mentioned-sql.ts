import { recordRows } from '../../packages/model/records.ts'
import { statement } from '../database/database.ts'

/** A record that is not the person's, and mentions him. */
export interface Mention {
  /** As in the path of its list. */
  resource: string
  id: number
}

/** Of each kind so many are named. */
const MOST = 100

/** What is looked through in each kind of record, by its table: SQL text over the row alias `r`. */
const LOOKED: readonly [resource: string, texts: string, condition?: string][] = [
  ['customers', 'r.name', 'r.id <> $3'],
  ['products', `r.name || ' ' || coalesce(r.description, '')`],
  ...recordRows.flatMap(({ path, family }): [string, string][] =>
    family === 'reference' || family === 'taxes' ? [[path, 'r.name']] : [],
  ),
  ['custom-fields', `r.key || ' ' || coalesce(r.label, '') || ' ' || r.choices::text`],
  ['tokens', 'r.name', `r.kind <> 'session' and r.revoked_at is null`],
  ['members', `r.name || ' ' || r.email`],
]

export const MENTIONABLE = LOOKED.map(([resource]) => resource)
export const MOST_MENTIONS = LOOKED.length * MOST

const found = LOOKED.map(([resource, texts, condition = 'true']) => {
  const lowered = `lower(${texts})`
  return `(select '${resource}' as resource, r.id from ${resource.replaceAll('-', '_')} r
    where r.account_id = $1 and ${condition}
      and exists (select from unnest($2::text[]) t (text)
                   where strpos(${lowered}, t.text) > 0 or strpos(translate(${lowered}, ' ./()+-', ''), t.text) > 0)
    order by r.id limit ${MOST})`
})

/** → records other than the customer that mention one of these texts, which are in small letters */
export const records_mentioning = statement<
  Mention,
  [account_id: number, texts: string[], id_customer: number]
>(found.join(' union all '))
