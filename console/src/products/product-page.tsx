import type { Product } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import '../common/common.css'
import { useCustomFields, useDeclared } from '../common/custom.ts'
import { RecordFacts } from '../common/facts.tsx'
import { RecordForm } from '../common/form/record-form.tsx'
import { HistoryPanel } from '../common/history.tsx'
import { isGone, Missing } from '../common/missing.tsx'
import { useRecordFields } from '../common/records/fields.ts'
import { RemoveDialog } from '../common/remove.tsx'
import { text as commonText } from '../common/text.ts'
import { pedido } from '../session/client.ts'
import { useMay } from '../session/session.tsx'
import { useTexts } from '../text/texts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { useTitle } from '../ui/page/title.ts'
import { Page } from '../ui/pieces.tsx'
import { toast } from '../ui/toasts.tsx'
import { Buyers } from './buyers.tsx'
import { ProductImage } from './image.tsx'
import { text } from './text.ts'

/** One product: what is known of it, its image, who buys it, who changed it. */
export default function ProductPage({ id }: { id: number }) {
  const t = useTexts(text)
  const found = useQuery({
    queryKey: ['products', id],
    queryFn: ({ signal }) => pedido.products.read(id, { signal }),
    // Its ETag is known of the record itself, not of a copy.
    structuralSharing: false,
  })
  useTitle(found.data?.name ?? t.products)
  if (!found.data || isGone(found.error)) {
    return <Missing title={t.products} error={found.error} href="/products" />
  }
  return <ProductView key={id} product={found.data} />
}

function ProductView({ product }: { product: Product }) {
  const may = useMay()
  const queries = useQueryClient()
  const { id, name, fk_id } = product
  const fields = [
    ...useRecordFields('products'),
    ...useCustomFields(useDeclared('products'), product),
  ]
  const renew = () => {
    void queries.invalidateQueries({ queryKey: ['products'] })
    void queries.invalidateQueries({ queryKey: ['history', `/products/${id}`] })
  }
  return (
    <Page title={name} sub={fk_id} actions={<Actions product={product} />}>
      <div className="common__two">
        <div className="stack">
          <Details product={product} fields={fields} />
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
  const c = useTexts(commonText)
  const may = useMay()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [isRemoving, setRemoving] = useState(false)
  const { id, name } = product
  return (
    <>
      {may('products:write') && (
        <Menu
          trigger={<IconButton label={t.more} icon={<Icon name="more" />} />}
          items={[
            {
              label: c.remove,
              icon: 'trash',
              isDanger: true,
              onSelect: () => setRemoving(true),
            },
          ]}
        />
      )}
      <RemoveDialog
        name={name}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        remove={() => pedido.products.delete(id, { ifMatch: product })}
        renew={() => queries.invalidateQueries({ queryKey: ['products', id] })}
        onRemoved={() => {
          void queries.invalidateQueries({ queryKey: ['products', 'list'] })
          go('/products', { replace: true })
        }}
        uses={{ order_items: `/orders?id_item=${id}`, orders: `/orders?id_item=${id}` }}
      />
    </>
  )
}

function Details({
  product,
  fields,
}: {
  product: Product
  fields: Parameters<typeof RecordFacts>[0]['fields']
}) {
  const t = useTexts(text)
  const c = useTexts(commonText)
  const may = useMay()
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const { id } = product
  const isEdited = params.has('edit') && may('products:write')
  const edit = (is: boolean) => setParams(is ? { edit: '' } : {}, { replace: true })
  return (
    <section className="panel stack" aria-labelledby="details">
      <header className="row spread">
        <h2 id="details">{t.details}</h2>
        {!isEdited && may('products:write') && (
          <Button size="small" onClick={() => edit(true)}>
            <Icon name="edit" size={16} />
            {c.edit}
          </Button>
        )}
      </header>
      {isEdited ? (
        <RecordForm
          name={`products/${id}`}
          fields={fields}
          record={product}
          read={() => pedido.products.read(id)}
          save={(body, etag) =>
            pedido.products.update(id, body, etag === undefined ? {} : { ifMatch: etag })
          }
          onSaved={(saved) => {
            queries.setQueryData(['products', id], saved)
            void queries.invalidateQueries({ queryKey: ['products', 'list'] })
            void queries.invalidateQueries({ queryKey: ['history', `/products/${id}`] })
            toast({ text: c.saved })
            edit(false)
          }}
          onCancel={() => edit(false)}
          hrefOf={(other) => `/products/${other}`}
        />
      ) : (
        <RecordFacts fields={fields} record={product} />
      )}
    </section>
  )
}
