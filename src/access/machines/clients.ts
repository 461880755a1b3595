import { createHmac } from 'node:crypto'
import { Problem } from '../../base/problems.ts'
import { scopes as allScopes } from '../../base/scopes.ts'
import type { Db } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { accountOf, sha256, tokenOf } from '../tokens.ts'
import {
  access_tokens_find,
  access_tokens_insert,
  type ClientRow,
  clients_find,
} from './clients-sql.ts'

/** A token that asks for access tokens: it is their client. */
export interface Client extends ClientRow {
  /** The token itself. */
  secret: string
}

/** The client with this id and secret; undefined where there is none that works. */
export async function findClient(db: Db, id: string, secret: string): Promise<Client | undefined> {
  const account = accountOf('token', secret)
  if (account === undefined || !/^[1-9]\d{0,15}$/.test(id)) return undefined
  const [row] = await clients_find(db, [account, Number(id), sha256(secret)])
  return row && { ...row, secret }
}

/** Access tokens of one client at a time; those with the same scopes are the same ones. */
const MAX_LIVE = 100

/** An access token, for who asked. */
export interface AccessToken {
  token: string
  scopes: readonly string[]
  /** Seconds that it works from now on. */
  expires_in: number
}

/**
 * An access token of a client. It follows from the client's secret, the scopes and the half of the
 * lifetime that now is in: who asks again gets the same one, from any process, and one that is given
 * works for at least half of the lifetime. Whoever has it learns nothing of the secret.
 * @param scopes of those that the client has
 * @param lifetimeS seconds that it works at most; the client's end is its end, too
 * @throws Problem `rate_limited` where the client has too many, all with different scopes
 */
export async function issueAccessToken(
  db: Db,
  client: Client,
  scopes: readonly string[],
  lifetimeS: number,
): Promise<AccessToken> {
  const { account_id, id, name, test, now_s, expires_s, live } = client
  const half = Math.ceil(lifetimeS / 2)
  const slot = Math.floor(now_s / half)
  const end = Math.min((slot + 2) * half, expires_s ?? Infinity)
  const ordered = [...allScopes, '*'].filter((scope) => scopes.includes(scope))
  const named = `access token ${id} ${half} ${slot} ${ordered.join(' ')}`
  const token = tokenOf(
    { account_id, test },
    createHmac('sha256', client.secret).update(named).digest(),
  )
  const digest = sha256(token)
  if (live < MAX_LIVE) {
    await access_tokens_insert(db, [account_id, id, name, digest, ordered, end])
  } else await refuseAnother(db, account_id, digest, half)
  return { token, scopes: ordered, expires_in: Math.max(0, end - now_s) }
}

async function refuseAnother(db: Db, account_id: number, digest: Buffer, retryAfter: number) {
  const [known] = await access_tokens_find(db, [account_id, digest])
  if (known) return
  const detail = msg`The client has ${MAX_LIVE} access tokens with different scopes: ask for the same ones again.`
  throw new Problem('rate_limited', detail, { retryAfter })
}
