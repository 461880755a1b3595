import type { CloudEvent } from './generated/resources.ts'

/** Headers as `fetch` or Node.js give them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

export interface WebhookOptions {
  /** How far the clocks of both sides may be apart, and how long a request may take; 300 unless given. */
  toleranceSeconds?: number
}

/** A request that nobody with the secret has sent, or not just now: answer it 400 or 401. */
export class WebhookVerificationError extends Error {
  /** `headers` lack the signature; its `time` is too far away; the `signature` is another. */
  readonly reason: 'headers' | 'time' | 'signature'

  constructor(reason: WebhookVerificationError['reason'], text: string) {
    super(text)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

/**
 * Verifies the signature of a webhook (https://www.standardwebhooks.com) and gives its event.
 * @param body as it came: these bytes were signed, and not the JSON that they mean
 * @param secrets `whsec_…`; while one is being replaced, the new and the old one
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300 }: WebhookOptions = {},
): Promise<CloudEvent> {
  const id = header(headers, 'webhook-id')
  const time = header(headers, 'webhook-timestamp')
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('time', `This was sent at another time: ${time}.`)
  }
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const head = new TextEncoder().encode(`${id}.${time}.`)
  const signed = new Uint8Array(head.length + content.length)
  signed.set(head)
  signed.set(content, head.length)
  const signatures = header(headers, 'webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret)
    for (const signature of signatures) {
      const bytes = bytesOf(signature.slice('v1,'.length))
      // Takes the same time for every wrong signature.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) {
        return JSON.parse(new TextDecoder().decode(content)) as CloudEvent
      }
    }
  }
  throw new WebhookVerificationError('signature', 'None of the signatures is of these secrets.')
}

function header(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('headers', `The header ${name} is missing.`)
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new TypeError('A secret of a webhook begins with whsec_.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
