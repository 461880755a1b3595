import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unreachable } from './unreachable.ts'

// Test files run in processes of their own; each notes what it received in a file of its own.

const folder = process.env['SEEN_RESPONSES']
const seenHere = new Set<string>()

/** Notes that a test received this response: `GET /orders/{id} 200`. */
export function recordSeen(response: string): void {
  if (folder === undefined || seenHere.has(response)) return
  seenHere.add(response)
  appendFileSync(join(folder, `${process.pid}`), `${response}\n`)
}

/** The responses that `openapi.json` declares and no test received, but for the argued ones. */
export function unreachedResponses(folder: string): string[] {
  const seen = new Set(
    readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')),
  )
  const declared = declaredResponses()
  const argued = (response: string) => unreachable.some(({ pattern }) => pattern.test(response))
  const missing = declared.filter((response) => !seen.has(response) && !argued(response))
  const stale = unreachable
    .filter(
      ({ pattern }) => !declared.some((response) => pattern.test(response) && !seen.has(response)),
    )
    .map(
      ({ pattern }) => `${pattern} in test/support/house/unreachable.ts excuses nothing any more`,
    )
  return [...missing, ...stale]
}

function declaredResponses(): string[] {
  const document = JSON.parse(
    readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
  ) as {
    paths: Record<string, Record<string, { responses: object }>>
  }
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, { responses }]) =>
      Object.keys(responses).map((status) => `${verb.toUpperCase()} ${path} ${status}`),
    ),
  )
}
