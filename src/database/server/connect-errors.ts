interface DriverError extends Error {
  code?: string
}

/** Failures that pass when the server, its network or its name come up; any other is final. */
const PASSING: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there (connection refused).',
  ECONNRESET: 'the connection was reset.',
  EPIPE: 'the connection was reset.',
  ETIMEDOUT: 'no answer.',
  EHOSTUNREACH: 'the host can’t be reached.',
  ENETUNREACH: 'the network can’t be reached.',
  ENOENT: 'there is no such socket.',
  // In a container network a name exists once its container runs.
  ENOTFOUND: 'the host name is unknown.',
  EAI_AGAIN: 'the host name can’t be looked up.',
  '57P01': 'the server is shutting down.',
  '57P02': 'the server crashed and restarts.',
  '57P03': 'the server is starting up.',
  '53300': 'the server has no connection left.',
}

const UNTRUSTED =
  'its certificate is of an authority that is not known here. Name that in NODE_EXTRA_CA_CERTS; sslmode=no-verify in DATABASE_URL encrypts without looking at it.'

const FINAL: Record<string, string> = {
  '28P01': 'wrong user or password. Correct DATABASE_URL.',
  '28000': 'the server does not let this user in (see its pg_hba.conf). Correct DATABASE_URL.',
  '3D000': 'the database does not exist. Create it (createdb), or correct DATABASE_URL.',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: 'its certificate has expired. Give the server a new one.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is of another host name. Correct the host in DATABASE_URL, or the certificate.',
}

/** What is told by pg's words alone, or better told than by its code. */
function reasonOf({ code, message }: DriverError, url: string): string | undefined {
  if (code === '28000' && /no encryption|SSL off/.test(message)) {
    return 'the server lets this user in by TLS alone. Add ?sslmode=require to DATABASE_URL.'
  }
  if (/does not support SSL/.test(message)) {
    return 'the server has no TLS. Take sslmode out of DATABASE_URL, or turn it on there (ssl = on).'
  }
  if (message.includes('client password must be a string')) {
    return 'a password is needed. Add it to DATABASE_URL.'
  }
  if (code === '42501' && URL.canParse(url)) {
    const { username, pathname } = new URL(url)
    return `the user may not connect to this database. As its owner run: grant connect on database "${decodeURIComponent(pathname.slice(1))}" to "${decodeURIComponent(username)}";`
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
): { reason: string; waitingHelps: boolean } {
  const { code = '', message } = error as DriverError
  const passing = PASSING[code]
  if (passing) return { reason: passing, waitingHelps: true }
  if (/timeout|Connection terminated/i.test(message))
    return { reason: 'no answer.', waitingHelps: true }
  const final = reasonOf(error as DriverError, url) ?? FINAL[code]
  if (final) return { reason: final, waitingHelps: false }
  return { reason: `${message}${code && ` (${code})`}.`, waitingHelps: false }
}

/** Host, port and database of an address, for messages: user and password stay out. */
export function target(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}${pathname}`
}
