import type { Pedido } from '@pedido/client'
import { type RecordRow, recordRows } from '@pedido/model/records'

/** The path of a kind of record. */
export type RecordPath = (typeof recordRows)[number]['path']

export const records: readonly RecordRow[] = recordRows

/** The member of the client that asks for a kind of record, by its path or its table. */
export const memberOf = (path: string) =>
  path.replaceAll(/[-_](.)/g, (_, letter: string) => letter.toUpperCase()) as keyof Pedido
