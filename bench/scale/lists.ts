import { note, type Options, type Scenario } from '../support/command.ts'
import { figuresOf } from '../support/figures.ts'
import { type LoadOptions, loadInTurn, type Request } from '../support/load.ts'
import {
  type Account,
  ask,
  onFilled,
  onSeeded,
  requestOf,
  type Service,
} from '../support/service.ts'
import type { Cell, Table } from '../support/table.ts'
import { type Question, questions } from './questions.ts'
import { type Sample, takeSample } from './sample.ts'

/** One connection, so that p50 is the time of one answer. */
export const SCALE_NUMBERS = { seconds: 5, 'warm-up': 2, rounds: 10, connections: 1 }

/** Orders of the smaller account. */
export const SMALL = 10_000
/** Of the orders in both sizes, so that the larger one fits the disk. */
export const ITEMS_MAX = 3

type Served = Service & Account

export const lists: Scenario = {
  name: 'lists',
  about: `the same questions of an account with ${SMALL} orders and of a larger one`,
  databases: ['postgres'],
  numbers: { ...SCALE_NUMBERS, orders: 1_000_000 },
  takes: ['filled'],
  parts: questions.map(({ name }) => name),
  run({ host, orders, filled, ...options }) {
    const withLarge = (use: (service: Served) => Promise<Table[]>) =>
      filled ? onFilled(host, filled, use) : onSeeded(host, { orders, itemsMax: ITEMS_MAX }, use)
    note(`seeding ${SMALL} orders …`)
    return onSeeded(host, { orders: SMALL, itemsMax: ITEMS_MAX }, (small) => {
      note(filled ? 'opening the large account …' : `seeding ${orders} orders …`)
      return withLarge((large) => askBoth(small, large, options))
    })
  },
}

/** Asks each question of the small and the large account in turn. */
async function askBoth(
  small: Served,
  large: Served,
  { isPart, ...load }: LoadOptions & Pick<Options, 'isPart'>,
): Promise<Table[]> {
  const samples = { small: await takeSample(small), large: await takeSample(large) }
  const rows: Cell[][] = []
  for (const question of questions.filter(({ name }) => isPart(name))) {
    note(question.name)
    const of = async (service: Served, sample: Sample) => ({
      target: service,
      requests: [await findingRequest(question, service, sample)],
    })
    const both = { small: await of(small, samples.small), large: await of(large, samples.large) }
    const measured = await loadInTurn(both, load)
    const [less, more] = [figuresOf(measured.small), figuresOf(measured.large)]
    const cells = [less, more].flatMap(({ cpuNode, cpuPostgres, cpu, p50 }) => [
      ...[cpuNode, cpuPostgres, cpu, p50],
    ])
    rows.push([question.name, ...cells, less.cpu && more.cpu && more.cpu / less.cpu])
  }
  const sizes = [samples.small, samples.large].map(({ orders }) => orders.toLocaleString('en'))
  return [{ head: headOf(sizes), rows }]
}

const headOf = (sizes: string[]): Table['head'] => ({
  'GET /orders': 'text',
  ...Object.fromEntries(
    sizes.flatMap((size) => [
      ...['CPU Node ms', 'PostgreSQL ms', 'both ms'].map((what) => [`${size}: ${what}`, 3]),
      [`${size}: p50 ms`, 1],
    ]),
  ),
  'ratio of CPU': 2,
})

/** @throws Error where nothing is found, for that measures nothing */
async function findingRequest(
  { name, path: of, query }: Question,
  service: Served,
  sample: Sample,
): Promise<Request> {
  const path = `${of ?? '/orders'}?${query(sample)}`
  const { data } = await ask(service, path)
  if (!data?.length && !data?.count) throw new Error(`${name}: ${path} finds nothing.`)
  return requestOf(service.token, path)
}
