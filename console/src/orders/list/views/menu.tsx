import type { View } from '@pedido/client'
import { useState } from 'react'
import { pedido } from '../../../session/client.ts'
import { useMay } from '../../../session/session.tsx'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { text } from '../text.ts'
import { NameDialog } from './name-dialog.tsx'
import { renewViews, sorted, textOf, type useStart, viewOf } from './views.ts'

/** What is asked for in a dialog. */
type Asking = { what: 'save' } | { what: 'rename' | 'delete'; view: View }

/** Lists that people have saved: filters, order and columns, for themselves or for everybody. */
export function Views({
  known,
  begins,
  params,
  columns,
  standard,
  onOpen,
}: {
  known: readonly View[] | undefined
  /** The one that the list opens with. */
  begins: ReturnType<typeof useStart>
  params: URLSearchParams
  columns: readonly string[]
  /** The list's order where the address says none. */
  standard: string
  onOpen: (params: URLSearchParams) => void
}) {
  const t = useTexts(text)
  const mayShare = useMay()('reference:write')
  const { start, setStart } = begins
  const views = known ?? []
  const [asking, setAsking] = useState<Asking>()
  const [openedId, setOpened] = useState<number>()
  const [failure, setFailure] = useState<Error>()
  const here = sorted(params)
  // Of two that are alike the one that was opened.
  const alike = views.filter((view) => textOf(view) === here)
  const current = alike.find(({ id }) => id === openedId) ?? alike[0]
  const opened = views.find(({ id }) => id === openedId)
  const mayChange = (view: View) => !view.shared || mayShare
  const open = (view: View) => {
    setOpened(view.id)
    onOpen(new URLSearchParams(textOf(view)))
  }
  /** Writes, and says so, or what was refused. */
  const write = async (work: () => Promise<unknown>, message: string = t.viewSaved) => {
    try {
      await work()
      await renewViews()
      toast({ text: message, tone: 'good' })
    } catch (error) {
      setFailure(error as Error)
    }
  }
  const save = async (name: string, shared: boolean) => {
    const asked = viewOf(params, columns)
    const view = await pedido.views.create({ resource: 'orders', name, shared, ...asked })
    await renewViews()
    open(view)
    toast({ text: t.viewSaved, tone: 'good' })
  }
  const update = (view: View) =>
    write(async () => open(await pedido.views.update(view.id, viewOf(params, columns))))
  const remove = async (view: View) => {
    await pedido.views.delete(view.id)
    await renewViews()
    const { resource, name, query, columns: shown, shared } = view
    const undo = () =>
      void write(() => pedido.views.create({ resource, name, query, columns: shown, shared }))
    toast({ text: t.viewDeleted, action: { label: t.undo, run: undo } })
  }
  const item = (view: View): MenuItem => ({
    label: <span className="orders__view">{view.name}</span>,
    icon: view === current ? 'check' : 'records',
    onSelect: () => open(view),
  })
  const isStart = start !== null && start.id === current?.id
  const all = new URLSearchParams(start ? { sort: standard } : {})
  const items: (MenuItem | null)[] = [
    {
      label: t.standard,
      icon: here === sorted(all) ? 'check' : 'orders',
      onSelect: () => {
        setOpened(undefined)
        onOpen(all)
      },
    },
    ...section(
      t.ownViews,
      views.filter(({ shared }) => !shared),
      item,
    ),
    ...section(
      t.sharedViews,
      views.filter(({ shared }) => shared),
      item,
    ),
    null,
    { label: t.saveView, icon: 'plus', onSelect: () => setAsking({ what: 'save' }) },
    ...(opened && opened !== current && mayChange(opened)
      ? [
          {
            label: <span className="orders__view">{t.updateView(opened.name)}</span>,
            icon: 'refresh',
            onSelect: () => void update(opened),
          } as const,
        ]
      : []),
    ...(current
      ? [
          {
            label: t.startView,
            isChecked: isStart,
            onSelect: () => setStart(isStart ? null : { id: current.id, query: here }),
          },
        ]
      : []),
    ...(current && mayChange(current)
      ? ([
          {
            label: t.renameView,
            icon: 'edit',
            onSelect: () => setAsking({ what: 'rename', view: current }),
          },
          ...(mayShare
            ? [
                {
                  label: current.shared ? t.unshareView : t.shareView,
                  icon: 'customers',
                  onSelect: () =>
                    void write(() => pedido.views.update(current.id, { shared: !current.shared })),
                } as const,
              ]
            : []),
          {
            label: t.deleteView,
            icon: 'trash',
            isDanger: true,
            onSelect: () =>
              current.shared
                ? setAsking({ what: 'delete', view: current })
                : void remove(current).catch(setFailure),
          },
        ] as const)
      : []),
  ]
  const close = () => setAsking(undefined)
  return (
    <>
      <Menu
        trigger={
          <Button>
            <span className="orders__view">{current?.name ?? t.views}</span>
            <Icon name="down" size={14} />
          </Button>
        }
        items={items}
      />
      {asking?.what === 'save' && (
        <NameDialog
          title={t.saveTitle}
          why={t.saveWhy}
          mayShare={mayShare}
          onClose={close}
          onSave={save}
        />
      )}
      {asking?.what === 'rename' && (
        <NameDialog
          title={t.renameTitle(asking.view.name)}
          name={asking.view.name}
          onClose={close}
          onSave={async (name) => {
            await pedido.views.update(asking.view.id, { name })
            await renewViews()
            toast({ text: t.viewSaved, tone: 'good' })
          }}
        />
      )}
      {asking?.what === 'delete' && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={t.deleteSharedTitle(asking.view.name)}
          action={t.deleteView}
          isDanger
          onConfirm={() => remove(asking.view)}
        >
          {t.deleteSharedWhy}
        </ConfirmDialog>
      )}
      <Dialog isOpen={failure !== undefined} onClose={() => setFailure(undefined)} title={t.views}>
        <Problem error={failure} />
      </Dialog>
    </>
  )
}

/** Views under a heading; nothing where there are none. */
function section(
  label: string,
  views: readonly View[],
  item: (view: View) => MenuItem,
): (MenuItem | null)[] {
  return views.length === 0 ? [] : [null, { label, isHeading: true }, ...views.map(item)]
}
