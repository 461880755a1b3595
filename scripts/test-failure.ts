import './build-service.ts'
import { onPostgres } from './on-postgres.ts'
import { testOptions } from './run-node.ts'

// `npm run test:failure`: what happens when servers and processes fail. Four files at a time: they
// mostly wait. A PostgreSQL that a test damages is one that it started itself.

const given = process.argv.slice(2)
const files = given.length > 0 ? given : ['test/failure/*.test.ts']
process.exitCode = await onPostgres([...testOptions(4), ...files])
