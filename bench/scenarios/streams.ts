import { setTimeout as pause } from 'node:timers/promises'
import { type Stand, startStand } from '../../test/support/servers/stand.ts'
import { type EventStream, openStream } from '../../test/support/wire/sse.ts'
import { keepAliveClient, livingWorkers } from '../../test/support/workers.ts'
import { note, type Scenario } from '../support/command.ts'
import { DURABLE } from '../support/database-host.ts'
import { quantile } from '../support/figures.ts'
import { residentBytes } from '../support/memory.ts'
import { SETTINGS } from '../support/service.ts'
import type { Cell } from '../support/table.ts'

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
    seen = [pids.map((pid) => residentBytes(pid) / 2 ** 20), ...seen].slice(0, STEADY_LOOKS)
    const sums = seen.map(sum)
    const range = Math.max(...sums) - Math.min(...sums)
    if (seen.length === STEADY_LOOKS && range < STEADY_MIB) break
    await pause(STEADY_LOOK_MS)
  }
  return seen[0] ?? []
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
async function idleClients(stand: Stand, clients: number) {
  const first = await open(stand)
  await untilHeartbeat(first)
  first.leave()
  const none = await settledMemory(stand)
  const streams: EventStream[] = []
  for (let i = 0; i < clients; i++) streams.push(await open(stand))
  await Promise.all(streams.map(untilHeartbeat))
  return { none, all: await settledMemory(stand), streams }
}

/**
 * Writes events one after the other.
 * @returns of each stream, for each event, milliseconds from the answer to the change until the
 *   event has arrived; 0 where that came first
 */
async function arrivals(
  { service, token }: Stand,
  streams: EventStream[],
  changes: number,
): Promise<number[][]> {
  const writer = keepAliveClient(service, token)
  const delays: number[][] = streams.map(() => [])
  for (let i = 0; i < changes; i++) {
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

function memoryRow(processes: string, { none, all }: { none: number[]; all: number[] }): Cell[] {
  const each = (values: number[]) => {
    const parts = values.map((mib) => mib.toFixed(0)).join(' + ')
    return `${sum(values).toFixed(0)}${values.length > 1 ? ` (${parts})` : ''}`
  }
  return [processes, each(none), each(all), sum(all) - sum(none)]
}

const delaysRow = (stream: string, values: number[]): Cell[] => [
  stream,
  ...[0.5, 0.99, 1].map((part) => quantile(values, part)),
]

/** Of each event, when it had come to all streams. */
const lastOf = (all: number[][]) =>
  (all[0] ?? []).map((_, event) => Math.max(...all.map((one) => one[event] ?? 0)))

/** Memory with so many clients; and the time from the answer of a change until its event arrives. */
export const streams: Scenario = {
  name: 'streams',
  about: 'memory of clients that listen, and how soon an event arrives',
  databases: [],
  numbers: { connections: 500, rounds: 200 },
  async run({ connections: clients, rounds: changes }) {
    const memory: Cell[][] = []
    const delays: Cell[][] = []
    for (const [WORKERS, processes] of [
      ['1', 'one process'],
      ['2', 'two workers'],
    ] as const) {
      note(`${processes}: ${clients} clients …`)
      await onStand({ WORKERS }, async (stand) => {
        const { streams, ...measured } = await idleClients(stand, clients)
        memory.push(memoryRow(processes, measured))
        const last = lastOf(await arrivals(stand, streams, changes))
        delays.push(delaysRow(`the last of ${clients}, ${processes}`, last))
        const [one, ...others] = streams
        for (const stream of others) stream.leave()
        if (one && WORKERS === '1') {
          const alone = (await arrivals(stand, [one], changes)).flat()
          delays.push(delaysRow('one, one process', alone))
        }
        one?.leave()
      })
    }
    note('one client at each of two workers …')
    // So the second one is at the other worker.
    await onStand({ WORKERS: '2', MAX_STREAMS: '1' }, async (stand) => {
      const streams = [await open(stand), await open(stand)]
      const found = await arrivals(stand, streams, changes)
      const [near = [], far = []] = found.toSorted((a, b) => sum(a) - sum(b))
      delays.push(delaysRow('one, at the worker of the change', near))
      delays.push(delaysRow('one, at the other worker', far))
      for (const stream of streams) stream.leave()
    })
    return [
      {
        head: { 'Resident MiB': 'text', 'no client': 'text', 'all clients': 'text', more: 0 },
        rows: memory,
      },
      { head: { Stream: 'text', 'p50 ms': 1, 'p99 ms': 1, 'max ms': 1 }, rows: delays },
    ]
  },
}
