import type { OrderSummary } from '@pedido/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { LeftOut } from '../common/left-out.tsx'
import { addDays } from '../text/dates.ts'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { Money } from '../ui/pieces.tsx'
import { Failure } from '../ui/problem.tsx'
import { leftOutHref, monthsOf, type Span, soldHref } from './days/days.ts'
import { useLeftOut, useSold } from './summary.ts'
import { text } from './text.ts'

/** Today and this month, each beside what it is to be compared with. */
export function Totals({ today }: { today: string }) {
  const t = useTexts(text)
  const { soFar, sameDays, before, sameDay } = monthsOf(today)
  const yesterday = addDays(today, -1)
  const spans = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
  }
  const found = {
    today: useSold(spans.today),
    yesterday: useSold(spans.yesterday),
    soFar: useSold(soFar),
    sameDays: useSold(sameDays),
    before: useSold(before),
  }
  return (
    <div className="home__totals">
      <Total title={t.today} span={spans.today} found={found.today}>
        <Before label={t.yesterday} span={spans.yesterday} found={found.yesterday} />
      </Total>
      <Total title={t.month} span={soFar} found={found.soFar}>
        <Before
          label={t.lastSameDays(sameDay)}
          span={sameDays}
          found={found.sameDays}
          now={found.soFar.data}
        />
      </Total>
      <Total title={t.lastMonth} span={before} found={found.before}>
        <Average found={found.before} />
      </Total>
      <AverageTotal found={found.soFar} before={found.sameDays} label={t.lastSameDays(sameDay)} />
    </div>
  )
}

interface TotalProps {
  title: string
  span: Span
  found: UseQueryResult<OrderSummary>
  children: ReactNode
}

function Total({ title, span, found, children }: TotalProps) {
  const t = useTexts(text)
  const id = useId()
  const left = useLeftOut(span)
  return (
    <section className="panel home__total" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Failure found={found} />
      {found.data ? (
        <Link href={soldHref(span)} className="home__sum">
          <strong>
            <Money amount={found.data.sum} />
          </strong>
          <span>{t.orders(found.data.count)}</span>
        </Link>
      ) : (
        found.isPending && <Waiting />
      )}
      {found.data && <LeftOut left={left.data} href={leftOutHref(span)} />}
      {children}
    </section>
  )
}

function AverageTotal({
  found,
  before,
  label,
}: {
  found: UseQueryResult<OrderSummary>
  before: UseQueryResult<OrderSummary>
  label: string
}) {
  const t = useTexts(text)
  const id = useId()
  return (
    <section className="panel home__total" aria-labelledby={id}>
      <h2 id={id}>
        {t.average}, {t.month.toLocaleLowerCase()}
      </h2>
      <Failure found={found} />
      {found.data ? (
        <p className="home__sum">
          <strong>
            {found.data.average === null ? '–' : <Money amount={found.data.average} />}
          </strong>
        </p>
      ) : (
        found.isPending && <Waiting />
      )}
      {before.data && (
        <p className="home__before">
          <span>{label}</span>
          {before.data.average === null ? '–' : <Money amount={before.data.average} />}
        </p>
      )}
    </section>
  )
}

function Average({ found }: { found: UseQueryResult<OrderSummary> }) {
  const t = useTexts(text)
  if (!found.data || found.data.average === null) return null
  return (
    <p className="home__before">
      <span>{t.average}</span>
      <Money amount={found.data.average} />
    </p>
  )
}

/** What it is compared with, and by how much it is more, where both are of as many days. */
function Before({
  label,
  span,
  found,
  now,
}: {
  label: string
  span: Span
  found: UseQueryResult<OrderSummary>
  now?: OrderSummary | undefined
}) {
  const t = useTexts(text)
  if (found.error) return <Failure found={found} />
  if (!found.data) return <Waiting />
  const { sum, count } = found.data
  return (
    <p className="home__before">
      {now && <Change now={now.sum} before={sum} />}
      <span>{label}</span>
      <Link href={soldHref(span)}>
        <Money amount={sum} />, {t.orders(count)}
      </Link>
    </p>
  )
}

/** A proportion of two exact sums, in whole percent: to be read, never to be reckoned with. */
function Change({ now, before }: { now: number; before: number }) {
  const t = useTexts(text)
  const { percent } = useFormats()
  if (before === 0) return null
  const change = Math.round((now / before - 1) * 100)
  const shown = percent(Math.abs(change))
  if (change === 0) return <span className="badge">{t.same}</span>
  return (
    <span className={change > 0 ? 'badge badge--good' : 'badge badge--warn'}>
      {change > 0 ? t.more(shown) : t.less(shown)}
    </span>
  )
}

/** As high as the figure that is to come. */
function Waiting() {
  const t = useTexts(text)
  return (
    <p className="home__waiting" role="status" aria-label={t.loading}>
      &nbsp;
    </p>
  )
}
