import type { KeptRequest } from '@pedido/client'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Filter, Filters, queryOf } from '../../common/filters.tsx'
import { PagedTable, usePaged } from '../../common/records/paged.tsx'
import { pedido } from '../../session/client.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Page } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import '../../common/common.css'
import { Answer } from './answer.tsx'
import { RequestDialog } from './request-dialog.tsx'
import './requests.css'
import { text } from './text.ts'

const PAGE = 50

/** What tokens changed and were refused, the newest first; filters stand in the address. */
export default function RequestsPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const [params] = useSearchParams()
  const [opened, setOpened] = useState<KeptRequest>()
  const filters = useFilters()
  const query = queryFor(queryOf(filters, params))
  const found = usePaged({
    key: ['requests', query],
    read: (place, signal) =>
      pedido.tokens.listRequests(query, { signal }).page({
        limit: PAGE,
        ...('cursor' in place ? place : { pagination: 'cursor' }),
      }),
  })
  return (
    <Page title={t.title} sub={t.sub} isFull>
      <div className="row common__bar">
        <Filters filters={filters} />
        <IconButton
          label={t.refresh}
          icon={<Icon name="refresh" />}
          isBusy={found.isFetching}
          onClick={() => void found.refetch()}
        />
      </div>
      <PagedTable
        found={found}
        none={
          <EmptyState icon="history" title={t.none}>
            {t.noneWhy}
          </EmptyState>
        }
        label={t.title}
        columns={useColumns()}
        idOf={(row) => row.id}
        onOpen={setOpened}
        card={{ height: 96, show: (row) => <RequestCard request={row} /> }}
      />
      {opened && <RequestDialog request={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

function useFilters(): Filter[] {
  const t = useTexts(text)
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET']
  return [
    {
      name: 'status',
      kind: 'choice',
      label: t.status,
      choices: [
        { value: '4xx', label: t.refused },
        { value: '5xx', label: t.failed },
        { value: '2xx', label: t.done },
      ],
    },
    {
      name: 'method',
      kind: 'choice',
      label: t.method,
      choices: methods.map((value) => ({ value, label: value })),
    },
    { name: 'path', kind: 'text', label: t.path },
    { name: 'code', kind: 'text', label: t.code },
    { name: 'request_id', kind: 'text', label: t.id },
    { name: 'id_token', kind: 'text', label: t.idToken },
    { name: 'time', kind: 'date', label: t.time },
  ]
}

type RequestQuery = NonNullable<Parameters<typeof pedido.tokens.listRequests>[0]>

/** The filters as the service calls them. */
function queryFor(given: Record<string, string | string[]>): RequestQuery {
  const { time_from: from, time_to: to, ...others } = given
  return { ...others, ...(from ? { from } : {}), ...(to ? { to } : {}) } as RequestQuery
}

function useColumns(): Column<KeptRequest>[] {
  const t = useTexts(text)
  const { dateTime, decimal } = useFormats()
  return [
    { id: 'time', header: t.time, width: '10rem', cell: (row) => dateTime(row.time) },
    {
      id: 'request',
      header: t.request,
      width: 'minmax(12rem, 1.5fr)',
      cell: (row) => <span title={row.path}>{`${row.method} ${row.path}`}</span>,
    },
    {
      id: 'answer',
      header: t.answer,
      width: 'minmax(11rem, 1fr)',
      cell: (row) => <Answer request={row} />,
    },
    {
      id: 'token',
      header: t.token,
      width: 'minmax(8rem, 1fr)',
      cell: (row) => row.token?.name ?? '',
    },
    {
      id: 'duration',
      header: t.duration,
      width: '6.5rem',
      align: 'end',
      cell: (row) => t.milliseconds(decimal(row.milliseconds)),
    },
  ]
}

function RequestCard({ request }: { request: KeptRequest }) {
  const { dateTime } = useFormats()
  return (
    <div className="common__card">
      <strong>{`${request.method} ${request.path}`}</strong>
      <span className="quiet">
        {request.token?.name}, {dateTime(request.time)}
      </span>
      <Answer request={request} />
    </div>
  )
}
