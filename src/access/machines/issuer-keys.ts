import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose'
import { Problem } from '../../base/problems.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { msg } from '../../texts/message.ts'

// The public keys of issuers, kept in this process. They are the same for all accounts.

/** Whose keys. */
interface KeySource {
  issuer: string
  /** Null: as the issuer's metadata say. */
  jwks_url: string | null
}

/** Keys are read anew, beside the requests, when they are older. */
const FRESH_MS = 10 * 60_000
/** Nothing is verified by keys that are older. */
const LONGEST_MS = 60 * 60_000
/** An issuer is asked no sooner again, where it failed or a key was missing. */
const PAUSE_MS = 30_000
const MOST_BYTES = 256 * 1024
const MOST_KEYS = 100
const ISSUERS = 1000

interface Kept {
  keys: LocalJWKSet | undefined
  readAt: number
  /** When the issuer failed last, and when it was last asked for a key that it had not. */
  failedAt: number
  missedAt: number
  reading: Promise<void> | undefined
}

export interface IssuerKeys {
  /**
   * The keys of an issuer, from its own address where none are kept.
   * @throws Problem `unavailable` where they can't be read
   */
  of(source: KeySource): Promise<LocalJWKSet>
  /** The keys read anew, for one that was not among them; undefined where that was done lately. */
  newer(source: KeySource): Promise<LocalJWKSet | undefined>
}

/** @param now milliseconds of a clock that only goes on */
export function issuerKeys(
  outbound: Pick<Outbound, 'read'>,
  now: () => number = () => performance.now(),
): IssuerKeys {
  const all = new Map<string, Kept>()

  function keptOf({ issuer, jwks_url }: KeySource): Kept {
    const name = JSON.stringify([issuer, jwks_url])
    const found = all.get(name)
    if (found) return found
    if (all.size >= ISSUERS) all.clear()
    const never = -Infinity
    const kept = {
      keys: undefined,
      readAt: never,
      failedAt: never,
      missedAt: never,
      reading: undefined,
    }
    all.set(name, kept)
    return kept
  }

  /** One reading at a time: all who need the keys wait for it. */
  function readInto(kept: Kept, source: KeySource): Promise<void> {
    kept.reading ??= readKeys(outbound, source)
      .then((keys) => {
        kept.keys = keys
        kept.readAt = now()
      })
      .catch((error: unknown) => {
        kept.failedAt = now()
        throw unreadable(error)
      })
      .finally(() => {
        kept.reading = undefined
      })
    return kept.reading
  }

  async function of(source: KeySource): Promise<LocalJWKSet> {
    const kept = keptOf(source)
    const age = now() - kept.readAt
    const mayAsk = now() - kept.failedAt >= PAUSE_MS
    if (kept.keys && age < LONGEST_MS) {
      // Who asks meanwhile goes by the keys that are there.
      if (age >= FRESH_MS && mayAsk) readInto(kept, source).catch(() => {})
      return kept.keys
    }
    if (!mayAsk) throw unreadable()
    await readInto(kept, source)
    return kept.keys as LocalJWKSet
  }

  async function newer(source: KeySource): Promise<LocalJWKSet | undefined> {
    const kept = keptOf(source)
    if (now() - Math.max(kept.missedAt, kept.failedAt) < PAUSE_MS) return undefined
    kept.missedAt = now()
    await readInto(kept, source)
    return kept.keys
  }

  return { of, newer }
}

function unreadable(cause?: unknown): Problem {
  const detail = msg`The keys of the issuer of the JWT can’t be read just now.`
  return new Problem('unavailable', detail, { retryAfter: PAUSE_MS / 1000, cause })
}

async function readKeys(outbound: Pick<Outbound, 'read'>, source: KeySource): Promise<LocalJWKSet> {
  const found = (await readJson(
    outbound,
    await keysAddress(outbound, source),
  )) as Partial<JSONWebKeySet>
  if (!Array.isArray(found.keys) || found.keys.length > MOST_KEYS) {
    throw new Error(`no set of at most ${MOST_KEYS} keys`)
  }
  return createLocalJWKSet({ keys: found.keys })
}

/** Where the keys are: as given, or as the issuer says by OpenID Connect or else RFC 8414. */
async function keysAddress(
  outbound: Pick<Outbound, 'read'>,
  { issuer, jwks_url }: KeySource,
): Promise<string> {
  if (jwks_url !== null) return jwks_url
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const places = [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ]
  const failures: unknown[] = []
  for (const place of places) {
    try {
      const metadata = (await readJson(outbound, place)) as { issuer?: unknown; jwks_uri?: unknown }
      if (metadata.issuer !== issuer) throw new Error(`${place} is of another issuer`)
      if (typeof metadata.jwks_uri !== 'string') throw new Error(`${place} has no jwks_uri`)
      return metadata.jwks_uri
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, 'The issuer has no metadata.')
}

async function readJson(outbound: Pick<Outbound, 'read'>, url: string): Promise<object> {
  const answer = await outbound.read(url, MOST_BYTES)
  if ('failure' in answer) throw new Error(`${url}: ${answer.detail}`)
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  const value: unknown = JSON.parse(answer.text)
  if (typeof value !== 'object' || value === null) throw new Error(`${url} has no JSON object`)
  return value
}
