// Made by `npm run generate` from the OpenAPI document: change nothing here.

export interface BulkResult {
  /** Which line, counted from 1, blank ones too. */ line: number
  /** As it was sent, also where that is no code. */ fk_id: string | null
  /** The record’s; null where it was not written. */ id: number | null
  /** `refused`: this record was not written. `failed`, only in a last line: neither this line nor any after it was written; send them again. */ status: "created" | "updated" | "unchanged" | "refused" | "failed"
  /** With `refused` and `failed`: the code of the problem that it would be. */ code?: string
  detail?: string
  /** With `duplicate_fk_id`: the record that has it. */ existing_id?: number
  /** All the errors of the request at once, or the first 100; `detail` then says so. */ errors: Array<FieldError>
}

/** One error: the field and what is wrong with it. */
export interface FieldError {
  /** Place in the body. */ pointer?: string
  /** Path or query parameter; any text, as unknown ones are named too. */ parameter?: string
  /** Request header. */ header?: string
  /** Of `rate_missing`: of what, and for which day. */ meta?: { tax: string; date: string }
  /** Stable. All codes are listed at `/docs/errors`. */ code: string
  /** For a person. */ detail: string
  /** The figure as it was sent. */ sent?: string
  /** The figure that the others make it. */ expected?: string
}
