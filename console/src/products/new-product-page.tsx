import type { ProductInput } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCustomFields, useDeclared } from '../common/custom.ts'
import { RecordForm } from '../common/form/record-form.tsx'
import { useRecordFields } from '../common/records/fields.ts'
import { pedido } from '../session/client.ts'
import { useTexts } from '../text/texts.ts'
import { useTitle } from '../ui/page/title.ts'
import { Page, Skeleton } from '../ui/pieces.tsx'
import { text } from './text.ts'

export default function NewProductPage() {
  const t = useTexts(text)
  useTitle(t.create)
  const [, go] = useLocation()
  const queries = useQueryClient()
  const declared = useDeclared('products')
  const custom = useCustomFields(declared)
  const own = useRecordFields('products')
  return (
    <Page title={t.create}>
      <div className="panel form">
        {declared ? (
          <RecordForm
            name="products/new"
            fields={[...own, ...custom]}
            save={(body) => pedido.products.create(body as unknown as ProductInput)}
            onSaved={({ id }) => {
              void queries.invalidateQueries({ queryKey: ['products'] })
              go(`/products/${id}`, { replace: true })
            }}
            onCancel={() => go('/products')}
            hrefOf={(id) => `/products/${id}`}
          />
        ) : (
          <Skeleton />
        )}
      </div>
    </Page>
  )
}
