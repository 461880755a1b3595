import type { Recalculation } from '@pedido/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { isGone, Missing } from '../../../common/missing.tsx'
import { PagedTable, usePaged } from '../../../common/records/paged.tsx'
import { pedido, queries } from '../../../session/client.ts'
import { useMay } from '../../../session/session.tsx'
import { useFormats } from '../../../text/formats.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { useTitle } from '../../../ui/page/title.ts'
import { EmptyState, Money, Page, StatusBadge, type Tone } from '../../../ui/pieces.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { Column } from '../../../ui/table.tsx'
import { numberOf } from '../columns.tsx'
import { recalculateAll } from './recalculate-all.ts'
import { recalculateText } from './recalculate-text.ts'
import '../list.css'

const RENEWED_MS = 1_000
const KEY = 'recalculations'

const tones: Record<Recalculation['state'], Tone | undefined> = {
  waiting: undefined,
  running: 'info',
  done: 'good',
  cancelled: undefined,
  failed: 'bad',
}

const isBusy = ({ state }: Recalculation) => state === 'waiting' || state === 'running'

function State({ state }: Pick<Recalculation, 'state'>) {
  const t = useTexts(recalculateText)
  return <StatusBadge tone={tones[state]}>{t[state]}</StatusBadge>
}

/** Orders of a filter that are worked out again in the background: the one of the address, or the newest. */
export default function RecalculationsPage({ id }: { id?: number }) {
  return id ? <One id={id} /> : <Newest />
}

function Newest() {
  const t = useTexts(recalculateText)
  useTitle(t.titles)
  const columns = useColumns()
  const found = usePaged({
    key: [KEY],
    read: (place, signal) =>
      pedido.recalculations.list({}, { signal }).page({ limit: 50, ...place }),
    isBusy,
  })
  return (
    <Page title={t.titles} actions={<ButtonLink href="/orders">{t.orders}</ButtonLink>} isFull>
      <PagedTable
        found={found}
        none={<EmptyState title={t.none}>{t.noneYet}</EmptyState>}
        label={t.titles}
        columns={columns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/orders/recalculations/${id}`}
        card={{ height: 88, show: (one) => <Card one={one} /> }}
      />
    </Page>
  )
}

function useColumns(): Column<Recalculation>[] {
  const t = useTexts(recalculateText)
  const { dateTime } = useFormats()
  return [
    { id: 'when', header: t.when, width: '10rem', cell: (one) => dateTime(one.created_at) },
    { id: 'state', header: t.state, width: '9.5rem', cell: (one) => <State state={one.state} /> },
    {
      id: 'changes',
      header: t.changed,
      width: 'minmax(13rem, 1fr)',
      cell: ({ counts, dry_run }) => t.changes(counts.changed, dry_run),
    },
    { id: 'by', header: t.by, width: 'minmax(9rem, 1fr)', cell: (one) => one.token.name },
  ]
}

function Card({ one }: { one: Recalculation }) {
  const t = useTexts(recalculateText)
  const { dateTime } = useFormats()
  const { counts, dry_run, created_at, token, state } = one
  return (
    <div className="orders__card">
      <strong>{t.changes(counts.changed, dry_run)}</strong>
      <span className="quiet">
        {dateTime(created_at)}, {token.name}
      </span>
      <span>
        <State state={state} />
      </span>
    </div>
  )
}

function One({ id }: { id: number }) {
  const t = useTexts(recalculateText)
  const { dateTime } = useFormats()
  useTitle(t.title)
  const found = useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => pedido.recalculations.read(id, { signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? RENEWED_MS : false),
  })
  const one = found.data
  if (!one || isGone(found.error))
    return <Missing title={t.title} error={found.error} href="/orders/recalculations" />
  const sub = `${one.token.name}, ${dateTime(one.created_at)}`
  return (
    <Page title={t.title} sub={sub} actions={<Actions one={one} />}>
      <Outcome one={one} />
      {one.refused_orders.length > 0 && <Refused one={one} />}
    </Page>
  )
}

/** What can be done with it: while it is under way, and after a dry run. */
function Actions({ one }: { one: Recalculation }) {
  const t = useTexts(recalculateText)
  const may = useMay()
  const [, navigate] = useLocation()
  const ending = useSubmit(async () => {
    await pedido.recalculations.cancel(one.id)
    await queries.invalidateQueries({ queryKey: [KEY] })
  })
  const writing = useSubmit(async () => {
    const { id } = await recalculateAll(one.filters, false)
    navigate(`/orders/recalculations/${id}`)
  })
  const { changed } = one.counts
  return (
    <>
      <Problem error={ending.error ?? writing.error} />
      <ButtonLink href="/orders/recalculations">{t.others}</ButtonLink>
      <ButtonLink href={`/orders?${new URLSearchParams(one.filters)}`}>{t.orders}</ButtonLink>
      {may('orders:write') && isBusy(one) && (
        <Button isBusy={ending.isBusy} onClick={() => ending.submit()}>
          {t.cancel}
        </Button>
      )}
      {may('orders:write') && one.dry_run && one.state === 'done' && changed > 0 && (
        <Button look="primary" isBusy={writing.isBusy} onClick={() => writing.submit()}>
          {t.write(changed)}
        </Button>
      )}
    </>
  )
}

/** How far it is, and what became of the orders, or would. */
function Outcome({ one }: { one: Recalculation }) {
  const t = useTexts(recalculateText)
  const { decimal, percent } = useFormats()
  const { state, counts, dry_run, failure, progress } = one
  const share = Math.floor(progress * 100)
  const figures = [
    [t.inFilter, decimal(counts.found)],
    [dry_run ? t.wouldChange : t.changed, decimal(counts.changed)],
    [t.unchanged, decimal(counts.unchanged)],
    [t.lockedOnes, decimal(counts.locked)],
    [t.refused, decimal(counts.refused)],
    [t.before, <Money key="before" amount={counts.total_before} />],
    [t.after, <Money key="after" amount={counts.total_after} />],
  ] as const
  return (
    <section className="panel stack" aria-label={t.title}>
      <div className="row" role="status">
        <State state={state} />
        <span>{failure ?? (dry_run ? t.tried : t.isWritten)}</span>
      </div>
      {isBusy(one) && (
        <div className="row nowrap">
          <progress className="orders__progress" aria-label={t.title} value={share} max={100} />
          <span className="figures">{percent(share)}</span>
        </div>
      )}
      <dl className="orders__figures">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The first orders that could not be worked out, with why. */
function Refused({ one: { refused_orders } }: { one: Recalculation }) {
  const t = useTexts(recalculateText)
  const id = refused_orders.map(({ id_order }) => id_order)
  const orders = useQuery({
    queryKey: ['orders', 'refused', id],
    queryFn: ({ signal }) =>
      pedido.orders
        .list({ id, fields: ['id', 'fk_id', 'customer'] }, { signal })
        .page({ limit: 100 }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="panel stack">
      <h2>{t.refused}</h2>
      <div className="common__scroll">
        <table className="orders__results">
          <tbody>
            {refused_orders.map(({ id_order, detail }) => {
              const order = orders.data?.data.find((one) => one.id === id_order)
              return (
                <tr key={id_order}>
                  <th scope="row">
                    <Link href={`/orders/${id_order}`}>
                      {numberOf({ id: id_order, fk_id: order?.fk_id ?? null })}
                    </Link>
                  </th>
                  <td>{order?.customer.name}</td>
                  <td className="orders__refused">{detail}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
