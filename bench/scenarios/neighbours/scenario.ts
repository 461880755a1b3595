import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { note, type Options, type Scenario } from '../../support/command.ts'
import { familyCpu } from '../../support/cpu.ts'
import { quantile } from '../../support/figures.ts'
import { watchMemory } from '../../support/memory.ts'
import type { Cell, Table } from '../../support/table.ts'
import type { NoiseTask } from './noise.ts'
import { onStand, type Stand } from './stand.ts'
import { KINDS, nothingSeen, type Steady, steady } from './steady.ts'
import { ways } from './ways.ts'

interface Found {
  alone: Steady
  beside: Steady
  /** Statuses that the noisy neighbour was answered with. */
  noise: Map<number, number>
  /** The most that all processes of the service had in memory at one moment, in MiB. */
  mostMib: number
}

/** Orders of the account that asks. */
const QUIET = 1_000
const NOISE = fileURLToPath(new URL('noise.ts', import.meta.url))
const MEMORY_MS = 100
/** Before it counts, for what comes first. */
const WARM_UP_S = 3
/** How long the neighbour is noisy before the other one asks. */
const LEAD_MS = 1_000

/** Seconds are those of requests alone, and of as many beside, in each round. */
export const neighbours: Scenario = {
  name: 'neighbours',
  about: 'what an account notices of another that does its worst',
  databases: ['postgres', 'embedded'],
  numbers: { seconds: 10, rounds: 2, orders: 30_000, workers: 2 },
  parts: Object.keys(ways),
  run: ({ host, workers, orders, isPart, ...options }) =>
    onStand(host, workers, { quiet: QUIET, noisy: orders }, async (stand) => {
      await steady(stand.address, stand.quiet, WARM_UP_S, nothingSeen())
      const rows: Cell[][] = []
      for (const way of Object.keys(ways).filter(isPart)) {
        const cells = cellsOf(await measured(stand, way, options))
        note(`${host.title}: ${way} | ${cells.join(' | ')}`)
        rows.push([host.title, way, ...cells])
      }
      return [{ head: HEAD, rows }]
    }),
}

async function measured(
  stand: Stand,
  way: string,
  { seconds, rounds }: Pick<Options, 'seconds' | 'rounds'>,
): Promise<Found> {
  const [alone, beside] = [nothingSeen(), nothingSeen()]
  const noise = new Map<number, number>()
  const memory = watchMemory(stand.pid, MEMORY_MS)
  for (let round = 0; round < rounds; round++) {
    const neighbour = await startNeighbour(stand, way)
    await untilQuiet(stand.pid)
    await steady(stand.address, stand.quiet, seconds, alone)
    neighbour.send('begin')
    await setTimeout(LEAD_MS)
    await steady(stand.address, stand.quiet, seconds, beside)
    const ended = once(neighbour, 'message') as Promise<[[number, number][]]>
    neighbour.send('leave off')
    const [answers] = await ended
    for (const [status, count] of answers) noise.set(status, (noise.get(status) ?? 0) + count)
  }
  memory.stop()
  return { alone, beside, noise, mostMib: memory.most() }
}

async function startNeighbour({ address, noisy }: Stand, way: string): Promise<ChildProcess> {
  const child = fork(NOISE)
  child.send({ stand: { address, noisy }, way } satisfies NoiseTask)
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`the noisy neighbour ended before it was ready for ${way}`)
    }),
  ])
  return child
}

const QUIET_LOOK_MS = 500
/** CPU of a service that has nothing to do. */
const QUIET_SHARE = 0.1
const MOST_QUIET_LOOKS = 60

/** Until the service has done what was left over. */
async function untilQuiet(pid: number): Promise<void> {
  for (let look = 0; look < MOST_QUIET_LOOKS; look++) {
    const before = familyCpu(pid)
    await setTimeout(QUIET_LOOK_MS)
    if (familyCpu(pid) - before < (QUIET_SHARE * QUIET_LOOK_MS) / 1000) return
  }
  note('the service has not become quiet')
}

const HEAD: Table['head'] = {
  ...{ Database: 'text', Beside: 'text' },
  ...Object.fromEntries(
    KINDS.flatMap((kind) => [50, 99].map((part) => [`${kind} p${part} ms`, 'text' as const])),
  ),
  ...{ refused: 'text', 'MiB at most': 0, 'the neighbour was answered': 'text' },
}

function cellsOf({ alone, beside, noise, mostMib }: Found): Cell[] {
  const times = KINDS.flatMap((kind) =>
    [0.5, 0.99].map((part) => {
      const at = (seen: Steady) => quantile(seen[kind].latencies, part)
      const [from, to] = [at(alone), at(beside)]
      return `${from.toFixed(1)} → ${to.toFixed(1)} (${(to / from).toFixed(1)})`
    }),
  )
  const refused = KINDS.flatMap((kind) =>
    [...beside[kind].refused].map(([status, count]) => `${count} × ${kind} ${status}`),
  )
  const answers = [...noise].map(([status, count]) => `${count} × ${status}`)
  return [...times, refused.join(', ') || 'none', mostMib, answers.join(', ')]
}
