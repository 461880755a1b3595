import { useState } from 'react'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Facts } from '../../ui/pieces.tsx'
import type { FeedEvent } from './follow.ts'
import { text } from './text.ts'

/** One event, as people read it and as it is sent. */
export function EventDialog({ event, onClose }: { event: FeedEvent; onClose: () => void }) {
  const t = useTexts(text)
  const { dateTime, decimal } = useFormats()
  const [isCopied, setCopied] = useState(false)
  const raw = JSON.stringify(event, null, 2)
  const { changed_fields, token } = event.data
  const versions = 'version' in event.data ? [event.data.version] : []
  const facts = [
    [t.event, event.type],
    [t.record, event.subject],
    [t.time, dateTime(event.time)],
    [t.by, token?.name ?? '–'],
    [t.fields, changed_fields.join(', ') || '–'],
    ...versions.map((version) => [t.version, decimal(version)] as const),
    [t.sequence, decimal(Number(event.sequence))],
  ] as const
  const copy = async () => {
    // Pages without TLS have no clipboard.
    await navigator.clipboard?.writeText(raw)
    setCopied(true)
  }
  return (
    <Dialog isOpen onClose={onClose} title={event.type} isWide>
      <Facts facts={facts} />
      <div className="row spread">
        <h3>{t.raw}</h3>
        <Button size="small" onClick={() => void copy()}>
          <Icon name={isCopied ? 'check' : 'copy'} size={16} />
          <span role="status">{isCopied ? t.copied : t.copy}</span>
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that its end can be reached by keys */}
      <pre className="events__raw" tabIndex={0} aria-label={t.raw} role="region">
        {raw}
      </pre>
    </Dialog>
  )
}
