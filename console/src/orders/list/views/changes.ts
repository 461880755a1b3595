import type { View } from '@pedido/client'
import { useState } from 'react'
import { pedido } from '../../../session/client.ts'
import { useTexts } from '../../../text/texts.ts'
import { toast } from '../../../ui/toasts.tsx'
import { text } from '../text.ts'
import { renewViews, viewOf } from './views.ts'

/** What can be done with saved lists; `failure` is what was refused and no dialog shows. */
export function useViewChanges(
  params: URLSearchParams,
  columns: readonly string[],
  open: (view: View) => void,
) {
  const t = useTexts(text)
  const [failure, setFailure] = useState<Error>()
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
  const remove = async (view: View) => {
    await pedido.views.delete(view.id)
    await renewViews()
    const { resource, name, query, columns: shown, shared } = view
    const undo = () =>
      void write(() => pedido.views.create({ resource, name, query, columns: shown, shared }))
    toast({ text: t.viewDeleted, action: { label: t.undo, run: undo } })
  }
  return {
    failure,
    forget: () => setFailure(undefined),
    remove,
    removeAtOnce: (view: View) => void remove(view).catch(setFailure),
    save: async (name: string, shared: boolean) => {
      const asked = viewOf(params, columns)
      const view = await pedido.views.create({ resource: 'orders', name, shared, ...asked })
      await renewViews()
      open(view)
      toast({ text: t.viewSaved, tone: 'good' })
    },
    rename: async (view: View, name: string) => {
      await pedido.views.update(view.id, { name })
      await renewViews()
      toast({ text: t.viewSaved, tone: 'good' })
    },
    update: (view: View) =>
      void write(async () => open(await pedido.views.update(view.id, viewOf(params, columns)))),
    share: (view: View) => void write(() => pedido.views.update(view.id, { shared: !view.shared })),
  }
}
