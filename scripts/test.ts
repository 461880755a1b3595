import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unreachedResponses } from '../test/support/coverage.ts'
import { runNode, testOptions } from './run-node.ts'

// `npm test`: all test files, and then the check that every declared status of every operation
// was answered in some test. `npm test -- test/x.test.ts`: these files only, without that check.
// What is in `test/failure` is for `npm run test:failure`. On a server (`DATABASE_URL`) a whole run
// leaves out what takes long and never meets it.

const ELSEWHERE = ['test/failure/**', 'test/citus/**']
const WITHOUT_SERVER = [
  'test/client/package.test.ts',
  'test/database/embedded.test.ts',
  'test/http/docs-page.test.ts',
  'test/http/document-rules.test.ts',
  'test/http/worst-case-input.test.ts',
  'test/orders/amounts-sequences.test.ts',
  'test/processes/npm.test.ts',
]

const given = process.argv.slice(2)
const isWhole = given.length === 0
const isOnServer = process.env['DATABASE_URL'] !== undefined
const seen = mkdtempSync(join(tmpdir(), 'pedido-seen-'))
try {
  const files = isWhole
    ? globSync('test/**/*.test.ts', {
        exclude: isOnServer ? [...ELSEWHERE, ...WITHOUT_SERVER] : ELSEWHERE,
      })
    : given
  const code = await runNode([...testOptions(2), ...files], { SEEN_RESPONSES: seen })
  const missing = isWhole ? unreachedResponses(seen) : []
  if (missing.length > 0) {
    console.error(`\nNo test received these declared responses:\n  ${missing.join('\n  ')}`)
  }
  process.exitCode = code || (missing.length > 0 ? 1 : 0)
} finally {
  rmSync(seen, { recursive: true })
}
