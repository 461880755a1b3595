// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, Options } from '../types.ts'

export interface AccountResource {
  /** Read the account. The one that the token belongs to. Needs the scope `tokens:manage`. */ read(options?: Options<'ifMatch' | 'consistency'>): Call<Account>
  /** Change the account’s settings. Other processes follow within a second. Needs the scope `tokens:manage`. */ update(body: AccountPatch, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<Account>
}

export interface Account {
  id: number
  name: string
  time_zone: string
  /** `verify`: figures that contradict one another are refused; `trust`: what is sent is kept. */ amounts: "verify" | "trust"
  created_at: string
  updated_at: string
}

export interface AccountPatch {
  /** With at least one visible character. */ name?: string
  /** IANA name; date-times that give no zone are of this one. */ time_zone?: string
  /** `verify`: figures that contradict one another are refused; `trust`: what is sent is kept. */ amounts?: "verify" | "trust"
}
