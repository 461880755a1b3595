import { createHash } from 'node:crypto'

/**
 * What is drawn by lot, as SQL. Each number is a hash of the seed, of what it is for and of the
 * row's own number: a row is the same whatever is seeded beside it, in whatever order and on
 * whichever database.
 */
export function drawsOf(seed: number) {
  /** From 0 to below 1, evenly. `row` is SQL for the row's number. */
  const draw = (what: string, row: string) =>
    `((hashint8extended(${row}, ${salt(seed, what)}) & 9007199254740991) / 9007199254740992::float8)`
  return {
    draw,
    /** From 0 to below `count`, evenly. */
    even: (count: number, what: string, row: string) =>
      `floor(${count} * ${draw(what, row)})::bigint`,
    /** From 0 to below `count` by Zipf's law: the tenth comes about a tenth as often as the first. */
    skewed: (count: number, what: string, row: string) =>
      `(floor(power(${count + 1}, ${draw(what, row)}))::bigint - 1)`,
    /** One of these SQL values, evenly. */
    oneOf: (values: readonly (string | number)[], what: string, row: string) =>
      `(array[${values.join(', ')}])[1 + floor(${values.length} * ${draw(what, row)})::integer]`,
  }
}

export type Draws = ReturnType<typeof drawsOf>

function salt(seed: number, what: string): string {
  const digest = createHash('sha256').update(`${seed} ${what}`).digest()
  return `'${digest.readBigInt64BE()}'::bigint`
}
