import type { ListProductsQuery, Product } from '@pedido/client'
import { useCustomFields, useDeclared } from '../common/custom.ts'
import { customFilters } from '../common/filters.tsx'
import { RecordList } from '../common/record-list.tsx'
import { useRecordColumns } from '../common/records/columns.tsx'
import { useRecordFields } from '../common/records/fields.ts'
import { Titled } from '../common/records/inactive.tsx'
import { useValueFilters } from '../common/records/value-filters.ts'
import { pedido } from '../session/client.ts'
import { useMay } from '../session/session.tsx'
import { useTexts } from '../text/texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useTitle } from '../ui/page/title.ts'
import { Page, Price } from '../ui/pieces.tsx'
import { Picture } from './picture.tsx'
import { text } from './text.ts'

/** The catalogue, with pictures: found by any part of name or code. */
export default function ProductsPage() {
  const t = useTexts(text)
  useTitle(t.products)
  const may = useMay()
  const declared = useDeclared('products')
  const custom = useCustomFields(declared)
  const columns = useRecordColumns<Product>([...useRecordFields('products'), ...custom], {
    name: (row) => <Named product={row} />,
  })
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
        filters={[...useValueFilters('products'), ...customFilters(declared, custom)]}
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

function Named({ product }: { product: Product }) {
  const { name } = product
  return (
    <span className="products__name" title={name}>
      <Picture product={product} of="list" />
      <Titled of={product} />
    </span>
  )
}

function ProductCard({ product }: { product: Product }) {
  const { fk_id, price } = product
  return (
    <div className="products__card">
      <Picture product={product} of="list" />
      <div className="common__card">
        <strong>
          <Titled of={product} />
        </strong>
        <span className="common__code">{fk_id}</span>
        <Price amount={price} />
      </div>
    </div>
  )
}
