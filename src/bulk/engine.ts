import type { Actor } from '../access/actor.ts'
import { Problem } from '../base/problems.ts'
import type { Tx } from '../database/database.ts'
import { databaseFailure, LostRace, UNIQUE_VIOLATION } from '../database/failures.ts'
import { inHalves, inSavepoint } from '../database/savepoint.ts'
import type { BulkMode, Written } from '../records/bulk/write.ts'
import type { BulkRecord, BulkResource } from './resources.ts'

/** How much one statement has to write at most: records, or items and addresses with them. */
const MAX_RECORDS = 500
const MAX_WEIGHT = 3000

/** What became of one record. A refused one is not written. */
export type BulkResult = Written | Problem

/**
 * Writes records that were checked (`checkerOf`) by their codes, in a transaction that the caller
 * commits, or rolls back to know only what would happen. A record that is refused does not stop the
 * others. Of two with the same code the later one sees the earlier one.
 * @returns a result for each record, in their order
 */
export async function writeBatch(
  tx: Tx,
  actor: Actor,
  resource: BulkResource,
  records: BulkRecord[],
  mode: BulkMode,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const run of runsOf(resource, records)) {
    results.push(...(await writeRun({ tx, actor, resource, mode }, run)))
  }
  return results
}

/** The records in runs, in each of which every code stands once. */
function runsOf({ keysOf, weightOf }: BulkResource, records: BulkRecord[]): BulkRecord[][] {
  const runs: BulkRecord[][] = []
  let keys = new Set<string>()
  let weight = 0
  for (const record of records) {
    const own = keysOf(record)
    const more = weightOf(record.body)
    const run = runs.at(-1)
    const isFull = run?.length === MAX_RECORDS || weight + more > MAX_WEIGHT
    if (!run || isFull || own.some((key) => keys.has(key))) {
      runs.push([record])
      keys = new Set(own)
      weight = more
    } else {
      run.push(record)
      for (const key of own) keys.add(key)
      weight += more
    }
  }
  return runs
}

interface Work {
  tx: Tx
  actor: Actor
  resource: BulkResource
  mode: BulkMode
}

const TRIES = 5

/** Writes a run: what is refused takes no other along. */
function writeRun(work: Work, run: BulkRecord[]): Promise<BulkResult[]> {
  const { tx, actor, resource, mode } = work
  const write = (part: BulkRecord[]) =>
    seeingTaken(() => inSavepoint(tx, () => resource.write(tx, actor, part, mode)))
  return inHalves(run, write, (record, error) => explained(work, record, error))
}

/** Writes again where another writer has created one of them meanwhile: now it is there to be seen. */
async function seeingTaken<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (!isTakenCode(error) || attempt >= TRIES) throw error
    }
  }
}

async function explained(
  { tx, actor, resource, mode }: Work,
  record: BulkRecord,
  error: unknown,
): Promise<Problem> {
  const problem = await resource.explain(tx, actor, record, error, mode)
  if (problem instanceof Problem) return problem
  throw problem
}

function isTakenCode(error: unknown): boolean {
  if (error instanceof LostRace) return true
  const failure = databaseFailure(error)
  return (
    failure?.code === UNIQUE_VIOLATION && /_fk_id_key/.test(failure.constraint ?? failure.message)
  )
}
