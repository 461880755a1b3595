import { type Figures, markdown } from '../support/report.ts'
import type { Created } from './creates.ts'
import type { Comparison } from './lists.ts'
import type { Renewal } from './renames.ts'

const UNKNOWN = '?'

export function listsTable({ orders, answers }: Comparison): string {
  const titles = [orders.small, orders.large].map((count) => count.toLocaleString('en'))
  const head = [
    'GET /orders',
    ...titles.flatMap((title) => [`${title}: CPU Node`, 'PostgreSQL', 'both', 'p50']),
    'ratio of CPU',
  ]
  const cells = (figures: Figures) => [...cpu(figures), figures.p50.toFixed(1)]
  const lines = answers.map((one) => {
    const [before, after] = [both(one.small), both(one.large)]
    const ratio = before && after ? `**${(after / before).toFixed(2)}**` : UNKNOWN
    return [one.question, ...cells(one.small), ...cells(one.large), ratio]
  })
  return markdown(head, lines)
}

export function createsTable(created: Created[]): string {
  const head = ['POST /orders', 'CPU Node', 'PostgreSQL', 'both', 'both, an item', 'p50']
  const lines = created.map(({ items, figures }) => {
    const sum = both(figures)
    const each = sum === null ? UNKNOWN : `**${(sum / items).toFixed(3)}**`
    return [`${items} items`, ...cpu(figures), each, figures.p50.toFixed(1)]
  })
  return markdown(head, lines)
}

export function stalenessTable({ fresh, stale }: { fresh: Figures; stale: Figures }): string {
  const head = ['25 of GET /orders', 'CPU Node', 'PostgreSQL', 'both', 'p50']
  const line = (title: string, figures: Figures) => [title, ...cpu(figures), figures.p50.toFixed(1)]
  return markdown(head, [line('documents fresh', fresh), line('all documents stale', stale)])
}

export function renewalsTable(renewals: Record<string, Renewal>): string {
  const head = [
    'Writers',
    'documents',
    'renewed in s',
    'creates/s before',
    'during',
    'change',
    'p50 ms before',
    'during',
    'change',
  ]
  const change = (before: number, during: number) => {
    const percent = ((during - before) / before) * 100
    return `**${percent > 0 ? '+' : ''}${percent.toFixed(0)} %**`
  }
  const lines = Object.entries(renewals).map(([title, { documents, seconds, before, during }]) => [
    title,
    documents.toLocaleString('en'),
    seconds.toFixed(1),
    before.requestsPerSecond.toFixed(0),
    during.requestsPerSecond.toFixed(0),
    change(before.requestsPerSecond, during.requestsPerSecond),
    before.p50.toFixed(1),
    during.p50.toFixed(1),
    change(before.p50, during.p50),
  ])
  return markdown(head, lines)
}

/** Milliseconds of CPU a request: Node's, PostgreSQL's, both. */
function cpu(figures: Figures): string[] {
  return [figures.cpuNode, figures.cpuPostgres, both(figures)].map(
    (ms) => ms?.toFixed(3) ?? UNKNOWN,
  )
}

function both({ cpuNode, cpuPostgres }: Figures): number | null {
  return cpuPostgres === null ? null : cpuNode + cpuPostgres
}
