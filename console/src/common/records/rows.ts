import { type RecordRow, recordRows } from '@pedido/model/records'

/** The path of a kind of record. */
export type RecordPath = (typeof recordRows)[number]['path']

export const records: readonly RecordRow[] = recordRows
