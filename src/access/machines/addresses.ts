import { type BlockList, isIP } from 'node:net'
import { type FieldError, Problem, refuseInvalid } from '../../base/problems.ts'
import { readNetwork } from '../../outbound/addresses.ts'
import { msg, verbatim } from '../../texts/message.ts'
import type { Actor } from '../actor.ts'

// Where a token may come from: the networks that it names, or everywhere.

/** Networks of one token. */
export const MAX_ADDRESSES = 20

/** Where a request comes from: the client's address, and its connection. */
interface Origin {
  ip: string
  socket: { remoteAddress?: string | undefined }
}

/** Of tokens that were looked up: each is looked up again within a second. */
const networks = new WeakMap<readonly string[], readonly BlockList[]>()

/**
 * Refuses a request from where its token does not work.
 * @throws Problem `address_not_allowed` that names the address which was seen
 */
export function refuseElsewhere(
  { addresses }: { addresses: readonly string[] },
  request: Origin,
): void {
  const address = addressOf(request)
  if (isAmong(addresses, address)) return
  throw new Problem(
    'address_not_allowed',
    msg`The token does not work from the address ${verbatim(address)}.`,
  )
}

/**
 * Refuses what a token says of itself where it would then not work from where it says so.
 * @throws Problem `validation_failed`
 */
export function refuseShutOut(addresses: readonly string[], request: Origin): void {
  const address = addressOf(request)
  if (faultsOfAddresses(addresses).length > 0 || isAmong(addresses, address)) return
  const detail = msg`must have ${verbatim(address)}, from where the token changes itself.`
  refuseInvalid([{ pointer: '/addresses', code: 'shuts_out', detail }])
}

function isAmong(addresses: readonly string[], address: string): boolean {
  if (addresses.length === 0) return true
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  // An IPv4 address that is written as an IPv6 one is found in its IPv4 network, too.
  return address !== '' && networksOf(addresses).some((one) => one.check(address, family))
}

function networksOf(addresses: readonly string[]): readonly BlockList[] {
  const known = networks.get(addresses)
  if (known) return known
  const read = addresses.flatMap((text) => readNetwork(text) ?? [])
  networks.set(addresses, read)
  return read
}

/** As requests are counted by it; what a proxy forwards and is no address is the connection's. */
function addressOf({ ip, socket }: Origin): string {
  const plain = (text: string) => text.replace(/%.*$/, '')
  return isIP(plain(ip)) ? plain(ip) : plain(socket.remoteAddress ?? '')
}

/**
 * The networks of a token that another one makes or changes: who comes from some addresses only gives no
 * others, and his own unless he names some. Members come from where they sign in.
 * @throws Problem where he names others, or none
 */
export function addressesFor(
  { addresses: own, kind }: Pick<Actor, 'addresses' | 'kind'>,
  wanted: readonly string[] | undefined,
): readonly string[] | undefined {
  if (own.length === 0 || kind === 'session') return wanted
  const given = wanted ?? own
  const others = given.flatMap((one, i) => (own.includes(one) ? [] : [`/addresses/${i}`]))
  const places = given.length === 0 ? ['/addresses'] : others
  const detail = msg`must be among those of the token that asks: ${own}.`
  refuseInvalid(places.map((pointer) => ({ pointer, code: 'outside_restriction', detail })))
  return given
}

/** Which of them are no addresses or networks. */
export function faultsOfAddresses(addresses: readonly string[]): FieldError[] {
  return addresses.flatMap((text, i) => {
    if (readNetwork(text)) return []
    const detail = msg`must be an address or a network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`
    return [{ pointer: `/addresses/${i}`, code: 'format' as const, detail }]
  })
}
