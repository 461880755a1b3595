import { say, type Text, verbatim } from '../../texts/text.ts'

interface DriverError extends Error {
  code?: string
}

/** Failures that pass when the server, its network or its name come up; any other is final. */
const PASSING: Record<string, Text> = {
  ECONNREFUSED: say`nothing listens there (connection refused).`,
  ECONNRESET: say`the connection was reset.`,
  EPIPE: say`the connection was reset.`,
  ETIMEDOUT: say`no answer.`,
  EHOSTUNREACH: say`the host can’t be reached.`,
  ENETUNREACH: say`the network can’t be reached.`,
  ENOENT: say`there is no such socket.`,
  // In a container network a name exists once its container runs.
  ENOTFOUND: say`the host name is unknown.`,
  EAI_AGAIN: say`the host name can’t be looked up.`,
  '57P01': say`the server is shutting down.`,
  '57P02': say`the server crashed and restarts.`,
  '57P03': say`the server is starting up.`,
  '53300': say`the server has no connection left.`,
}

const UNTRUSTED = say`its certificate is of an authority that is not known here. Name that in NODE_EXTRA_CA_CERTS; sslmode=no-verify in DATABASE_URL encrypts without looking at it.`

const FINAL: Record<string, Text> = {
  '28P01': say`wrong user or password. Correct DATABASE_URL.`,
  '28000': say`the server does not let this user in (see its pg_hba.conf). Correct DATABASE_URL.`,
  '3D000': say`the database does not exist. Create it (createdb), or correct DATABASE_URL.`,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: say`its certificate has expired. Give the server a new one.`,
  ERR_TLS_CERT_ALTNAME_INVALID: say`its certificate is of another host name. Correct the host in DATABASE_URL, or the certificate.`,
}

/** What is told by pg's words alone, or better told than by its code. */
function reasonOf({ code, message }: DriverError, url: string): Text | undefined {
  if (code === '28000' && /no encryption|SSL off/.test(message)) {
    return say`the server lets this user in by TLS alone. Add ?sslmode=require to DATABASE_URL.`
  }
  if (/does not support SSL/.test(message)) {
    return say`the server has no TLS. Take sslmode out of DATABASE_URL, or turn it on there (ssl = on).`
  }
  if (message.includes('client password must be a string')) {
    return say`a password is needed. Add it to DATABASE_URL.`
  }
  if (code === '42501' && URL.canParse(url)) {
    const { username, pathname } = new URL(url)
    return say`the user may not connect to this database. As its owner run: grant connect on database "${decodeURIComponent(pathname.slice(1))}" to "${decodeURIComponent(username)}";`
  }
  return undefined
}

/**
 * Why connecting failed, in a sentence without any password, and whether that may pass.
 * @param url where to; names what to grant
 */
export function connectFailure(error: unknown, url = ''): { reason: Text; waitingHelps: boolean } {
  const { code = '', message } = error as DriverError
  const passing = PASSING[code]
  if (passing) return { reason: passing, waitingHelps: true }
  if (/timeout|Connection terminated/i.test(message))
    return { reason: say`no answer.`, waitingHelps: true }
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
