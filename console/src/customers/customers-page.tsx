import type { Customer, ListCustomersQuery } from '@pedido/client'
import { useCustomFields, useDeclared } from '../common/custom.ts'
import { useShown } from '../common/facts.tsx'
import { customFilters, type Filter } from '../common/filters.tsx'
import { rawOf } from '../common/form/fields.ts'
import { formatDocument } from '../common/form/kinds.ts'
import { RecordList } from '../common/record-list.tsx'
import { pedido } from '../session/client.ts'
import { useMay } from '../session/session.tsx'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/pieces.tsx'
import type { Column } from '../ui/table.tsx'
import { useTitle } from '../ui/title.ts'
import { text } from './text.ts'

/** All customers: found by any part of name, code, document or e-mail. */
export default function CustomersPage() {
  const t = useTexts(text)
  useTitle(t.customers)
  const may = useMay()
  const declared = useDeclared('customers')
  const custom = useCustomFields(declared)
  const columns = useColumnsOf(custom)
  const filters: Filter[] = [
    { name: 'document', label: t.document, kind: 'document' },
    ...customFilters(declared, custom),
  ]
  const create = may('customers:write') && (
    <ButtonLink look="primary" href="/customers/new">
      <Icon name="plus" size={16} />
      {t.create}
    </ButtonLink>
  )
  return (
    <Page title={t.customers} actions={create} isFull>
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
        empty={{ title: t.emptyTitle, why: t.empty, action: create }}
      />
    </Page>
  )
}

function useColumnsOf(custom: ReturnType<typeof useCustomFields>): Column<Customer>[] {
  const t = useTexts(text)
  const { date } = useFormats()
  const show = useShown()
  return [
    {
      id: 'name',
      header: t.name,
      width: 'minmax(14rem, 3fr)',
      cell: (row) => <span title={row.name}>{row.name}</span>,
      sort: 'name',
      isAlways: true,
    },
    { id: 'code', header: t.code, width: 'minmax(6rem, 1fr)', cell: (row) => row.fk_id },
    {
      id: 'document',
      header: t.document,
      width: '11.5rem',
      cell: (row) => (
        <span className="figures">{row.document && formatDocument(row.document)}</span>
      ),
    },
    {
      id: 'email',
      header: t.email,
      width: 'minmax(10rem, 2fr)',
      cell: (row) => <span title={row.email ?? undefined}>{row.email}</span>,
    },
    { id: 'phone', header: t.phone, width: '9.5rem', cell: (row) => row.phone },
    ...custom.map(
      (field): Column<Customer> => ({
        id: field.name,
        header: field.label,
        width: 'minmax(7rem, 1fr)',
        cell: (row) => show(field, rawOf(field, row)),
        isExtra: true,
      }),
    ),
    {
      id: 'created',
      header: t.created,
      width: '9rem',
      cell: (row) => date(row.created_at),
      sort: 'created_at',
      isExtra: true,
    },
    {
      id: 'updated',
      header: t.updated,
      width: '8rem',
      cell: (row) => date(row.updated_at),
      sort: 'updated_at',
    },
  ]
}

function CustomerCard({ customer }: { customer: Customer }) {
  const { name, fk_id, document, phone, email } = customer
  return (
    <div className="common__card">
      <strong>{name}</strong>
      <span className="common__code">
        {[fk_id, document && formatDocument(document)].filter(Boolean).join(' · ')}
      </span>
      <span className="quiet">{phone ?? email}</span>
    </div>
  )
}
