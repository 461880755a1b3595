import { idOf } from '../../text/ids.ts'
import { pedido } from '../client.ts'

// Signing in where the company does: the way there, and what the browser remembers of it.

/** The account whose provider was last signed in with here. */
const REMEMBERED = 'pedido:provider'
/** Where somebody was before the page led away. */
const AFTERWARDS = 'pedido:afterwards'

/** Where a browser keeps nothing, it remembers nothing. */
function kept<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

export function rememberedAccount(): number | undefined {
  return idOf(kept(() => localStorage.getItem(REMEMBERED)))
}

export function remember(account: number): void {
  kept(() => localStorage.setItem(REMEMBERED, String(account)))
}

/** Goes to the provider of an account; its page leads back to `/console/provider/…`. */
export async function goToProvider(account: number, afterwards: string): Promise<void> {
  const { url } = await pedido.singleSignOn.beginProviderSignIn({ account }, { maxRetries: 0 })
  kept(() => sessionStorage.setItem(AFTERWARDS, afterwards))
  window.location.assign(url)
}

/** Where somebody was, as an address of the console, once. */
export function takeAfterwards(): string {
  const address = kept(() => sessionStorage.getItem(AFTERWARDS)) ?? '/'
  kept(() => sessionStorage.removeItem(AFTERWARDS))
  return /^\/(?!\/)/.test(address) ? address : '/'
}
