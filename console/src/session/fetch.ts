import { withoutControls } from '../text/bidi.ts'
import { connected, setConnection } from './connection.ts'

/** A service that has not begun to answer by then is looked for as one that is gone. */
const PATIENCE_MS = 30_000
const FIRST_LOOK_MS = 500
const LAST_LOOK_MS = 5_000
/** What a proxy answers with for a service that it does not reach. */
const GONE = [502, 504]

/** What is sent while the session has ended: to end that. */
const SIGNING_IN = [
  '/session',
  '/session/passkey',
  '/session/passkey/options',
  '/session/provider',
  '/session/provider/options',
]

let isSignedIn = false

/** How far the service's clock is before the one here, which people set as they like. */
let clockAhead = 0

/** The service's time, to a second or so. */
export const serviceNow = () => Date.now() + clockAhead

/** Told by the session: only one that there was can have ended. */
export function noteSignedIn(is: boolean): void {
  isSignedIn = is
}

/**
 * `fetch` for the client, which holds a request back while the service is gone or the session has
 * ended, and then sends it again, so that nothing that was typed is lost and nobody has to press a
 * button twice. A change that is sent twice is made once, by its `Idempotency-Key`.
 */
export const patientFetch: typeof fetch = async (address, init = {}) => {
  const path = pathOf(address)
  const isSigningIn = init.method === 'POST' ? SIGNING_IN.includes(path) : path === '/session/ways'
  for (;;) {
    await connected(init.signal, isSigningIn)
    const answer = await attempt(address, { ...init, headers: inLanguage(init.headers) })
    if (answer === undefined) lookForService()
    else if (isSignedIn && (await saysEnded(answer))) setConnection({ hasEnded: true })
    else return plainAnswer(answer)
  }
}

/**
 * `import()` of a file of the console, which waits for a service that is gone.
 * @throws what the browser says of a file that the service does not have, as after an upgrade
 */
export async function patientImport<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    await connected(undefined, true)
    try {
      return await load()
    } catch (error) {
      if (await isThere()) throw error
      lookForService()
    }
  }
}

/** Names in it can't turn the text around them, wherever the page shows them. */
async function plainAnswer(answer: Response): Promise<Response> {
  const isJson = /\bjson\b/.test(answer.headers.get('Content-Type') ?? '')
  if (!isJson || answer.body === null) return answer
  const { status, statusText, headers } = answer
  return new Response(withoutControls(await answer.text()), { status, statusText, headers })
}

/** Problems come in the language of the page, which may be another than the browser's. */
function inLanguage(given: HeadersInit | undefined): Headers {
  const headers = new Headers(given)
  headers.set('Accept-Language', document.documentElement.lang)
  return headers
}

const pathOf = (address: RequestInfo | URL) =>
  new URL(String(address), window.location.origin).pathname

/** Undefined where the service did not answer. */
async function attempt(
  address: RequestInfo | URL,
  init: RequestInit,
): Promise<Response | undefined> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), PATIENCE_MS)
  const signals = [late.signal, ...(init.signal ? [init.signal] : [])]
  try {
    const signal = AbortSignal.any(signals)
    const answer = await fetch(address, { ...init, signal, credentials: 'same-origin' })
    clockAhead = Date.parse(answer.headers.get('Date') ?? '') - Date.now() || 0
    return GONE.includes(answer.status) ? undefined : answer
  } catch (error) {
    if (init.signal?.aborted) throw error
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

async function saysEnded(answer: Response): Promise<boolean> {
  if (answer.status !== 401) return false
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  return (problem as { code?: string } | undefined)?.code === 'unauthorized'
}

const isThere = async () => (await attempt('/health/live', { cache: 'no-store' }))?.ok === true

let isLooking = false

/** Asks until there is an answer, with longer and longer pauses, and at once when a network returns. */
function lookForService(): void {
  if (isLooking) return
  isLooking = true
  setConnection({ isGone: true })
  let pauseMs = FIRST_LOOK_MS
  const look = async () => {
    clearTimeout(timer)
    if (await isThere()) {
      isLooking = false
      window.removeEventListener('online', look)
      setConnection({ isGone: false })
    } else {
      pauseMs = Math.min(pauseMs * 2, LAST_LOOK_MS)
      timer = setTimeout(look, pauseMs)
    }
  }
  let timer = setTimeout(look, pauseMs)
  window.addEventListener('online', look)
}
