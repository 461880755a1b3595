import { pause } from '../base/pause.ts'
import { insufficientScope, requireScope, type Scope } from '../base/scopes.ts'
import type { Reader } from '../database/database.ts'
import { msg } from '../texts/message.ts'
import type { TokenHolder } from './actor.ts'
import { scopesOfRole } from './roles.ts'
import { containsSight, sightOf } from './row-scope.ts'
import { tokens_findAsker } from './sql.ts'

/** What is kept in mind of a token is a second old at most: together less than two. */
const EVERY_MS = 750

/** What somebody may do. */
type Rights = Pick<TokenHolder, 'scopes' | 'only'>

/** @throws Problem where who asked for something may do less than it needs, or sees less than he did */
export function refuseLess(now: Rights, asked: Pick<Rights, 'only'>, ...needed: Scope[]): void {
  requireScope(now.scopes, ...needed)
  if (containsSight(now.only, asked.only)) return
  throw insufficientScope(needed, msg`The token sees fewer orders or customers than before.`)
}

/**
 * What a token lets do now, by its id, for work that goes on without a request: unless it was revoked, its
 * member was removed, or the account is closed. That it has expired, or a member signed out, ends nothing
 * that was begun before.
 */
export async function rightsOf(
  db: Reader,
  account_id: number,
  id_token: number,
): Promise<Rights | undefined> {
  const [row] = await tokens_findAsker(db, [account_id, id_token])
  if (!row) return undefined
  const scopes = row.role === null ? row.scopes : [...scopesOfRole(row.role)]
  return { scopes, only: sightOf(row) }
}

/**
 * Looks every so often whether what lasts is still wanted and allowed. Whatever keeps a look from an answer
 * is not told: the next one asks again.
 * @param look throws what ends it, which `isEnd` knows
 * @param done ends the looking
 * @returns aborted with what `look` has thrown
 */
export function watched(
  look: () => Promise<void>,
  isEnd: (error: unknown) => boolean,
  done: AbortSignal,
): AbortSignal {
  const over = new AbortController()
  const watch = async () => {
    while (!done.aborted && !over.signal.aborted) {
      await look().catch((error: unknown) => {
        if (isEnd(error)) over.abort(error)
      })
      await pause(EVERY_MS, done)
    }
  }
  void watch()
  return over.signal
}
