/** What a command did to a record, whose JSON `document` is. */
export type Outcome =
  | {
      done: 'created'
      document: string
      /** The record's own address, without a version. */
      location: string
      tagged?: Tagged
      shownOnce?: ShownOnce
      bare?: Bare
    }
  | {
      done: 'updated'
      document: string
      tagged?: Tagged
      shownOnce?: ShownOnce
      bare?: Bare
    }
  | Deleted

export interface Deleted {
  done: 'deleted'
  id: number
}

/** The record whose entity tag the answer has, where the document is more than the record. */
type Tagged = string

/** The document is no record: it has a message of its own, if any, and no entity tag. */
type Bare = boolean

/** A secret that is shown this once, beside the record's own properties. */
interface ShownOnce {
  name: string
  secret: string
}

/**
 * What the caller knows of the record it changes: a command calls it with the record's JSON, or
 * null where there is none, once nobody else can change that any more. It throws where the record
 * is another than the caller knows.
 */
export type Precondition = (current: string | null) => void
