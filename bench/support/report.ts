import type { Measured } from './load.ts'

/** One row of the table: a server under one scenario. */
export interface Figures {
  requestsPerSecond: number
  p50: number
  p99: number
  /** Milliseconds of CPU a request; null where PostgreSQL's can't be seen. */
  cpuNode: number
  cpuPostgres: number | null
  requestsPerCpuSecond: number | null
}

export interface Compared {
  database: string
  scenario: string
  service: Figures
  floor: Figures
  /** Service ÷ floor, the median of the rounds: a burst of something else spoils one round. */
  ratio: { perSecond: number; perCpuSecond: number | null }
}

/** The figures of all rounds together. */
export function figuresOf(rounds: Measured[]): Figures {
  const sum = (value: (round: Measured) => number) =>
    rounds.reduce((total, round) => total + value(round), 0)
  const sorted = rounds.flatMap(({ latencies }) => latencies).sort((a, b) => a - b)
  const requests = sum((round) => round.requests)
  const node = sum(({ cpu }) => cpu.node)
  const postgres = sum(({ cpu }) => cpu.postgres ?? Number.NaN)
  const known = !Number.isNaN(postgres)
  return {
    requestsPerSecond: requests / sum(({ seconds }) => seconds),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cpuNode: (node / requests) * 1000,
    cpuPostgres: known ? (postgres / requests) * 1000 : null,
    requestsPerCpuSecond: known ? requests / (node + postgres) : null,
  }
}

/** @param part from 0 to 1, such as 0.99 */
export function quantile(sorted: number[], part: number): number {
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
}

export function compare(
  database: string,
  scenario: string,
  measured: { service: Measured[]; floor: Measured[] },
): Compared {
  const ratioOf = (figure: 'requestsPerSecond' | 'requestsPerCpuSecond') =>
    median(
      measured.service.flatMap((round, i) => {
        const [service, floor] = [
          figuresOf([round])[figure],
          figuresOf(measured.floor.slice(i, i + 1))[figure],
        ]
        return service === null || floor === null ? [] : [service / floor]
      }),
    )
  return {
    database,
    scenario,
    service: figuresOf(measured.service),
    floor: figuresOf(measured.floor),
    ratio: {
      perSecond: ratioOf('requestsPerSecond') ?? Number.NaN,
      perCpuSecond: ratioOf('requestsPerCpuSecond'),
    },
  }
}

export function median(values: number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null
}

const HEAD = [
  'Database',
  'Scenario',
  'Server',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU Node ms',
  'CPU PostgreSQL ms',
  'requests/CPU s',
  'ratio of requests/s',
  'ratio of requests/CPU s',
]

/** The figures as a Markdown table; the ratios are service ÷ floor. */
export function table(all: Compared[]): string {
  const lines = all.flatMap(({ database, scenario, service, floor, ratio }) => [
    [
      database,
      scenario,
      'service',
      ...cells(service, database),
      `**${ratio.perSecond.toFixed(2)}**`,
      `**${ratio.perCpuSecond?.toFixed(2) ?? '?'}**`,
    ],
    ['', '', 'floor', ...cells(floor, database), '', ''],
  ])
  return markdown(HEAD, lines, 3)
}

/** A Markdown table; the columns after the first `words` ones hold numbers. */
export function markdown(head: string[], lines: string[][], words = 1): string {
  const rule = head.map((_, i) => (i < words ? '---' : '---:'))
  return [head, rule, ...lines].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function cells(figures: Figures, database: string): string[] {
  const embedded = database === 'embedded'
  return [
    figures.requestsPerSecond.toFixed(0),
    figures.p50.toFixed(1),
    figures.p99.toFixed(1),
    figures.cpuNode.toFixed(3),
    embedded ? 'in Node' : (figures.cpuPostgres?.toFixed(3) ?? '?'),
    figures.requestsPerCpuSecond?.toFixed(0) ?? '?',
  ]
}
