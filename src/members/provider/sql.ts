import { statement } from '../../database/database.ts'
import { instantSql } from '../../database/instant.ts'

/** Where an account's members sign in, as it is kept. */
export interface ProviderRow {
  account_id: number
  name: string
  issuer: string
  client_id: string
  /** Sealed. */
  client_secret: Buffer
  scope: string
  role_claim: string
  /** JSON; null: roles are not the provider's. */
  role_map: string | null
  creates_members: boolean
  trusts_emails: boolean
  created_at: string
  updated_at: string
}

const provider = `account_id, name, issuer, client_id, client_secret, scope, role_claim, role_map, creates_members,
  trusts_emails, ${instantSql('created_at')} as created_at, ${instantSql('updated_at')} as updated_at`

export const sign_in_providers_find = statement<ProviderRow, [account_id: number]>(
  `select ${provider} from sign_in_providers where account_id = $1`,
)

type Written = [
  account_id: number,
  name: string,
  issuer: string,
  client_id: string,
  client_secret: Buffer,
  scope: string,
  role_claim: string,
  role_map: string | null,
  creates_members: boolean,
  trusts_emails: boolean,
]

export const sign_in_providers_insert = statement<never, Written>(`
  insert into sign_in_providers (account_id, name, issuer, client_id, client_secret, scope, role_claim, role_map,
                                 creates_members, trusts_emails)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)

export const sign_in_providers_update = statement<never, Written>(`
  update sign_in_providers
     set name = $2, issuer = $3, client_id = $4, client_secret = $5, scope = $6, role_claim = $7, role_map = $8,
         creates_members = $9, trusts_emails = $10,
         updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
   where account_id = $1`)

export const sign_in_providers_delete = statement<never, [account_id: number]>(
  'delete from sign_in_providers where account_id = $1',
)

/** → the first accounts, two at most. It asks all nodes of a cluster: for the page to sign in only. */
export const accounts_first = statement<{ account_id: number }, []>(
  'select account_id from accounts order by account_id limit 2',
)

/** → the accounts that have one, after this. It asks all nodes of a cluster: for the command line. */
export const sign_in_providers_list = statement<
  { account_id: number },
  [account_id: number, limit: number]
>(`
  select account_id from sign_in_providers where account_id > $1 order by account_id limit $2`)

/** So that nobody else changes it meanwhile. */
export const sign_in_providers_lockSealed = statement<
  { client_secret: Buffer },
  [account_id: number]
>('select client_secret from sign_in_providers where account_id = $1 for no key update')

export const sign_in_providers_reseal = statement<
  never,
  [account_id: number, client_secret: Buffer]
>('update sign_in_providers set client_secret = $2 where account_id = $1')
