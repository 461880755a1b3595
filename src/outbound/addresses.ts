import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OperatorError } from '../base/system/operator-error.ts'
import { type Message, msg } from '../texts/message.ts'

// Which addresses the service calls: public ones by https at port 443, and what `WEBHOOK_ALLOW`
// opens. Pure: looking names up and connecting is in `outbound.ts`.

/** What is about to be called. */
export interface Target {
  protocol: string
  /** A name in lower case without a dot at its end, or an IP address without brackets. */
  host: string
  port: number
}

/** An entry of `WEBHOOK_ALLOW`: a name or a network, at one port or at all. */
export interface Allowed {
  host: string | undefined
  network: BlockList | undefined
  port: number | undefined
}

export function targetOf({ protocol, hostname, port }: URL): Target {
  return {
    protocol,
    host: hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  }
}

/**
 * Why this target at this address is not called, to be read after what is called; undefined where
 * it may be called.
 * @param address undefined: the target's host has none
 */
export function problemOf(
  target: Target,
  address: string | undefined,
  allowed: readonly Allowed[],
): Message | undefined {
  if (allowed.some((entry) => allows(entry, target, address))) return undefined
  if (target.protocol !== 'https:')
    return msg`must begin with https://, unless the setting WEBHOOK_ALLOW names the host.`
  if (target.port !== 443)
    return msg`must have port 443, unless the setting WEBHOOK_ALLOW names the host.`
  if (address !== undefined && !isPublic(address)) {
    return msg`must be of a host with public addresses only, unless the setting WEBHOOK_ALLOW names the host.`
  }
  return undefined
}

function allows({ host, network, port }: Allowed, target: Target, address?: string): boolean {
  if (port !== undefined && port !== target.port) return false
  if (host !== undefined) return host === target.host
  if (network === undefined || address === undefined) return false
  // An IPv4 address that is written as an IPv6 one is found in its IPv4 network, too.
  return network.check(address, familyOf(address))
}

/** All that is given out to the public; the rest of IPv6 has no meaning yet, or a local one. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Looks public, but each machine of Azure reaches its own host there. */
const AZURE_HOST = '168.63.129.16'

/**
 * Whether an address is one of the public Internet. Those that carry an IPv4 address inside
 * (mapped, NAT64, 6to4, Teredo) are not: they lead wherever that address does.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address) || address === AZURE_HOST) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}

/**
 * Reads `WEBHOOK_ALLOW`.
 * @throws OperatorError that says what it must be
 */
export function readAllowed(text: string): Allowed[] {
  return text.split(',').map((entry) => {
    const allowed = readEntry(entry.trim().toLowerCase())
    if (allowed) return allowed
    throw new OperatorError(
      msg`must be a comma list of host names, addresses and networks, each at all ports or one, such as erp.internal,10.0.0.0/8,192.168.1.5:8080,[fd00::1]:8080`,
    )
  })
}

const LABEL = '[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?'
/** Its last label begins with a letter: it can't be an IPv4 address in another spelling. */
const HOST_NAME = new RegExp(`^(${LABEL}\\.)*(?=[a-z_])${LABEL}$`)

function readEntry(text: string): Allowed | undefined {
  const parts = /^(?:\[(?<bracketed>.+)\]|(?<plain>[^:]+)):(?<port>\d{1,5})$/.exec(text)?.groups
  const where = parts?.['bracketed'] ?? parts?.['plain'] ?? text
  const port = parts ? Number(parts['port']) : undefined
  if (port === 0 || (port !== undefined && port > 65535)) return undefined
  const network = readNetwork(where)
  if (network) return { host: undefined, network, port }
  const host = where.replace(/\.$/, '')
  return HOST_NAME.test(host) ? { host, network: undefined, port } : undefined
}

/** The network that a text such as `10.0.0.0/8` is, an address alone being a network of one. */
export function readNetwork(text: string): BlockList | undefined {
  const [address = '', length, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0 || address.includes('%')) return undefined
  const longest = version === 4 ? 32 : 128
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined
  const prefix = length === undefined ? longest : Number(length)
  if (prefix > longest) return undefined
  const network = new BlockList()
  network.addSubnet(address, prefix, familyOf(address))
  return network
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
