// The address of a new customer is typed in the form of the customer, as fields whose names begin so.

export const OF_ADDRESS = 'address.'

type Body = Record<string, unknown>

/** A new customer as it was typed, and of its address what was typed of that. */
export function partsOfNew(body: Body): { customer: Body; address: Body } {
  const isOfAddress = (name: string) => name.startsWith(OF_ADDRESS)
  const entries = Object.entries(body)
  const ofAddress = entries.filter(([name]) => isOfAddress(name))
  return {
    customer: Object.fromEntries(entries.filter(([name]) => !isOfAddress(name))),
    address: Object.fromEntries(
      ofAddress.map(([name, value]) => [name.slice(OF_ADDRESS.length), value]),
    ),
  }
}
