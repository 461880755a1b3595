import type { Actor } from '../../access/actor.ts'
import { tokens_find } from '../../access/sql.ts'
import {
  accounts_lockForTest,
  accounts_setTestAccount,
  accounts_testAccount,
  test_accounts_find,
} from '../../access/test-accounts/sql.ts'
import { createToken, recordToken } from '../../accounts/commands.ts'
import { createTestAccount } from '../../accounts/creation.ts'
import type { Outcome } from '../../base/outcomes.ts'
import { notFound, Problem } from '../../base/problems.ts'
import { type Reader, singleRow, type Tx } from '../../database/database.ts'
import { joinAsOwner } from '../../members/commands.ts'
import { msg } from '../../texts/message.ts'
import { closeAccount } from '../accounts/deletion.ts'
import { SIZES, stepsOf } from './steps.ts'

/** Unless another name is given. */
export const TEST_ACCOUNT_NAME = 'Distribuidora Cerrado (conta de teste)'
const TIME_ZONE = 'America/Sao_Paulo'

/** A test account of which nothing is made yet. */
export const beginTestAccount = (tx: Tx, name = TEST_ACCOUNT_NAME) =>
  createTestAccount(tx, { name, time_zone: TIME_ZONE })

/**
 * The test account of the one that asks, or itself where it is one.
 * @throws Problem `not_found`
 */
export async function findTestAccount(
  db: Reader,
  account_id: number,
): Promise<{ id: number; document: string }> {
  const { test, id_test_account } = singleRow(await accounts_testAccount(db, [account_id]))
  const id = test ? account_id : id_test_account
  const [found] = id === null ? [] : await test_accounts_find(db, [id, stepsOf(SIZES)])
  if (!found || id === null) throw notFound(msg`A test account`)
  return { id, document: found.document }
}

/**
 * Makes the test account of the account that asks, with the member who asks as its owner, or with a token
 * that may do what the one that asks may, and no longer.
 * @throws Problem `test_account_exists`
 */
export async function makeTestAccount(tx: Tx, actor: Actor): Promise<Outcome> {
  const own = singleRow(await accounts_lockForTest(tx, [actor.account_id]))
  if (own.test) {
    throw new Problem('test_account_exists', msg`This is a test account itself.`)
  }
  const former = own.id_test_account
  const [existing] = former === null ? [] : await test_accounts_find(tx, [former, stepsOf(SIZES)])
  if (existing) {
    throw new Problem(
      'test_account_exists',
      msg`The test account ${former} exists already. Remove it first to make another.`,
      { extra: { existing_id: former } },
    )
  }
  const { account_id: id } = await beginTestAccount(tx)
  await accounts_setTestAccount(tx, [actor.account_id, id])
  const token = await letIn(tx, actor, id)
  const { document } = await findTestAccount(tx, actor.account_id)
  const made = { done: 'created', document, location: '/test-account' } as const
  return token === undefined ? made : { ...made, shownOnce: { name: 'token', secret: token } }
}

/** → the token of the test account, where a token asks */
async function letIn(tx: Tx, actor: Actor, account_id: number): Promise<string | undefined> {
  const { id_member, token_name: name, scopes } = actor
  if (id_member !== null) {
    await joinAsOwner(tx, { account_id: actor.account_id, id: id_member }, account_id)
    return undefined
  }
  const expires_at = actor.expires_at?.toISOString() ?? null
  const made = await createToken(tx, { account_id, name, scopes, expires_at })
  const { document } = singleRow(await tokens_find(tx, [account_id, made.id]))
  const author = { ...actor, account_id, id_token: made.id, token_name: name }
  await recordToken(tx, author, 'created', { id: made.id, document })
  return made.token
}

/**
 * Closes the test account of the one that asks, or the one that asks; the service then removes all of it.
 * @throws Problem `not_found` where the account has none: a real account is never removed here
 */
export async function removeTestAccount(tx: Tx, actor: Actor): Promise<Outcome> {
  const { test } = singleRow(await accounts_lockForTest(tx, [actor.account_id]))
  const { id } = await findTestAccount(tx, actor.account_id)
  if (!test) await accounts_setTestAccount(tx, [actor.account_id, null])
  await closeAccount(tx, { account_id: id, seconds: 0, by: actor.token_name })
  return { done: 'deleted', id }
}
