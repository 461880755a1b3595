import { NewRecord } from '../common/records/details.tsx'
import { useRecordFields } from '../common/records/fields.ts'
import { useTexts } from '../text/texts.ts'
import { useTitle } from '../ui/page/title.ts'
import { useEditable } from './fields.ts'
import { text } from './text.ts'

export default function NewCustomerPage() {
  const t = useTexts(text)
  useTitle(t.create)
  const fields = useEditable(useRecordFields('customers'))
  return <NewRecord path="customers" title={t.create} fields={fields} />
}
