import { fileURLToPath } from 'node:url'
import { onPostgres } from './on-postgres.ts'

// `npm run test:postgres`: the same tests on a real PostgreSQL, which lives only for this run.

const script = fileURLToPath(new URL('test.ts', import.meta.url))
process.exitCode = await onPostgres([script, ...process.argv.slice(2)])
