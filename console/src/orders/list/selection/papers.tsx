import { useState } from 'react'
import { useLocation } from 'wouter'
import { useLanguage } from '../../../text/language.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { useCommands } from '../../../ui/page/commands.ts'
import { useKey } from '../../../ui/page/key.ts'
import { text } from '../text.ts'

/** What is printed of orders: themselves, and papers of the warehouse. By its button, by `i`, and from the palette. */
export function Papers({ ids }: { ids: string }) {
  const t = useTexts(text)
  const language = useLanguage()
  const [, navigate] = useLocation()
  const [isOpen, setOpen] = useState(false)
  useKey('i', !isOpen, () => setOpen(true))
  const paper = (label: string, path: string): MenuItem => ({
    label,
    icon: 'print',
    onSelect: () =>
      window.open(`/orders/${path}id=${ids}&language=${language}`, '_blank', 'noopener'),
  })
  const items: MenuItem[] = [
    {
      label: t.printOrders,
      icon: 'orders',
      onSelect: () => navigate(`/orders/print?ids=${ids}`),
    },
    paper(t.picking, 'picking-list?format=pdf&'),
    paper(t.loading, 'loading-list?format=pdf&'),
    paper(t.labels, 'labels?'),
    paper(t.labelSheets, 'labels?size=a4&'),
  ]
  useCommands('papers', items)
  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={setOpen}
      items={items}
      trigger={
        <Button size="small" aria-keyshortcuts="I">
          <Icon name="print" size={14} />
          {t.print}
        </Button>
      }
    />
  )
}
