/** A parameter of an operation as it is published, or a reference to one. */
export interface Finished {
  $ref?: string
  name?: string
  /** The name under which several operations refer to it, where its own is another's. */
  'x-component'?: string
  [more: string]: unknown
}

/**
 * Moves parameters that several operations have to components, which it returns, and puts references
 * in their places.
 */
export function shareParameters(operations: { parameters?: Finished[] }[]): Record<string, object> {
  const all = operations.flatMap(({ parameters = [] }) => parameters)
  const uses = Map.groupBy(
    all.filter(({ $ref }) => $ref === undefined),
    (one) => JSON.stringify(one),
  )
  const components: Record<string, object> = {}
  for (const same of uses.values()) {
    const [{ 'x-component': component, ...parameter }] = same as [Finished]
    const name = component ?? pascal(String(parameter.name))
    if (same.length > 1 && name in components) {
      throw new Error(`two parameters are the component ${name}: give one an x-component`)
    }
    if (same.length > 1) components[name] = parameter
    for (const one of same) {
      for (const key of Object.keys(one)) delete one[key]
      Object.assign(one, same.length > 1 ? { $ref: `#/components/parameters/${name}` } : parameter)
    }
  }
  return components
}

/** `Idempotency-Key` and `fk_id` become `IdempotencyKey` and `FkId`. */
function pascal(name: string): string {
  return name.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
