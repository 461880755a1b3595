import type { Label } from './kinds.ts'

// What a row of `orderRows` may say.

interface Row {
  /** The property in an order's JSON. */
  readonly name: string
  /** What people call it; the heading of its column in exports. */
  readonly label: Label
  /**
   * Headings that files have for it, of a reference for its code, the plainest first: where two
   * columns have one, the first in here counts. Those of exports go without saying.
   */
  readonly headings?: readonly string[]
  /** What the reference page says of it, where a request sets it. */
  readonly description?: string
  /** For the house alone: it is not on paper that goes to a customer. */
  readonly isInternal?: true
  /** Lists can be in the order of it; there is an index for that. */
  readonly isSortable?: true
}

/** By its whole value orders are found. */
interface Sought {
  /** What the reference page says of the filter, which has the property's name. */
  readonly filter?: string
}

/** What a request may set. */
interface Written extends Row {
  /** What a new order has where the request says nothing; without it the request must say it. */
  readonly unset?: unknown
  /** May change in a locked order. */
  readonly isFreeWhenLocked?: true
  /** Stays as it is once it has a value, in an order that is replaced, too. */
  readonly isGivenOnce?: true
  /** Of one order alone: a copy begins without it. */
  readonly isOwn?: true
}

interface MaybePersonal {
  /**
   * May say who the customer is: emptied where a customer is anonymised. The order's own `fk_id` goes
   * only if it does say so.
   */
  readonly isPersonal?: true
}

/** By a range of it orders are found: `<parameter>_from` and `<parameter>_to`. */
interface Ranged {
  readonly range?: { readonly parameter: string; readonly description: string }
}

/** A record: requests set it by its id, as `column` says, or by its own code, as `fk_` before that. */
export interface ReferenceRow extends Written, MaybePersonal {
  readonly kind: 'reference'
  readonly column: `id_${string}`
  readonly table: string
  /** What is shown of it; the others show id, name and code. */
  readonly shows?: 'name' | 'address' | 'value'
  /** It can’t be cleared. */
  readonly isNeeded?: true
  /** Its names of a new account are words of the interface. */
  readonly hasStandardNames?: true
  /** Which orders a filter by it finds. */
  readonly filter?: string
  /** The filter's parameter, where it is not the column. */
  readonly parameter?: string
  /** Sums can be grouped by it. */
  readonly isGrouping?: true
}

/** A property of lines, such as what falls to each of an amount, and its label. */
export interface ShareName {
  readonly name: string
  readonly label: Label
}

type PartOfTotal =
  | {
      /** Part of the order's total; a column's name: where that one says so. */
      readonly isAdded: true | 'freight_charged'
      readonly isTakenOff?: never
      readonly share: ShareName
    }
  | {
      /** Taken off the order's total. */
      readonly isTakenOff: true
      readonly isAdded?: never
      readonly share: ShareName
    }
  | { readonly isAdded?: never; readonly isTakenOff?: never; readonly share?: never }

interface Value extends Written, Ranged {
  /** The reference that shows it as its `value`: it is no property of its own. */
  readonly within?: string
}

/** One of a table of the invoice: numbers, each with what it means. */
export type Meanings = Readonly<Record<number, Label>>

/**
 * A value by itself. Of each kind there is what it is where nobody says it. A `code` is up to `most` or 100
 * characters on one line, such as a number in another system; a `text` is up to 5,000 on several lines,
 * which paper shows below everything else. A `day` is one of the calendar, without a zone. Words of a search
 * find `fk_id` and `number` alone.
 */
export type ValueRow = Value &
  (
    | ({ readonly kind: 'code'; readonly unset: null; readonly most?: number } & MaybePersonal &
        Sought)
    /** True, false, or not said. */
    | { readonly kind: 'yes_no'; readonly unset: null }
    | { readonly kind: 'numbered'; readonly unset: null; readonly choices: Meanings }
    /** Short words, each once, in the order of the alphabet: orders are found by any of them. */
    | { readonly kind: 'words'; readonly unset: null; readonly filter: string }
    /** Who is between the seller and the buyer: null where nobody says, false where there is nobody. */
    | { readonly kind: 'intermediary'; readonly unset: null }
    | ({ readonly kind: 'text'; readonly unset: null } & MaybePersonal)
    | { readonly kind: 'instant'; readonly unset: null | 'now' }
    | { readonly kind: 'day'; readonly unset: null }
    | ({ readonly kind: 'money'; readonly unset: '0' } & PartOfTotal)
    | {
        readonly kind: 'percentage'
        readonly unset: '0'
        /** The amount that says the same in money: where one of the two is sent, the other follows. */
        readonly of: string
      }
    | ({ readonly kind: 'texts'; readonly unset: object } & MaybePersonal)
    /** When how much of it is due: null where that follows from the terms of its payment type. */
    | { readonly kind: 'installments'; readonly unset: null }
  )

/** What the service says of an order. */
export interface ComputedRow extends Row, Ranged {
  readonly kind: 'id' | 'total' | 'payable' | 'taxes' | 'time' | 'flag' | 'items'
}

/** What is a number. */
export const isDecimal = (
  row: OrderRow,
): row is Extract<ValueRow, { kind: 'money' | 'percentage' }> =>
  row.kind === 'money' || row.kind === 'percentage'

/** What makes the order's total less. */
export const isTakenOff = (row: OrderRow) => row.kind === 'money' && row.isTakenOff === true

export type OrderRow = ReferenceRow | ValueRow | ComputedRow

/** Whether a property is said in a few words, by a name, a day or a code: a fact on screens and paper. */
export const isFact = ({ kind }: Pick<OrderRow, 'kind'>): boolean =>
  ['reference', 'instant', 'day', 'code', 'yes_no', 'numbered', 'intermediary', 'words'].includes(
    kind,
  )
