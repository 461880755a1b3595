import type { UncoveredSale } from '@pedido/client'
import { useSearchParams } from 'wouter'
import { Filters, queryOf } from '../../common/filters.tsx'
import { PagedTable, usePaged } from '../../common/records/paged.tsx'
import { pedido } from '../../session/client.ts'
import { useMay } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { counted, useTexts } from '../../text/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Money, Page } from '../../ui/pieces.tsx'
import type { Column } from '../../ui/table.tsx'
import { Sections } from '../sections.tsx'
import { useCoverageFilters } from './coverage-filters.ts'
import { coverageText } from './coverage-text.ts'
import { newRuleHref } from './filled.ts'

type Row = UncoveredSale & { place: number }

/** What was sold without a rule of ICMS: each row leads to a new rule for it. */
export default function CoveragePage() {
  const t = useTexts(coverageText)
  const language = useLanguage()
  useTitle(t.title)
  const { filters, asked } = useCoverageFilters()
  const [params] = useSearchParams()
  const query = asked(queryOf(filters, params))
  const found = usePaged({
    key: ['tax-rules', 'coverage', query],
    read: (place, signal) =>
      pedido.taxRules.listCoverage(query, { signal }).page({ limit: 100, ...place }),
  })
  const { total } = found
  const rows = found.rows.map((row, place): Row => ({ ...row, place }))
  const hrefOf = useHref(query)
  const columns = useCoverageColumns()
  return (
    <Page
      title={t.title}
      sub={t.sub}
      actions={<ButtonLink href="/records/tax-rules">{t.rules}</ButtonLink>}
      isFull
    >
      <Sections />
      <div className="row common__bar">
        <Filters filters={filters} />
        <span className="quiet common__count" role="status">
          {total !== undefined && counted(language, total, t.one, t.many)}
        </span>
      </div>
      <PagedTable
        found={{ ...found, rows }}
        none={
          <EmptyState icon="records" title={t.nothing}>
            {t.nothingWhy}
          </EmptyState>
        }
        label={t.title}
        columns={columns}
        idOf={({ place }) => place}
        hrefOf={hrefOf}
        card={{ height: 64, show: (row) => <Card row={row} /> }}
        placeKey={`coverage ${JSON.stringify(query)}`}
      />
    </Page>
  )
}

/** To a new rule; where it is the branch or the customer that lacks something, to the orders. */
function useHref({ from, to }: { from: string; to: string }) {
  const may = useMay()
  return (row: Row) => {
    if (row.code === 'no_rule' && may('taxes:write')) return newRuleHref(row)
    const days = { order_date_from: from, order_date_to: to, counts: 'true' }
    const query = new URLSearchParams({ id_item: String(row.product.id), ...days })
    return may('orders:read') ? `/orders?${query}` : '/records/tax-rules'
  }
}

function useShownSale() {
  const t = useTexts(coverageText)
  const buyers = { 1: t.contributor, 2: t.exempt, 9: t.consumer }
  const lacks = { no_rule: t.noRule, no_place: t.noPlace, buyer_kind_unknown: t.noKind }
  return {
    buyer: ({ ie_kind }: Row) => (ie_kind === null ? t.unknown : buyers[ie_kind]),
    state: ({ destination_state }: Row) => destination_state ?? t.unknown,
    lacking: ({ code }: Row) => lacks[code as keyof typeof lacks],
    codes: ({ ncm, cest }: Row) => [ncm, cest].filter(Boolean).join(' · '),
  }
}

function useCoverageColumns(): Column<Row>[] {
  const t = useTexts(coverageText)
  const { decimal } = useFormats()
  const { buyer, state, lacking, codes } = useShownSale()
  return [
    {
      id: 'product',
      header: t.product,
      width: 'minmax(12rem, 3fr)',
      cell: ({ product: { name } }) => <span title={name}>{name}</span>,
      isAlways: true,
    },
    { id: 'codes', header: t.codes, width: '11rem', cell: codes },
    { id: 'state', header: t.state, width: '5.5rem', cell: state },
    { id: 'buyer', header: t.buyer, width: 'minmax(8rem, 1fr)', cell: buyer },
    { id: 'code', header: t.lacking, width: 'minmax(9rem, 2fr)', cell: lacking },
    {
      id: 'orders',
      header: t.orders,
      width: '6rem',
      cell: ({ orders }) => decimal(orders),
      align: 'end',
    },
    {
      id: 'value',
      header: t.value,
      width: '9rem',
      cell: ({ value }) => <Money amount={value} />,
      align: 'end',
    },
  ]
}

function Card({ row }: { row: Row }) {
  const { buyer, state, lacking } = useShownSale()
  return (
    <div className="common__card">
      <strong title={row.product.name}>{row.product.name}</strong>
      <span className="common__code">
        <Money amount={row.value} /> · {[state(row), buyer(row), lacking(row)].join(' · ')}
      </span>
    </div>
  )
}
