import type { OrderSummary } from '@pedido/client'
import { Suspense, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { LeftOut } from '../../common/left-out.tsx'
import { lazily } from '../../session/lazily.ts'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import type { Period } from '../../text/periods.ts'
import { useTexts } from '../../text/texts.ts'
import { Money } from '../../ui/pieces.tsx'
import { FigureTable } from '../figure-table.tsx'
import { Panel } from '../panel.tsx'
import { useLeftOut, useSold } from '../summary.ts'
import { text } from '../text.ts'
import { daysOf, leftOutHref, type Span, soldHref } from './days.ts'

const DayChart = lazily(() => import('./day-chart.tsx'))

interface Figures {
  day: string
  count: number
  sum: number
}

const dayHref = (day: string) => soldHref({ from: day, to: day })

/** Value and orders of each day, as bars and as a table. */
export function ByDay({ span, period }: { span: Span; period: Period }) {
  const t = useTexts(text)
  const days = daysOf(span)
  const left = useLeftOut(span)
  const found = useSold(span, { group_by: ['day'], limit: days.length })
  return (
    <Panel title={t.byDay(t[period])} found={found} lines={10} className="home__wide">
      {(summary) => (
        <>
          <Days summary={summary} span={span} />
          <LeftOut left={left.data} href={leftOutHref(span)} />
        </>
      )}
    </Panel>
  )
}

function Days({ summary, span }: { summary: OrderSummary; span: Span }) {
  const t = useTexts(text)
  const language = useLanguage()
  const { date, money } = useFormats()
  const [, navigate] = useLocation()
  const [shown, setShown] = useState<number>()
  const figures = useMemo(() => figuresOf(summary, span), [summary, span])
  const short = useMemo(
    () => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }),
    [language],
  )
  const chosen = shown === undefined ? undefined : figures[shown]
  const chart = {
    labels: figures.map(({ day }) => date(day).slice(0, 5)),
    tick: (value: number) => short.format(value),
    onCursor: setShown,
    onOpen: (place: number) => {
      const one = figures[place]
      if (one) navigate(dayHref(one.day))
    },
  }
  return (
    <>
      <p className="home__read" aria-hidden={chosen !== undefined}>
        <span className="quiet">{chosen ? date(chosen.day) : t.wholePeriod}</span>{' '}
        <strong className="figures">{money((chosen ?? summary).sum)}</strong>{' '}
        <span>{t.orders((chosen ?? summary).count)}</span>
      </p>
      <Suspense fallback={<div className="home__charts" />}>
        <div className="home__charts">
          <h3>{t.valueByDay}</h3>
          <DayChart
            {...chart}
            label={t.valueByDay}
            height={170}
            values={figures.map(({ sum }) => sum)}
          />
          <h3>{t.ordersByDay}</h3>
          <DayChart
            {...chart}
            label={t.ordersByDay}
            height={110}
            isWhole
            values={figures.map(({ count }) => count)}
          />
        </div>
      </Suspense>
      <DayTable figures={figures} />
    </>
  )
}

/** The same figures for those who read them rather than see them. */
function DayTable({ figures }: { figures: ReturnType<typeof figuresOf> }) {
  const t = useTexts(text)
  const { date, decimal } = useFormats()
  return (
    <details className="home__details">
      <summary>{t.asTable}</summary>
      <FigureTable
        heads={[
          { label: t.day },
          { label: t.ordersColumn, isFigure: true },
          { label: t.value, isFigure: true },
        ]}
      >
        {figures.toReversed().map(({ day, count, sum }) => (
          <tr key={day}>
            <th scope="row">
              <Link href={dayHref(day)}>{date(day)}</Link>
            </th>
            <td className="home__end">{decimal(count)}</td>
            <td className="home__end">
              <Money amount={sum} />
            </td>
          </tr>
        ))}
      </FigureTable>
    </details>
  )
}

/** Days on which nothing was ordered are days, too. */
function figuresOf({ groups }: OrderSummary, span: Span): Figures[] {
  const known = new Map(groups.map((group) => [group.day, group]))
  return daysOf(span).map((day) => {
    const { count = 0, sum = 0 } = known.get(day) ?? {}
    return { day, count, sum }
  })
}
