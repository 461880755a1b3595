import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../base/problems.ts'
import { msg } from '../texts/message.ts'

// Sessions of people, as browsers send them: a cookie, which a browser adds to requests that pages
// of others have it make, too.

/** What is looked at of a request; one of Fastify fits. */
export interface BrowserRequest {
  method: string
  /** As proxies that are trusted say. */
  protocol: string
  host: string
  hostname: string
  headers: IncomingHttpHeaders
}

/**
 * Browsers take a cookie with `__Host-` only with Secure and for this very host: neither another host
 * of the same domain nor who listens to plain http can set one. Without TLS it has the other name.
 */
const SECURE = '__Host-'

/**
 * What a browser keeps for this service: a session, the one that a member comes back to from a test account,
 * that somebody has signed in there, and the way to a sign-in provider and back.
 */
export type CookieName = 'pedido_session' | 'pedido_home' | 'pedido_browser' | 'pedido_provider'

/** Whether browsers keep secure cookies for it: over TLS, and on this machine. */
export function isTrustworthy({
  protocol,
  hostname,
}: Pick<BrowserRequest, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https' || LOCAL.test(hostname)
}

const LOCAL = /^(localhost|[^.]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Where people reach this service: as it is configured, else as the request came. */
export function baseOf(
  { protocol, host }: Pick<BrowserRequest, 'protocol' | 'host'>,
  configured: string | undefined,
): string {
  return configured ?? `${protocol}://${host}`
}

/**
 * The value of a cookie that a request comes with, whatever it is.
 * @param isInsecureAllowed one over plain http on a network is taken, too
 */
export function cookieOf(
  { headers: { cookie } }: BrowserRequest,
  name: CookieName,
  isInsecureAllowed: boolean,
): string | undefined {
  if (cookie === undefined) return undefined
  return (
    cookieNamed(cookie, SECURE + name) ??
    (isInsecureAllowed ? cookieNamed(cookie, name) : undefined)
  )
}

/** The secret of the session that a request comes with. */
export function sessionCookieOf(
  request: BrowserRequest,
  isInsecureAllowed: boolean,
): string | undefined {
  return cookieOf(request, 'pedido_session', isInsecureAllowed)
}

/** The secret of the session that a member comes back to from a test account; empty where there is none. */
export function homeCookieOf(request: BrowserRequest, isInsecureAllowed: boolean): string {
  return cookieOf(request, 'pedido_home', isInsecureAllowed) ?? ''
}

function cookieNamed(header: string, name: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/**
 * The `Set-Cookie` of what no script can read.
 * @param maxAge seconds after which the browser forgets it
 */
export function hiddenCookie(
  request: BrowserRequest,
  name: CookieName,
  value: string,
  maxAge: number,
): string {
  const isSecure = isTrustworthy(request)
  const named = `${isSecure ? SECURE : ''}${name}=${value}; Path=/; HttpOnly; SameSite=Lax`
  return `${named}; Max-Age=${maxAge}${isSecure ? '; Secure' : ''}`
}

/** The `Set-Cookie` of a session. */
export function sessionCookie(request: BrowserRequest, secret: string, maxAge: number): string {
  return hiddenCookie(request, 'pedido_session', secret, maxAge)
}

/** Lets the browser forget its session, and the one to come back to. */
export function noSessionCookies(request: BrowserRequest): string[] {
  return [sessionCookie(request, '', 0), hiddenCookie(request, 'pedido_home', '', 0)]
}

/**
 * Refuses what a page of another origin lets a browser send. Browsers say where a request comes from
 * over TLS and on this machine (`Sec-Fetch-Site`), elsewhere they tell its origin.
 * @param requiresOrigin who sends a session must say it, as every browser does that is less than ten years old
 * @throws Problem `cross_site`
 */
export function refuseCrossSite({ headers, host }: BrowserRequest, requiresOrigin: boolean): void {
  const { 'sec-fetch-site': site, origin } = headers
  if (site !== undefined ? isOwnSite(site) : isOwnOrigin(origin, host, requiresOrigin)) return
  throw new Problem(
    'cross_site',
    msg`The request comes from a page of another origin than this one.`,
  )
}

const isOwnSite = (site: string | string[]) => site === 'same-origin' || site === 'none'

function isOwnOrigin(origin: string | undefined, host: string, requiresOrigin: boolean): boolean {
  if (origin === undefined) return !requiresOrigin
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/** Whether a request may change something, by its method. */
export function mayChange({ method }: BrowserRequest): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method)
}
