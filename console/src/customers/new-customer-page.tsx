import type { CustomerInput } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCustomFields, useDeclared } from '../common/custom.ts'
import { RecordForm } from '../common/form/record-form.tsx'
import { useRecordFields } from '../common/records/fields.ts'
import { pedido } from '../session/client.ts'
import { useTexts } from '../text/texts.ts'
import { useTitle } from '../ui/page/title.ts'
import { Page, Skeleton } from '../ui/pieces.tsx'
import { useEditable } from './fields.ts'
import { text } from './text.ts'

export default function NewCustomerPage() {
  const t = useTexts(text)
  useTitle(t.create)
  const [, go] = useLocation()
  const queries = useQueryClient()
  const declared = useDeclared('customers')
  const custom = useCustomFields(declared)
  const own = useEditable(useRecordFields('customers'))
  return (
    <Page title={t.create}>
      <div className="panel form">
        {declared ? (
          <RecordForm
            name="customers/new"
            fields={[...own, ...custom]}
            save={(body) => pedido.customers.create(body as unknown as CustomerInput)}
            onSaved={({ id }) => {
              void queries.invalidateQueries({ queryKey: ['customers'] })
              go(`/customers/${id}`, { replace: true })
            }}
            onCancel={() => go('/customers')}
            hrefOf={(id) => `/customers/${id}`}
          />
        ) : (
          <Skeleton />
        )}
      </div>
    </Page>
  )
}
