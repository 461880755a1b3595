import { createHmac, randomBytes } from 'node:crypto'

// Standard Webhooks 1.0, https://github.com/standard-webhooks/standard-webhooks

const PREFIX = 'whsec_'

/** A secret as its receiver gets it: 256 random bits. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** Standard Webhooks’ headers of one attempt. */
export interface SignatureHeaders extends Record<string, string> {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * Signs the bytes that are sent. Each attempt is signed anew, under the same id: receivers refuse a
 * signature that is older than five minutes.
 * @param id of the event, without a full stop
 * @param body in UTF-8: receivers verify it as text
 * @param secrets all of which sign, so that either verifies while one replaces the other
 */
export function signatureHeaders(
  id: string,
  body: Uint8Array,
  secrets: readonly string[],
  now: Date = new Date(),
): SignatureHeaders {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    const signing = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
    return `v1,${signing.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
