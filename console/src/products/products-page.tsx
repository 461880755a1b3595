import type { ListProductsQuery, Product } from '@pedido/client'
import { useCustomFields, useDeclared } from '../common/custom.ts'
import { useShown } from '../common/facts.tsx'
import { customFilters } from '../common/filters.tsx'
import { rawOf } from '../common/form/fields.ts'
import { RecordList } from '../common/record-list.tsx'
import { pedido } from '../session/client.ts'
import { useMay } from '../session/session.tsx'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useTitle } from '../ui/page/title.ts'
import { Page, Price } from '../ui/pieces.tsx'
import type { Column } from '../ui/table.tsx'
import { Picture } from './picture.tsx'
import { text } from './text.ts'

/** The catalogue, with pictures: found by any part of name or code. */
export default function ProductsPage() {
  const t = useTexts(text)
  useTitle(t.products)
  const may = useMay()
  const declared = useDeclared('products')
  const custom = useCustomFields(declared)
  const columns = useColumnsOf(custom)
  const create = may('products:write') && (
    <ButtonLink look="primary" href="/products/new">
      <Icon name="plus" size={16} />
      {t.create}
    </ButtonLink>
  )
  return (
    <Page title={t.products} actions={create} isFull>
      <RecordList
        name="products"
        label={t.products}
        icon="products"
        columns={columns}
        filters={customFilters(declared, custom)}
        searchLabel={t.searchLabel}
        list={(query, page, signal) =>
          pedido.products
            .list(query as Omit<ListProductsQuery, 'fields'>, { signal })
            .page({ page, limit: 100 })
        }
        hrefOf={(row) => `/products/${row.id}`}
        card={{ height: 84, show: (row) => <ProductCard product={row} /> }}
        counted={[t.one, t.many]}
        exported="/products"
        empty={{ title: t.emptyTitle, why: t.empty, action: create }}
      />
    </Page>
  )
}

function useColumnsOf(custom: ReturnType<typeof useCustomFields>): Column<Product>[] {
  const t = useTexts(text)
  const { date } = useFormats()
  const show = useShown()
  return [
    {
      id: 'name',
      header: t.name,
      width: 'minmax(16rem, 4fr)',
      cell: (row) => (
        <span className="products__name" title={row.name}>
          <Picture product={row} of="list" />
          <span>{row.name}</span>
        </span>
      ),
      sort: 'name',
      isAlways: true,
    },
    {
      id: 'code',
      header: t.code,
      width: 'minmax(8rem, 1fr)',
      cell: (row) => <span title={row.fk_id ?? undefined}>{row.fk_id}</span>,
    },
    { id: 'type', header: t.type, width: '6.5rem', cell: (row) => t[row.type] },
    {
      id: 'price',
      header: t.price,
      width: '9rem',
      align: 'end',
      cell: (row) => <Price amount={row.price} />,
    },
    ...custom.map(
      (field): Column<Product> => ({
        id: field.name,
        header: field.label,
        width: 'minmax(7rem, 1fr)',
        cell: (row) => show(field, rawOf(field, row)),
        isExtra: true,
      }),
    ),
    {
      id: 'updated',
      header: t.updated,
      width: '8rem',
      cell: (row) => date(row.updated_at),
      sort: 'updated_at',
    },
  ]
}

function ProductCard({ product }: { product: Product }) {
  const { name, fk_id, price } = product
  return (
    <div className="products__card">
      <Picture product={product} of="list" />
      <div className="common__card">
        <strong title={name}>{name}</strong>
        <span className="common__code">{fk_id}</span>
        <Price amount={price} />
      </div>
    </div>
  )
}
