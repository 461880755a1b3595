import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { addVary } from './headers.ts'
import { type Encoding, encodingFor } from './negotiation.ts'

/** Shorter ones save nothing: they fit two packets as they are. */
const MIN_BYTES = 2048
/** Longer ones are compressed outside of the event loop, which costs 50 µs more. */
const MAX_BYTES_AT_ONCE = 131_072

/**
 * Measured with 90 KB of 25 orders, on one core: Brotli at 1 takes 0.20 ms and leaves 4.5 KB, gzip at
 * 3 takes 0.28 ms and leaves 5.3 KB; Brotli at 4 takes 0.73 ms for 4.3 KB, gzip at 6 0.76 ms for 4.7.
 */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const gzipOptions = { level: 3 }

const JSON_ANSWER = /^application\/(problem\+)?json\b/

/**
 * Compresses JSON answers above 2 KB where `Accept-Encoding` asks for it. A compressed answer is
 * another representation, so it has a strong entity tag of its own (RFC 9110, 8.8.3.3), which
 * `conditional.ts` knows as the record's all the same.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload)
    addVary(reply, 'Accept-Encoding')
    const { 'accept-encoding': accepted } = request.headers
    const encoding = accepted === undefined ? undefined : encodingFor(String(accepted))
    if (encoding === undefined) return done(null, payload)
    reply.header('Content-Encoding', encoding).removeHeader('Content-Length')
    const etag = reply.getHeader('ETag')
    if (etag !== undefined) reply.header('ETag', encodedTag(String(etag), encoding))
    if (payload.length <= MAX_BYTES_AT_ONCE) return done(null, compressSync(payload, encoding))
    compress(payload, encoding).then(
      (compressed) => done(null, compressed),
      (error: Error) => done(error),
    )
  })
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is string {
  return (
    typeof payload === 'string' &&
    payload.length > MIN_BYTES &&
    JSON_ANSWER.test(String(reply.getHeader('Content-Type'))) &&
    !reply.hasHeader('Content-Encoding')
  )
}

/** The entity tag of a representation in this encoding: `"x7Vq"` becomes `"x7Vq-br"`. */
export function encodedTag(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}-${encoding}"`
}

function compressSync(text: string, encoding: Encoding): Buffer {
  return encoding === 'br' ? brotliCompressSync(text, brotliOptions) : gzipSync(text, gzipOptions)
}

function compress(text: string, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? promisify(brotliCompress)(text, brotliOptions)
    : promisify(gzip)(text, gzipOptions)
}

/** A text that is made once, in each encoding. */
export interface Prepared {
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** Compresses what is sent often and made seldom: Brotli at 9 takes 33 ms for 500 KB, at 11 0.5 s. */
export async function prepare(content: string | Buffer): Promise<Prepared> {
  const plain = Buffer.from(content)
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  return { plain, br, gzip: gzipped }
}
