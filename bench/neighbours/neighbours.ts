import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { watchMemory } from '../day/memory.ts'
import { familyCpu } from '../support/cpu.ts'
import { markdown, quantile } from '../support/report.ts'
import type { Told } from './noise.ts'
import { onEmbedded, onPostgres, type Sizes, type Stand } from './stand.ts'
import { KINDS, nothingSeen, type Seen, type Steady, steady } from './steady.ts'
import { ways } from './ways.ts'

export interface NeighboursOptions {
  /** Some of the ways; all unless given. */
  scenario: string[] | undefined
  /** `embedded` or `postgres`; both unless given. */
  only: string | undefined
  /** Where databases can be made; undefined: a throw-away server. */
  server: string | undefined
  /** Of requests alone, and of as many beside, in each round. */
  seconds: number
  rounds: number
  json: boolean
}

interface Found {
  database: string
  way: string
  alone: Steady
  beside: Steady
  /** Statuses that the noisy neighbour was answered with. */
  noise: Map<number, number>
  /** The most that all processes of the service had in memory at one moment, in MiB. */
  mostMib: number
}

const SIZES: Sizes = { quiet: 1_000, noisy: 30_000 }
const NOISE = fileURLToPath(new URL('noise.ts', import.meta.url))
const MEMORY_MS = 100
/** Before it counts, for what comes first. */
const WARM_UP_S = 3
/** How long the neighbour is noisy before the other one asks. */
const LEAD_MS = 1_000

/** Measures what one account notices of another that does its worst. */
export async function benchNeighbours(options: NeighboursOptions): Promise<void> {
  const all: Found[] = []
  const measure = async (stand: Stand) => {
    await steady(stand.address, stand.quiet, WARM_UP_S, nothingSeen())
    for (const way of Object.keys(ways)) {
      if (options.scenario && !options.scenario.includes(way)) continue
      const found = await measured(stand, way, options)
      all.push(found)
      console.error(`${stand.database}: ${line(found).join(' | ')}`)
    }
  }
  if (options.only !== 'embedded') await onPostgres(options.server, SIZES, measure)
  if (options.only !== 'postgres') await onEmbedded(SIZES, measure)
  console.log(options.json ? json(all) : markdown(HEAD, all.map(line), 2))
}

async function measured(
  stand: Stand,
  way: string,
  { seconds, rounds }: NeighboursOptions,
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
  return { database: stand.database, way, alone, beside, noise, mostMib: memory.most() }
}

async function startNeighbour({ address, noisy }: Stand, way: string): Promise<ChildProcess> {
  const child = fork(NOISE)
  child.send({ stand: { address, noisy }, way } satisfies Told)
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
  console.error('the service has not become quiet')
}

const HEAD = [
  'Database',
  'Beside',
  ...KINDS.flatMap((kind) => [`${kind} p50 ms`, `${kind} p99 ms`]),
  'refused',
  'MiB at most',
  'the neighbour was answered',
]

function line({ database, way, alone, beside, noise, mostMib }: Found): string[] {
  const times = KINDS.flatMap((kind) =>
    [0.5, 0.99].map((part) => {
      const [before, after] = [at(alone[kind], part), at(beside[kind], part)]
      return `${before.toFixed(1)} → ${after.toFixed(1)} (${(after / before).toFixed(1)})`
    }),
  )
  const refused = KINDS.flatMap((kind) =>
    [...beside[kind].refused].map(([status, count]) => `${count} × ${kind} ${status}`),
  )
  const answers = [...noise].map(([status, count]) => `${count} × ${status}`)
  return [
    database,
    way,
    ...times,
    refused.join(', ') || 'none',
    mostMib.toFixed(0),
    answers.join(', '),
  ]
}

const at = ({ latencies }: Seen, part: number) =>
  quantile(
    latencies.toSorted((a, b) => a - b),
    part,
  )

function json(all: Found[]): string {
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value)
  return JSON.stringify(all, plain, 2)
}
