import { fileURLToPath } from 'node:url'
import { startPostgres } from '../test/support/postgres.ts'
import { runNode } from './run-node.ts'

// `npm run test:postgres`: the same tests on a real PostgreSQL, which lives only for this run.

const server = await startPostgres()
try {
  const script = fileURLToPath(new URL('test.ts', import.meta.url))
  const variables = { DATABASE_URL: server.url }
  process.exitCode = await runNode([script, ...process.argv.slice(2)], variables)
} finally {
  await server.close()
}
