import { type FieldError, refuseInvalid } from '../base/problems.ts'
import { escapePointer } from '../base/values/pointers.ts'
import { type Message, msg } from '../texts/message.ts'

export const MAX_HEADERS = 10
const MAX_NAME = 100
const MAX_VALUE = 1000

/** Ours, or of the connection; a name that ends with `-` stands for all that begin so. */
const RESERVED = [
  'webhook-',
  'pedido-',
  'content-',
  'proxy-',
  'connection',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/

/**
 * Refuses extra headers of a webhook that can't be sent, or would change what Pedido sends.
 * @throws Problem with all errors, at `/headers`
 */
export function refuseHeaders(headers: Readonly<Record<string, string>>): void {
  const names = Object.keys(headers)
  const errors = Object.entries(headers).flatMap(([name, value], i) => {
    const twice = names.slice(0, i).some((other) => other.toLowerCase() === name.toLowerCase())
    const detail = twice ? msg`is there in another spelling, too.` : errorOf(name, value)
    return detail === undefined ? [] : [fieldError(`/headers/${escapePointer(name)}`, detail)]
  })
  if (names.length > MAX_HEADERS) {
    errors.unshift(fieldError('/headers', msg`must hold at most ${MAX_HEADERS} headers.`))
  }
  refuseInvalid(errors)
}

function fieldError(pointer: string, detail: Message): FieldError {
  return { pointer, code: 'header', detail }
}

function errorOf(name: string, value: string): Message | undefined {
  if (!TOKEN.test(name) || name.length > MAX_NAME) {
    return msg`must be the name of a header, of at most ${MAX_NAME} characters.`
  }
  if (isReserved(name.toLowerCase())) return msg`is a header that Pedido sends itself.`
  if (!VALUE.test(value) || value.length > MAX_VALUE) {
    return msg`must be 1 to ${MAX_VALUE} characters of ASCII, no control characters, no space at either end.`
  }
  return undefined
}

function isReserved(name: string): boolean {
  return RESERVED.some((one) => (one.endsWith('-') ? name.startsWith(one) : name === one))
}
