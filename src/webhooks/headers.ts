import { type Fault, refuseFaults } from '../base/refusals.ts'
import { escapePointer } from '../base/values/pointers.ts'
import { say, type Text } from '../texts/text.ts'

export const MAX_HEADERS = 10
const MAX_NAME = 100
const MAX_VALUE = 1000

/** Ours, or of the connection; a name that ends with `-` stands for all that begin so. */
const RESERVED = [
  'webhook-',
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
 * @throws Refusal with all faults, at `/headers`
 */
export function refuseHeaders(headers: Readonly<Record<string, string>>): void {
  const names = Object.keys(headers)
  const faults = Object.entries(headers).flatMap(([name, value], i) => {
    const twice = names.slice(0, i).some((other) => other.toLowerCase() === name.toLowerCase())
    const detail = twice ? say`is there in another spelling, too.` : faultOf(name, value)
    return detail === undefined ? [] : [fault(`/headers/${escapePointer(name)}`, detail)]
  })
  if (names.length > MAX_HEADERS) {
    faults.unshift(fault('/headers', say`must hold at most ${MAX_HEADERS} headers.`))
  }
  refuseFaults(faults)
}

function fault(pointer: string, detail: Text): Fault {
  return { pointer, code: 'header', detail }
}

function faultOf(name: string, value: string): Text | undefined {
  if (!TOKEN.test(name) || name.length > MAX_NAME) {
    return say`must be the name of a header, of at most ${MAX_NAME} characters.`
  }
  if (isReserved(name.toLowerCase())) return say`is a header that Pedido sends itself.`
  if (!VALUE.test(value) || value.length > MAX_VALUE) {
    return say`must be 1 to ${MAX_VALUE} characters of ASCII, no control characters, no space at either end.`
  }
  return undefined
}

function isReserved(name: string): boolean {
  return RESERVED.some((one) => (one.endsWith('-') ? name.startsWith(one) : name === one))
}
