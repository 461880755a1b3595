import type { TSchema } from 'typebox'

// What a property of an answer is called in a request. It follows from the two schemas: what both have is
// the same, `customer` is `id_customer`, a property of the request says itself by `x-returned` what else it
// is called in answers, and what is left is read-only.

/** How requests write a property that answers have. */
export type Written = {
  /** Left out it stays, even where the whole record is written. */
  stays?: boolean | undefined
} & (
  | { as: 'same'; inner?: Words; takesNull: boolean }
  | { as: 'renamed'; to: string }
  | { as: 'reference'; id: string; fk_id: string | undefined; value: string | undefined }
  | { as: 'references'; ids: string }
  | { as: 'read_only' }
  /** It stands beside the record and changes by itself: what was read may be sent back, and says nothing. */
  | { as: 'beside' }
  /** What the schema says something of its own about, unless it is as it was. */
  | { as: 'elsewhere' }
)

/** An object of a request beside the same object of an answer; of a list, each of its elements. */
export interface Words {
  /** By the names that answers have. */
  returned: ReadonlyMap<string, Written>
  /** What a request must have. */
  required: ReadonlySet<string>
  /** It may say which stored line it is a copy of, and is then as that one where it says nothing. */
  isCopied: boolean
}

/** Finds a schema by its `$id`. */
export type SchemaNamed = (name: string) => unknown

interface Shape {
  $ref?: string
  anyOf?: Shape[]
  type?: string | string[]
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  'x-returned'?: string
  'x-stays'?: true
  'x-elsewhere'?: object
  'x-never'?: string[]
  'x-beside'?: true
}

export function wordsOf(body: TSchema, answer: TSchema, named: SchemaNamed): Words {
  return objectWords(body as Shape, formWith('properties', answer as Shape, named), named)
}

function objectWords(body: Shape, answer: Shape | undefined, named: SchemaNamed): Words {
  const { properties: written = {} } = body
  const renamed = new Map(
    Object.entries(written).flatMap(([name, { 'x-returned': returned }]) =>
      returned === undefined ? [] : [[returned, name]],
    ),
  )
  const { 'x-elsewhere': elsewhere = {}, 'x-never': never = [] } = body
  const returned = Object.entries(answer?.properties ?? {}).filter(
    ([name]) => !never.includes(name),
  )
  return {
    returned: new Map(
      returned.map(([name, shape]) => [
        name,
        Object.hasOwn(elsewhere, name)
          ? { as: 'elsewhere' }
          : writtenOf(name, shape, written, renamed, named),
      ]),
    ),
    required: new Set(body.required),
    isCopied: 'copy_of' in written,
  }
}

function writtenOf(
  name: string,
  answer: Shape,
  written: Record<string, Shape>,
  renamed: ReadonlyMap<string, string>,
  named: SchemaNamed,
): Written {
  if (answer['x-beside']) return { as: 'beside' }
  const same = written[name]
  if (same) {
    const takesNull = same.anyOf !== undefined || [same.type].flat().includes('null')
    return { as: 'same', stays: same['x-stays'], takesNull, ...innerWords(same, answer, named) }
  }
  const to = renamed.get(name) ?? `id_${name}`
  if (!Object.hasOwn(written, to)) return { as: 'read_only' }
  const stays = written[to]?.['x-stays']
  if (formWith('items', answer, named)) return { as: 'references', ids: to, stays }
  if (!formWith('properties', answer, named)) return { as: 'renamed', to, stays }
  const fk_id = `fk_${to}`
  return {
    as: 'reference',
    id: to,
    fk_id: Object.hasOwn(written, fk_id) ? fk_id : undefined,
    value: renamed.get(`${name}.value`),
  }
}

function innerWords(body: Shape, answer: Shape, named: SchemaNamed): { inner?: Words } {
  const [one, other] = [elementOf(body, named), elementOf(answer, named)]
  return one?.properties && other ? { inner: objectWords(one, other, named) } : {}
}

/** Of a list what is in it, of an object itself. */
function elementOf(shape: Shape, named: SchemaNamed): Shape | undefined {
  const list = formWith('items', shape, named)
  return formWith('properties', list?.items ?? shape, named)
}

/** Of a schema with several forms, such as one with null, the one with this keyword. */
function formWith(
  keyword: 'items' | 'properties',
  shape: Shape,
  named: SchemaNamed,
): Shape | undefined {
  if (shape.$ref !== undefined) return formWith(keyword, named(shape.$ref) as Shape, named)
  if (shape[keyword] !== undefined) return shape
  for (const form of shape.anyOf ?? []) {
    const found = formWith(keyword, form, named)
    if (found) return found
  }
  return undefined
}
