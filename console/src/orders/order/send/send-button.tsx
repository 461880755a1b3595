import type { Order } from '@pedido/client'
import { Suspense, useState } from 'react'
import { lazily } from '../../../session/lazily.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useCommands } from '../../../ui/page/commands.ts'
import { useKey } from '../../../ui/page/key.ts'
import { text } from './text.ts'

const SendDialog = lazily(() => import('./send-dialog.tsx'))

/** Sends the order to its customer: by its button, by `w`, and from the palette. */
export function SendButton({ order }: { order: Order }) {
  const t = useTexts(text)
  const [isOpen, setOpen] = useState(false)
  const send = () => setOpen(true)
  useKey('w', !isOpen, send)
  useCommands('send', [{ label: t.send, icon: 'out', onSelect: send }])
  return (
    <>
      <Button aria-keyshortcuts="W" onClick={send}>
        <Icon name="out" size={16} /> {t.send}
      </Button>
      {isOpen && (
        <Suspense>
          <SendDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
