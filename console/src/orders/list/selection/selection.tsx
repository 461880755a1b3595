import type { OrderStatus } from '@pedido/client'
import { useState } from 'react'
import { LeftOut } from '../../../common/left-out.tsx'
import { useMay } from '../../../session/session.tsx'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useDelayed } from '../../../ui/page/delayed.ts'
import { Money } from '../../../ui/pieces.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useReasons } from '../../reasons.tsx'
import { useStatuses } from '../../statuses.ts'
import { useSums } from '../found.ts'
import type { Row } from '../rows.ts'
import { text } from '../text.ts'
import { useExports } from './export.ts'
import { MoveDialog, movesOf } from './move.tsx'
import { Papers } from './papers.tsx'
import { RecalculateDialog } from './recalculate.tsx'
import { recalculateText } from './recalculate-text.ts'

/** So many ids the service takes in one request. */
const MOST = 500

interface SelectionProps {
  rows: readonly Row[]
  /** Of the list that they are of, and how many orders it has. */
  filters: Readonly<Record<string, string>>
  total: number | undefined
  sort: string
  /** Told which stay selected. */
  onChange: (ids: ReadonlySet<number>) => void
}

/** What can be done with the rows that are selected; below the list, where nothing moves for it. */
export function Selection({ rows, filters, total, sort, onChange }: SelectionProps) {
  const t = useTexts(text)
  const may = useMay()
  const [target, setTarget] = useState<OrderStatus>()
  // There when a dialog asks for one.
  useReasons()
  const ids = rows.map(({ id }) => id).join(',')
  const fits = rows.length <= MOST
  const asked = useDelayed(ids)
  const sums = useSums({ id: asked }, fits && asked !== '')
  const exports = useExports({ id: ids }, sort)
  const exportButton = (
    <Button size="small">
      <Icon name="download" size={14} />
      {t.export}
    </Button>
  )
  return (
    <div className="orders__selection">
      <strong role="status">{t.selected(rows.length)}</strong>
      {fits && asked === ids && sums.data && (
        <>
          <Money amount={sums.data.sum} />
          <LeftOut left={sums.data.left} />
        </>
      )}
      {may('orders:write') && <MoveMenu rows={rows} onChoose={setTarget} />}
      {may('orders:write') && may('taxes:read') && (
        <Recalculation rows={rows} filters={filters} total={total} />
      )}
      {fits ? (
        <>
          <Menu trigger={exportButton} items={exports.items} />
          <Papers ids={ids} />
        </>
      ) : (
        <span className="quiet">{t.tooMany}</span>
      )}
      <Button size="small" look="quiet" onClick={() => onChange(new Set())}>
        {t.unselect}
      </Button>
      <Problem error={exports.error} />
      {target && (
        <MoveDialog
          rows={rows}
          to={target}
          onClose={(moved) => {
            setTarget(undefined)
            onChange(new Set(rows.map(({ id }) => id).filter((id) => !moved.includes(id))))
          }}
        />
      )}
    </div>
  )
}

/** For who keeps the rules of taxes: what they make of these orders now. */
function Recalculation(props: Pick<SelectionProps, 'rows' | 'filters' | 'total'>) {
  const t = useTexts(recalculateText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t.action}
      </Button>
      {isOpen && <RecalculateDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Where they can move to, and how many of them. */
function MoveMenu({
  rows,
  onChoose,
}: {
  rows: readonly Row[]
  onChoose: (status: OrderStatus) => void
}) {
  const t = useTexts(text)
  const { statuses, nameOf } = useStatuses()
  const moves = movesOf(rows, statuses).map(({ status, count }) => ({
    label: t.moveTo(nameOf(status), count),
    onSelect: () => onChoose(status),
  }))
  return (
    <Menu
      trigger={
        <Button size="small">
          {t.move}
          <Icon name="down" size={14} />
        </Button>
      }
      items={moves.length === 0 ? [{ label: t.noMove, isDisabled: true }] : moves}
    />
  )
}
