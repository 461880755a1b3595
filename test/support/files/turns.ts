/** How many turns the event loop has while `work` goes on: others are answered in them. */
export async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  try {
    await work()
  } finally {
    clearImmediate(next)
  }
  return turns
}
