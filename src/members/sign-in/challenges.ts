import { hash, randomBytes } from 'node:crypto'
import { Problem } from '../../base/problems.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import {
  sign_in_challenges_forget,
  sign_in_challenges_insert,
  sign_in_challenges_take,
} from './sql.ts'

/** How long somebody may take to answer, in seconds. */
export const CHALLENGE_S = 300
/** Those that are begun before it is known by whom. */
const NOBODY = 0

type Purpose = 'passkey' | 'new_passkey' | 'provider'

interface Begun {
  purpose: Purpose
  /** The account, and the member where it is known who begins it. */
  of?: { account_id: number; id_member?: number } | undefined
}

/**
 * Makes a challenge: 256 random bits as base64url, to be answered once, to any process, and soon. The
 * database keeps its digest.
 */
export async function newChallenge(
  db: Db,
  { purpose, of }: Begun,
  seconds = CHALLENGE_S,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const { account_id = NOBODY, id_member = null } = of ?? {}
  await inTransaction(db, async (tx) => {
    await sign_in_challenges_forget(tx, [account_id])
    await sign_in_challenges_insert(tx, [
      account_id,
      digestOf(challenge),
      purpose,
      id_member,
      seconds,
    ])
  })
  return challenge
}

/**
 * Uses a challenge up.
 * @throws Problem `challenge_gone` where it is none that can be answered, by this member
 */
export async function takeChallenge(
  db: Db,
  challenge: string,
  { purpose, of }: Begun,
): Promise<void> {
  const { account_id = NOBODY, id_member = null } = of ?? {}
  const [taken] = await sign_in_challenges_take(db, [
    account_id,
    digestOf(challenge),
    purpose,
    id_member,
  ])
  if (taken) return
  throw new Problem('challenge_gone', msg`It took too long, or was done already: begin again.`)
}

const digestOf = (challenge: string) => hash('sha256', challenge, 'buffer')
