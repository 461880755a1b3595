import { lineRows } from '@pedido/model/invoices/lines'
import type { Named } from '../../../common/form/named.ts'
import { filledRows, hasUnreadRow, type Row } from '../rows/rows.ts'
import type { Item } from './columns.ts'
import { lotsText, sentLots, typedLots } from './lots.ts'
import { givenText, sentTaxes, taxesText } from './taxes.ts'

// What an invoice says of a line beside its product, description and figures: in a window of its own.

/** Those that are typed as they are. */
export const detailRows = lineRows.filter((row) => row.kind === 'code' || row.kind === 'text')
export type Detail = (typeof detailRows)[number]['name']
export const DETAILS: readonly Detail[] = detailRows.map(({ name }) => name)

/** What has been typed of them; what is not there is empty, as in what an earlier version has kept. */
export interface Details {
  readonly operation?: Named | null
  readonly texts?: Readonly<Partial<Record<Detail, string>>>
  readonly lots?: readonly Row[]
  /** All taxes that are sent of it, once somebody has typed any; without them it keeps those that it has. */
  readonly taxes?: readonly Row[]
  /** What had been sent of its taxes, in short. */
  readonly given?: string
}

export const detailsOf = (item: Item): Details => ({
  operation: item.operation,
  texts: Object.fromEntries(DETAILS.map((name) => [name, item[name] ?? ''])),
  lots: typedLots(item),
  given: givenText(item.taxes),
})

export const textOf = ({ texts }: Details, name: Detail): string => texts?.[name] ?? ''

export const isEmpty = (details: Details): boolean =>
  !details.operation &&
  DETAILS.every((name) => textOf(details, name) === '') &&
  filledRows([...(details.lots ?? []), ...(details.taxes ?? [])]).length === 0

/** Whether something stands in the window that can't be read. */
export const hasUnreadDetail = ({ lots, taxes }: Details = {}): boolean =>
  hasUnreadRow(lots) || hasUnreadRow(taxes)

/** What is said of a line’s taxes, in short. */
export const saidTaxes = ({ taxes, given = '' }: Details): string =>
  taxes === undefined ? given : taxesText(taxes)

/** Whether a fault of this place in a line is shown in its window. */
export const isOfWindow = (place: string): boolean =>
  /^(id_operation|lots|taxes)(\/|$)/.test(place) || DETAILS.some((name) => name === place)

/** What a request says of them: only what differs. */
export function changedDetails(before: Details, now: Details): object {
  const changed = DETAILS.filter((name) => textOf(before, name) !== textOf(now, name))
  return {
    ...(before.operation?.id === now.operation?.id
      ? {}
      : { id_operation: now.operation?.id ?? null }),
    ...Object.fromEntries(changed.map((name) => [name, textOf(now, name).trim() || null])),
    ...(lotsText(before.lots) === lotsText(now.lots) ? {} : { lots: sentLots(now.lots ?? []) }),
    ...(now.taxes === undefined || now.taxes === before.taxes
      ? {}
      : { taxes: sentTaxes(now.taxes) }),
  }
}
