import { statement } from '../../database/database.ts'
import { type ActorRow, instant } from '../sql.ts'

// Test accounts (docs/decisions/0206-test-accounts.md): accounts with data that is made up, step by step.

/** With every answer to a token or member of a test account, and with what its webhooks are sent. */
export const TEST_HEADER = 'Pedido-Test-Account'

export const accounts_isTest = statement<{ test: boolean }, [account_id: number]>(
  'select test from accounts where account_id = $1',
)

/** A test account of which nothing is made yet. */
export const accounts_insertTest = statement<
  { account_id: number },
  [name: string, time_zone: string, cursor_secret: Buffer]
>(`
  insert into accounts (name, time_zone, cursor_secret, test, test_step)
  values ($1, $2, $3, true, 0) returning account_id`)

/**
 * SQL text that builds a test account's JSON over the row alias `r`.
 * @param steps in which its data is made
 */
const testAccountJson = (steps: string) =>
  `(select to_json(x) from (select r.account_id as id, r.name,
    coalesce(r.test_step * 100 / greatest(${steps}::integer, 1), 100) as progress, ${instant('created_at')}) x)::text`

/** The test account of this id, unless it is closed. */
export const test_accounts_find = statement<
  { document: string },
  [account_id: number, steps: number]
>(`
  select ${testAccountJson('$2')} as document from accounts r
   where r.account_id = $1 and r.test and r.delete_at is null`)

/** What is decided by, and the account that a test account was made for, so that nobody makes a second one. */
export const accounts_lockForTest = statement<
  { test: boolean; time_zone: string; id_test_account: number | null },
  [account_id: number]
>(`
  select test, time_zone, id_test_account from accounts where account_id = $1 for no key update`)

export const accounts_testAccount = statement<
  { test: boolean; id_test_account: number | null },
  [account_id: number]
>('select test, id_test_account from accounts where account_id = $1')

/** Null where it has none any more. */
export const accounts_setTestAccount = statement<
  never,
  [account_id: number, id_test_account: number | null]
>('update accounts set id_test_account = $2 where account_id = $1')

/** Test accounts that are not closed, the newest last. It asks all shards of a cluster: for the command line only. */
export const test_accounts_list = statement<{ account_id: number; name: string }, []>(`
  select account_id, name from accounts where test and delete_at is null order by account_id`)

/** Test accounts whose data is yet to be made. It asks all shards of a cluster. */
export const test_accounts_unfinished = statement<{ account_id: number }, []>(`
  select account_id from accounts where test_step is not null and delete_at is null
   order by account_id limit 100`)

/** What the account says of changes. */
type Settings = Pick<
  ActorRow,
  | 'time_zone'
  | 'amounts'
  | 'tax_base_includes_shares'
  | 'derived_taxes'
  | 'missing_rate'
  | 'rules_epoch'
  | 'checks_invoices'
  | 'restricted_read_all_customers'
  | 'cursor_secret'
>

export interface TestStepRow extends Settings {
  step: number
  /** Milliseconds since 1970. */
  since: number
}

/**
 * The next step in making a test account's data; whoever else makes it waits until this transaction ends. No
 * row where nothing is left to make, or it is closed.
 */
export const test_accounts_lockStep = statement<TestStepRow, [account_id: number]>(`
  select test_step as step, (extract(epoch from created_at) * 1000)::bigint as since,
         time_zone, amounts, tax_base_includes_shares, derived_taxes, missing_rate, rules_epoch,
         checks_invoices, restricted_read_all_customers, cursor_secret
    from accounts where account_id = $1 and test_step is not null and delete_at is null
     for no key update`)

/** Null for the end. */
export const test_accounts_setStep = statement<never, [account_id: number, step: number | null]>(
  'update accounts set test_step = $2 where account_id = $1',
)

/** A token by its name, be it revoked. */
export const tokens_findNamed = statement<{ id: number }, [account_id: number, name: string]>(`
  select id from tokens where account_id = $1 and name = $2 and kind = 'token' order by id limit 1`)
