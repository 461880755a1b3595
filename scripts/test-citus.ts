import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { runNode, testOptions } from './run-node.ts'

const HELP = `npm run test:citus -- --coordinator URL [flags] [FILE …]: the tests on a Citus cluster

Runs the usual suite on shards, then what is in test/citus: that a change touches one node, that a
stopped worker stops its own accounts only, and that no order is missing or doubled while nodes
crash. For that the nodes must be on this machine, and this user root or theirs. Any service that
uses the cluster meanwhile suffers from it.

  --coordinator URL    a superuser's address of the coordinator, in a database with the extension
  --crashes 5          of each node
  FILE …               only these
`

const OWN = 'test/citus/'
/** Milliseconds for a crash, the start after it and the writers in between, when the machine is busy. */
const CRASH_MS = 60_000

/** Why the address will not do; undefined where it will. */
async function whyNot(url: string): Promise<string | undefined> {
  if (!URL.canParse(url)) return 'That is no address such as postgres://postgres@db0:5432/postgres.'
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    const { rows: found } = await client.query<{ citus: boolean }>(
      `select to_regclass('pg_dist_node') is not null as citus`,
    )
    if (!found[0]?.citus) return 'That database does not have the extension citus.'
    const { rows } = await client.query<{ group: number; workers: number }>(`
      select (select groupid from pg_dist_local_group) as group,
             (select count(*)::int from pg_dist_node
               where isactive and noderole = 'primary' and groupid > 0) as workers`)
    const { group = 0, workers = 0 } = rows[0] ?? {}
    if (group > 0) return 'That is a worker: name the coordinator.'
    return workers < 2 ? `The cluster has ${workers} workers: two are needed.` : undefined
  } catch (error) {
    return `It can’t be asked: ${(error as Error).message || String(error)}`
  } finally {
    await client.end().catch(() => {})
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      coordinator: { type: 'string' },
      crashes: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const { coordinator, crashes, help } = values
  if (help || !coordinator) {
    console.log(HELP)
    return help ? 0 : 1
  }
  const problem = await whyNot(coordinator)
  if (problem) {
    console.error(`--coordinator: ${problem}`)
    return 1
  }
  const variables = { DATABASE_URL: coordinator, CRASHES: crashes }
  const usual = positionals.filter((file) => !file.includes(OWN))
  const own = positionals.filter((file) => file.includes(OWN))
  const isWhole = positionals.length === 0
  const suite = fileURLToPath(new URL('test.ts', import.meta.url))
  const codes = [
    isWhole || usual.length > 0 ? await runNode([suite, ...usual], variables) : 0,
    isWhole || own.length > 0
      ? await runNode(
          [
            // The last one counts.
            ...testOptions(1),
            `--test-timeout=${300_000 + CRASH_MS * Number(crashes)}`,
            ...(isWhole ? [`${OWN}*.test.ts`] : own),
          ],
          variables,
        )
      : 0,
  ]
  return Math.max(...codes)
}

process.exitCode = await main()
