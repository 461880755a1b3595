import { runCommand } from '../support/command.ts'
import { creates } from './creates.ts'
import { grow } from './grow.ts'
import { lists } from './lists.ts'
import { renames } from './renames.ts'
import { writes } from './writes.ts'

await runCommand({
  typed: 'npm run bench:scale',
  about: 'many orders, many items, many stale documents, see docs/performance.md',
  scenarios: [lists, creates, renames, writes, grow],
  usual: ['lists', 'creates', 'renames'],
})
