import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Actor } from '../../access/actor.ts'
import type { NewSession, SessionTimes } from '../../access/sessions.ts'
import { type SessionRow, sessions_find, sessions_works } from '../../access/sessions-sql.ts'
import type { FieldErrorCode } from '../../base/field-error-codes.ts'
import type { Outcome } from '../../base/outcomes.ts'
import { notFound, Problem, validationFailed } from '../../base/problems.ts'
import { composed } from '../../base/values/texts.ts'
import { type Db, inTransaction, type Reader, singleRow, type Tx } from '../../database/database.ts'
import {
  type DatabaseFailure,
  FOREIGN_KEY_VIOLATION,
  UNIQUE_VIOLATION,
  violates,
} from '../../database/failures.ts'
import { explainingConflicts } from '../../database/retries.ts'
import type { Services } from '../../services.ts'
import { type Message, msg } from '../../texts/message.ts'
import { recordPasskey } from '../audit.ts'
import { findMember, lockMember } from '../manage.ts'
import { CHALLENGE_S, newChallenge, takeChallenge } from '../sign-in/challenges.ts'
import { invalidCredentials, provePassword, sessionGone } from '../sign-in/commands.ts'
import { countAttempt, forgetAttempt, passkeyAttempt } from '../sign-in/delays.ts'
import { type AuditedMember, beginSession, type From } from '../sign-in/sign-ins.ts'
import { members_find, members_lock } from '../sql.ts'
import {
  passkeys_credentials,
  passkeys_delete,
  passkeys_find,
  passkeys_insert,
  passkeys_list,
  passkeys_rename,
  passkeys_use,
  passkeys_withMember,
} from './sql.ts'
import {
  ALGORITHMS,
  countOfAnswer,
  type Holder,
  handleOf,
  holderOf,
  madePasskey,
  type RelyingParty,
} from './webauthn.ts'

/** Minutes after a sign-in within which nobody is asked for the password again. */
const RECENT_MINUTES = 10
const MOST_PASSKEYS = 20
const TIMEOUT_MS = CHALLENGE_S * 1000

/** What a browser is asked with for any passkey that the person has for this service. */
export async function beginSignIn(db: Db, { id }: RelyingParty): Promise<object> {
  const challenge = await newChallenge(db, { purpose: 'passkey' })
  return { challenge, timeout: TIMEOUT_MS, rpId: id, userVerification: 'required' }
}

/**
 * Signs a member in by his passkey. Whether it is known can be told neither by the answer nor by the
 * time that it takes.
 * @param onFailure is told whose passkey has not answered as it should
 * @throws Problem `invalid_credentials`, `challenge_gone`, `rate_limited`
 */
export async function signInByPasskey(
  db: Db,
  credential: AuthenticationResponseJSON,
  party: RelyingParty,
  from: From,
  times: SessionTimes,
  onFailure: (members: AuditedMember[]) => void,
): Promise<NewSession & { account_id: number }> {
  const attempt = await passkeyAttempt(db, credential.id, from)
  await countAttempt(db, attempt)
  const holder = holderOf(credential.response.userHandle)
  const id = bytesOf(credential.id)
  const [found] = holder ? await passkeys_withMember(db, [holder.account_id, id]) : []
  const passkey =
    holder && found?.id_member === holder.id_member ? { ...found, ...holder } : undefined
  const counter = await countOfAnswer(credential, passkey, party, (challenge) =>
    takeChallenge(db, challenge, { purpose: 'passkey' }),
  )
  if (passkey === undefined || counter === undefined) {
    if (passkey) onFailure([{ ...passkey, id: passkey.id_member }])
    throw unknownPasskey()
  }
  const started = await inTransaction(db, async (tx) => {
    const { account_id, id_member, name } = passkey
    const [used] = await passkeys_use(tx, [account_id, passkey.id, counter])
    if (!used) throw unknownPasskey()
    const member = { account_id, id: id_member, name }
    return beginSession(tx, member, from, times, 'passkey')
  })
  await forgetAttempt(db, attempt)
  return started
}

const bytesOf = (base64: string) => Buffer.from(base64, 'base64url')

function unknownPasskey(): Problem {
  return invalidCredentials(msg`The passkey is of no member here, or was not confirmed.`)
}

/**
 * What a browser is asked with to make a passkey of the member who asks, once he has shown that it is
 * still he: by a recent sign-in, or by his password.
 * @throws Problem `recent_sign_in_needed`, `validation_failed`, `limit_reached`, `rate_limited`
 */
export async function beginPasskey(
  services: Pick<Services, 'primary' | 'quotas'>,
  actor: Actor,
  current_password: string | undefined,
  { id: rpId }: RelyingParty,
): Promise<object> {
  const db = services.primary
  const session = await provenSession(services, actor, current_password)
  const { account_id, id_member, name, email, account_name } = session
  const own = await passkeys_credentials(db, [account_id, id_member])
  if (own.length >= MOST_PASSKEYS) {
    throw new Problem('limit_reached', msg`A member has at most ${MOST_PASSKEYS} passkeys.`)
  }
  const of = { account_id, id_member }
  const challenge = await newChallenge(db, { purpose: 'new_passkey', of })
  return {
    challenge,
    timeout: TIMEOUT_MS,
    rp: { id: rpId, name: 'Pedido' },
    user: { id: handleOf(of), name: email, displayName: `${name} (${account_name})` },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: own.map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: Buffer.from(credential_id).toString('base64url'),
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

async function provenSession(
  services: Pick<Services, 'primary' | 'quotas'>,
  actor: Actor,
  password: string | undefined,
): Promise<SessionRow> {
  const db = services.primary
  const { account_id, id_token } = actor
  const [session] = await sessions_find(db, [account_id, id_token])
  if (!session) throw sessionGone()
  const isRecent = Date.now() - Date.parse(session.created_at) < RECENT_MINUTES * 60_000
  if (password === undefined) {
    if (isRecent) return session
    const detail = msg`You signed in more than ${RECENT_MINUTES} minutes ago: send your password, or sign in again.`
    throw new Problem('recent_sign_in_needed', detail)
  }
  const [member] = await members_find(db, [account_id, session.id_member])
  if (!member) throw sessionGone()
  await provePassword(services, actor, member, password)
  return session
}

/**
 * Keeps a passkey that was made for the member who asks.
 * @returns its JSON
 * @throws Problem `challenge_gone`, `validation_failed`
 */
export async function keepPasskey(
  db: Db,
  actor: Actor,
  { name: typed, credential }: { name: string; credential: RegistrationResponseJSON },
  party: RelyingParty,
): Promise<string> {
  const { account_id } = actor
  const of = ownerOf(actor)
  const made = await madePasskey(credential, party, (challenge) =>
    takeChallenge(db, challenge, { purpose: 'new_passkey', of }),
  )
  if (made === undefined) {
    const detail = msg`was not made for this, or was not confirmed.`
    throw refusedCredential('passkey', detail)
  }
  const { id, publicKey, counter, transports = [] } = made
  return explainingConflicts(
    () =>
      inTransaction(db, async (tx) => {
        // After whoever has just chosen a password by a link, and ended the session that asks.
        await members_lock(tx, [account_id, of.id_member])
        const [session] = await sessions_works(tx, [account_id, actor.id_token])
        if (!session) throw sessionGone()
        const name = composed(typed)
        const row = [name, bytesOf(id), Buffer.from(publicKey), counter, transports] as const
        const kept = singleRow(await passkeys_insert(tx, [account_id, of.id_member, ...row]))
        await recordPasskey(tx, actor, 'created', { id: kept.id, name }, memberOf(actor))
        return readPasskey(tx, of, kept.id)
      }),
    async (failure) => explain(failure),
  )
}

function explain(failure: DatabaseFailure): Problem | undefined {
  if (violates(failure, UNIQUE_VIOLATION, 'passkeys_account_id_credential_id_key')) {
    return refusedCredential('duplicate_value', msg`is registered already.`)
  }
  // The member was removed just now.
  const isGone = violates(failure, FOREIGN_KEY_VIOLATION, 'passkeys_account_id_id_member_fkey')
  return isGone ? sessionGone() : undefined
}

function refusedCredential(code: FieldErrorCode, detail: Message): Problem {
  return validationFailed([{ pointer: '/credential', code, detail }])
}

async function readPasskey(db: Reader, { account_id, id_member }: Holder, id: number) {
  const [found] = await passkeys_find(db, [account_id, id_member, id])
  if (!found) throw notFound(msg`Passkey ${id}`)
  return found.document
}

/** Gives a passkey of the member who asks another name. → its JSON */
export async function renamePasskey(
  db: Db,
  actor: Actor,
  id: number,
  name: string | undefined,
): Promise<string> {
  const of = ownerOf(actor)
  return inTransaction(db, async (tx) => {
    if (name !== undefined) {
      await passkeys_rename(tx, [of.account_id, of.id_member, id, composed(name)])
    }
    return readPasskey(tx, of, id)
  })
}

/** Removes a passkey of the member who asks. Sessions that began with it go on. */
export async function deletePasskey(db: Db, actor: Actor, id: number): Promise<void> {
  const { account_id, id_member } = ownerOf(actor)
  await inTransaction(db, async (tx) => {
    const [deleted] = await passkeys_delete(tx, [account_id, id_member, id])
    if (!deleted) throw notFound(msg`Passkey ${id}`)
    await recordPasskey(tx, actor, 'deleted', deleted, memberOf(actor))
  })
}

/** The passkeys of a member, as JSON. */
export async function readPasskeys(db: Reader, account_id: number, id: number): Promise<string[]> {
  await findMember(db, account_id, id)
  const rows = await passkeys_list(db, [account_id, id])
  return rows.map(({ document }) => document)
}

/** Removes a passkey of a member, for who manages the members. */
export async function deleteMemberPasskey(
  tx: Tx,
  actor: Actor,
  { id, id_passkey }: { id: number; id_passkey: number },
): Promise<Outcome> {
  const member = await lockMember(tx, actor, id)
  const [deleted] = await passkeys_delete(tx, [actor.account_id, id, id_passkey])
  if (!deleted) throw notFound(msg`Passkey ${id_passkey}`)
  await recordPasskey(tx, actor, 'deleted', deleted, member)
  return { done: 'deleted', id: id_passkey }
}

const ownerOf = ({ account_id, id_member }: Actor): Holder => ({
  account_id,
  id_member: id_member ?? 0,
})

const memberOf = ({ id_member, token_name }: Actor) => ({ id: id_member ?? 0, name: token_name })
