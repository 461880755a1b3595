import { NewRecord } from '../common/records/details.tsx'
import { useRecordFields } from '../common/records/fields.ts'
import { useTexts } from '../text/texts.ts'
import { useTitle } from '../ui/page/title.ts'
import { text } from './text.ts'

export default function NewProductPage() {
  const t = useTexts(text)
  useTitle(t.create)
  return <NewRecord path="products" title={t.create} fields={useRecordFields('products')} />
}
