import { refuseParameters } from '../../base/problems.ts'
import { notOneOf } from '../../texts/did-you-mean.ts'

/** An OpenAPI document, as far as it is taken apart. */
export interface Document {
  tags?: { name: string }[]
  'x-tagGroups'?: { name: string; tags: string[] }[]
  paths?: Record<string, Record<string, { tags?: string[] }>>
  webhooks?: unknown
  components?: Record<string, Record<string, unknown>>
}

/** A tag as an address has it: `Order statuses` is `order-statuses`. */
const addressedTag = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

/** The tags of the document as addresses have them. */
export const addressedTags = ({ tags = [] }: Document): string[] =>
  tags.map(({ name }) => addressedTag(name))

/**
 * The operations of one tag and what they refer to, as a document of its own.
 * @throws Problem `invalid_parameter` where the document has no such tag
 */
export function partOf(document: Document, tag: string): Document {
  const known = addressedTags(document)
  if (!known.includes(tag)) {
    refuseParameters([{ parameter: 'tag', code: 'enum', detail: notOneOf(known, tag) }])
  }
  const isOfTag = (name: string) => addressedTag(name) === tag
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).flatMap(([path, operations]) => {
      const own = Object.entries(operations).filter(([, { tags }]) => tags?.some(isOfTag))
      return own.length === 0 ? [] : [[path, Object.fromEntries(own)] as const]
    }),
  )
  const { webhooks: _, ...rest } = document
  return {
    ...rest,
    tags: document.tags?.filter(({ name }) => isOfTag(name)) ?? [],
    'x-tagGroups': (document['x-tagGroups'] ?? []).flatMap(({ name, tags }) =>
      tags.some(isOfTag) ? { name, tags: tags.filter(isOfTag) } : [],
    ),
    paths,
    components: referredTo(paths, document.components ?? {}),
  }
}

/** The components that a value refers to, and those that they refer to, in the document's order. */
function referredTo(value: unknown, components: NonNullable<Document['components']>) {
  const found = new Set<string>()
  const look = (one: unknown): void => {
    for (const [, reference = ''] of JSON.stringify(one).matchAll(
      /"\$ref":"#\/components\/([^"]+)"/g,
    )) {
      if (found.has(reference)) continue
      found.add(reference)
      const [kind = '', name = ''] = reference.split('/')
      look(components[kind]?.[name])
    }
  }
  look(value)
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => {
      const isNeeded = (name: string) => kind === 'securitySchemes' || found.has(`${kind}/${name}`)
      return [kind, Object.fromEntries(Object.entries(all).filter(([name]) => isNeeded(name)))]
    }),
  )
}
