import { Problem } from '../../../base/problems.ts'
import type { BulkResult } from '../../../bulk/engine.ts'
import type { Whole } from '../../../bulk/resources.ts'
import type { Tx } from '../../../database/database.ts'
import { inSavepoint } from '../../../database/savepoint.ts'
import { type Message, msg, numeral } from '../../../texts/message.ts'
import { UnreadableFile } from '../reading/rows.ts'
import type { CellError, FileRecord, RecordReader } from '../records/records.ts'

// What is said of a file whose records contradict each other: of which nothing is written.

type Pairs = Awaited<ReturnType<Whole['contradictions']>>

/** Takes back what was written. */
class Contradictions extends Error {
  readonly pairs: Pairs

  constructor(pairs: Pairs) {
    super('records contradict each other')
    this.pairs = pairs
  }
}

/** @throws UnreadableFile where a file has more records than there may be */
export function refuseMore(count: number, most: number): void {
  if (count <= most) return
  throw new UnreadableFile(
    msg`The file has more than ${numeral(most)} records, the most that there may be.`,
  )
}

interface Work {
  tx: Tx
  account_id: number
  whole: Whole
  reader: RecordReader
  /** Gets the errors of all records where some contradict each other: then nothing stays written. */
  errors: Map<FileRecord, CellError[]>
}

/** Writes the records of a file that is looked at whole. */
export async function writeWhole(
  { tx, account_id, whole, reader, errors }: Work,
  records: readonly FileRecord[],
  write: () => Promise<BulkResult[]>,
): Promise<BulkResult[]> {
  let results: BulkResult[] = []
  try {
    return await inSavepoint(tx, async () => {
      results = await write()
      const pairs = await whole.contradictions(tx, account_id)
      if (pairs.length > 0) throw new Contradictions(pairs)
      return results
    })
  } catch (error) {
    if (!(error instanceof Contradictions)) throw error
    const written = new Map(
      records.flatMap((record, i): [number, FileRecord][] => {
        const result = results[i]
        return result && !(result instanceof Problem) ? [[result.id, record]] : []
      }),
    )
    for (const [record, all] of contradictionErrors(reader, written, error.pairs))
      errors.set(record, all)
    return results
  }
}

/**
 * Each pair at its records of the file, with the line or the id of the other; and of all other records that
 * they were not written.
 * @param written the records by the ids that they would have
 */
function contradictionErrors(
  reader: RecordReader,
  written: ReadonlyMap<number, FileRecord>,
  pairs: Pairs,
): Map<FileRecord, CellError[]> {
  const errors = new Map<FileRecord, CellError[]>()
  const add = (record: FileRecord, code: string, detail: Message) => {
    const all = errors.get(record) ?? []
    errors.set(record, [...all, reader.errorAt(record, '', code, detail)])
  }
  for (const [one, other] of pairs.flatMap(([a, b]) => [
    [a, b],
    [b, a],
  ])) {
    const record = one && written.get(one.id)
    if (!record || !other) continue
    const line = written.get(other.id)?.rows[0]?.line
    const detail =
      line === undefined
        ? msg`Rule ${other.id} (${other.name}) holds for some of the same sales and is as specific.`
        : msg`Line ${line} (${other.name}) holds for some of the same sales and is as specific.`
    add(record, 'rules_meet', detail)
  }
  for (const record of written.values()) {
    if (errors.has(record)) continue
    add(record, 'not_written', msg`Nothing of the file was written, since rules of it overlap.`)
  }
  return errors
}

/** What has to be corrected stands before what follows from it. */
export const causesFirst = (a: CellError, b: CellError): number =>
  Number(a.code === 'not_written') - Number(b.code === 'not_written')
