import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { newSecretKey } from '../../src/base/secret-box.ts'
import { startReplicaStand } from '../../test/support/servers/replica-stand.ts'
import { note, type Options, runCommand } from '../support/command.ts'
import { watchMemory } from '../support/memory.ts'
import { ask } from '../support/service.ts'
import type { Cell, Table } from '../support/table.ts'
import { fillCatalogue } from './catalogue.ts'
import { checkBackup, checkFollowers, checkOrders } from './check.ts'
import { addTo, live, newLedger } from './clients.ts'
import { FeedFollower, startReceiver } from './followers.ts'
import { happenings } from './happenings.ts'

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

/** Milliseconds between two requests of a client. */
const PAUSE_MS = 20

async function runDay({ seconds, connections }: Options): Promise<Table[]> {
  const dayMs = seconds * 1000
  const stand = await startReplicaStand(SETTINGS)
  const receiver = await startReceiver()
  try {
    const { service, writer: token } = stand
    const catalogue = await fillCatalogue(service, token)
    const hook = { url: receiver.url, types: ['order.*'] }
    await ask({ ...service, token }, '/webhooks', { body: hook })
    const ledger = newLedger()
    const { faults, orders } = ledger
    const feed = new FeedFollower(service, token, faults)
    const memory = watchMemory(service.child.pid ?? 0, dayMs / 200)
    const start = performance.now()
    const isOver = () => performance.now() - start > dayMs
    const life = { service, token, catalogue, ledger, pauseMs: PAUSE_MS, isOver }
    const living = Promise.all([
      ...Array.from({ length: connections }, (_, which) => live(which, life)),
      feed.follow(isOver),
    ])

    const file = join(stand.folder, 'day.zip')
    let before: string[] = []
    const onBackup = () => {
      before = [...orders.keys()]
    }
    const happened: Cell[][] = []
    for (const { at, name, happen } of happenings(stand, file, onBackup)) {
      await setTimeout(Math.max(at * dayMs - (performance.now() - start), 0))
      const began = performance.now()
      const result = await happen().catch((error: Error) => {
        addTo(faults, `${name}: ${error.message}`)
        return 'failed'
      })
      note(`${name}: ${result}`)
      happened.push([name, result, (performance.now() - began) / 1000])
    }
    await living
    const means = memory.means(PARTS)
    memory.stop()
    judgeMemory(means, faults)
    await checkOrders(stand, ledger)
    await checkFollowers(ledger, feed, receiver.seen)
    const began = performance.now()
    const restored = await checkBackup(stand, file, before, ledger)
    happened.push(['backup restored', restored, (performance.now() - began) / 1000])
    return [
      { head: { 'What happened': 'text', Result: 'text', s: 1 }, rows: happened },
      ...report(ledger, feed, receiver.seen.again, means),
    ]
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
): Table[] {
  if (faults.size > 0) process.exitCode = 1
  const note = [
    `${orders.size} orders stand, ${deleted.size} were deleted.`,
    `${feed.seen.events} events of orders in the feed; the webhook had ${again} again.`,
    `Memory of the service: ${means.map((mb) => mb.toFixed(0)).join(', ')} MB.`,
  ].join('\n')
  return [
    { head: { Request: 'text', answered: 0 }, rows: [...answered], note },
    {
      head: { Fault: 'text', times: 0 },
      rows: [...faults],
      note: faults.size === 0 ? 'No fault.' : 'Something was lost, doubled, or refused.',
    },
  ]
}

// Exit code 1: there are faults.
await runCommand({
  typed: 'npm run bench:day',
  about: 'a day in a nutshell',
  scenarios: [
    {
      name: 'day',
      about: 'clients at work while the operator is at work, too; at the end all is counted',
      databases: [],
      numbers: { seconds: 1200, connections: 8 },
      run: runDay,
    },
  ],
})
