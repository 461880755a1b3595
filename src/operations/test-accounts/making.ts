import type { Actor } from '../../access/actor.ts'
import { UNRESTRICTED } from '../../access/row-scope.ts'
import { tokens_revoke } from '../../access/sql.ts'
import {
  type TestStepRow,
  test_accounts_lockStep,
  test_accounts_setStep,
  test_accounts_unfinished,
  tokens_findNamed,
} from '../../access/test-accounts/sql.ts'
import { createToken } from '../../accounts/commands.ts'
import { writeBatch } from '../../bulk/engine.ts'
import { type BulkResource, bulkResources, checkerOf } from '../../bulk/resources.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { forEachAlone } from '../../jobs/for-each.ts'
import type { Sizes } from './contents/orders.ts'
import { partsOf, SIZES, stepsOf } from './steps.ts'

// The data of a test account is made by the service's own commands, a step in each transaction: whoever is
// stopped or killed leaves the rest to the next.

export interface MakingParts {
  /** Items of one order, at most. */
  maxItems: number
  /** Something was committed. */
  onCommitted: (account_id: number) => void
  sizes?: Sizes
  /** Hears how much is made, from 0 to 1. */
  onProgress?: (part: number) => void
}

/** Makes the job that makes the data of test accounts. */
export function makingJob(parts: MakingParts): (db: Db, stop: AbortSignal) => Promise<void> {
  return async (db, stop) => {
    const found = await test_accounts_unfinished(db, [])
    await forEachAlone(found, stop, ({ account_id }) => makeData(db, account_id, parts, stop))
  }
}

/** Makes what is left to make of a test account's data. */
export async function makeData(
  db: Db,
  account_id: number,
  { maxItems, onCommitted, sizes = SIZES, onProgress }: MakingParts,
  stop: AbortSignal,
): Promise<void> {
  const resources = new Map(bulkResources(maxItems).map((one) => [one.name, one]))
  const last = stepsOf(sizes) - 1
  while (!stop.aborted) {
    const made = await inTransaction(db, async (tx) => {
      const [row] = await test_accounts_lockStep(tx, [account_id])
      if (!row) return undefined
      const actor = await authorOf(tx, account_id, row)
      for (const [name, records] of partsOf(row.step, sizes, row.since)) {
        await write(tx, actor, resources.get(name), records)
      }
      await test_accounts_setStep(tx, [account_id, row.step < last ? row.step + 1 : null])
      return row.step
    })
    if (made === undefined) return
    onCommitted(account_id)
    onProgress?.((made + 1) / (last + 1))
  }
}

/**
 * Writes records as they come from a program. What somebody has changed meanwhile may stand in the way of one:
 * it is left out.
 */
async function write(
  tx: Tx,
  actor: Actor,
  resource: BulkResource | undefined,
  records: object[],
): Promise<void> {
  if (!resource) throw new Error('there is no such kind of records')
  const check = checkerOf(resource, 'put')
  const checked = records.map((record) => check(record))
  const wrong = checked.find((one) => 'problem' in one)
  if (wrong) throw wrong.problem
  const right = checked.flatMap((one) => ('record' in one ? [one.record] : []))
  await writeBatch(tx, actor, resource, right, 'put')
}

/** The name that the history gives for who made it. */
const AUTHOR = 'Dados de exemplo'

/** Who makes the data, as commands and events know of them: a token that nobody can use. */
async function authorOf(tx: Tx, account_id: number, row: TestStepRow): Promise<Actor> {
  const { step: _, since: __, ...settings } = row
  return {
    ...settings,
    ...{ account_id, id_token: await tokenOf(tx, account_id), token_name: AUTHOR, kind: 'token' },
    ...{ id_maker: null, addresses: [], id_member: null, role: null, scopes: ['*'] },
    ...{ only: UNRESTRICTED, test: true, expires_at: null, used_lately: true, secret: '' },
    ...{ request_id: `test-account-${account_id}`, traceparent: null },
  }
}

async function tokenOf(tx: Tx, account_id: number): Promise<number> {
  const [known] = await tokens_findNamed(tx, [account_id, AUTHOR])
  if (known) return known.id
  const token = { account_id, name: AUTHOR, scopes: ['*'], expires_at: null }
  const { id } = await createToken(tx, token)
  await tokens_revoke(tx, [account_id, id])
  return id
}
