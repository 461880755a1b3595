import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

interface DayChartProps {
  label: string
  values: readonly number[]
  /** What stands below each bar, where there is room for it. */
  labels: readonly string[]
  tick: (value: number) => string
  /** In pixels. */
  height: number
  /** There is nothing between 1 and 2. */
  isWhole?: boolean
  /** The bar under the pointer. */
  onCursor: (place: number | undefined) => void
  onOpen: (place: number) => void
}

/** Charts of one page show the same day under the pointer. */
const SYNC = 'home'

/** Bars, one for each day. What it shows stands beside it as a table: to a screen reader it is a picture. */
export default function DayChart(props: DayChartProps) {
  const { label, values, labels, height, isWhole = false } = props
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const content = JSON.stringify([values, labels])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` says when it is another chart
  useEffect(() => {
    const parent = place.current
    if (!parent) return
    const draw = () => {
      const options = optionsOf(latest, { width: parent.clientWidth, height, isWhole })
      return new uPlot(options, [values.map((_, at) => at), [...values]], parent)
    }
    let chart = draw()
    const size = new ResizeObserver(() => chart.setSize({ width: parent.clientWidth, height }))
    size.observe(parent)
    const theme = new MutationObserver(() => {
      chart.destroy()
      chart = draw()
    })
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      size.disconnect()
      theme.disconnect()
      chart.destroy()
    }
  }, [content, height, isWhole])
  return (
    <div ref={place} className="home__chart" role="img" aria-label={label} style={{ height }} />
  )
}

function optionsOf(
  latest: { current: DayChartProps },
  { width, height, isWhole }: { width: number; height: number; isWhole: boolean },
): uPlot.Options {
  const style = getComputedStyle(document.documentElement)
  const open = (chart: uPlot) => (event: MouseEvent) =>
    latest.current.onOpen(chart.posToIdx(event.offsetX))
  return {
    width,
    height,
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: false, y: false, setScale: false },
      sync: { key: SYNC },
    },
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.5, max + 0.5] },
      y: { range: (_, __, max) => [0, Math.max(max, 1) * 1.05] },
    },
    axes: axesOf(latest, isWhole, style),
    series: [
      {},
      {
        fill: colorOf(style, '--accent'),
        width: 0,
        points: { show: false },
        ...(uPlot.paths.bars
          ? { paths: uPlot.paths.bars({ size: [0.72, 40], radius: 0.12 }) }
          : {}),
      },
    ],
    hooks: {
      ready: [(chart) => chart.over.addEventListener('click', open(chart))],
      setCursor: [({ cursor }) => latest.current.onCursor(cursor.idx ?? undefined)],
    },
  }
}

const colorOf = (style: CSSStyleDeclaration, name: string) => style.getPropertyValue(name).trim()

/** Days below, figures at the side: whole ones of orders. */
function axesOf(
  latest: { current: DayChartProps },
  isWhole: boolean,
  style: CSSStyleDeclaration,
): uPlot.Axis[] {
  const font = `12px ${style.getPropertyValue('--font')}`
  const axis = {
    stroke: colorOf(style, '--quiet'),
    font,
    ticks: { show: false },
  }
  return [
    {
      ...axis,
      size: 28,
      grid: { show: false },
      space: 52,
      incrs: [1, 2, 3, 7, 14, 30, 60, 120],
      values: (_, splits) => splits.map((at) => latest.current.labels[at] ?? ''),
    },
    {
      ...axis,
      size: 58,
      space: isWhole ? 22 : 34,
      grid: { stroke: colorOf(style, '--line'), width: 1 },
      values: (_, splits) => splits.map((value) => latest.current.tick(value)),
      ...(isWhole ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] } : {}),
    },
  ]
}
