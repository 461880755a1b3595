import { type Message, msg } from '../../texts/message.ts'

/** A field to sort by. */
export interface SortField {
  field: string
  descending: boolean
}

/**
 * Reads a `sort`: comma-separated fields, each with `-` for descending. `id` is always the last
 * tie-break, in the direction of the field before it, so that one index walk serves and no row stands
 * on two pages.
 * @returns `errors`: what is wrong with it, for a person; then `fields` are of no use
 */
export function readSort(
  text: string,
  sortable: readonly string[],
): { fields: SortField[]; errors: Message[] } {
  const fields = text.split(',').map((part) => ({
    field: part.replace(/^-/, ''),
    descending: part.startsWith('-'),
  }))
  const names = fields.map(({ field }) => field)
  const errors = names.flatMap((name, i) => {
    if (!sortable.includes(name))
      return msg`can't sort by "${name}"; one of ${sortable.join(', ')}, each also with "-".`
    return names.indexOf(name) === i ? [] : msg`names ${name} twice.`
  })
  const byId = names.indexOf('id')
  if (byId >= 0) return { fields: fields.slice(0, byId + 1), errors }
  const tieBreak = { field: 'id', descending: fields.at(-1)?.descending ?? false }
  return { fields: [...fields, tieBreak], errors }
}
