import { msg } from '../../texts/message.ts'
import { LOG_END, type LogEnd, positionAt, positionOf, type WalPosition } from '../wal-positions.ts'

/** Why a replica is not used. */
export const reasons = {
  unreachable: msg`it can’t be reached`,
  behind: msg`it is further behind than DATABASE_READ_MAX_LAG_MS allows`,
  not_a_replica: msg`it is no replica, or no longer one`,
  other_timeline: msg`it does not follow the primary, or not yet since a failover`,
  other_schema: msg`it has not got the migrations of the primary yet`,
  other_database: msg`it is no copy of the database at DATABASE_URL`,
}

/** How a replica stands, in a word. It serves reads only when `used`. */
export type ReplicaState = 'used' | keyof typeof reasons

export const replicaStates: readonly ReplicaState[] = [
  'used',
  ...(Object.keys(reasons) as (keyof typeof reasons)[]),
]

/** Which database a connection leads to. A replica has its primary's `system` and `database`. */
export interface Identity {
  system: string
  database: string
  /** Another one whenever the server was started anew. */
  started: string
}

/** ['server_version_num'] → Identity */
export const ASK_IDENTITY = `
  select (select system_identifier::text from pg_control_system()) as system,
         (select oid::text from pg_database where datname = current_database()) as database,
         pg_postmaster_start_time()::text as started, current_setting($1) as version`

export interface PrimaryAnswer extends LogEnd {
  /** The last migration. */
  version: number
}

/** ['synchronous_commit'] → PrimaryAnswer */
export const ASK_PRIMARY = `${LOG_END}, (select max(version) from migrations) as version`

export interface ReplicaAnswer {
  standby: boolean
  /** Up to where it has replayed the log. */
  lsn: string | null
  timeline: number
  /** It has the primary's last migration. */
  migrated: boolean
}

/**
 * [version] → ReplicaAnswer. The timeline is the one on the server's disk, which trails the one it
 * replays: after a failover a replica is trusted too late rather than too soon.
 */
export const ASK_REPLICA = `
  select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as lsn,
         greatest((select timeline_id from pg_control_checkpoint()),
                  (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
         exists (select from migrations where version = $1) as migrated`

/** [true] → up to where a replica has replayed; no row where it is none. */
export const ASK_REPLAYED =
  'select pg_last_wal_replay_lsn()::text as lsn where pg_is_in_recovery() = $1'

/** How many measured points are kept of a log that a replica is yet to replay. */
const POINTS = 64

/**
 * Follows how far a replica is behind: how long ago the primary's log first was longer than what
 * is replayed by now. It needs no common clock, and a primary that rests makes nobody late.
 */
export class Lag {
  #points: { position: WalPosition; time: number }[] = []

  /** The primary's log ended here at this time (ms). */
  grew(position: WalPosition, time: number): void {
    if (this.#points.length >= POINTS) this.#points = this.#points.filter((_, i) => i % 2 === 0)
    this.#points.push({ position, time })
  }

  /** @returns milliseconds, 0 where the replica has everything that was measured */
  of(replayed: WalPosition, time: number): number {
    this.#points = this.#points.filter(({ position }) => position > replayed)
    const [oldest] = this.#points
    return oldest ? time - oldest.time : 0
  }
}

/** What the replica's answer means beside the primary's last one. */
export function stateOf(
  { standby, lsn, timeline, migrated }: ReplicaAnswer,
  primary: PrimaryAnswer,
): { state: 'used'; replayed: WalPosition } | { state: Exclude<ReplicaState, 'used'> } {
  if (!standby || lsn === null) return { state: 'not_a_replica' }
  const replayed = positionOf(timeline, lsn)
  if (replayed >> 52n !== positionAt(primary) >> 52n) return { state: 'other_timeline' }
  if (!migrated) return { state: 'other_schema' }
  return { state: 'used', replayed }
}
