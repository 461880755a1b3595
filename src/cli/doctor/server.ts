import type { Reader } from '../../database/database.ts'
import { serverInfo } from '../../operations/database-info.ts'
import { type Finding, fault, inMib, MIB, note } from '../../operations/status/finding.ts'
import { msg, verbatim } from '../../texts/message.ts'

// How PostgreSQL itself is set, for what this service does with it: docs/operations.md has the figures.

/** As it is delivered, for a machine of any size. */
const DELIVERED_BUFFERS = 128 * MIB
/** A database of so many times those has more that is read over and over than they hold. */
const TIMES = 16
/** Fewer tell nothing yet. */
const CHECKPOINTS = 10

/** What is set so that answered orders can be lost, or that makes the server slow for its load. */
export async function serverFindings(db: Reader, version_number: number): Promise<Finding[]> {
  const set = await serverInfo(db, version_number)
  const found: Finding[] = []
  for (const [name, is_on] of Object.entries({
    fsync: set.fsync,
    full_page_writes: set.full_page_writes,
    synchronous_commit: set.synchronous_commit,
  })) {
    if (is_on) continue
    const text = msg`${verbatim(name)} is off: a crash loses orders that were answered, or damages the database`
    found.push(fault('durability', text, msg`Set it to on in postgresql.conf.`))
  }
  for (const [name, is_on] of Object.entries({
    autovacuum: set.autovacuum,
    track_counts: set.track_counts,
  })) {
    if (is_on) continue
    const text = msg`${verbatim(name)} is off: rows that are gone are never cleared away, and everything gets slower`
    found.push(note('upkeep', text, msg`Set it to on in postgresql.conf.`))
  }
  return [...found, ...sizeFindings(set)]
}

function sizeFindings(set: {
  shared_buffers: number
  max_wal_size: number
  bytes: number
  timed: number
  requested: number
}): Finding[] {
  const found: Finding[] = []
  const { shared_buffers, max_wal_size, bytes, timed, requested } = set
  if (shared_buffers <= DELIVERED_BUFFERS && bytes > TIMES * shared_buffers) {
    const text = msg`shared_buffers is ${inMib(shared_buffers)}, and the database has ${inMib(bytes)}`
    found.push(
      note('memory', text, msg`Set it to a quarter of the server’s memory: docs/operations.md.`),
    )
  }
  if (requested >= CHECKPOINTS && requested > timed) {
    const text = msg`${requested} checkpoints were forced by a full log, ${timed} came by the clock: each makes the next changes write whole pages`
    const remedy = msg`Raise max_wal_size (${inMib(max_wal_size)}): docs/operations.md.`
    found.push(note('checkpoints', text, remedy))
  }
  return found
}
