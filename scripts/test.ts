import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unreachedResponses } from '../test/support/coverage.ts'
import { runNode, testOptions } from './run-node.ts'

// `npm test`: all test files, and then the check that every declared status of every operation
// was answered in some test. `npm test -- test/x.test.ts`: these files only, without that check.
// What is in `test/failure` is for `npm run test:failure`.

const given = process.argv.slice(2)
const isWhole = given.length === 0
const seen = mkdtempSync(join(tmpdir(), 'pedido-seen-'))
try {
  const files = isWhole
    ? globSync('test/**/*.test.ts', { exclude: ['test/failure/**', 'test/citus/**'] })
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
