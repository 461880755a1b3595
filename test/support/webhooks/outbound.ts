import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { after } from 'node:test'
import { Problem } from '../../../src/base/problems.ts'
import { readAllowed } from '../../../src/outbound/addresses.ts'
import { type FailureReason, type Outbound, openOutbound } from '../../../src/outbound/outbound.ts'
import { startReceiver } from './receiver.ts'

export const closing: (() => unknown)[] = []
after(() => Promise.all(closing.map((close) => close())))

/** The real thing with these settings; `names` answers instead of the DNS. */
export function open({ allow = '', timeoutMs = 60_000, names }: Settings = {}): Outbound {
  const outbound = openOutbound({
    allowed: allow === '' ? undefined : readAllowed(allow),
    timeoutMs,
    ...(names && { lookup: (host, _, done) => done(null, names(host)) }),
  })
  closing.push(outbound.close)
  return outbound
}

interface Settings {
  allow?: string
  timeoutMs?: number
  names?: (host: string) => LookupAddress[]
}

export async function receive(...given: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...given)
  closing.push(receiver.close)
  return receiver
}

export const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: isIP(address) }))

/** Resolves once the connection has ended, in whatever way. */
export const closed = (connection?: Socket) =>
  new Promise<unknown>((resolve) => {
    assert.ok(connection)
    if (connection.closed) resolve(undefined)
    else connection.once('close', resolve)
  })

const never = new AbortController().signal
const send = (outbound: Outbound, url: string, body = '{}', headers = {}) =>
  outbound.post(url, headers, Buffer.from(body), never)

export async function answered(...given: Parameters<typeof send>) {
  const answer = await send(...given)
  assert.ok('status' in answer, JSON.stringify(answer))
  return answer
}

export async function fails(failure: FailureReason, ...given: Parameters<typeof send>) {
  const answer = await send(...given)
  assert.ok('failure' in answer, JSON.stringify(answer))
  assert.equal(answer.failure, failure, answer.detail)
  return answer
}

/** The errors that the one who enters an address gets, or none. */
export async function targetErrors(outbound: Outbound, url: string): Promise<string[]> {
  const error = await outbound.checkTarget(url).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (error === undefined) return []
  assert.ok(error instanceof Problem, String(error))
  assert.equal(error.code, 'validation_failed')
  return error.errors.map(({ pointer, detail }) => {
    assert.equal(pointer, '/url')
    return String(detail)
  })
}
