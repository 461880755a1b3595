import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counters, type Hit } from '../base/counters.ts'
import { Problem } from '../base/problems.ts'
import { type Message, msg } from '../texts/message.ts'
import type { App } from './app.ts'

// Limits of requests, told by draft-ietf-httpapi-ratelimit-headers-10: the policy, and what is left.

/** Counts one more under this key, in a window of so many milliseconds. */
export type CountHit = (key: string, windowMs: number) => Hit | Promise<Hit>

const WINDOW_S = 60

interface Policy {
  name: 'token' | 'address'
  /** Requests in a window. */
  quota: number
  detail: Message
}

/** Counts in this process alone. */
export function ownCount(): CountHit {
  const counters = new Counters()
  return (key, windowMs) => counters.hit(key, windowMs)
}

/** Counts a failed authentication of the client's address, and refuses when there are too many. */
export function limitFailures(countHit: CountHit, quota: number) {
  const detail = msg`Too many failed authentications from this address.`
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    apply(reply, { name: 'address', quota, detail }, countHit, `address ${networkOf(request)}`)
}

/**
 * Counts a sign-in that is begun, which is no failure, and refuses when there are too many.
 * @param place the client's address, or a browser that is known
 */
export function limitBeginnings(countHit: CountHit, quota: number) {
  const detail = msg`Too many sign-ins have been begun from this address.`
  return (place: string, reply: FastifyReply): Promise<void> =>
    apply(reply, { name: 'address', quota, detail }, countHit, `beginnings from ${place}`)
}

/** Links that are opened from one address in a minute: a person opens one, an office a few. */
const OPENINGS = 120

/** Counts a link that is opened, and refuses when there are too many. */
export function limitOpenings(countHit: CountHit) {
  const detail = msg`Too many links have been opened from this address.`
  const policy = { name: 'address', quota: OPENINGS, detail } as const
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    apply(reply, policy, countHit, `openings from ${networkOf(request)}`)
}

/** Counts a request of a token, and refuses what is beyond its quota. */
export type CountRequest = (
  token: { account_id: number; id_token: number },
  reply: FastifyReply,
) => Promise<void>

/**
 * Counts the requests of each token.
 * @param quota of a minute; 0: no limit, and nothing is counted
 * @returns the same for requests that come without a token in their header
 */
export function limitTokens(app: App, countHit: CountHit, quota: number): CountRequest {
  if (quota === 0) return async () => {}
  const detail = msg`This token has used up its requests of this minute.`
  const count: CountRequest = ({ account_id, id_token }, reply) => {
    const key = `token ${id_token} of ${account_id}`
    return apply(reply, { name: 'token', quota, detail }, countHit, key)
  }
  app.addHook('onRequest', async ({ actor }, reply) => {
    if (actor) await count(actor, reply)
  })
  return count
}

async function apply(
  reply: FastifyReply,
  { name, quota, detail }: Policy,
  countHit: CountHit,
  key: string,
): Promise<void> {
  const { count, resetMs } = await countHit(key, WINDOW_S * 1000)
  const left = Math.max(0, quota - count)
  const seconds = Math.max(1, Math.ceil(resetMs / 1000))
  reply.header('RateLimit-Policy', `"${name}";q=${quota};w=${WINDOW_S}`)
  reply.header('RateLimit', `"${name}";r=${left};t=${seconds}`)
  if (count <= quota) return
  throw new Problem('rate_limited', detail, { retryAfter: seconds })
}

/**
 * The address that is counted: of IPv6 its first 64 bits, all of which one customer of a provider
 * has. What a proxy forwards and is no address at all counts for the connection.
 */
export function networkOf({ ip, socket }: FastifyRequest): string {
  const address = ip.length <= 45 ? ip : (socket.remoteAddress ?? '')
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':')
  const rest = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? 8 - groups.length - rest.length : 0
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}
