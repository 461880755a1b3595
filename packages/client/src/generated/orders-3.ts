// Made by `npm run generate` from the OpenAPI document: change nothing here.

/** One error: the field and what is wrong with it. */
export interface FieldError {
  /** Place in the body. */ pointer?: string
  /** Path or query parameter; any text, as unknown ones are named too. */ parameter?: string
  /** Request header. */ header?: string
  /** Stable. All codes are listed at `/docs/errors`. */ code: string
  /** For a person. */ detail: string
  /** The figure as it was sent. */ sent?: string
  /** The figure that the others make it. */ expected?: string
}
