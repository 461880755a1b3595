import { type Order, type OrderStatus, ProblemError } from '@pedido/client'
import { useEffect, useId, useRef, useState } from 'react'
import { pedido } from '../../../session/client.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { Icon } from '../../../ui/icons.tsx'
import { useAskBeforeLeaving } from '../../../ui/page/leave.ts'
import { useReason } from '../../reasons.tsx'
import { useStatuses } from '../../statuses.ts'
import { numberOf } from '../columns.tsx'
import { renewSums } from '../found.ts'
import { isForGood, moveTo } from '../moving.ts'
import { type Row, replaceRows } from '../rows.ts'
import { text } from '../text.ts'

/** So long a move for good can be undone. */
const UNDO_S = 10

/** So many requests at once: the others wait for their turn. */
const AT_ONCE = 4

type Result = 'waiting' | 'done' | { refused: string }

/** Where these orders can move to, and how many of them. */
export function movesOf(rows: readonly Row[], statuses: readonly OrderStatus[]) {
  const next = new Map(statuses.map(({ id, next }) => [id, next]))
  return statuses
    .map((status) => ({
      status,
      count: rows.filter((row) => next.get(row.status.id)?.includes(status.id)).length,
    }))
    .filter(({ count }) => count > 0)
}

interface MoveDialogProps {
  rows: readonly Row[]
  to: OrderStatus
  /** Told which have moved. */
  onClose: (moved: readonly number[]) => void
}

/** Says of each order what would become of it, moves those that can, and says of each what did. */
export function MoveDialog({ rows, to, onClose }: MoveDialogProps) {
  const t = useTexts(text)
  const { nameOf } = useStatuses()
  const { asked, movable, asksTwice } = useMovable(rows, to)
  const { reason, field, isLacking } = useReason(to)
  const { results, run } = useResults(movable, () => moveTo(to, reason))
  const close = () =>
    onClose(movable.map(({ id }) => id).filter((id) => results?.get(id) === 'done'))
  const isBusy = [...(results?.values() ?? [])].includes('waiting')
  const confirm = useRef<HTMLButtonElement>(null)
  const form = useId()
  const submits = { type: 'submit', form } as const
  const { left, start, stop } = useCountdown(() => void run())
  const { submit } = useSubmit(async () => {
    if (isLacking()) return
    if (asksTwice) start(UNDO_S)
    else void run()
  })
  const foot = results ? (
    <Button look="primary" isBusy={isBusy} onClick={close}>
      {t.close}
    </Button>
  ) : left !== undefined ? (
    <Undo onUndo={stop} onNow={() => start(0)} />
  ) : (
    <>
      <Button onClick={close}>{t.cancel}</Button>
      <Button ref={confirm} look={asksTwice && !to.counts ? 'danger' : 'primary'} {...submits}>
        {t.moveAction(movable.length)}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t.moveTitle(nameOf(to))}
      foot={foot}
      {...(field ? {} : { firstFocus: confirm })}
      isWide
    >
      {asksTwice && !results && <p>{left === undefined ? t.forGood(nameOf(to)) : t.notYet}</p>}
      <form id={form} onSubmit={submit} noValidate>
        {left === undefined && !results && field}
      </form>
      {left !== undefined && !results && (
        <p aria-hidden className="figures">
          {left} s
        </p>
      )}
      <Results rows={asked} {...{ movable, to, results }} />
    </Dialog>
  )
}

/** The orders as they were, for they move while one looks, those that can move, and whether for good. */
function useMovable(rows: readonly Row[], to: OrderStatus) {
  const { statuses } = useStatuses()
  const [asked] = useState(rows)
  const statusOf = ({ status }: Row) => statuses.find(({ id }) => id === status.id)
  const movable = asked.filter((row) => statusOf(row)?.next.includes(to.id))
  const asksTwice = movable.some((row) => isForGood(statusOf(row), to, statuses))
  return { asked, movable, asksTwice }
}

/** Moves them, and says of each what has become of it. */
function useResults(movable: readonly Row[], move: () => ReturnType<typeof moveTo>) {
  const [results, setResults] = useState<ReadonlyMap<number, Result>>()
  const run = async () => {
    const known = new Map<number, Result>(movable.map(({ id }) => [id, 'waiting']))
    setResults(known)
    await moveAll(movable, move(), (id, result) => {
      known.set(id, result)
      setResults(new Map(known))
    })
    void renewSums()
  }
  return { results, run }
}

/** While it can still be undone. */
function Undo({ onUndo, onNow }: { onUndo: () => void; onNow: () => void }) {
  const t = useTexts(text)
  return (
    <>
      <Button onClick={onUndo}>{t.undo}</Button>
      <Button look="primary" onClick={onNow}>
        {t.now}
      </Button>
    </>
  )
}

/** Each order, and what becomes or became of it. */
function Results({
  rows,
  movable,
  to,
  results,
}: {
  rows: readonly Row[]
  movable: readonly Row[]
  to: OrderStatus
  results: ReadonlyMap<number, Result> | undefined
}) {
  const t = useTexts(text)
  const { nameOf } = useStatuses()
  const all = [...(results?.values() ?? [])]
  const done = all.filter((one) => one === 'done').length
  const outcome = (row: Row) => {
    const result = results?.get(row.id)
    if (!movable.includes(row)) return t.stays(nameOf(row.status))
    if (result === undefined) return t.willMove(nameOf(row.status), nameOf(to))
    if (result === 'waiting') return t.waiting
    return result === 'done' ? t.done : result.refused
  }
  return (
    <>
      <p role="status" className="orders__moved">
        {results && !all.includes('waiting') && t.moved(done, movable.length)}
      </p>
      <table className="orders__results">
        <thead>
          <tr>
            <th scope="col">{t.fk_id}</th>
            <th scope="col">{t.customer}</th>
            <th scope="col">{t.result}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{numberOf(row)}</th>
              <td>{row.customer.name}</td>
              <td className={toneOf(results?.get(row.id))}>
                {results?.get(row.id) === 'done' && <Icon name="check" size={14} />} {outcome(row)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Does something when so many seconds have passed, unless it is stopped; never beyond its dialog. */
function useCountdown(act: () => void) {
  const [left, setLeft] = useState<number>()
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (left === undefined) return
    if (left === 0) {
      setLeft(undefined)
      return latest.current()
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  // Nothing is sent yet.
  useAskBeforeLeaving(left !== undefined)
  return { left, start: setLeft, stop: () => setLeft(undefined) }
}

function toneOf(result: Result | undefined): string | undefined {
  if (result === 'done') return 'orders__done'
  return typeof result === 'object' ? 'orders__refused' : undefined
}

/** Moves each by itself: one that is refused keeps no other back. */
async function moveAll(
  rows: readonly Row[],
  move: ReturnType<typeof moveTo>,
  report: (id: number, result: Result) => void,
): Promise<void> {
  const left = [...rows]
  const work = async () => {
    for (let row = left.shift(); row; row = left.shift()) {
      const { id } = row
      try {
        const order: Order = await pedido.orders.update(id, move)
        replaceRows(new Map([[id, order]]))
        report(id, 'done')
      } catch (error) {
        report(id, { refused: error instanceof ProblemError ? error.detail : String(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
