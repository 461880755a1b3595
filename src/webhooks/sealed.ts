import { TEST_HEADER } from '../access/test-accounts/sql.ts'
import type { SecretBox } from '../base/secret-box.ts'

/** Where events are sent, and with what. */
export interface Receiver {
  url: string
  /** All of them sign. */
  secrets: readonly string[]
  /** Extra headers. */
  headers: Readonly<Record<string, string>>
}

// Where a webhook's secrets and the values of its extra headers are sealed for.

export const secretContext = (account_id: number, id: number) => `webhook:${account_id}:${id}`

export const headersContext = (account_id: number, id: number) =>
  `webhook-headers:${account_id}:${id}`

export function sealSecret(box: SecretBox, account_id: number, id: number, secret: string): Buffer {
  return box.seal(secret, secretContext(account_id, id))
}

/** Null where there are none. */
export function sealHeaders(
  box: SecretBox,
  account_id: number,
  id: number,
  headers: Readonly<Record<string, string>>,
): Buffer | null {
  if (Object.keys(headers).length === 0) return null
  return box.seal(JSON.stringify(headers), headersContext(account_id, id))
}

/** @throws BoxError where they can't be opened */
export function openHeaders(
  box: SecretBox,
  account_id: number,
  id: number,
  sealed: Buffer | null,
): Record<string, string> {
  if (sealed === null) return {}
  return JSON.parse(box.open(sealed, headersContext(account_id, id)))
}

/** The columns of `webhooks` that tell how it is called. */
export interface ReceiverRow {
  account_id: number
  id: number
  url: string
  headers: Buffer | null
  secret: Buffer
  old_secret: Buffer | null
  old_secret_until: Date | null
  /** It is of a test account. */
  test: boolean
}

/**
 * Opens what is needed to call a webhook.
 * @throws BoxError where it can't be opened
 */
export function openReceiver(box: SecretBox, row: ReceiverRow, now: Date = new Date()): Receiver {
  const { account_id, id, url, headers, secret, old_secret, old_secret_until } = row
  const stillSigns = old_secret_until !== null && old_secret_until > now
  const sealed = [secret, ...(old_secret !== null && stillSigns ? [old_secret] : [])]
  return {
    url,
    secrets: sealed.map((one) => box.open(one, secretContext(account_id, id))),
    headers: {
      ...openHeaders(box, account_id, id, headers),
      ...(row.test ? { [TEST_HEADER]: 'true' } : {}),
    },
  }
}
