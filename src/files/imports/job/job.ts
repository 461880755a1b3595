import { bulkResources } from '../../../bulk/resources.ts'
import type { AccountQueue } from '../../../jobs/account-queue.ts'
import type { LeasedWork } from '../../../jobs/leased-worker.ts'
import { forgetBeyond } from './kept.ts'
import { importLeases } from './sql.ts'
import { workOn } from './work.ts'

/** Imports that one process works on at once, each of another account. */
const LIMITS = { rows: 2, rowsOfAccount: 1 }
/** After it an import makes room where others wait; going on with it reads its file again. */
const TURN_MS = 20_000
/** Of a file of which more is refused nothing more is read: each refused row is kept, with why. */
const MAX_REFUSED = 100_000
/** The same for the bytes of what is kept of them. */
const MAX_REFUSED_BYTES = 64 * 1024 * 1024

/** What imports are worked on with. */
export interface ImportingParts {
  maxItems: number
  /** Of a file of which more is refused nothing more is read; unless given, 100,000. */
  maxRefused?: number
  /** And in bytes; unless given, 64 Mi. */
  maxRefusedBytes?: number
  /** Bytes that an account keeps of what its imports refused and told. */
  keptBytes: number
  /** Something was committed, or may have been. */
  onCommitted: (account_id: number) => void
}

/**
 * Works on imports: each until its end, or until others have their turn.
 * @param queue gets the accounts with an import to begin with
 */
export function workOnImports(queue: AccountQueue, parts: ImportingParts): LeasedWork {
  const { maxItems, maxRefused = MAX_REFUSED, keptBytes, onCommitted } = parts
  // One file forgets no more than half of what the others have told.
  const maxRefusedBytes = Math.min(parts.maxRefusedBytes ?? MAX_REFUSED_BYTES, keptBytes / 2)
  const resources = new Map(bulkResources(maxItems).map((one) => [one.name, one]))
  const given = { resources, maxItems, maxRefused, maxRefusedBytes, onCommitted }
  return {
    name: 'work on imports',
    queue,
    statements: importLeases,
    limits: LIMITS,
    async work(db, lease, { stop, othersWait }) {
      const since = performance.now()
      const shouldYield = () => othersWait() && performance.now() - since > TURN_MS
      try {
        await workOn(lease, { db, ...given, stop, shouldYield })
      } finally {
        // Whatever it came to: what it had refused by then is kept of one that was cancelled, too.
        await forgetBeyond(db, lease.account_id, keptBytes)
      }
    },
  }
}
