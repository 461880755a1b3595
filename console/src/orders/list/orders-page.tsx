import { Suspense, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { LeftOut } from '../../common/left-out.tsx'
import { StartTestAccount } from '../../common/test-account/start.tsx'
import { lazily } from '../../session/lazily.ts'
import { useIsRestricted, useMay } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ColumnChoice, useColumns } from '../../ui/columns.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useIsNarrow } from '../../ui/page/narrow.ts'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Money, Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { forgetPosition, Table } from '../../ui/table.tsx'
import { OrderCard, useOrderColumns } from './columns.tsx'
import { filtersOf, type Span, spans } from './filters/address.ts'
import { Bar } from './filters/bar.tsx'
import { FilterChips } from './filters/chips.tsx'
import { type OrderSums, renew, useFound, useSums } from './found.ts'
import { type News, useLiveUpdates } from './live-updates.ts'
import type { ListQuery, Row } from './rows.ts'
import { useExports } from './selection/export.ts'
import { Selection } from './selection/selection.tsx'
import { text } from './text.ts'
import { Views } from './views/menu.tsx'
import { cleared, useFollowedStart, useStart, useViews } from './views/views.ts'
import './list.css'

const FiltersDialog = lazily(() => import('./filters/filters.tsx'))

const NEWEST = '-date'
/** A card's height on telephones, in pixels. */
const CARD = 94
/** What was selected in which list, while the page is open. */
const selections = new Map<string, ReadonlySet<number>>()
const none: ReadonlySet<number> = new Set()

/** The list of orders. An address that says nothing is that of the view which the person begins with. */
export default function OrdersPage() {
  const [params, setParams] = useSearchParams()
  const { start } = useStart()
  const [first, setFirst] = useState(params.size === 0 ? start?.query : undefined)
  useEffect(() => {
    if (first === undefined) return
    setParams(new URLSearchParams(first), { replace: true })
    setFirst(undefined)
  }, [first, setParams])
  return first === undefined ? <OrderList /> : null
}

/** Its address says all of it: filters, order and columns. */
function OrderList() {
  const t = useTexts(text)
  useTitle(t.title)
  const [params, setParams] = useSearchParams()
  // Where the filters open: at the days that are to be chosen, or where they begin.
  const [filtering, setFiltering] = useState<Span['name'] | 'all'>()
  const known = useViews()
  const begins = useFollowedStart(known)
  const shown = useShownColumns(params, setParams)
  const query = useListQuery(params, shown.visible)
  const found = useFound(query)
  const exports = useExports(query.filters, query.sort)
  const { news, clear } = useLiveUpdates(query, found.seenAt, !found.hasNextPage)
  const [generation, setGeneration] = useState(0)
  const placeKey = `orders ${JSON.stringify([query.filters, query.sort])}`
  const change = (next: URLSearchParams, replace = false) => setParams(next, { replace })
  const clearFilters = () => change(cleared(params, begins.start))
  const isFiltered = Object.keys(query.filters).length > 0
  const showNews = async () => {
    await renew(query)
    clear()
    forgetPosition(placeKey)
    setGeneration(generation + 1)
  }
  const at = { query, params, onChange: change }
  const actions = <ListActions {...at} {...{ known, begins, shown }} exported={exports.items} />
  return (
    <Page title={t.title} actions={actions} isFull>
      <Bar params={params} onChange={change} onFilters={setFiltering} />
      <FilterChips
        params={params}
        onChange={change}
        onPress={(id) => setFiltering(spans.find(({ name }) => name === id)?.name ?? 'all')}
        onClear={clearFilters}
      />
      <Problem error={found.error ?? exports.error} />
      <LiveUpdatesLine news={news} onShow={() => void showNews()} />
      {found.isPending && !found.error && <Skeleton lines={12} />}
      {found.isSuccess && found.rows.length === 0 && (
        <NoOrders onClear={isFiltered ? clearFilters : undefined} />
      )}
      {found.rows.length > 0 && (
        <Orders key={`${placeKey} ${generation}`} {...{ ...at, found, shown, placeKey }} />
      )}
      {filtering && (
        <Suspense>
          <FiltersDialog
            at={filtering}
            onClose={() => setFiltering(undefined)}
            params={params}
            onChange={change}
            cleared={(draft) => cleared(draft, begins.start)}
          />
        </Suspense>
      )}
    </Page>
  )
}

interface At {
  query: ListQuery
  params: URLSearchParams
  onChange: (params: URLSearchParams) => void
}

/** Lists that were saved, the columns, files, and a new order. */
function ListActions({
  query,
  params,
  onChange,
  known,
  begins,
  shown: { columns, chosen, toggle },
  exported,
}: At & {
  known: ReturnType<typeof useViews>
  begins: ReturnType<typeof useFollowedStart>
  shown: ReturnType<typeof useShownColumns>
  exported: readonly MenuItem[]
}) {
  const t = useTexts(text)
  const may = useMay()
  const isNarrow = useIsNarrow()
  const sums = useSums(query.filters)
  const views = { known, begins, params, columns: chosen, standard: NEWEST }
  return (
    <>
      <Views {...views} onOpen={onChange} />
      {!isNarrow && <ColumnChoice columns={columns} chosen={chosen} toggle={toggle} />}
      <Menu
        label={sums.data && t.exportAll(sums.data.count)}
        items={exported}
        trigger={
          <Button>
            <Icon name="download" size={16} />
            {t.export}
          </Button>
        }
      />
      {may('orders:write') && (
        <ButtonLink look="primary" href="/orders/new">
          {t.create}
        </ButtonLink>
      )}
    </>
  )
}

/** That there is none, or none that the filters leave. */
function NoOrders({ onClear }: { onClear: (() => void) | undefined }) {
  const t = useTexts(text)
  const isRestricted = useIsRestricted()
  if (onClear) {
    const action = <Button onClick={onClear}>{t.clearFilters}</Button>
    return (
      <EmptyState icon="orders" title={t.notFoundTitle} action={action}>
        {t.notFound}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="orders"
      title={isRestricted ? t.noneSeenTitle : t.noneTitle}
      action={<StartTestAccount />}
    >
      {isRestricted ? t.noneSeen : t.none}
    </EmptyState>
  )
}

/** The orders that were found, and below them their sums, or what can be done with those selected. */
function Orders({
  query,
  params,
  onChange,
  found,
  shown,
  placeKey,
}: At & {
  found: ReturnType<typeof useFound>
  shown: ReturnType<typeof useShownColumns>
  placeKey: string
}) {
  const t = useTexts(text)
  const [, navigate] = useLocation()
  const isNarrow = useIsNarrow()
  const sums = useSums(query.filters)
  const [selected, select] = useSelection(placeKey)
  const { rows } = found
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected])
  const sort = (by: string) => {
    const next = new URLSearchParams(params)
    if (by === NEWEST) next.delete('sort')
    else next.set('sort', by)
    onChange(next)
  }
  return (
    <Table<Row>
      label={t.title}
      columns={shown.visible}
      rows={rows}
      idOf={(row) => row.id}
      total={sums.data?.count}
      hrefOf={(row) => `/orders/${row.id}`}
      selected={selected}
      onSelect={select}
      sort={query.sort}
      onSort={sort}
      onEnd={found.more}
      card={{ height: CARD, show: (row) => <OrderCard row={row} /> }}
      placeKey={placeKey}
      autoFocus={!isNarrow}
      rowClass={(row) => (row.isGone ? 'orders__gone' : row.isFresh ? 'orders__fresh' : undefined)}
      onKey={(event, row) => event.key === 'e' && navigate(`/orders/${row.id}?edit`)}
      foot={
        chosen.length > 0 ? (
          <Selection
            rows={chosen}
            filters={query.filters}
            total={sums.data?.count}
            sort={query.sort}
            onChange={select}
          />
        ) : (
          <Sums sums={sums.data} isSearch={'q' in query.filters} />
        )
      }
    />
  )
}

/** What the address asks for. A day later `today` is another day. */
function useListQuery(params: URLSearchParams, columns: readonly { field: string }[]): ListQuery {
  const { day } = useFormats()
  const today = day(new Date())
  const fields = columns.map(({ field }) => field).join(',')
  return useMemo(
    () => ({
      filters: filtersOf(params, today),
      sort: params.get('sort') ?? NEWEST,
      fields: fields.split(',') as ListQuery['fields'],
    }),
    [params, today, fields],
  )
}

/** The columns that the address names, or else those that this browser keeps. */
function useShownColumns(
  params: URLSearchParams,
  setParams: (params: URLSearchParams, options: { replace: boolean }) => void,
) {
  const columns = useOrderColumns()
  const own = useColumns('orders', columns)
  const named = params.get('columns')?.split(',')
  const chosen = named ?? own.chosen
  const key = chosen.join(',')
  // biome-ignore lint/correctness/useExhaustiveDependencies: their names say which they are
  const visible = useMemo(
    () => columns.filter(({ id, isAlways }) => isAlways || chosen.includes(id)),
    [columns, key],
  )
  const toggle = (id: string) => {
    if (!named) return own.toggle(id)
    const next = new URLSearchParams(params)
    const left = named.filter((one) => one !== id)
    next.set('columns', (left.length < named.length ? left : [...named, id]).join(','))
    setParams(next, { replace: true })
  }
  return { columns, visible, chosen, toggle }
}

/** Each list has its own selection, and has it again when one comes back to it. */
function useSelection(key: string) {
  const [, setVersion] = useState(0)
  const select = (ids: ReadonlySet<number>) => {
    selections.set(key, ids)
    setVersion((version) => version + 1)
  }
  return [selections.get(key) ?? none, select] as const
}

function LiveUpdatesLine({ news, onShow }: { news: News; onShow: () => void }) {
  const t = useTexts(text)
  const sentence = t.news(news.created.size, news.changed.size)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (sentence === '') setBusy(false)
  }, [sentence])
  return (
    <div className="orders__news" role="status" data-empty={sentence === '' || undefined}>
      {sentence !== '' && (
        <>
          <span>{sentence}</span>
          <Button
            size="small"
            look="quiet"
            isBusy={isBusy}
            onClick={() => {
              setBusy(true)
              onShow()
            }}
          >
            {t.show}
          </Button>
        </>
      )}
    </div>
  )
}

function Sums({ sums, isSearch }: { sums: OrderSums | undefined; isSearch: boolean }) {
  const t = useTexts(text)
  if (!sums) return <div className="orders__sums" />
  return (
    <div className="orders__sums" role="status">
      <span>
        {t.count(sums.count)}
        {isSearch && sums.count >= 500 && ` (${t.newest})`}
        {!sums.isSale && ` (${t.noSale})`}
      </span>
      <LeftOut left={sums.left} />
      <strong>
        <Money amount={sums.sum} />
      </strong>
    </div>
  )
}
