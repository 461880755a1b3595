import type { Webhook, WebhookDelivery } from '@pedido/client'
import { useSearchParams } from 'wouter'
import { PagedTable, usePaged } from '../../common/records/paged.tsx'
import { pedido } from '../../session/client.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/inputs.tsx'
import { Icon } from '../../ui/icons.tsx'
import { EmptyState, StatusBadge } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { deliveriesKey, useRenew } from './queries.ts'
import { text } from './text.ts'

const PAGE = 50
const outcomes = ['failed', 'delivered'] as const

/** Each attempt to send something to a webhook, the newest first. */
export function Deliveries({
  webhook,
  onOpen,
}: {
  webhook: Webhook
  onOpen: (delivery: WebhookDelivery) => void
}) {
  const t = useTexts(text)
  const [params] = useSearchParams()
  const outcome = outcomes.find((one) => one === params.get('outcome'))
  const renew = useRenew(webhook.id)
  const columns = useColumns()
  const found = usePaged({
    key: [...deliveriesKey(webhook.id), outcome],
    read: (place, signal) =>
      pedido.webhooks
        .listDeliveries(webhook.id, outcome ? { outcome } : {}, { signal })
        .page({ limit: PAGE, ...place }),
  })
  return (
    <section className="webhooks__deliveries" aria-label={t.deliveries}>
      <div className="row spread">
        <h2>{t.deliveries}</h2>
        <div className="row">
          <OutcomeChoice value={outcome ?? ''} />
          <IconButton
            label={t.refresh}
            icon={<Icon name="refresh" />}
            isBusy={found.isFetching}
            onClick={() => void renew()}
          />
        </div>
      </div>
      <PagedTable
        found={found}
        none={
          <EmptyState icon="history" title={outcome ? t.noneOfThese : t.noDeliveries}>
            {!outcome && t.noDeliveriesWhy}
          </EmptyState>
        }
        label={t.deliveries}
        columns={columns}
        idOf={(row) => row.id}
        onOpen={onOpen}
        card={{ height: 84, show: (row) => <DeliveryCard delivery={row} /> }}
      />
    </section>
  )
}

/** Which of them: the address keeps it. */
function OutcomeChoice({ value }: { value: string }) {
  const t = useTexts(text)
  const [, setParams] = useSearchParams()
  return (
    <Select
      label={t.which}
      isLabelHidden
      value={value}
      onChange={(chosen) => setParams(chosen === '' ? {} : { outcome: chosen }, { replace: true })}
      options={[
        { value: '', label: t.whichAll },
        { value: 'failed', label: t.whichFailed },
        { value: 'delivered', label: t.whichDelivered },
      ]}
    />
  )
}

function useColumns(): Column<WebhookDelivery>[] {
  const t = useTexts(text)
  const { dateTime, decimal } = useFormats()
  return [
    { id: 'time', header: t.time, width: '10rem', cell: (row) => dateTime(row.time) },
    { id: 'event', header: t.event, width: 'minmax(10rem, 1fr)', cell: (row) => row.type },
    { id: 'record', header: t.record, width: 'minmax(8rem, 1fr)', cell: (row) => row.subject },
    {
      id: 'outcome',
      header: t.outcome,
      width: 'minmax(12rem, 1.2fr)',
      cell: (row) => <Outcome delivery={row} />,
    },
    { id: 'attempt', header: t.attempt, width: '6rem', align: 'end', cell: (row) => row.attempt },
    {
      id: 'duration',
      header: t.duration,
      width: '6.5rem',
      align: 'end',
      cell: (row) => t.milliseconds(decimal(row.milliseconds)),
    },
  ]
}

/** Whether it arrived, or why not. */
export function Outcome({ delivery }: { delivery: WebhookDelivery }) {
  const t = useTexts(text)
  const { outcome, status, failure } = delivery
  if (outcome === 'delivered') return <StatusBadge tone="good">{t.delivered(status)}</StatusBadge>
  const why = failure ? t[failure] : t.answered(status ?? 0)
  return <StatusBadge tone="bad">{t.failedWith(why)}</StatusBadge>
}

function DeliveryCard({ delivery }: { delivery: WebhookDelivery }) {
  const { dateTime } = useFormats()
  return (
    <div className="webhooks__card">
      <strong>{delivery.type}</strong>
      <span className="quiet">
        {delivery.subject}, {dateTime(delivery.time)}
      </span>
      <Outcome delivery={delivery} />
    </div>
  )
}
