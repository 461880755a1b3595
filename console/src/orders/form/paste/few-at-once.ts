/** So many are looked for at once. */
const AT_ONCE = 6

/** Does the work for all, a few at once. → what comes of each, in their order */
export async function fewAtOnce<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = []
  for (let from = 0; from < all.length; from += AT_ONCE) {
    done.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(work))))
  }
  return done
}
