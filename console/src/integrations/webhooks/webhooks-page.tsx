import type { Webhook } from '@pedido/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Health, LastDelivery } from './health.tsx'
import { useWebhooks } from './queries.ts'
import { text } from './text.ts'
import { NewWebhookDialog } from './webhook-dialogs.tsx'
import './webhooks.css'

const hrefOf = ({ id }: Webhook) => `/webhooks/${id}`

/** The webhooks of the account, with their health. */
export default function WebhooksPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const [isNew, setNew] = useState(false)
  const [, navigate] = useLocation()
  const found = useWebhooks()
  const rows = found.data ?? []
  const columns = useColumns()
  const create = (
    <Button look="primary" onClick={() => setNew(true)}>
      <Icon name="plus" size={16} />
      {t.create}
    </Button>
  )
  return (
    <Page title={t.title} sub={t.sub} actions={create} isFull>
      <Problem error={found.error} />
      {found.isPending && <Skeleton />}
      {found.isSuccess && rows.length === 0 && (
        <EmptyState icon="integrations" title={t.noneTitle} action={create}>
          {t.none}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table
          label={t.title}
          columns={columns}
          rows={rows}
          idOf={(row) => row.id}
          hrefOf={hrefOf}
          card={{ height: 104, show: (row) => <WebhookCard webhook={row} /> }}
        />
      )}
      <NewWebhookDialog
        isOpen={isNew}
        onClose={() => setNew(false)}
        onDone={(made) => navigate(hrefOf(made))}
      />
    </Page>
  )
}

function useColumns(): Column<Webhook>[] {
  const t = useTexts(text)
  return [
    {
      id: 'address',
      header: t.address,
      width: 'minmax(16rem, 2fr)',
      cell: (row) => <span title={row.url}>{row.url}</span>,
    },
    {
      id: 'description',
      header: t.description,
      width: 'minmax(9rem, 1fr)',
      cell: (row) => <span title={row.description ?? ''}>{row.description}</span>,
    },
    {
      id: 'events',
      header: t.events,
      width: 'minmax(9rem, 1fr)',
      cell: (row) => <Types webhook={row} />,
    },
    {
      id: 'health',
      header: t.health,
      width: 'minmax(11rem, 1fr)',
      cell: (row) => <Health webhook={row} />,
    },
    {
      id: 'last',
      header: t.lastDelivery,
      width: '9rem',
      cell: (row) => <LastDelivery webhook={row} />,
    },
  ]
}

function Types({ webhook }: { webhook: Webhook }) {
  const t = useTexts(text)
  const words = webhook.types.includes('*') ? t.allEvents : webhook.types.join(', ')
  return <span title={words}>{words}</span>
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const t = useTexts(text)
  return (
    <div className="webhooks__card">
      <strong>{webhook.description ?? webhook.url}</strong>
      <span className="quiet">{webhook.url}</span>
      <span className="row">
        <Health webhook={webhook} />
        <span className="quiet">
          {t.lastDelivery}: <LastDelivery webhook={webhook} />
        </span>
      </span>
    </div>
  )
}
