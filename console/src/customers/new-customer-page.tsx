import { createCustomer } from '../common/customers/create.ts'
import { useNewCustomerFields } from '../common/customers/fields.ts'
import { NewRecord } from '../common/records/details.tsx'
import { useLanguage } from '../text/language.ts'
import { useTexts } from '../text/texts.ts'
import { useTitle } from '../ui/page/title.ts'
import { text } from './text.ts'

export default function NewCustomerPage() {
  const t = useTexts(text)
  useTitle(t.create)
  const language = useLanguage()
  const fields = useNewCustomerFields()
  const create = (body: Record<string, unknown>) => createCustomer(body, language)
  return <NewRecord path="customers" title={t.create} fields={fields} create={create} />
}
