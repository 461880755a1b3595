import { startPostgres } from '../test/support/servers/postgres.ts'
import { runNode, withTemporaryFolder } from './run-node.ts'

/**
 * Runs Node with these arguments while a throw-away PostgreSQL runs, whose address is in
 * `DATABASE_URL`. The server is installed where there is none.
 * @returns the exit code
 */
export async function onPostgres(words: string[]): Promise<number> {
  return withTemporaryFolder(async () => {
    const server = await startPostgres()
    try {
      return await runNode(words, { DATABASE_URL: server.url })
    } finally {
      await server.close()
    }
  })
}
