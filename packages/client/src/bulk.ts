import type { BulkResult } from './generated/resources.ts'
import { pause } from './pauses.ts'
import type { Records } from './types.ts'

/** What one request takes: so much can be sent again where its answer was lost. */
const CHUNK_RECORDS = 500
const CHUNK_LENGTH = 1_000_000
/** A source that gives its records slowly has what it gave sent after this time. */
const PATIENCE_MS = 200

/**
 * Sends records in requests of some hundred, one after the other, and gives what became of each.
 * Nothing is taken from the source while nobody asks for results.
 * @param ask sends lines, and gives their results
 * @param isWhole everything goes in one request
 */
export async function* bulkOf<T>(
  ask: (lines: string, count: number) => Promise<BulkResult[]>,
  records: Records<T>,
  isWhole: boolean,
): AsyncGenerator<BulkResult> {
  let sent = 0
  for await (const lines of chunksOf(records, isWhole)) {
    for (const result of await ask(lines.join('\n'), lines.length)) {
      yield { ...result, line: sent + result.line }
    }
    sent += lines.length
  }
}

async function* chunksOf<T>(records: Records<T>, isWhole: boolean): AsyncGenerator<string[]> {
  const source =
    Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]()
  const over = new AbortController()
  let next: ReturnType<typeof take> | undefined
  const take = async () => source.next()
  try {
    for (let isDone = false; !isDone; ) {
      const lines: string[] = []
      let length = 0
      let late: Promise<undefined> | undefined
      while (isWhole || (lines.length < CHUNK_RECORDS && length < CHUNK_LENGTH)) {
        next ??= take()
        const got = await (late && !isWhole ? Promise.race([next, late]) : next)
        if (got === undefined) break
        next = undefined
        isDone = got.done === true
        if (isDone) break
        late ??= pause(PATIENCE_MS, over.signal).then(
          () => undefined,
          () => undefined,
        )
        length += lines[lines.push(JSON.stringify(got.value)) - 1]?.length ?? 0
      }
      if (lines.length > 0) yield lines
    }
  } finally {
    over.abort()
    await source.return?.()
  }
}
