/** Rows in the order in which people read them: `first` by their names, then the others as they come. */
export function inTurn<R extends { readonly name: string }>(
  rows: readonly R[],
  first: readonly R['name'][],
): R[] {
  const placeOf = ({ name }: R) => (first.includes(name) ? first.indexOf(name) : first.length)
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}
