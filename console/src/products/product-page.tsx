import type { Product } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import '../common/common.css'
import { useCustomFields, useDeclared } from '../common/custom.ts'
import { HistoryPanel } from '../common/history.tsx'
import { isGone, Missing } from '../common/missing.tsx'
import { RecordDetails, useRecord, useRemoval } from '../common/records/details.tsx'
import { useRecordFields } from '../common/records/fields.ts'
import { Titled } from '../common/records/inactive.tsx'
import { useMay } from '../session/session.tsx'
import { useTexts } from '../text/texts.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { useTitle } from '../ui/page/title.ts'
import { Page } from '../ui/pieces.tsx'
import { Buyers } from './buyers.tsx'
import { ProductImage } from './image.tsx'
import { text } from './text.ts'

/** One product: what is known of it, its image, who buys it, who changed it. */
export default function ProductPage({ id }: { id: number }) {
  const t = useTexts(text)
  const found = useRecord<Product>('products', id)
  useTitle(found.data?.name ?? t.products)
  if (!found.data || isGone(found.error)) {
    return <Missing title={t.products} error={found.error} href="/products" />
  }
  return <ProductView key={id} product={found.data} />
}

function ProductView({ product }: { product: Product }) {
  const may = useMay()
  const queries = useQueryClient()
  const { id, fk_id } = product
  const fields = [
    ...useRecordFields('products'),
    ...useCustomFields(useDeclared('products'), product),
  ]
  const renew = () => {
    void queries.invalidateQueries({ queryKey: ['products'] })
    void queries.invalidateQueries({ queryKey: ['history', `/products/${id}`] })
  }
  return (
    <Page title={<Titled of={product} />} sub={fk_id} actions={<Actions product={product} />}>
      <div className="common__two">
        <div className="stack">
          <RecordDetails
            path="products"
            record={product}
            fields={fields}
            mayWrite={may('products:write')}
          />
          {may('orders:read') && <Buyers id={id} />}
        </div>
        <div className="stack">
          <ProductImage product={product} onChange={renew} />
          {may('events:read') && <HistoryPanel subject={`/products/${id}`} fields={fields} />}
        </div>
      </div>
    </Page>
  )
}

function Actions({ product }: { product: Product }) {
  const t = useTexts(text)
  const orders = `/orders?id_item=${product.id}`
  const { items, dialog } = useRemoval('products', product, { order_items: orders, orders })
  return (
    <>
      {items.length > 0 && (
        <Menu trigger={<IconButton label={t.more} icon={<Icon name="more" />} />} items={items} />
      )}
      {dialog}
    </>
  )
}
