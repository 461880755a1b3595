import type { LoadOptions } from '../support/load.ts'
import { ITEMS } from '../support/order.ts'
import { onServer, type Server } from '../support/server.ts'
import { onFilled, onSeeded, type Service } from '../support/service.ts'
import { createFewAndMany, createRequest } from './creates.ts'
import { askBoth } from './lists.ts'
import { listFreshAndStale, renewUnderWriters } from './renames.ts'
import { createsTable, listsTable, renewalsTable, stalenessTable } from './report.ts'

export interface Sizes {
  large: number
  /** A database that has been filled before, in place of a new one with `large` orders. */
  largeUrl: string | undefined
  /** Where databases can be made; undefined: a throw-away server. */
  server: string | undefined
}

interface ScaleOptions extends LoadOptions {
  /** Some of the scenarios; all unless given. */
  scenario: string[] | undefined
  json: boolean
}

const SMALL = 10_000
/** Of the orders in both sizes, so that the larger one fits the disk. */
const ITEMS_MAX = 3
const STALE_DOCUMENTS = 100_000

/** What one scenario found. */
interface Finding {
  figures: unknown
  table: string
}

/** Measures what a service does with many orders, many items and many stale documents. */
export async function benchScale(sizes: Sizes, options: ScaleOptions): Promise<void> {
  const scenarios = { lists, creates, renames }
  const findings: Record<string, Finding> = {}
  await onServer(sizes.server, async (server) => {
    for (const [name, run] of Object.entries(scenarios)) {
      if (options.scenario && !options.scenario.includes(name)) continue
      findings[name] = await run(server, sizes, options)
    }
  })
  const figures = Object.entries(findings).map(([name, { figures }]) => [name, figures])
  const tables = Object.values(findings).map(({ table }) => table)
  const text = options.json
    ? JSON.stringify({ options, ...Object.fromEntries(figures) }, null, 2)
    : `CPU and p50 in milliseconds.\n\n${tables.join('\n\n')}`
  console.log(text)
}

async function lists(
  server: Server,
  { large, largeUrl }: Sizes,
  options: LoadOptions,
): Promise<Finding> {
  const withLarge = <T>(use: (service: Service) => Promise<T>) =>
    largeUrl
      ? onFilled(server, largeUrl, use)
      : onSeeded(server, { orders: large, itemsMax: ITEMS_MAX }, use)
  note(`seeding ${SMALL} orders …`)
  return onSeeded(server, { orders: SMALL, itemsMax: ITEMS_MAX }, (small) => {
    note(largeUrl ? 'opening the large account …' : `seeding ${large} orders …`)
    return withLarge(async (service) => {
      const sizes = await askBoth(small, service, options, note)
      return { figures: sizes, table: listsTable(sizes) }
    })
  })
}

async function creates(server: Server, _: Sizes, options: LoadOptions): Promise<Finding> {
  return onSeeded(server, { orders: SMALL, itemsMax: ITEMS_MAX }, async (service) => {
    note('creating orders of few and of many items …')
    const figures = await createFewAndMany(service, service.seeded.records, options)
    return { figures, table: createsTable(figures) }
  })
}

async function renames(server: Server, _: Sizes, options: LoadOptions): Promise<Finding> {
  const seeding = { orders: STALE_DOCUMENTS, itemsMin: ITEMS, itemsMax: ITEMS }
  note(`seeding ${STALE_DOCUMENTS} orders …`)
  return onSeeded(server, seeding, async (service) => {
    note('listing fresh and stale documents …')
    const staleness = await listFreshAndStale(service, options)
    const { records } = service.seeded
    const create = createRequest(service, records)
    const renew = (rate?: number) =>
      renewUnderWriters(service, create, records.customers.first, options, rate)
    note('renewing documents under writers …')
    const busy = await renew()
    const renewals = {
      'as fast as they can': busy,
      'at half that rate': await renew(Math.round(busy.before.requestsPerSecond / 2)),
    }
    const table = `${stalenessTable(staleness)}\n\n${renewalsTable(renewals)}`
    return { figures: { staleness, renewals }, table }
  })
}

function note(text: string): void {
  console.error(`scale: ${text}`)
}
