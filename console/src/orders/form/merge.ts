import type { Named } from '../../common/form/named.ts'
import { type Draft, detached, isBlank, type Line, type LineProduct, withBlank } from './draft.ts'
import type { Header } from './header.ts'
import { installmentsText } from './installments/installments.ts'
import { CELLS, type Cell, DISCOUNTS } from './items/columns.ts'
import { DETAILS, type Detail, saidTaxes, textOf } from './items/details.ts'
import { lotsText } from './items/lots.ts'

/** Something that somebody else changed meanwhile, beside what is typed here. */
export interface Difference {
  id: string
  /** Of the header, or of a line. */
  field: keyof Header | Part['field'] | 'line' | 'installments'
  /** Whose line: its product. */
  line?: string
  /** `1234.5` and names; undefined where the line is not there. */
  before: string | undefined
  theirs: string | undefined
  mine: string | undefined
  /** It was changed here, too: one of both has to go. */
  isBoth: boolean
}

/** What differs in an order as it is now (`theirs`) from how it was when typing began (`base`). */
export function differences(base: Draft, theirs: Draft, mine: Draft): Difference[] {
  const found: Difference[] = []
  const compare = (
    name: Pick<Difference, 'id' | 'field' | 'line'>,
    values: [before: string, theirs: string, mine: string],
  ) => {
    const [before, other, own] = values
    if (other === before || other === own) return
    found.push({ ...name, before, theirs: other, mine: own, isBoth: own !== before })
  }
  for (const field of Object.keys(theirs.header) as (keyof Header)[]) {
    const values = [base, theirs, mine].map(({ header }) => shown(header[field]))
    compare({ id: field, field }, values as [string, string, string])
  }
  const plans = [base, theirs, mine].map(saidInstallments)
  compare({ id: 'installments', field: 'installments' }, plans as [string, string, string])
  const [was, is] = [linesById(base), linesById(theirs)]
  const own = linesById(mine)
  for (const [id, before] of was) {
    const [other, typed] = [is.get(id), own.get(id)]
    const line = before.product?.name ?? ''
    if (!other && typed) {
      const isBoth = sumOf(typed) !== sumOf(before)
      const name = { id: `${id}`, field: 'line', line } as const
      found.push({ ...name, before: sumOf(before), theirs: undefined, mine: sumOf(typed), isBoth })
    } else if (other && !typed) {
      if (sumOf(other) === sumOf(before)) continue
      const name = { id: `${id}`, field: 'line', line, isBoth: true } as const
      found.push({ ...name, before: sumOf(before), theirs: sumOf(other), mine: undefined })
    } else if (other && typed) {
      for (const { field, of } of PARTS) {
        const values = [before, other, typed].map(of)
        compare({ id: `${id} ${field}`, field, line }, values as [string, string, string])
      }
    }
  }
  for (const [id, line] of is) {
    if (was.has(id)) continue
    const name = { id: `${id}`, field: 'line', line: line.product?.name ?? '' } as const
    found.push({ ...name, before: undefined, theirs: sumOf(line), mine: undefined, isBoth: false })
  }
  return found
}

/**
 * What is typed here, on top of the order as it is now: theirs where only they changed something,
 * and where both did, what `theirsOf` names.
 */
export function merged(
  base: Draft,
  theirs: Draft,
  mine: Draft,
  theirsOf: ReadonlySet<string>,
): Draft {
  const taken = (id: string, values: [before: string, theirs: string, mine: string]) => {
    const [before, , own] = values
    return own === before || theirsOf.has(id)
  }
  const fields = (Object.keys(theirs.header) as (keyof Header)[]).map((field) => {
    const values = [base, theirs, mine].map(({ header }) => sameness(header[field]))
    const from = taken(field, values as [string, string, string]) ? theirs : mine
    return [field, from.header[field]]
  })
  const [was, is] = [linesById(base), linesById(theirs)]
  const lines: Line[] = []
  for (const line of mine.lines) {
    const before = line.id === null ? undefined : was.get(line.id)
    const other = line.id === null ? undefined : is.get(line.id)
    if (!before) lines.push(line)
    else if (other) {
      const theirParts = PARTS.filter(({ field, of }) =>
        taken(`${line.id} ${field}`, [of(before), of(other), of(line)]),
      )
      lines.push(theirParts.reduce((all, { take }) => take(all, other), line))
    } else if (sumOf(line) !== sumOf(before) && !theirsOf.has(String(line.id))) {
      // They took it out: what was typed on goes in as a new one.
      lines.push(detached(line))
    }
  }
  const own = linesById(mine)
  const added = [...is].filter(([id]) => {
    const isRemovedHere = was.has(id) && !own.has(id)
    return !was.has(id) || (isRemovedHere && theirsOf.has(String(id)))
  })
  const all = [...lines.filter((line) => !isBlank(line)), ...added.map(([, line]) => line)]
  const header = Object.fromEntries(fields) as unknown as Header
  const plans = [base, theirs, mine].map(saidInstallments)
  const { installments } = taken('installments', plans as [string, string, string]) ? theirs : mine
  return {
    header,
    lines: withBlank(all),
    ...(mine.unread && { unread: mine.unread }),
    ...(installments !== undefined && { installments }),
    keptInstallments: theirs.keptInstallments ?? '',
  }
}

/** Instalments that were sent or are typed, in short; '' where they follow from terms. */
const saidInstallments = ({ installments, keptInstallments = '' }: Draft): string =>
  installments === undefined ? keptInstallments : installmentsText(installments)

/** What of a line is changed as one: two discounts of which one was typed are one. */
interface Part {
  field: Cell | Detail | 'product' | 'description' | 'discount' | 'operation' | 'lots' | 'taxes'
  of: (line: Line) => string
  /** The line with this of another. */
  take: (line: Line, from: Line) => Line
}

const isDiscount = (cell: Cell) => DISCOUNTS.some((one) => one === cell)

function partOf(field: Part['field'], cells: readonly Cell[]): Part {
  return {
    field,
    of: (line) =>
      cells
        .map((cell) => line.cells[cell])
        .join(' ')
        .trimEnd(),
    take: (line, from) => ({
      ...line,
      cells: {
        ...line.cells,
        ...Object.fromEntries(cells.map((cell) => [cell, from.cells[cell]])),
      },
      followed: [
        ...line.followed.filter((cell) => !cells.includes(cell)),
        ...from.followed.filter((cell) => cells.includes(cell)),
      ],
    }),
  }
}

function detailPart(field: Detail): Part {
  const of = ({ details = {} }: Line) => textOf(details, field)
  return {
    field,
    of,
    take: (line, from) => ({
      ...line,
      details: { ...line.details, texts: { ...line.details?.texts, [field]: of(from) } },
    }),
  }
}

const PARTS: readonly Part[] = [
  {
    field: 'product',
    of: ({ product }) => (product ? identityOf(product) : ''),
    take: (line, { product }) => ({ ...line, product }),
  },
  {
    field: 'description',
    of: ({ description }) => description,
    take: (line, { description }) => ({ ...line, description }),
  },
  {
    field: 'operation',
    of: ({ details }) => details?.operation?.name ?? '',
    take: (line, { details }) => ({
      ...line,
      details: { ...line.details, operation: details?.operation ?? null },
    }),
  },
  ...DETAILS.map(detailPart),
  {
    field: 'lots',
    of: ({ details }) => lotsText(details?.lots),
    take: (line, { details }) => ({
      ...line,
      details: { ...line.details, lots: details?.lots ?? [] },
    }),
  },
  {
    field: 'taxes',
    of: ({ details = {} }) => saidTaxes(details),
    take: ({ details: { taxes: _, ...mine } = {}, ...line }, { details: theirs = {} }) => ({
      ...line,
      details: {
        ...mine,
        ...(theirs.taxes && { taxes: theirs.taxes }),
        given: theirs.given ?? '',
      },
    }),
  },
  partOf('discount', DISCOUNTS),
  ...CELLS.filter((cell) => !isDiscount(cell)).map((cell) => partOf(cell, [cell])),
]

const linesById = ({ lines }: Draft) =>
  new Map(lines.flatMap((line) => (line.id === null ? [] : [[line.id, line] as const])))

/** A product by name and code: there are several of one name. */
const identityOf = ({ id, name, fk_id }: LineProduct) =>
  [name, fk_id ?? (id === null ? '' : `#${id}`)].filter(Boolean).join(' ')

/** Whether two are the same: records are by their ids, as several have one name. */
function sameness(value: Header[keyof Header]): string {
  const isRecord = value !== null && typeof value === 'object' && typeof value['id'] === 'number'
  return isRecord ? String(value['id']) : shown(value)
}

function shown(value: Named | null | string | Record<string, string>): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if ('name' in value && 'id' in value) return String(value.name)
  return Object.entries(value)
    .map(([key, one]) => `${key}: ${one}`)
    .sort()
    .join(', ')
}

/** A line in short: whether two are the same. */
const sumOf = ({ product, cells, description, details = {}, unread }: Line) =>
  `${cells.quantity} × ${product ? identityOf(product) : ''}${[
    ...CELLS.slice(1).map((cell) => cells[cell]),
    description,
    details.operation?.name,
    ...DETAILS.map((name) => textOf(details, name)),
    lotsText(details.lots),
    saidTaxes(details),
    ...Object.values(unread ?? {}),
  ]
    .filter(Boolean)
    .map((value) => `; ${value}`)
    .join('')}`
