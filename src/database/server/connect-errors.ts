import { type Message, msg, verbatim } from '../../texts/message.ts'

interface DriverError extends Error {
  code?: string
}

/** Failures that pass when the server, its network or its name come up; any other is final. */
const PASSING: Record<string, Message> = {
  ECONNREFUSED: msg`nothing listens there (connection refused).`,
  ECONNRESET: msg`the connection was reset.`,
  EPIPE: msg`the connection was reset.`,
  ETIMEDOUT: msg`no answer.`,
  EHOSTUNREACH: msg`the host can’t be reached.`,
  ENETUNREACH: msg`the network can’t be reached.`,
  ENOENT: msg`there is no such socket.`,
  // In a container network a name exists once its container runs.
  ENOTFOUND: msg`the host name is unknown.`,
  EAI_AGAIN: msg`the host name can’t be looked up.`,
  '57P01': msg`the server is shutting down.`,
  '57P02': msg`the server crashed and restarts.`,
  '57P03': msg`the server is starting up.`,
  '53300': msg`the server has no connection left.`,
}

const UNTRUSTED = msg`its certificate is of an authority that is not known here. Name that in NODE_EXTRA_CA_CERTS; sslmode=no-verify in DATABASE_URL encrypts without looking at it.`

const FINAL: Record<string, Message> = {
  '28P01': msg`wrong user or password. Correct DATABASE_URL.`,
  '28000': msg`the server does not let this user in (see its pg_hba.conf). Correct DATABASE_URL.`,
  '3D000': msg`the database does not exist. Create it (createdb), or correct DATABASE_URL.`,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: msg`its certificate has expired. Give the server a new one.`,
  ERR_TLS_CERT_ALTNAME_INVALID: msg`its certificate is of another host name. Correct the host in DATABASE_URL, or the certificate.`,
}

/** What is told by pg's words alone, or better told than by its code. */
function reasonOf({ code, message }: DriverError, url: string): Message | undefined {
  if (code === '28000' && /no encryption|SSL off/.test(message)) {
    return msg`the server lets this user in by TLS alone. Add ?sslmode=require to DATABASE_URL.`
  }
  if (/does not support SSL/.test(message)) {
    return msg`the server has no TLS. Take sslmode out of DATABASE_URL, or turn it on there (ssl = on).`
  }
  if (message.includes('client password must be a string')) {
    return msg`a password is needed. Add it to DATABASE_URL.`
  }
  if (code === '42501' && URL.canParse(url)) {
    const { username, pathname } = new URL(url)
    return msg`the user may not connect to this database. As its owner run: grant connect on database "${decodeURIComponent(pathname.slice(1))}" to "${decodeURIComponent(username)}";`
  }
  return undefined
}

/**
 * Why connecting failed, in a sentence without any password, and whether that may pass.
 * @param url where to; names what to grant
 */
export function connectFailure(
  error: unknown,
  url = '',
): { reason: Message; waitingHelps: boolean } {
  const { code = '', message } = error as DriverError
  const passing = PASSING[code]
  if (passing) return { reason: passing, waitingHelps: true }
  if (/timeout|Connection terminated/i.test(message))
    return { reason: msg`no answer.`, waitingHelps: true }
  const final = reasonOf(error as DriverError, url) ?? FINAL[code]
  if (final) return { reason: final, waitingHelps: false }
  return { reason: verbatim(`${message}${code && ` (${code})`}.`), waitingHelps: false }
}

/** Host, port and database of an address, for messages: user and password stay out. */
export function target(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}${pathname}`
}
