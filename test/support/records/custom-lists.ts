import type { Kysely } from 'kysely'
import { listWithCustom } from '../../../src/custom/lists.ts'
import { orders } from '../../../src/orders/reads/list.ts'

type Filters = Record<string, string>

/** Lists of orders by the fields `rota`, of which a third is 1, and `entrega`, which goes with dates. */
export function customCases(one: Filters, days: Filters) {
  return [
    ...['-id', 'id', 'custom.rota', '-custom.rota', '-custom.entrega,custom.rota'].flatMap(
      (sort) => [
        { sort },
        { sort, offset: 6_000 },
        { sort, filters: { 'custom.rota': '1' } },
        { sort, filters: { 'custom.rota': '44' } },
        { sort, filters: { 'custom.rota': '1,44' } },
        {
          sort,
          filters: { 'custom.entrega_from': '2024-02-01', 'custom.entrega_to': '2024-02-10' },
        },
        { sort, filters: { 'custom.rota_from': '900', ...one } },
      ],
    ),
    ...['-id', 'custom.rota'].map((sort) => ({ sort, filters: { ...days, 'custom.rota': '1' } })),
    { sort: 'custom.rota', after: ['44', '4000'] },
    { sort: '-custom.entrega', after: ['2024-03-01', '4000'] },
    {
      sort: 'custom.entrega',
      after: ['2024-03-01', '4000'],
      filters: { 'custom.entrega_to': '2024-04-01' },
    },
    { sort: '-id', after: ['4000'], filters: { 'custom.rota': '44' } },
    { sort: '-id', fields: 'id,status,custom_fields', filters: { 'custom.rota': '1' } },
  ]
}

/** What custom fields add to a list. */
export async function customOf(
  db: Kysely<unknown>,
  account_id: number,
  filters: Filters,
  sort: string,
) {
  const isCustom = (name: string) => name.startsWith('custom.')
  const chosen = Object.fromEntries(Object.entries(filters).filter(([name]) => isCustom(name)))
  const sorts = sort
    .split(',')
    .map((part) => part.replace('-', ''))
    .filter(isCustom)
  if (Object.keys(chosen).length + sorts.length === 0) return { source: orders, conditions: [] }
  const base = { source: orders, defaultSort: 'id', conditions: [], filters: {}, query: {} }
  const extend = listWithCustom({ account_id, resource: 'orders' })
  const list = await extend(db, base, { filters: chosen, sorts })
  const conditions = Object.keys(chosen).flatMap((name) => list.filters[name]?.('') ?? [])
  return { source: list.source, conditions, total: list.rollupCount?.(filters) }
}
