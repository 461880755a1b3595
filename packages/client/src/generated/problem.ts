// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { FieldError } from './orders-4.ts'
import type { Meta } from './orders-3.ts'

/** An error answer: RFC 9457 problem details. */
export interface Problem {
  /** Where the code is explained. */ type: string
  title: string
  status: number
  /** For a person. */ detail: string
  /** Stable: decide by this one. All codes are listed at `/docs/errors`. */ code: string
  /** Finds the request in the service’s log: the `X-Request-Id` that was sent, or a new one. */ request_id: string
  /** The `traceparent` of the request, where it sent one. */ traceparent?: string
  /** All the errors of the request at once, or the first 100; `detail` then says so. */ errors: Array<FieldError>
  /** With `duplicate_fk_id`: the record that has it. */ existing_id?: number
  /** With `outcome_unknown`: where a record was made, it has this id, and its history begins with this `request_id`. If the database crashed, the id may have gone to another one. */ possible_id?: number
  /** With `move_not_allowed`: where the order can move. */ allowed?: Array<AllowedMove>
  /** With `record_in_use`: what kinds of records use it. */ used_by?: Array<string>
  /** With `account_needed`: those to choose from. */ accounts?: Array<AccountChoice>
  /** With `cursor_gone`: begins at the oldest event that is kept, with the same filters. */ restart_cursor?: string
  /** With `cursor_gone`: the time of that event; null while there is none. */ oldest_time?: string | null
  meta: Meta
}

export interface AllowedMove {
  id: number
  name: string
}

export interface AccountChoice {
  id: number
  name: string
}
