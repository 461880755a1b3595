import type { View } from '@pedido/client'
import { useState } from 'react'
import { useMay } from '../../../session/session.tsx'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { text } from '../text.ts'
import { useViewChanges } from './changes.ts'
import { NameDialog } from './name-dialog.tsx'
import { sorted, textOf, type useStart } from './views.ts'

/** What is asked for in a dialog. */
type Asking = { what: 'save' } | { what: 'rename' | 'delete'; view: View }

interface ViewsProps {
  known: readonly View[] | undefined
  /** The one that the list opens with. */
  begins: ReturnType<typeof useStart>
  params: URLSearchParams
  columns: readonly string[]
  /** The list's order where the address says none. */
  standard: string
  onOpen: (params: URLSearchParams) => void
}

type Item = MenuItem | null

/** Lists that people have saved: filters, order and columns, for themselves or for everybody. */
export function Views({
  known: views = [],
  begins,
  params,
  columns,
  standard,
  onOpen,
}: ViewsProps) {
  const t = useTexts(text)
  const [asking, ask] = useState<Asking>()
  const [openedId, setOpened] = useState<number>()
  const here = sorted(params)
  // Of two that are alike the one that was opened.
  const alike = views.filter((view) => textOf(view) === here)
  const current = alike.find(({ id }) => id === openedId) ?? alike[0]
  const opened = views.find(({ id }) => id === openedId)
  const open = (view: View) => {
    setOpened(view.id)
    onOpen(new URLSearchParams(textOf(view)))
  }
  const changes = useViewChanges(params, columns, open)
  const item = (view: View): MenuItem => ({
    label: <span className="orders__view">{view.name}</span>,
    icon: view === current ? 'check' : 'records',
    onSelect: () => open(view),
  })
  const own = views.filter(({ shared }) => !shared)
  const shared = views.filter(({ shared }) => shared)
  const all = new URLSearchParams(begins.start ? { sort: standard } : {})
  const openAll = () => {
    setOpened(undefined)
    onOpen(all)
  }
  const items: Item[] = [
    { label: t.standard, icon: here === sorted(all) ? 'check' : 'orders', onSelect: openAll },
    ...section(t.ownViews, own, item),
    ...section(t.sharedViews, shared, item),
    null,
    { label: t.saveView, icon: 'plus', onSelect: () => ask({ what: 'save' }) },
    ...useChangeItems({ current, opened, begins, here, changes, ask }),
  ]
  const trigger = (
    <Button>
      <span className="orders__view">{current?.name ?? t.views}</span>
      <Icon name="down" size={14} />
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger} items={items} />
      {asking && <ViewDialog asking={asking} changes={changes} onClose={() => ask(undefined)} />}
      <Dialog isOpen={changes.failure !== undefined} onClose={changes.forget} title={t.views}>
        <Problem error={changes.failure} />
      </Dialog>
    </>
  )
}

/** What can be done with the view that was opened, where the list is another now, and with the current one. */
function useChangeItems({
  current,
  opened,
  begins: { start, setStart },
  here,
  changes,
  ask,
}: Pick<ViewsProps, 'begins'> & {
  current: View | undefined
  opened: View | undefined
  here: string
  changes: ReturnType<typeof useViewChanges>
  ask: (asking: Asking) => void
}): Item[] {
  const t = useTexts(text)
  const mayShare = useMay()('reference:write')
  const mayChange = (view: View) => !view.shared || mayShare
  const items: Item[] = []
  if (opened && opened !== current && mayChange(opened)) {
    const label = <span className="orders__view">{t.updateView(opened.name)}</span>
    items.push({ label, icon: 'refresh', onSelect: () => changes.update(opened) })
  }
  if (!current) return items
  const isStart = start !== null && start.id === current.id
  const begin = () => setStart(isStart ? null : { id: current.id, query: here })
  items.push({ label: t.startView, isChecked: isStart, onSelect: begin })
  if (!mayChange(current)) return items
  const rename = () => ask({ what: 'rename', view: current })
  items.push({ label: t.renameView, icon: 'edit', onSelect: rename })
  if (mayShare) {
    const label = current.shared ? t.unshareView : t.shareView
    items.push({ label, icon: 'customers', onSelect: () => changes.share(current) })
  }
  const remove = () =>
    current.shared ? ask({ what: 'delete', view: current }) : changes.removeAtOnce(current)
  items.push({ label: t.deleteView, icon: 'trash', isDanger: true, onSelect: remove })
  return items
}

/** Asks for a name, or whether everybody's view is to go. */
function ViewDialog({
  asking,
  changes,
  onClose,
}: {
  asking: Asking
  changes: ReturnType<typeof useViewChanges>
  onClose: () => void
}) {
  const t = useTexts(text)
  const mayShare = useMay()('reference:write')
  if (asking.what === 'save') {
    const save = { title: t.saveTitle, why: t.saveWhy, mayShare, onSave: changes.save }
    return <NameDialog {...save} onClose={onClose} />
  }
  const { view } = asking
  if (asking.what === 'rename') {
    return (
      <NameDialog
        title={t.renameTitle(view.name)}
        name={view.name}
        onClose={onClose}
        onSave={(name) => changes.rename(view, name)}
      />
    )
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.deleteSharedTitle(view.name)}
      action={t.deleteView}
      isDanger
      onConfirm={() => changes.remove(view)}
    >
      {t.deleteSharedWhy}
    </ConfirmDialog>
  )
}

/** Views under a heading; nothing where there are none. */
function section(label: string, views: readonly View[], item: (view: View) => MenuItem): Item[] {
  return views.length === 0 ? [] : [null, { label, isHeading: true }, ...views.map(item)]
}
