import { lineRows } from '@pedido/model/invoices/lines'
import type { Named } from '../../../common/form/named.ts'
import type { Item } from './columns.ts'

// What an invoice says of a line beside its product, description and figures: in a window of its own.

/** Those that are typed as they are. */
export const detailRows = lineRows.filter((row) => row.kind === 'code' || row.kind === 'text')
export type Detail = (typeof detailRows)[number]['name']
export const DETAILS: readonly Detail[] = detailRows.map(({ name }) => name)

/** What has been typed of them; what is not there is empty, as in what an earlier version has kept. */
export interface Details {
  readonly operation?: Named | null
  readonly texts?: Readonly<Partial<Record<Detail, string>>>
}

export const detailsOf = (item: Item): Details => ({
  operation: item.operation,
  texts: Object.fromEntries(DETAILS.map((name) => [name, item[name] ?? ''])),
})

export const textOf = ({ texts }: Details, name: Detail): string => texts?.[name] ?? ''

export const isEmpty = (details: Details): boolean =>
  !details.operation && DETAILS.every((name) => textOf(details, name) === '')

/** What a request says of them: only what differs. */
export function changedDetails(before: Details, now: Details): object {
  const changed = DETAILS.filter((name) => textOf(before, name) !== textOf(now, name))
  return {
    ...(before.operation?.id === now.operation?.id
      ? {}
      : { id_operation: now.operation?.id ?? null }),
    ...Object.fromEntries(changed.map((name) => [name, textOf(now, name).trim() || null])),
  }
}
