import type { Customer, ListCustomersQuery, TransferCustomersQuery } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCustomFields, useDeclared } from '../common/custom.ts'
import { namesOf } from '../common/facts.tsx'
import { customFilters, type Filter } from '../common/filters.tsx'
import { formatDocument } from '../common/form/kinds.ts'
import type { Named } from '../common/form/named.ts'
import { type ListQuery, RecordList } from '../common/record-list.tsx'
import { useRecordColumns } from '../common/records/columns.tsx'
import { useRecordFields } from '../common/records/fields.ts'
import { Titled } from '../common/records/inactive.tsx'
import { stateChoices, useValueFilters } from '../common/records/value-filters.ts'
import { text as transferText } from '../common/transfer/text.ts'
import { useMayTransfer } from '../common/transfer/transfer.ts'
import { TransferDialog, type TransferDialogProps } from '../common/transfer/transfer-dialog.tsx'
import { pedido } from '../session/client.ts'
import { useIsRestricted, useMay } from '../session/session.tsx'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useTitle } from '../ui/page/title.ts'
import { Money, Page } from '../ui/pieces.tsx'
import type { Column } from '../ui/table.tsx'
import { StoppedNote } from './stopped-note.tsx'
import { text } from './text.ts'

/** All customers: found by any part of name, code, document or e-mail. */
export default function CustomersPage() {
  const t = useTexts(text)
  useTitle(t.customers)
  const may = useMay()
  const { columns, filters, sellers } = useCustomerList()
  const mayTransfer = useMayTransfer()
  const [transfer, setTransfer] = useState<Transfer>()
  const create = may('customers:write') && (
    <ButtonLink look="primary" href="/customers/new">
      <Icon name="plus" size={16} />
      {t.create}
    </ButtonLink>
  )
  return (
    <Page title={t.customers} actions={create} isFull>
      <StoppedNote />
      <RecordList
        name="customers"
        label={t.customers}
        icon="customers"
        columns={columns}
        filters={filters}
        searchLabel={t.searchLabel}
        list={(query, page, signal) =>
          pedido.customers
            .list(query as Omit<ListCustomersQuery, 'fields'>, { signal })
            .page({ page, limit: 100 })
        }
        hrefOf={(row) => `/customers/${row.id}`}
        card={{ height: 84, show: (row) => <CustomerCard customer={row} /> }}
        counted={[t.one, t.many]}
        exported="/customers"
        {...(mayTransfer && {
          actions: (criteria, total) => (
            <Button onClick={() => setTransfer({ criteria, total })}>{t.transferAll}</Button>
          ),
          selection: (customers, unselect, criteria) => (
            <Chosen
              count={customers.length}
              onTransfer={() => setTransfer({ customers, unselect, criteria })}
              onUnselect={unselect}
            />
          ),
        })}
        empty={{ title: t.emptyTitle, why: t.empty, action: create }}
      />
      {transfer && (
        <Transferring
          transfer={transfer}
          sellers={sellers}
          onClose={() => setTransfer(undefined)}
        />
      )}
    </Page>
  )
}

/** What the list shows, and what narrows it. */
function useCustomerList() {
  const declared = useDeclared('customers')
  const custom = useCustomFields(declared)
  const fields = useRecordFields('customers')
  const figures = useFigures()
  const columns = useRecordColumns<Customer>([...fields, ...custom], {
    name: (row) => <Titled of={row} />,
  })
  // What they buy is looked for before the rest, and the document before another name of theirs.
  const isTradeName = ({ id }: Column<Customer>) => id === 'trade_name'
  const others = columns.filter((one) => !isTradeName(one))
  const ordered = [...others.toSpliced(2, 0, ...figures.columns), ...columns.filter(isTradeName)]
  const sellers = useSellers()
  const filters: Filter[] = [
    ...fields.filter(({ kind }) => kind === 'document'),
    ...useValueFilters('customers'),
    ...useSellerFilters(sellers, fields.find(({ name }) => name === 'active')?.choices),
    ...usePlaceFilters(),
    ...figures.filters(fields.find(({ name }) => name === 'active')?.choices),
    ...customFilters(declared, custom),
  ]
  return { columns: ordered, filters, sellers }
}

/** What can be done with those that are chosen. */
function Chosen({
  count,
  onTransfer,
  onUnselect,
}: {
  count: number
  onTransfer: () => void
  onUnselect: () => void
}) {
  const t = useTexts(text)
  return (
    <div className="row">
      <strong role="status">{t.selected(count)}</strong>
      <Button size="small" onClick={onTransfer}>
        {t.transferTo}
      </Button>
      <Button size="small" look="quiet" onClick={onUnselect}>
        {t.unselect}
      </Button>
    </div>
  )
}

/** Customers of the list that are chosen, or all that it shows. */
type Transfer = { criteria: ListQuery } & (
  | { customers: readonly number[]; unselect: () => void }
  | { total: number }
)

function Transferring({
  transfer,
  sellers,
  onClose,
}: {
  transfer: Transfer
  sellers: readonly Named[]
  onClose: () => void
}) {
  const t = useTexts(transferText)
  const from = sellers.find(({ id }) => String(id) === transfer.criteria['id_user'])
  const given: Omit<TransferDialogProps, 'onClose'> =
    'customers' in transfer
      ? {
          about: t.chosen(transfer.customers.length),
          chosen: { customers: transfer.customers },
          onDone: transfer.unselect,
        }
      : {
          about: t.listed(transfer.total),
          chosen: { query: transfer.criteria as TransferCustomersQuery },
        }
  return <TransferDialog {...given} from={from} onClose={onClose} />
}

/** As many as a list of choices bears. */
const MOST_SELLERS = 500

function useSellers(): readonly Named[] {
  const isAllowed = useMay()('reference:read')
  const { data } = useQuery({
    queryKey: ['users', 'names'],
    queryFn: async ({ signal }) => {
      const fields = ['id', 'name'] as const
      const found = pedido.users.list({ fields, sort: 'name' }, { signal })
      return (await found.page({ limit: MOST_SELLERS })).data
    },
    enabled: isAllowed,
    staleTime: 60_000,
  })
  return data ?? []
}

/** What customers buy, for who may read all orders: columns and filters. */
function useFigures() {
  const t = useTexts(text)
  const { date } = useFormats()
  const isRestricted = useIsRestricted()
  const sees = useMay()('orders:read') && !isRestricted
  const columns: Column<Customer>[] = [
    {
      id: 'last_order_at',
      header: t.lastOrder,
      width: '8rem',
      cell: (row) => row.last_order_at && date(row.last_order_at),
      sort: 'last_order_at',
    },
    {
      id: 'orders_12m',
      header: t.ordersColumn,
      width: '8.5rem',
      align: 'end',
      cell: (row) => row.orders_12m,
      sort: 'orders_12m',
    },
    {
      id: 'value_12m',
      header: t.valueColumn,
      width: '10.5rem',
      align: 'end',
      cell: (row) => row.value_12m !== undefined && <Money amount={row.value_12m} />,
      sort: 'value_12m',
    },
  ]
  const filters = (yesOrNo: Filter['choices']): Filter[] => [
    { name: 'last_order_at', label: t.lastOrder, kind: 'date' },
    { name: 'orders_12m', label: t.orders12m, kind: 'integer' },
    { name: 'value_12m', label: t.value12m, kind: 'decimal' },
    ...(yesOrNo
      ? [{ name: 'stopped_buying', label: t.stopped, kind: 'choice' as const, choices: yesOrNo }]
      : []),
  ]
  return sees ? { columns, filters } : { columns: [], filters: () => [] }
}

function usePlaceFilters(): Filter[] {
  const t = useTexts(text)
  const { data: terms } = useTerms()
  return [
    { name: 'city', label: t.city, kind: 'text' },
    { name: 'state', label: t.state, kind: 'choice', choices: stateChoices },
    ...(terms?.length
      ? [{ name: 'id_payment_type', label: t.paymentType, kind: 'choice' as const, choices: terms }]
      : []),
  ]
}

/** Payment types as choices. */
function useTerms() {
  const isAllowed = useMay()('reference:read')
  return useQuery({
    queryKey: ['payment-types', 'names'],
    queryFn: async ({ signal }) => {
      const fields = ['id', 'name'] as const
      const found = pedido.paymentTypes.list({ fields, sort: 'name' }, { signal })
      const { data } = await found.page({ limit: MOST_SELLERS })
      return data.map(({ id, name }) => ({ value: String(id), label: name }))
    },
    enabled: isAllowed,
    staleTime: 60_000,
  })
}

function useSellerFilters(sellers: readonly Named[], yesOrNo: Filter['choices']): Filter[] {
  const t = useTexts(text)
  if (sellers.length === 0 || !yesOrNo) return []
  return [
    {
      name: 'id_user',
      label: t.seller,
      kind: 'choice',
      choices: sellers.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { name: 'has_users', label: t.hasSeller, kind: 'choice', choices: yesOrNo },
  ]
}

function CustomerCard({ customer }: { customer: Customer }) {
  const { trade_name, fk_id, document, phone, email, users } = customer
  return (
    <div className="common__card">
      <strong>
        <Titled of={customer} />
      </strong>
      <span className="common__code">
        {[trade_name, fk_id, document && formatDocument(document)].filter(Boolean).join(' · ')}
      </span>
      <span className="quiet">{[phone ?? email, namesOf(users)].filter(Boolean).join(' · ')}</span>
    </div>
  )
}
