import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Stand, startStand } from '../test/support/servers/stand.ts'
import { type EventStream, openStream } from '../test/support/wire/sse.ts'
import { keepAliveClient, livingWorkers } from '../test/support/workers.ts'
import { markdown, quantile } from './support/report.ts'
import { DURABLE } from './support/server.ts'
import { SETTINGS } from './support/service.ts'

// `npm run bench:streams`: what 500 clients that only listen take of memory, and how long after a
// change was answered its event arrives. `docs/performance.md` holds the figures.

const CLIENTS = 500
const EVENTS = 200
/** Changes come at any moment between two looks for what other processes have placed. */
const LOOK_MS = 250
const LONGEST_ARRIVAL_MS = 10_000
/** Memory that stays within this for so many looks has settled. */
const STEADY_MIB = 1
const STEADY_LOOKS = 5
const STEADY_LOOK_MS = 500
const MOST_LOOKS = 60

/** Resident memory of each process of the service in MiB, the parent first. */
async function settledMemory({ service }: Stand): Promise<number[]> {
  const pids = [service.child.pid ?? 0, ...livingWorkers(service)]
  let seen: number[][] = []
  for (let look = 0; look < MOST_LOOKS; look++) {
    seen = [pids.map(residentMib), ...seen].slice(0, STEADY_LOOKS)
    const sums = seen.map(sum)
    const range = Math.max(...sums) - Math.min(...sums)
    if (seen.length === STEADY_LOOKS && range < STEADY_MIB) break
    await pause(STEADY_LOOK_MS)
  }
  return seen[0] ?? []
}

/** https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
function residentMib(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) / 1024
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

async function open({ service, token }: Stand): Promise<EventStream> {
  const stream = await openStream(service.address, token)
  if (stream.status !== 200) throw new Error(`a stream was answered with ${stream.status}`)
  return stream
}

/** Resolves when nothing but time has passed for the stream since its last frame. */
async function untilHeartbeat(stream: EventStream): Promise<void> {
  for (;;) {
    const frame = await stream.next()
    if (!frame) throw new Error('a stream ended')
    if (frame.isComment) return
  }
}

/** Memory without clients and with all of them, each of which has had a heartbeat. */
async function idleClients(stand: Stand) {
  const first = await open(stand)
  await untilHeartbeat(first)
  first.leave()
  const none = await settledMemory(stand)
  const streams: EventStream[] = []
  for (let i = 0; i < CLIENTS; i++) streams.push(await open(stand))
  await Promise.all(streams.map(untilHeartbeat))
  return { none, all: await settledMemory(stand), streams }
}

/**
 * Writes events one after the other.
 * @returns of each stream, for each event, milliseconds from the answer to the change until the
 *   event has arrived; 0 where that came first
 */
async function arrivals({ service, token }: Stand, streams: EventStream[]): Promise<number[][]> {
  const writer = keepAliveClient(service, token)
  const delays: number[][] = streams.map(() => [])
  for (let i = 0; i < EVENTS; i++) {
    const name = `Evento ${i}.`
    const arriving = Promise.all(streams.map((stream) => arrivalAt(stream, name)))
    const { status } = await writer.send('/customers', { method: 'POST', body: { name } })
    const answered = performance.now()
    if (status !== 201) throw new Error(`a customer was answered with ${status}`)
    const late = pause(LONGEST_ARRIVAL_MS, undefined, { ref: false }).then(() => {
      throw new Error(`${name} has not arrived everywhere`)
    })
    for (const [of, time] of (await Promise.race([arriving, late])).entries()) {
      delays[of]?.push(Math.max(0, time - answered))
    }
    await pause((i * 37) % LOOK_MS)
  }
  writer.close()
  return delays
}

/** The time when the event with this text has come. */
async function arrivalAt(stream: EventStream, text: string): Promise<number> {
  for (;;) {
    const frame = await stream.next()
    if (!frame) throw new Error('a stream ended')
    if (frame.data?.includes(text)) return performance.now()
  }
}

async function onStand<T>(settings: Record<string, string>, use: (stand: Stand) => Promise<T>) {
  const stand = await startStand({ ...SETTINGS, ...settings }, { server: DURABLE })
  try {
    return await use(stand)
  } finally {
    await stand.close()
  }
}

const memory: string[][] = []
const delays: string[][] = []

function noteMemory(processes: string, { none, all }: { none: number[]; all: number[] }): void {
  const each = (values: number[]) =>
    `${sum(values).toFixed(0)}${values.length > 1 ? ` (${values.map((mib) => mib.toFixed(0)).join(' + ')})` : ''}`
  memory.push([processes, each(none), each(all), `**${(sum(all) - sum(none)).toFixed(0)}**`])
}

function noteDelays(stream: string, values: number[]): void {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => quantile(sorted, part).toFixed(1)
  delays.push([stream, at(0.5), at(0.99), at(1)])
}

const lastOf = (all: number[][]) =>
  Array.from({ length: EVENTS }, (_, event) => Math.max(...all.map((one) => one[event] ?? 0)))

for (const [WORKERS, processes] of [
  ['1', 'one process'],
  ['2', 'two workers'],
] as const) {
  console.error(`${processes}: ${CLIENTS} clients …`)
  await onStand({ WORKERS }, async (stand) => {
    const { streams, ...measured } = await idleClients(stand)
    noteMemory(processes, measured)
    noteDelays(`the last of ${CLIENTS}, ${processes}`, lastOf(await arrivals(stand, streams)))
    const [one, ...others] = streams
    for (const stream of others) stream.leave()
    if (one && WORKERS === '1')
      noteDelays('one, one process', (await arrivals(stand, [one])).flat())
    one?.leave()
  })
}

console.error('one client at each of two workers …')
// So the second one is at the other worker.
await onStand({ WORKERS: '2', MAX_STREAMS: '1' }, async (stand) => {
  const streams = [await open(stand), await open(stand)]
  const [near = [], far = []] = (await arrivals(stand, streams)).toSorted((a, b) => sum(a) - sum(b))
  noteDelays('one, at the worker of the change', near)
  noteDelays('one, at the other worker', far)
  for (const stream of streams) stream.leave()
})

console.log(markdown(['Resident MiB', 'no client', `${CLIENTS} clients`, 'more'], memory))
console.log(`\n${markdown(['Stream', 'p50 ms', 'p99 ms', 'max ms'], delays)}`)
