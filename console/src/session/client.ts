import { ProblemError, pedidoClient } from '@pedido/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { patientFetch } from './fetch.ts'

/** The service, as the person who has signed in: the cookie says who that is. */
export const pedido = pedidoClient({
  url: window.location.origin,
  fetch: patientFetch,
  // It is the fetch that waits for a service, for as long as the page is open.
  attemptTimeoutMs: Number.MAX_SAFE_INTEGER,
  timeoutMs: Number.MAX_SAFE_INTEGER,
})

/** What was read is fresh for so long; then it is read again when somebody looks. */
const FRESH_MS = 15_000

/** What the page knows of the service. Failed requests were repeated by the client already. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: note }),
  mutationCache: new MutationCache({ onError: note }),
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** A fault of the page itself must not look like one of the service. */
function note(error: Error): void {
  if (!(error instanceof ProblemError) && error.name !== 'AbortError') reportError(error)
}
