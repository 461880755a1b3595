import { globSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unreachedResponses } from '../test/support/house/coverage.ts'
import './build-service.ts'
import './prepare-database.ts'
import { runNode, testOptions, withTemporaryFolder } from './run-node.ts'

// `npm test`: all test files, and then the check that every declared status of every operation
// was answered in some test. `npm test -- test/x.test.ts`: these files only, without that check.
// What is in `test/failure` is for `npm run test:failure`. On a server (`DATABASE_URL`) a whole run
// leaves out what takes long and never meets it; with `--what-differs` it is what a server may change,
// without that check.

const ELSEWHERE = ['test/failure/**', 'test/citus/**']
const ON_SERVER = ['test/processes/{on-server,production}.test.ts']
/** They need no database, or one that they bring themselves, or ask only what others ask there too. */
const WITHOUT_SERVER = [
  'test/base/!(names).test.ts',
  'test/bench.test.ts',
  'test/cli/{as-root,command,mcp}.test.ts',
  'test/client/{package,retries}.test.ts',
  'test/config.test.ts',
  'test/console/*.test.ts',
  'test/database/{embedded,one-task,postgres,statements}.test.ts',
  'test/files/{csv,import-command,random-files,random-workbooks,reading,xlsx}.test.ts',
  'test/files/import-{bounds,ods,presets,reading,workbooks}.test.ts',
  'test/http/{bad-wire,docs-page,document-rules,once-per-minute,worst-case-input}.test.ts',
  'test/integrating.test.ts',
  'test/jobs/account-queue.test.ts',
  'test/members/first-owner.test.ts',
  'test/model/sql.test.ts',
  'test/operate/{backup-places,bucket}.test.ts',
  'test/orders/amounts{,-examples,-sequences,-update}.test.ts',
  'test/orders/{definition,lifecycle-rules,tax-lines,tax-lines-properties}.test.ts',
  'test/taxes/catalogue.test.ts',
  'test/{images,outbound}/*.test.ts',
  'test/processes/{clock,damaged-files,deploy,npm,package,process,settings-files,start-failures}.test.ts',
  'test/products/images.test.ts',
  'test/{quotas,readme,tidy}.test.ts',
  'test/webhooks/{listen-command,pauses,reseal,signature,targets}.test.ts',
]

/** Several connections and processes, plans, time-outs, upgrades; and what else runs each statement once. */
const WHAT_DIFFERS = [
  'test/access/{access,isolation,long-reads,matrix,portfolio,quotas,restricted-matrix}.test.ts',
  'test/access/{row-scope,row-scope-events,token-changes,token-rotation,tokens}.test.ts',
  'test/accounts/{issuers,oauth}.test.ts',
  'test/bulk/{bulk,same,stream}.test.ts',
  'test/cli/{doctor,status}.test.ts',
  'test/custom/{declarations,lists}.test.ts',
  'test/customers/{commercial-terms,figures}.test.ts',
  'test/{database,jobs}/*.test.ts',
  'test/products/suggestions.test.ts',
  'test/events/{feed,found-by-index,history,newest,order,retention,retention-clock,scopes,stream}.test.ts',
  'test/files/{export-snapshots,imports,import-ends,import-kept,import-orders}.test.ts',
  'test/files/{import-requests,order-document,order-links,warehouse}.test.ts',
  'test/http/{connection-limit,idempotency,openapi,problems}.test.ts',
  'test/members/{attempts,mails,members,passkeys,provider,provider-settings,sessions}.test.ts',
  'test/members/views.test.ts',
  'test/operate/{account-deletion,account-moves,alerts,backup,conditions,metrics,schedule}.test.ts',
  'test/orders/{attachments-kept,comments,concurrency,corrections,counts,create-batcher,cursor,expand}.test.ts',
  'test/orders/installments.test.ts',
  'test/orders/{items-at-once,last-prices,list,locked,numbers,operations,previews,reads-at-once}.test.ts',
  'test/orders/{recalculation-ends,recalculations,search,tax-dates,taxes-by-rules}.test.ts',
  'test/orders/{slow-lists,summary*,versions}.test.ts',
  'test/orders/random/{at-once,stored}.test.ts',
  'test/privacy/{everywhere,kill,mentions,writers}.test.ts',
  'test/processes/{on-server,passed-socket,production}.test.ts',
  'test/records/{by-code,lists,number-series,races,records}.test.ts',
  'test/requests/*.test.ts',
  'test/taxes/{files,preview,rules}.test.ts',
  'test/upgrade/*.test.ts',
  'test/webhooks/{deliveries,leases,recovery,retention,sending,webhooks}.test.ts',
]

/** They look at what a process keeps for all its databases. */
const ALONE = ['test/database/embedded.test.ts', 'test/database/record-plans.test.ts']

/** Processes that run together. */
const CONCURRENCY = 4
/** Of a whole run: each more of them loads everything once more, each fewer keeps more in memory. */
const BATCHES = 2 * CONCURRENCY

const given = process.argv.slice(2)
const isOfDifferences = given[0] === '--what-differs'
const isWhole = given.length === 0 || isOfDifferences
const isOnServer = process.env['DATABASE_URL'] !== undefined

await withTemporaryFolder(async () => {
  if (isWhole && !isOnServer) await preparePrograms()
  const seen = mkdtempSync(join(tmpdir(), 'pedido-seen-'))
  const files = isWhole
    ? globSync(isOfDifferences ? WHAT_DIFFERS : 'test/**/*.test.ts', {
        exclude: [...ELSEWHERE, ...(isOnServer ? WITHOUT_SERVER : ON_SERVER)],
      })
    : given
  const code = await runNode(
    [...testOptions(CONCURRENCY), ...(isWhole ? inBatches(files) : files)],
    {
      SEEN_RESPONSES: seen,
    },
  )
  const missing = isWhole && !isOfDifferences ? unreachedResponses(seen) : []
  if (missing.length > 0) {
    console.error(`\nNo test received these declared responses:\n  ${missing.join('\n  ')}`)
  }
  process.exitCode = code || (missing.length > 0 ? 1 : 0)
})

/** What tests may install. Beforehand: apt-get refuses to run twice at once. */
async function preparePrograms(): Promise<void> {
  const { prepareBrowser } = await import('../test/support/wire/browser.ts')
  const { prepareLanguages } = await import('../test/support/programs/languages.ts')
  prepareBrowser()
  prepareLanguages()
}

/**
 * Files that each run several test files, one after another in one process: what each file loads
 * and prepares anew (modules, the embedded database's code, the published contract) takes 3 s of
 * CPU, mostly more than its tests.
 */
function inBatches(files: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pedido-batches-'))
  // What several files wait for is loaded first: the runner would take the tests of those that
  // wait together for those of one.
  const harness = JSON.stringify(new URL('../test/harness.ts', import.meta.url))
  const head = ["import { describe } from 'node:test'", `await import(${harness})`]
  const shared = files.filter((file) => !ALONE.includes(file))
  const made = Array.from({ length: BATCHES }, (_, batch) => {
    const path = join(folder, `${batch}.test.mjs`)
    const its = shared.filter((_file, position) => position % BATCHES === batch)
    const suites = its.map((file) => {
      const address = JSON.stringify(pathToFileURL(resolve(file)))
      return `describe(${JSON.stringify(file)}, () => import(${address}))`
    })
    writeFileSync(path, [...head, ...suites].join('\n'))
    return path
  })
  return [...files.filter((file) => ALONE.includes(file)), ...made]
}
