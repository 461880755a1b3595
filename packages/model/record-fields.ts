import type { Digits, Label } from './kinds.ts'

// What a field of a record is, and those that several kinds of records have.

interface Field {
  /** The property in the record's JSON. */
  readonly name: string
  /** What people call it. */
  readonly label: Label
  /** The heading of its column in exports, where that is another. */
  readonly heading?: Label
  /**
   * Headings that files have for it, the plainest first: where two columns have one, the first
   * field counts. Those of exports go without saying.
   */
  readonly headings?: readonly string[]
  /** Each of the columns with such a heading is read: the first one that is filled counts. */
  readonly areTogether?: true
  /** What the reference page says of it. */
  readonly description?: string
  /** What a form says below its input. */
  readonly hint?: Label
  /** It needs the whole width of a form. */
  readonly isWide?: true
  /** Few look at it: lists show it where it is chosen, and forms behind the others. */
  readonly isDetail?: true
  /** Which records a list finds by its value. */
  readonly filter?: string
  /** The field that has a value wherever this one has one. */
  readonly with?: string
  /** The column in which searches look for it, where that is not `search`. */
  readonly searchedIn?: string
  /** It may say who a person is: emptied where a customer is anonymised. */
  readonly isPersonal?: true
}

/** The form of a text, such as of a code in a public table. */
interface Pattern {
  /** As JSON Schema and PostgreSQL read it. */
  readonly pattern: string
  /** Characters that it has at most. */
  readonly most: number
  /** What it must be. */
  readonly form: Label
  readonly example: string
  /** Files may have it with punctuation; of so many digits, zeros in front may be lost there. */
  readonly digits?: number | 'any'
  /** Capitals and small letters differ: files have it as it is. */
  readonly hasCase?: true
}

/** A text of one line, of so many characters. */
interface Line {
  readonly kind: 'line'
  readonly length: readonly [least: number, most: number]
}

/** Not negative, unless it `isSigned`, and where it `isPositive` not 0. It may stay as a flag does. */
interface Decimal {
  readonly kind: 'decimal'
  readonly digits: Digits
  readonly isPositive?: true
  /** It may be negative. */
  readonly isSigned?: true
  /** The most that it may be. */
  readonly most?: number | undefined
  readonly stays?: true
}

/** One of these values; the first words of each are its label, all are read in files. Null: none of them. */
interface Choice {
  readonly kind: 'choice'
  readonly unset: string | null
  readonly choices: Readonly<Record<string, Label>>
}

/** The same, of numbers that a public table gives a meaning; null: unknown. */
interface Numbered {
  readonly kind: 'numbered'
  readonly unset: number | null
  readonly choices: Readonly<Record<number, Label>>
}

/** A value in each row of a list. */
export type CellRow = Field & {
  /** A row may be without it, and has null then. */
  readonly isOptional?: true
} & (
    | ({ readonly kind: 'pattern' } & Pattern)
    | { readonly kind: 'name' | 'email' | 'phone' }
    | Line
    | Numbered
    | Decimal
    | Choice
    /** A date without a time. */
    | { readonly kind: 'day' }
  )

export type FieldRow = Field &
  (
    | { readonly kind: 'code' | 'email' | 'phone' | 'document' | 'text' }
    /** Of at most 200 characters, unless that is said. */
    | { readonly kind: 'name'; readonly most?: number }
    | Line
    | ({ readonly kind: 'pattern' } & Pattern)
    /** The number under a bar code, with its check digit, or `SEM GTIN`. */
    | { readonly kind: 'gtin' }
    | { readonly kind: 'unit_price' }
    /** From 0, unless other ends are given. */
    | { readonly kind: 'integer'; readonly within?: readonly [least: number, most: number] }
    /** A count from 1, never null, which stays where nothing is sent. */
    | { readonly kind: 'counter'; readonly description: string }
    | Decimal
    /** A date without a time. */
    | { readonly kind: 'day'; readonly unset: string | null }
    /**
     * When the value of the field `of` was so: when it was sent, unless that is given. Null where that
     * is. Both stay as a flag does.
     */
    | { readonly kind: 'instant'; readonly of: string; readonly stays: true }
    /** Some of these values, each once; null: it is not about any. It may stay as a flag does, and is [] then. */
    | {
        readonly kind: 'list'
        readonly of: Pattern | { readonly choices: Readonly<Record<number, Label>> }
        readonly most: number
        readonly stays?: true
      }
    /**
     * A list of rows, in the order of the value `by` that no two of them have alike, or as they were
     * sent. It may stay as a flag does.
     */
    | {
        readonly kind: 'rows'
        readonly of: readonly CellRow[]
        readonly by?: string
        readonly stays?: true
        /** The name of a row's schema. */
        readonly title: string
        readonly most: number
      }
    /**
     * A yes or no: null and absence mean `unset`. Where that is null, nobody has said it. One that
     * `stays` is as it was where a whole record says nothing of it.
     */
    | {
        readonly kind: 'flag'
        readonly unset: boolean | null
        readonly stays?: true
        readonly description: string
      }
    | Choice
    | Numbered
    /** Written by other endpoints, or by the service itself. */
    | { readonly kind: 'image' | 'anonymised' }
    /** Ids of order statuses. */
    | { readonly kind: 'statuses' }
    /**
     * A record of another kind, or null: bodies name it by `id_` or `fk_id_` and the name of the field,
     * answers show it in short. A record that names a customer is for those who see the customer. It may
     * stay as a flag does.
     */
    | { readonly kind: 'reference'; readonly to: string; readonly stays?: true }
    /** The record that it is a line of: a reference that is never null. */
    | { readonly kind: 'owner'; readonly to: string }
    /** The sellers that a customer has, the first one first: `users`, `id_users` and their like. */
    | { readonly kind: 'sellers' }
    /** When how much of an order is due: src/records/kinds/terms.ts. */
    | { readonly kind: 'terms' }
    /** Values of the fields that the account declares. */
    | { readonly kind: 'texts' }
  )

export type FieldKind = FieldRow['kind']

/** A field that names a record of another kind. */
export type ReferringRow = Extract<FieldRow, { kind: 'reference' | 'owner' }>

export const isReferring = (row: FieldRow): row is ReferringRow =>
  row.kind === 'reference' || row.kind === 'owner'

export const name = { name: 'name', kind: 'name', label: ['Nome', 'Name'], isWide: true } as const
export const code = { name: 'fk_id', kind: 'code', label: ['Código', 'Code'] } as const
export const email = {
  name: 'email',
  kind: 'email',
  label: ['E-mail', 'E-mail'],
  headings: ['E-mail', 'Email', 'Correio eletrônico', 'E-mail principal'],
} as const
export const document = {
  name: 'document',
  kind: 'document',
  label: ['CPF ou CNPJ', 'CPF or CNPJ'],
  heading: ['CNPJ/CPF', 'CNPJ/CPF'],
  headings: ['CNPJ/CPF', 'CPF/CNPJ', 'CNPJ', 'CPF', 'Documento', 'Tax id'],
} as const
/** Of what may be sold no longer: systems that do not know the field leave it as it is. */
export const active = {
  name: 'active',
  kind: 'flag',
  unset: true,
  stays: true,
  label: ['Ativo', 'Active'],
  headings: ['Ativo', 'Situação', 'Situação do cadastro', 'Active'],
  filter: '`true`: those in use; `false`: those that are not.',
  isDetail: true,
  isWide: true,
  hint: [
    'Inativo não é oferecido em pedidos novos; os que há ficam como estão.',
    'Not offered for new orders otherwise; those that there are stay as they are.',
  ],
} as const
export const customFields = {
  name: 'custom_fields',
  kind: 'texts',
  label: ['Campos personalizados', 'Custom fields'],
} as const
