import { ProblemError } from '@pedido/client'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { pedido } from '../../../session/client.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { Money } from '../../../ui/pieces.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useStatuses } from '../../statuses.ts'
import { numberOf } from '../columns.tsx'
import { renewSums } from '../found.ts'
import { type Row, replaceRows } from '../rows.ts'
import { recalculateAll } from './recalculate-all.ts'
import { recalculateText } from './recalculate-text.ts'

/** So many requests at once: the others wait for their turn. */
const AT_ONCE = 4

/** What an order comes to with its taxes worked out again, or why they can't be. */
type Result = { total: number; isChanged: boolean; isWritten: boolean } | { refused: string }
type Results = ReadonlyMap<number, Result>

interface RecalculateDialogProps {
  rows: readonly Row[]
  /** Of the list that they are of, and how many orders it has. */
  filters: Readonly<Record<string, string>>
  total: number | undefined
  onClose: () => void
}

/** Says of each order what it would come to by the rules of now, and works those out again that change. */
export function RecalculateDialog({ rows, filters, total = 0, onClose }: RecalculateDialogProps) {
  const t = useTexts(recalculateText)
  const { asked, results, isBusy, changed, run } = useRecalculation(rows)
  const write = changed.length > 0 && (
    <Button look="primary" isBusy={isBusy} onClick={() => void run(changed, false)}>
      {t.write(changed.length)}
    </Button>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.title}
      foot={
        <>
          {total > rows.length && <AllOfFilter filters={filters} total={total} />}
          <Button onClick={onClose}>{t.close}</Button>
          {write}
        </>
      }
      isWide
    >
      <p>
        {t.about} <Link href="/orders/recalculations">{t.titles}</Link>
      </p>
      <p role="status">{isBusy ? t.busy(results.size, asked.length) : t.found(changed.length)}</p>
      <table className="orders__results">
        <thead>
          <tr>
            <th scope="col">{t.order}</th>
            <th scope="col">{t.customer}</th>
            <th scope="col">{t.before}</th>
            <th scope="col">{t.after}</th>
          </tr>
        </thead>
        <tbody>
          {asked.map((row) => (
            <tr key={row.id}>
              <th scope="row">{numberOf(row)}</th>
              <td>{row.customer.name}</td>
              <td>
                <Money amount={row.total_value} />
              </td>
              <td className={toneOf(results.get(row.id))}>
                <Outcome result={results.get(row.id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

/** Begins with a trial of all orders of the list, in the background. */
function AllOfFilter({
  filters,
  total,
}: Required<Pick<RecalculateDialogProps, 'filters'>> & { total: number }) {
  const t = useTexts(recalculateText)
  const [, navigate] = useLocation()
  const { submit, isBusy, error } = useSubmit(async () => {
    const { id } = await recalculateAll(filters, true)
    navigate(`/orders/recalculations/${id}`)
  })
  return (
    <>
      <Problem error={error} />
      <Button isBusy={isBusy} onClick={() => submit()}>
        {t.all(total)}
      </Button>
    </>
  )
}

function Outcome({ result }: { result: Result | undefined }) {
  const t = useTexts(recalculateText)
  if (result === undefined) return t.waiting
  if ('refused' in result) return result.refused
  if (!result.isChanged) return t.same
  return (
    <>
      <Money amount={result.total} /> {result.isWritten && t.written}
    </>
  )
}

function toneOf(result: Result | undefined): string | undefined {
  if (result === undefined) return undefined
  if ('refused' in result) return 'orders__refused'
  return result.isWritten ? 'orders__done' : undefined
}

/** The orders as they were, for they change while one looks: first only asked what they would come to. */
function useRecalculation(rows: readonly Row[]) {
  const { statuses } = useStatuses()
  const t = useTexts(recalculateText)
  const [asked] = useState(rows)
  const [results, setResults] = useState<Results>(new Map())
  const [isBusy, setBusy] = useState(false)
  const isOver = useRef(false)
  const run = async (orders: readonly Row[], isDry: boolean) => {
    setBusy(true)
    await eachOf(orders, isOver, async ({ id }) => {
      const result = await recalculated(id, isDry)
      setResults((now) => new Map([...now, [id, result]]))
    })
    setBusy(false)
    if (!isDry) void renewSums()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the dialog opens
  useEffect(() => {
    isOver.current = false
    const isLocked = ({ status }: Row) => statuses.find(({ id }) => id === status.id)?.locked
    const locked = asked.filter(isLocked)
    setResults(new Map(locked.map(({ id }) => [id, { refused: t.locked }])))
    void run(
      asked.filter((row) => !locked.includes(row)),
      true,
    )
    return () => {
      isOver.current = true
    }
  }, [])
  const changed = asked.filter(({ id }) => {
    const result = results.get(id)
    return result && 'total' in result && result.isChanged && !result.isWritten
  })
  return { asked, results, isBusy, changed, run }
}

/** Each by itself: one that is refused keeps no other back. Whoever closes the dialog begins no more of them. */
async function eachOf(
  rows: readonly Row[],
  isOver: { current: boolean },
  act: (row: Row) => Promise<void>,
): Promise<void> {
  const left = [...rows]
  const work = async () => {
    for (let row = left.shift(); row && !isOver.current; row = left.shift()) await act(row)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function recalculated(id: number, isDry: boolean): Promise<Result> {
  try {
    const { order, diff } = await pedido.orders.recalculate(id, isDry ? { dry_run: true } : {})
    const { changes, items } = diff
    if (!isDry) replaceRows(new Map([[id, order]]))
    const isChanged = changes.length + items.changed.length > 0
    return { total: order.total_value, isChanged, isWritten: !isDry }
  } catch (error) {
    return { refused: error instanceof ProblemError ? error.detail : String(error) }
  }
}
