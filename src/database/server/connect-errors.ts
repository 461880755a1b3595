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

const FINAL: Record<string, string> = {
  '28P01': 'wrong user or password. Correct DATABASE_URL.',
  '28000': 'the server does not let this user in (see its pg_hba.conf). Correct DATABASE_URL.',
  '3D000': 'the database does not exist. Create it (createdb), or correct DATABASE_URL.',
  '42501': 'the user may not connect to this database. Grant CONNECT.',
}

/** Why connecting failed, in a sentence without any password, and whether that may pass. */
export function connectFailure(error: unknown): { reason: string; waitingHelps: boolean } {
  const { code = '', message } = error as DriverError
  const passing = PASSING[code]
  if (passing) return { reason: passing, waitingHelps: true }
  if (/timeout|Connection terminated/i.test(message))
    return { reason: 'no answer.', waitingHelps: true }
  const final = FINAL[code]
  if (final) return { reason: final, waitingHelps: false }
  if (message.includes('client password must be a string')) {
    return { reason: 'a password is needed. Add it to DATABASE_URL.', waitingHelps: false }
  }
  return { reason: `${message}${code && ` (${code})`}.`, waitingHelps: false }
}

/** Host, port and database of an address, for messages: user and password stay out. */
export function target(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}${pathname}`
}
