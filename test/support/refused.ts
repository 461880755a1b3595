import assert from 'node:assert/strict'
import type { Answer, SendOptions, Server } from '../harness.ts'

export interface Expected {
  status: number
  code: string
  /** What `errors` names, in any order: pointers, parameters or headers. */
  at?: string[]
  detail?: RegExp
}

/** Sends what must be refused, and holds the refusal to its status, code, places and form. */
export async function refusedBy(
  server: Server,
  method: string,
  path: string,
  options: SendOptions,
  { status, code, at = [], detail }: Expected,
): Promise<Answer> {
  const answer = await server.send(method, path, options)
  const { body, headers } = answer
  const what = `${method} ${path.slice(0, 100)} ${JSON.stringify(options).slice(0, 200)}`
  assert.equal(answer.status, status, `${what} ${answer.text.slice(0, 500)}`)
  assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8', what)
  assert.deepEqual([body.status, body.code], [status, code], what)
  assert.equal(body.request_id, headers['x-request-id'], what)
  assert.match(body.meta.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/, what)
  assert.equal(body.meta.version, '1.0.0', what)
  const places = (body.errors as Record<string, string>[]).map(
    ({ pointer, parameter, header }) => pointer ?? parameter ?? header,
  )
  assert.deepEqual([...new Set(places)].sort(), at.toSorted(), `${what} ${answer.text}`)
  if (detail) assert.match(body.detail, detail, what)
  return answer
}
