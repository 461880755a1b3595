import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { strictLog } from '../support/feed.ts'
import { addDeliveries, countOf } from '../support/webhooks/retention.ts'

// The page that tells how a job is added, as somebody who follows it: its diffs are applied to a copy
// of the sources, and the job that comes of them is run.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

let server: Server
let copy: string
before(async () => {
  server = await startServer()
  copy = await mkdtemp(join(tmpdir(), 'pedido-job-'))
  await cp(join(ROOT, 'src'), join(copy, 'src'), { recursive: true })
  for (const name of ['node_modules', 'packages', 'migrations', 'fiscal', 'package.json']) {
    await symlink(join(ROOT, name), join(copy, name))
  }
})
after(async () => {
  await server.close()
  await rm(copy, { recursive: true })
})

async function diffs(): Promise<string[]> {
  const page = await readFile(join(ROOT, 'docs/add-a-job.md'), 'utf8')
  return Array.from(page.matchAll(/^```diff\n(.*?)^```$/gms), ([, diff]) => diff ?? '')
}

test('the page adds a job in three files, which does what it says', async () => {
  const found = await diffs()
  const changed = found.flatMap((diff) =>
    Array.from(diff.matchAll(/^\+\+\+ (\S+)$/gm), ([, path]) => path),
  )
  assert.equal(changed.length, 3)
  execFileSync('git', ['apply', '-p0'], { cwd: copy, input: found.join('') })
  const { jobsOf }: typeof import('../../src/processes/jobs.ts') = await import(
    pathToFileURL(join(copy, 'src/processes/jobs.ts')).href
  )
  const { app, db, config, sessions } = server
  const added = jobsOf({ config, hub: app.eventHub, log: strictLog, sessions }).find(
    ({ name }) => name === 'remove old tests of webhooks',
  )
  assert.ok(added)
  const other = await server.newAccount('Other')
  for (const account of [server, other]) {
    for (const days of [8, 6]) await addDeliveries(server, account, 2, days)
  }
  await sql`update webhook_deliveries set position = null where position = 1`.execute(db)
  await added.run(db, new AbortController().signal)
  // Of the tests of eight and six days ago the former went, and nothing else.
  for (const account of [server, other]) {
    assert.equal(await countOf(server, account, 'webhook_deliveries'), 3)
  }
})
