import type { Webhook, WebhookStatus } from '@pedido/client'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { StatusBadge, type Tone } from '../../ui/pieces.tsx'
import { useWebhookStatus } from './queries.ts'
import { text } from './text.ts'

/** In two or three words, whether all that happens arrives. */
export function Health({ webhook }: { webhook: Webhook }) {
  const { data } = useWebhookStatus(webhook.id)
  const [tone, words] = useHealth(webhook, data)
  return words === '' ? null : <StatusBadge tone={tone}>{words}</StatusBadge>
}

function useHealth(
  webhook: Webhook,
  status: WebhookStatus | undefined,
): [Tone | undefined, string] {
  const t = useTexts(text)
  const { ago } = useFormats()
  if (webhook.disabled_reason === 'failing') return ['bad', t.failedState]
  if (webhook.disabled_reason === 'gone') return ['bad', t.goneState]
  if (!webhook.enabled) return [undefined, t.pausedState]
  if (!status) return [undefined, '']
  if (status.failing_since !== null) return ['warn', t.failing(ago(status.failing_since))]
  if (status.waiting > 0) return ['info', t.sending(status.waiting)]
  return ['good', t.good]
}

/** When something last arrived. */
export function LastDelivery({ webhook }: { webhook: Webhook }) {
  const t = useTexts(text)
  const { ago } = useFormats()
  const { data } = useWebhookStatus(webhook.id)
  if (!data) return null
  return data.last_delivery_at ? ago(data.last_delivery_at) : t.never
}
