import type { Customer } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useCustomFields, useDeclared } from '../custom.ts'
import type { FieldOf } from '../form/fields.ts'
import { RecordForm } from '../form/record-form.tsx'
import { createCustomer } from './create.ts'
import { useNewCustomerFields } from './fields.ts'
import { text } from './text.ts'

interface NewCustomerProps {
  /** What was looked for, and is not there: a name, a CPF or a CNPJ. */
  words: string
  onMade: (customer: Pick<Customer, 'id' | 'name'>) => void
}

/** A button for a customer that is made where somebody needs one, such as in an order. */
export default function NewCustomer({ words, onMade }: NewCustomerProps) {
  const t = useTexts(text)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Icon name="plus" size={16} />
        {t.create}
      </Button>
      {isOpen && <NewCustomerDialog {...{ words, onMade }} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Its form, with what is known of it by then. */
function NewCustomerDialog({ words, onMade, onClose }: NewCustomerProps & { onClose: () => void }) {
  const t = useTexts(text)
  const language = useLanguage()
  const queries = useQueryClient()
  const fields = useNewCustomerFields(true)
  const declared = useDeclared('customers')
  const required = useCustomFields(declared).filter(({ isRequired }) => isRequired)
  return (
    <Dialog isOpen onClose={onClose} title={t.create} isWide>
      {declared ? (
        <RecordForm
          name="orders/new-customer"
          fields={[...begunWith(words, fields), ...required]}
          save={(body) => createCustomer(body, language)}
          saveLabel={t.create}
          onSaved={(customer) => {
            void queries.invalidateQueries({ queryKey: ['customers'] })
            toast({ text: t.created(customer.name), tone: 'good' })
            onMade({ id: customer.id, name: customer.name })
          }}
          onCancel={onClose}
          hrefOf={(id) => `/customers/${id}`}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

/** The fields with what was looked for in the one that it is of. */
function begunWith(words: string, fields: readonly FieldOf[]): readonly FieldOf[] {
  const isDocument = /^[\dA-Z]{9,12}\d\d$/i.test(words.replaceAll(/[\s./-]/g, ''))
  const begun = isDocument ? 'document' : 'name'
  return fields.map((field) => (field.name === begun ? { ...field, initial: words } : field))
}
