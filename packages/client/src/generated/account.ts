// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Account } from './events-4.ts'
import type { Call, FileContent, Options } from '../types.ts'
import type { DeletedResponse } from './orders-3.ts'

export interface AccountResource {
  /** Read the account. The one that the token belongs to. Needs the scope `tokens:manage`. */ read(options?: Options<'ifMatch' | 'consistency'>): Call<Account>
  /** Change the account’s settings. Other processes follow within a second. Needs the scope `tokens:manage`. */ update(body: AccountPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Account>
  /** Read the account’s logo. As PNG. Ask again with `If-None-Match`: it is sent only if it has changed. Needs the scope `orders:read`. */ readLogo(options?: Options<'ifMatch' | 'consistency'>): Call<Blob>
  /** Set the account’s logo. JPEG, PNG, WebP, AVIF or GIF. Kept as PNG of at most 1,200 × 400 pixels, without metadata. It stands at the head of the account’s documents. Needs the scope `tokens:manage`. */ setLogo(body: FileContent, options?: Options<'idempotencyKey'>): Call<Account>
  /** Take the account’s logo away. Needs the scope `tokens:manage`. */ deleteLogo(options?: Options<'idempotencyKey'>): Call<DeletedResponse>
  /** Read the test account. That of the account that asks, or that account itself where it is one. 404 where there is none. Needs the scope `tokens:manage`. */ readTestAccount(options?: Options<'ifMatch' | 'consistency'>): Call<TestAccount>
  /** Make a test account with sample data. An account of its own, beside yours, marked as a test everywhere: customers, products and a year of orders, which the service makes within a minute (`progress`). A member who asks is its owner and opens it with `POST /session/test-account`; a token that asks gets one of the test account. Needs the scope `tokens:manage`. */ createTestAccount(options?: Options<'idempotencyKey'>): Call<NewTestAccount>
  /** Remove the test account with all its data. That of the account that asks, or that account itself where it is one. Its tokens and sessions end at once; the service removes its data from then on. Whoever came to it from another account is back there. Other accounts are never removed: 404. Needs the scope `tokens:manage`. */ deleteTestAccount(options?: Options<'idempotencyKey'>): Call<DeletedResponse>
}

export interface AccountPatch {
  /** On one line, with at least one visible character. */ name?: string
  /** IANA name; date-times that give no zone are of this one. */ time_zone?: string
  /** `verify`: figures that contradict one another are refused; `trust`: what is sent is kept. */ amounts?: "verify" | "trust"
  /** Whether members and tokens that are restricted to orders of some sellers (`only`) read all customers. False: they read only the customers of these sellers (`id_user`). They change only those customers in any case. */ restricted_read_all_customers?: boolean
  /** Whether taxes of new orders are levied on net totals with what falls to each item of discount, freight, insurance and other expenses. Orders that there are stay as they are. */ tax_base_includes_shares?: boolean
  /** Whether a move to a status that is `invoiced` is refused with `total_moves_with_date` where its day changes the order’s total, until `accept_total` says the new one. */ confirm_moved_totals?: boolean
  /** Kinds of taxes that rules (`/tax-rules`) work out for items of which none of the kind is sent. Of the others an order has what is sent. */ derived_taxes?: Array<"icms" | "ipi" | "ibs_cbs">
  /** What becomes of a change of an order whose taxes rules work out with a national rate that no law has set for the day, as that of CBS for 2027. `warn`: the tax is left out, never 0, and told as `rate_missing` where the order’s taxes are explained and previewed. `refuse`: the change is refused, with `rate_missing` at the item. */ missing_rate?: "warn" | "refuse"
  /** What is written to a customer with a link to an order, as `message` of a new link says it: `{link}`, and where they are wanted `{customer}`, `{order}`, `{account}` and `{total}`. Null: what the service says unless told. */ order_message?: string | null
}

export interface TestAccount {
  id: number
  name: string
  /** How much of its data is made, in percent. */ progress: number
  created_at: string
}

export interface NewTestAccount {
  id: number
  name: string
  /** How much of its data is made, in percent. */ progress: number
  created_at: string
  /** A token of the test account with the scopes of the one that asked, where a token did. It is shown this once. */ token?: string
}
