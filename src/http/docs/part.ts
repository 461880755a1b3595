import { type ErrorCode, refuseParameters } from '../../base/problems.ts'
import { notOneOf } from '../../texts/did-you-mean.ts'
import { codesMeant, problemResponse } from '../openapi/components.ts'

/** An OpenAPI document, as far as it is taken apart. */
export interface Document {
  tags?: { name: string; description?: string }[]
  'x-tagGroups'?: { name: string; tags: string[] }[]
  paths?: Record<string, Record<string, Operation>>
  webhooks?: unknown
  components?: Record<string, Record<string, unknown>>
}

interface Operation {
  tags?: string[]
  responses?: Record<string, { $ref?: string; description?: string }>
}

/** A tag as an address has it: `Order statuses` is `order-statuses`. */
const addressedTag = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

/** The tags of the document as addresses have them, and what each is about. */
export const addressedTags = ({ tags = [] }: Document) =>
  tags.map(({ name, description = '' }) => ({ tag: addressedTag(name), description }))

/**
 * The operations of one tag and what they refer to, as a document of its own.
 * @throws Problem `invalid_parameter` where the document has no such tag
 */
export function partOf(document: Document, tag: string): Document {
  const known = addressedTags(document).map((one) => one.tag)
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
    components: withOwnProblems(paths, referredTo(paths, document.components ?? {})),
  }
}

type Components = NonNullable<Document['components']>

/** The responses to problems with those codes alone that the operations refuse with. */
function withOwnProblems(paths: NonNullable<Document['paths']>, components: Components) {
  const answers = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses = {} }) => Object.entries(responses))
  const own = Object.entries(components['responses'] ?? {}).map(([name, response]) => {
    const meant = answers.filter(([, { $ref }]) => $ref === `#/components/responses/${name}`)
    const codes = meant.map(([, { description }]) => codesMeant(description))
    const isEvery = codes.some((one) => one === undefined)
    if (isEvery || codes.length === 0) return [name, response]
    const [[status] = ['500']] = meant
    const some = new Set<ErrorCode>(codes.flatMap((one) => one ?? []))
    return [name, problemResponse(Number(status), [...some].toSorted())]
  })
  return { ...components, responses: Object.fromEntries(own) }
}

/** The components that a value refers to, and those that they refer to, in the document's order. */
function referredTo(value: unknown, components: Components): Components {
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
