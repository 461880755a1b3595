/** A record that another one refers to, or an order. */
export interface Named {
  id: number
  name: string
}

/** Records as a form holds them: with their names, in their order. */
export function typedRecords(records: readonly Named[]): string {
  return records.length === 0 ? '' : JSON.stringify(records.map(({ id, name }) => ({ id, name })))
}

export function recordsIn(typed: string): readonly Named[] {
  return typed === '' ? [] : (JSON.parse(typed) as Named[])
}
