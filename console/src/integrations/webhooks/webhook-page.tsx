import type { Webhook, WebhookDelivery, WebhookWithSecret } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { isGone, Missing } from '../../common/missing.tsx'
import { pedido } from '../../session/client.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { Facts, Page } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { Health } from './health.tsx'
import { deliveriesKey, useRenew, useWebhook, useWebhookStatus, WEBHOOKS } from './queries.ts'
import { text } from './text.ts'
import { ChangeWebhookDialog, ReplayDialog, SecretDialog } from './webhook-dialogs.tsx'
import './webhooks.css'

type DialogName = 'change' | 'replay' | 'rotate' | 'remove'

/** One webhook: how it gets on, what it was sent, and what can be done about it. */
export default function WebhookPage({ id }: { id: number }) {
  const t = useTexts(text)
  const { data: webhook, error } = useWebhook(id)
  const name = webhook ? (webhook.description ?? hostOf(webhook.url)) : t.title
  useTitle(name)
  if (!webhook || isGone(error)) return <Missing title={t.title} error={error} href="/webhooks" />
  return <Whole webhook={webhook} name={name} />
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function Whole({ webhook, name }: { webhook: Webhook; name: string }) {
  const t = useTexts(text)
  const [dialog, setDialog] = useState<DialogName>()
  const [opened, setOpened] = useState<WebhookDelivery>()
  const renew = useRenew(webhook.id)
  const testing = useSubmit(async () => {
    setOpened(await pedido.webhooks.test(webhook.id))
    await renew()
  })
  const switching = useSubmit(async () => {
    const enabled = !webhook.enabled
    await pedido.webhooks.update(webhook.id, { enabled })
    await renew()
    toast({ text: enabled ? t.resumed : t.paused })
  })
  const actions = (
    <>
      <Button isBusy={testing.isBusy} onClick={() => testing.submit()}>
        {t.test}
      </Button>
      <Button isBusy={switching.isBusy} onClick={() => switching.submit()}>
        {webhook.enabled ? t.pause : t.resume}
      </Button>
      <Button onClick={() => setDialog('change')}>
        <Icon name="edit" size={16} />
        {t.change}
      </Button>
      <Menu
        trigger={<IconButton label={t.more} look={undefined} icon={<Icon name="more" />} />}
        items={[
          { label: t.replay, icon: 'refresh', onSelect: () => setDialog('replay') },
          { label: t.rotate, icon: 'key', onSelect: () => setDialog('rotate') },
          null,
          { label: t.remove, icon: 'trash', isDanger: true, onSelect: () => setDialog('remove') },
        ]}
      />
    </>
  )
  return (
    <Page title={name} sub={<span className="webhooks__url">{webhook.url}</span>} actions={actions}>
      <Problem error={testing.error ?? switching.error} />
      <State webhook={webhook} />
      <Deliveries webhook={webhook} onOpen={setOpened} />
      {opened && <DeliveryDialog delivery={opened} onClose={() => setOpened(undefined)} />}
      <Dialogs webhook={webhook} dialog={dialog} onClose={() => setDialog(undefined)} />
    </Page>
  )
}

function Dialogs({
  webhook,
  dialog,
  onClose,
}: {
  webhook: Webhook
  dialog: DialogName | undefined
  onClose: () => void
}) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const renew = useRenew(webhook.id)
  const [, navigate] = useLocation()
  const [rotated, setRotated] = useState<WebhookWithSecret>()
  const remove = async () => {
    await pedido.webhooks.delete(webhook.id, { ifMatch: webhook })
    navigate('/webhooks')
    // What is left of this one must not be asked for again.
    await queries.invalidateQueries({ queryKey: [...WEBHOOKS, 'list'] })
    toast({ text: t.removed })
  }
  return (
    <>
      {dialog === 'change' && <ChangeWebhookDialog isOpen onClose={onClose} webhook={webhook} />}
      {dialog === 'replay' && <ReplayDialog isOpen onClose={onClose} webhook={webhook} />}
      <ConfirmDialog
        isOpen={dialog === 'rotate'}
        onClose={onClose}
        title={t.rotateTitle}
        action={t.rotate}
        onConfirm={async () => {
          setRotated(await pedido.webhooks.rotateSecret(webhook.id, { ifMatch: webhook }))
          await renew()
        }}
      >
        {t.rotateWhy}
      </ConfirmDialog>
      {rotated && <SecretDialog webhook={rotated} onDone={() => setRotated(undefined)} />}
      <ConfirmDialog
        isOpen={dialog === 'remove'}
        onClose={onClose}
        title={t.removeTitle}
        action={t.remove}
        isDanger
        onConfirm={remove}
      >
        {t.removeWhy}
      </ConfirmDialog>
    </>
  )
}

/** How far it is, what waits, and what it was set up with. */
function State({ webhook }: { webhook: Webhook }) {
  const t = useTexts(text)
  const { dateTime, ago, decimal } = useFormats()
  const queries = useQueryClient()
  const { data: status, error } = useWebhookStatus(webhook.id)
  const seen = `${status?.last_delivery_at} ${status?.failures}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt was made
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: deliveriesKey(webhook.id) })
  }, [seen])
  const facts: (readonly [string, ReactNode])[] = [
    [t.health, <Health key="health" webhook={webhook} />],
  ]
  if (status) {
    const { behind, waiting, failures, next_attempt_at, last_delivery_at, replays } = status
    facts.push([t.lastDelivery, last_delivery_at ? ago(last_delivery_at) : t.never])
    facts.push([t.behind, decimal(behind)])
    if (waiting > 0) facts.push([t.waiting, decimal(waiting)])
    if (failures > 0) facts.push([t.failures, decimal(failures)])
    if (next_attempt_at) facts.push([t.nextAttempt, dateTime(next_attempt_at)])
    if (replays.length > 0) {
      const left = replays.map(({ remaining }) => t.remaining(remaining))
      facts.push([t.replays, left.join('; ')])
    }
  }
  facts.push([t.events, webhook.types.includes('*') ? t.allEvents : webhook.types.join(', ')])
  if (webhook.header_names.length > 0) facts.push([t.headersNamed, webhook.header_names.join(', ')])
  facts.push([t.madeBy, webhook.token.name])
  if (webhook.old_secret_until) facts.push([t.oldSecret, dateTime(webhook.old_secret_until)])
  return (
    <div className="panel">
      <Problem error={error} />
      <Facts facts={facts} />
    </div>
  )
}
