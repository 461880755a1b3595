import type { OrderStatus } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import '../../common/common.css'
import { useStatusName } from '../../common/status.ts'
import { useMay } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { Page, Skeleton, StatusBadge } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Sections } from '../sections.tsx'
import { Graph } from './graph.tsx'
import { StatusPanel } from './status-panel.tsx'
import { STATUSES, toggleMove, useAllStatuses } from './statuses.ts'
import { text } from './text.ts'

/** The statuses and their moves: a picture that is edited, the same as a list, and a form beside. */
export default function StatusesPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const mayWrite = useMay()('reference:write')
  const found = useAllStatuses()
  const [chosen, setChosen] = useState<Chosen>()
  const { connecting, isConnecting, setConnecting, error } = useConnecting()
  const choose = (status: OrderStatus) => {
    const from = found.data?.find(({ id }) => id === chosen)
    if (isConnecting && from && status.id !== from.id) void connecting(from, status)
    else {
      setConnecting(false)
      setChosen(status.id)
    }
  }
  const from = found.data?.find(({ id }) => id === chosen)
  const actions = mayWrite && (
    <Actions
      isConnecting={isConnecting}
      onConnect={from && (() => setConnecting(!isConnecting))}
      onCreate={() => setChosen('new')}
    />
  )
  return (
    <Page title={t.title} sub={t.sub} actions={actions} isFull>
      <Sections />
      <Problem error={found.error ?? error} />
      {found.isPending && <Skeleton />}
      {found.data && (
        <div className="common__two">
          <div className="stack">
            {isConnecting && from && <Hint from={from} />}
            <Graph
              statuses={found.data}
              chosen={chosen === 'new' ? undefined : chosen}
              isConnecting={isConnecting}
              onChoose={choose}
            />
          </div>
          <div className="stack">
            <Panel {...{ chosen, setChosen }} statuses={found.data} onChoose={choose} />
          </div>
        </div>
      )}
    </Page>
  )
}

type Chosen = number | 'new' | undefined

/** The status that is chosen, to be changed, and the moves of all. */
function Panel({
  chosen,
  setChosen,
  statuses,
  onChoose,
}: {
  chosen: Chosen
  setChosen: (chosen: Chosen) => void
  statuses: readonly OrderStatus[]
  onChoose: (status: OrderStatus) => void
}) {
  const t = useTexts(text)
  const mayWrite = useMay()('reference:write')
  const { nameOf } = useStatusName()
  const from = statuses.find(({ id }) => id === chosen)
  const label = chosen === 'new' ? t.create : from ? nameOf(from) : t.list
  return (
    <section className="panel stack" aria-label={label}>
      {mayWrite && chosen !== undefined ? (
        <StatusPanel
          key={chosen}
          id={chosen === 'new' ? undefined : chosen}
          statuses={statuses}
          onClose={() => setChosen(undefined)}
          onSaved={({ id }) => setChosen(id)}
        />
      ) : (
        mayWrite && <p className="quiet">{t.pick}</p>
      )}
      <Moves statuses={statuses} onChoose={mayWrite ? onChoose : undefined} />
    </section>
  )
}

function Actions({
  isConnecting,
  onConnect,
  onCreate,
}: {
  isConnecting: boolean
  /** Undefined where there is none to connect from. */
  onConnect: (() => void) | undefined
  onCreate: () => void
}) {
  const t = useTexts(text)
  return (
    <>
      {onConnect && (
        <Button aria-pressed={isConnecting} onClick={onConnect}>
          <Icon name="link" size={16} />
          {t.connect}
        </Button>
      )}
      <Button look="primary" onClick={onCreate}>
        <Icon name="plus" size={16} />
        {t.create}
      </Button>
    </>
  )
}

function Hint({ from }: { from: OrderStatus }) {
  const t = useTexts(text)
  const { nameOf } = useStatusName()
  return (
    <p className="common__note" role="status">
      {t.connectHow(nameOf(from))}
    </p>
  )
}

/** Connects one status with others, one press each; each can be taken back. */
function useConnecting() {
  const t = useTexts(text)
  const { nameOf } = useStatusName()
  const queries = useQueryClient()
  const [isConnecting, setConnecting] = useState(false)
  const [error, setError] = useState<Error>()
  // Wherever the focus is: whoever took a move back presses it from a message.
  useEffect(() => {
    if (!isConnecting) return
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && setConnecting(false)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isConnecting])
  const connecting = async (from: OrderStatus, to: OrderStatus) => {
    setError(undefined)
    try {
      const is = await toggleMove(from.id, to.id)
      await queries.invalidateQueries({ queryKey: STATUSES })
      const text = is ? t.connected : t.disconnected
      const action = { label: t.undo, run: () => void connecting(from, to) }
      toast({ text: text(nameOf(from), nameOf(to)), action })
    } catch (failure) {
      setError(failure as Error)
    }
  }
  return { connecting, isConnecting, setConnecting, error }
}

/** What the picture shows, to be read. */
function Moves({
  statuses,
  onChoose,
}: {
  statuses: readonly OrderStatus[]
  onChoose: ((status: OrderStatus) => void) | undefined
}) {
  const t = useTexts(text)
  const { nameOf } = useStatusName()
  return (
    <div className="common__scroll">
      <table className="common__table">
        <caption className="visually-hidden">{t.list}</caption>
        <thead>
          <tr>
            <th scope="col">{t.name}</th>
            <th scope="col">{t.next}</th>
          </tr>
        </thead>
        <tbody>
          {statuses.map((status) => {
            const next = statuses.filter(({ id }) => status.next.includes(id)).map(nameOf)
            return (
              <tr key={status.id}>
                <th scope="row">
                  {onChoose ? (
                    <button
                      type="button"
                      className="statuses__link"
                      onClick={() => onChoose(status)}
                    >
                      {nameOf(status)}
                    </button>
                  ) : (
                    nameOf(status)
                  )}{' '}
                  {status.initial && <StatusBadge tone="good">{t.initial}</StatusBadge>}{' '}
                  {status.locked && <StatusBadge>{t.locked}</StatusBadge>}{' '}
                  {!status.counts && <StatusBadge>{t.noSale}</StatusBadge>}
                </th>
                <td>
                  {next.length > 0 ? next.join(', ') : <span className="quiet">{t.nowhere}</span>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
