import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { newSecretKey } from '../../src/base/secret-box.ts'
import { startReplicaStand } from '../../test/support/servers/replica-stand.ts'
import { markdown } from '../support/report.ts'
import { fillCatalogue } from './catalogue.ts'
import { checkBackup, checkFollowers, checkOrders } from './check.ts'
import { addTo, live, newLedger } from './clients.ts'
import { FeedFollower, startReceiver } from './followers.ts'
import { happenings } from './happenings.ts'
import { watchMemory } from './memory.ts'

const HELP = `npm run bench:day -- [flags]: a day in a nutshell, on a PostgreSQL with a replica

Clients make, change and read orders on a service of two workers; meanwhile it is backed up, customers
are imported, the replica dies and comes back, the next version migrates the database, and the workers
are renewed. At the end all is counted. Exit code 1: something was lost, doubled, or refused.

  --minutes 20
  --clients 8
  --pause 20           milliseconds between two requests of a client
`

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    clients: { type: 'string', default: '8' },
    pause: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
})

/** Means of the memory over so many parts of the day. */
const PARTS = 10
/** Between the second part, when all is warm, and the last one memory may grow by this factor. */
const MOST_GROWTH = 1.3

const SETTINGS = {
  WORKERS: '2',
  LOG_LEVEL: 'info',
  LOG_REQUESTS: 'false',
  KEEP_ALIVE_TIMEOUT_MS: '5000',
  WEBHOOK_ALLOW: '127.0.0.1',
  SECRET_KEY: newSecretKey(),
}

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP)
  const dayMs = Number(flags.minutes) * 60_000
  const stand = await startReplicaStand(SETTINGS)
  const receiver = await startReceiver()
  try {
    const { service, writer: token } = stand
    const catalogue = await fillCatalogue(service, token)
    const hook = { url: receiver.url, types: ['order.*'] }
    const made = await stand.call('/webhooks', { token, body: hook })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    const ledger = newLedger()
    const { faults, orders } = ledger
    const feed = new FeedFollower(service, token, faults)
    const memory = watchMemory(service.child.pid ?? 0, dayMs / 200)
    const start = performance.now()
    const isOver = () => performance.now() - start > dayMs
    const life = { service, token, catalogue, ledger, pauseMs: Number(flags.pause), isOver }
    const living = Promise.all([
      ...Array.from({ length: Number(flags.clients) }, (_, which) => live(which, life)),
      feed.follow(isOver),
    ])

    const file = join(stand.folder, 'day.zip')
    let before: string[] = []
    const note = () => {
      before = [...orders.keys()]
    }
    for (const { at, name, happen } of happenings(stand, file, note)) {
      await setTimeout(Math.max(at * dayMs - (performance.now() - start), 0))
      const began = performance.now()
      const told = await happen().catch((error: Error) => {
        addTo(faults, `${name}: ${error.message}`)
        return 'failed'
      })
      console.log(`${name}: ${told} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    }
    await living
    const means = memory.means(PARTS)
    memory.stop()
    judgeMemory(means, faults)
    await checkOrders(stand, ledger)
    await checkFollowers(ledger, feed, receiver.seen)
    console.log(await checkBackup(stand, file, before, ledger))
    report(ledger, feed, receiver.seen.again, means)
  } finally {
    receiver.close()
    await stand.close()
  }
}

function judgeMemory(means: number[], faults: Map<string, number>): void {
  const [warm = 0, last = 0] = [means[1], means.at(-1)]
  if (last > warm * MOST_GROWTH) {
    addTo(faults, `memory: ${warm.toFixed(0)} MB, ${last.toFixed(0)} MB at the end`)
  }
}

function report(
  { answered, faults, orders, deleted }: ReturnType<typeof newLedger>,
  feed: FeedFollower,
  again: number,
  means: number[],
): void {
  const counts = [...answered].map(([what, count]) => [what, String(count)])
  console.log(`\n${markdown(['Request', 'answered'], counts)}`)
  console.log(`${orders.size} orders stand, ${deleted.size} were deleted.`)
  console.log(`${feed.seen.events} events of orders in the feed; the webhook had ${again} again.`)
  console.log(`Memory of the service: ${means.map((mb) => mb.toFixed(0)).join(', ')} MB.`)
  for (const [what, count] of faults) console.log(`FAULT ${what}: ${count}`)
  if (faults.size === 0) console.log('No fault.')
  else process.exitCode = 1
}

await main()
