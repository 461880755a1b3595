import { installmentsOf, linesOfShorthand, type Terms } from '@pedido/model/invoices/installments'
import type { ComponentProps } from 'react'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { TextInput } from '../../ui/fields/inputs.tsx'
import { text } from '../text.ts'
import { kinds } from './kinds.ts'

/** In cents. */
const EXAMPLE = 100_000n

/** Days of parts, with what an amount becomes by them. */
export function TermsInput(props: ComponentProps<typeof TextInput> & { value: string }) {
  const { value } = props
  const t = useTexts(text)
  const { money, date, day } = useFormats()
  const shown = (cents: bigint) => money(Number(cents) / 100)
  const parts = partsOf(value, day(new Date()))
  const preview = parts?.map(({ due_date, amount }) => `${date(due_date)} ${shown(amount)}`)
  return (
    <div>
      <TextInput {...props} />
      {preview && (
        <p role="status" className="quiet">
          {t.becomes(shown(EXAMPLE))} {preview.join(' · ')}
        </p>
      )}
    </div>
  )
}

function partsOf(typed: string, today: string) {
  const read = typed.trim() === '' ? undefined : kinds.terms.read(typed, 'en')
  if (read === undefined) return undefined
  const terms = typeof read === 'string' ? { lines: linesOfShorthand(read) } : (read as Terms)
  if (!Array.isArray(terms.lines)) return undefined
  return installmentsOf(terms as Terms, EXAMPLE, today)
}
