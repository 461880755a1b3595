import type { Actor } from '../access/actor.ts'
import { Problem } from '../base/problems.ts'
import type { Tx } from '../database/database.ts'
import { databaseFailure, isTakenId, LostRace, UNIQUE_VIOLATION } from '../database/failures.ts'
import { inSavepoint } from '../database/savepoint.ts'
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

/**
 * Writes a run. What a constraint refuses takes the whole run along: then its halves are written by
 * themselves, down to the record that it is about.
 */
async function writeRun(work: Work, run: BulkRecord[], attempt = 1): Promise<BulkResult[]> {
  const { tx, actor, resource, mode } = work
  try {
    return await inSavepoint(tx, () => resource.write(tx, actor, run, mode))
  } catch (error) {
    // Another writer created one of them meanwhile: now it is there to be seen.
    if (isTakenCode(error) && attempt < TRIES) return writeRun(work, run, attempt + 1)
    if (!isAboutData(error)) throw error
    const [only, ...others] = run
    if (only && others.length === 0) return [await explained(work, only, error)]
    const middle = run.length >> 1
    return [
      ...(await writeRun(work, run.slice(0, middle))),
      ...(await writeRun(work, run.slice(middle))),
    ]
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

/** A value out of range, or what a constraint says: of what was sent, and not of the database. */
function isAboutData(error: unknown): boolean {
  if (error instanceof Problem) return true
  return /^2[23]/.test(databaseFailure(error)?.code ?? '') && !isTakenId(error)
}
