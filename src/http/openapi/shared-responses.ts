/** A response as it is published, or a reference to one. */
interface Response {
  $ref?: string
  content?: Record<string, { schema?: Answered }>
}

interface Answered {
  $ref?: string
  anyOf?: Answered[]
}

/**
 * Moves responses that several operations have to components, which it returns, and puts references
 * in their places. Of several that would have the same name the one with the most uses has it.
 */
export function shareResponses(
  operations: { responses: Record<string, Response> }[],
): Record<string, object> {
  const all = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const name = nameOf(status, response)
      return name === undefined ? [] : [{ name, status, responses, text: JSON.stringify(response) }]
    }),
  )
  const byUse = [...Map.groupBy(all, ({ text }) => text).values()]
    .filter((same) => same.length > 1)
    .sort((a, b) => b.length - a.length)
  const components: Record<string, object> = {}
  for (const same of byUse) {
    const [{ name, text }] = same as [(typeof all)[number]]
    if (name in components) continue
    components[name] = JSON.parse(text)
    for (const { responses, status } of same) {
      responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  return components
}

/** `OrderChanged` after its schema, `OrderCreated` where it is new; none for a file. */
function nameOf(status: string, { $ref, content }: Response): string | undefined {
  if ($ref !== undefined) return undefined
  if (status === '304') return 'NotModified'
  const [media] = Object.values(content ?? {})
  const schema = media?.schema?.anyOf?.[0] ?? media?.schema
  const name = schema?.$ref
    ?.split('/')
    .at(-1)
    ?.replace(/Response$/, '')
  return status === '201' ? name?.replace(/(Changed)?$/, 'Created') : name
}
