import autocannon from 'autocannon'

/** A server under load: its address and the CPU seconds that serving has taken so far. */
export interface Target {
  address: string
  cpu: () => Cpu
}

/** CPU seconds; `postgres` is undefined where it can't be seen. */
export interface Cpu {
  node: number
  postgres: number | undefined
  /** Of a cluster, the part of `postgres` that is the coordinator's. */
  coordinator?: number
}

export interface Request {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What one round of load came to. */
export interface Measured {
  requests: number
  seconds: number
  cpu: Cpu
  /** Milliseconds of each request. */
  latencies: number[]
}

export interface LoadOptions {
  connections: number
  /** Of load on each server, without the warm-up. */
  seconds: number
  warmUpSeconds: number
  rounds: number
}

/** autocannon ends a round at the first multiple of this after its duration. */
const STOP_MS = 100

/**
 * Loads servers in turn, in short rounds, so that whatever else the machine does meets them alike.
 * @throws Error when any answer is not a 2xx
 */
export async function loadInTurn<Name extends string>(
  targets: Record<Name, { target: Target; requests: Request[] }>,
  { connections, seconds, warmUpSeconds, rounds }: LoadOptions,
): Promise<Record<Name, Measured[]>> {
  const entries = Object.entries(targets) as [Name, { target: Target; requests: Request[] }][]
  const measured = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<
    Name,
    Measured[]
  >
  for (const [, { target, requests }] of entries) {
    await load(target, requests, { connections, seconds: warmUpSeconds })
  }
  for (let round = 0; round < rounds; round++) {
    // Turned round each time: who comes second meets what the first left to the checkpointer.
    for (const [name, { target, requests }] of round % 2 ? entries.toReversed() : entries) {
      const round = { connections, seconds: seconds / rounds }
      measured[name].push(await load(target, requests, round))
    }
  }
  return measured
}

interface RoundOptions {
  connections: number
  seconds: number
  /** Requests a second, over all connections; as many as possible unless given. */
  rate?: number | undefined
}

/**
 * One round of load.
 * @throws Error when any answer is not a 2xx
 */
export async function load(
  { address, cpu }: Target,
  requests: Request[],
  { connections, seconds: duration, rate }: RoundOptions,
): Promise<Measured> {
  const latencies: number[] = []
  const before = cpu()
  const start = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const options = {
    ...{ url: address, connections, duration, requests, sampleInt: STOP_MS },
    ...(rate && { overallRate: rate }),
  }
  autocannon(options, (error, { errors, non2xx, timeouts }) => {
    if (error) reject(error)
    else if (errors + non2xx + timeouts > 0) {
      const what = `${requests[0]?.method} ${requests[0]?.path} at ${address}`
      reject(new Error(`${what}: ${non2xx} refused, ${errors} failed, ${timeouts} timed out`))
    } else resolve()
  }).on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
    latencies.push(ms)
  })
  await promise
  const seconds = (performance.now() - start) / 1000
  return { requests: latencies.length, seconds, cpu: difference(cpu(), before), latencies }
}

/** What was used between two looks. */
export function difference(after: Cpu, before: Cpu): Cpu {
  const postgres =
    after.postgres === undefined || before.postgres === undefined
      ? undefined
      : after.postgres - before.postgres
  const used = { node: after.node - before.node, postgres }
  if (after.coordinator === undefined || before.coordinator === undefined) return used
  return { ...used, coordinator: after.coordinator - before.coordinator }
}
