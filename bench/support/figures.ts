import type { Measured } from './load.ts'

/** A server under load. */
export interface Figures {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Milliseconds of CPU a request; null where PostgreSQL's can't be seen. */
  cpuNode: number
  cpuPostgres: number | null
  /** Of both. */
  cpu: number | null
  requestsPerCpuSecond: number | null
}

/** The figures of all rounds together. */
export function figuresOf(rounds: Measured[]): Figures {
  const sum = (value: (round: Measured) => number) =>
    rounds.reduce((total, round) => total + value(round), 0)
  const latencies = rounds.flatMap((round) => round.latencies)
  const requests = sum((round) => round.requests)
  const node = sum(({ cpu }) => cpu.node)
  const postgres = sum(({ cpu }) => cpu.postgres ?? Number.NaN)
  const known = !Number.isNaN(postgres)
  return {
    requestsPerSecond: requests / sum(({ seconds }) => seconds),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpuNode: (node / requests) * 1000,
    cpuPostgres: known ? (postgres / requests) * 1000 : null,
    cpu: known ? ((node + postgres) / requests) * 1000 : null,
    requestsPerCpuSecond: known ? requests / (node + postgres) : null,
  }
}

/**
 * One figure ÷ another's, the median of the rounds: a burst of something else on the machine spoils
 * one round. null where it can't be seen.
 */
export function ratioOf(
  figure: 'requestsPerSecond' | 'requestsPerCpuSecond' | 'cpuNode',
  rounds: Measured[],
  others: Measured[],
): number | null {
  const ratios = rounds.flatMap((round, i) => {
    const [one, other] = [figuresOf([round])[figure], figuresOf(others.slice(i, i + 1))[figure]]
    return one === null || other === null ? [] : [one / other]
  })
  return ratios.length ? median(ratios) : null
}

/** @param part from 0 to 1, such as 0.99 */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
