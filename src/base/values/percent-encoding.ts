/**
 * Whether a text is percent-encoded UTF-8. What is decoded is looked at: a call whose value nobody
 * uses is left out of the built service, as if it could not throw.
 */
export function isPercentEncoded(text: string): boolean {
  return decoded(text) !== undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
