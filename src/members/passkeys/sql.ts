import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'

const document = `(select to_json(x) from (select r.id, r.name, ${instantSql('r.created_at')} as created_at,
    ${instantSql('r.last_used_at')} as last_used_at) x)::text as document`

/** Those of a member, the first one first. */
export const passkeys_list = statement<
  { document: string },
  [account_id: number, id_member: number]
>(`
  select ${document} from passkeys r where r.account_id = $1 and r.id_member = $2 order by r.id limit 100`)

export const passkeys_find = statement<
  { document: string },
  [account_id: number, id_member: number, id: number]
>(`
  select ${document} from passkeys r where r.account_id = $1 and r.id_member = $2 and r.id = $3`)

/** What browsers are told of those that a member has. */
export const passkeys_credentials = statement<
  { credential_id: Buffer; transports: string[] },
  [account_id: number, id_member: number]
>(
  'select credential_id, transports from passkeys where account_id = $1 and id_member = $2 limit 100',
)

export const passkeys_insert = statement<
  { id: number },
  [
    account_id: number,
    id_member: number,
    name: string,
    credential_id: Buffer,
    public_key: Buffer,
    counter: number,
    transports: readonly string[],
  ]
>(`
  insert into passkeys (account_id, id_member, name, credential_id, public_key, counter, transports)
  values ($1, $2, $3, $4, $5, $6, $7)
  returning id`)

/** A row where the member has it. */
export const passkeys_rename = statement<
  { id: number },
  [account_id: number, id_member: number, id: number, name: string]
>(`
  update passkeys set name = $4 where account_id = $1 and id_member = $2 and id = $3 returning id`)

/** The row that this removed. */
export const passkeys_delete = statement<
  { id: number; name: string },
  [account_id: number, id_member: number, id: number]
>('delete from passkeys where account_id = $1 and id_member = $2 and id = $3 returning id, name')

/** A passkey with its member. */
export interface MemberPasskey {
  id: number
  id_member: number
  /** The member's. */
  name: string
  public_key: Buffer
  counter: number
}

export const passkeys_withMember = statement<
  MemberPasskey,
  [account_id: number, credential_id: Buffer]
>(`
  select p.id, p.id_member, m.name, p.public_key, p.counter
    from passkeys p join members m on m.account_id = p.account_id and m.id = p.id_member
   where p.account_id = $1 and p.credential_id = $2`)

/** A row unless it was used with this count, or a higher one, meanwhile. */
export const passkeys_use = statement<
  { id: number },
  [account_id: number, id: number, counter: number]
>(`
  update passkeys set counter = $3, last_used_at = date_trunc('milliseconds', now())
   where account_id = $1 and id = $2 and (counter < $3 or $3 = 0 and counter = 0)
  returning id`)
