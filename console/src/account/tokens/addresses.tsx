import { useTexts } from '../../text/texts.ts'
import { TextArea } from '../../ui/fields/inputs.tsx'
import { text } from './text.ts'

/** Networks as they are typed, a line each. */
export const addressesOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

/** Where a token works from. */
export function AddressesField({
  value,
  onChange,
}: {
  value: string
  onChange: (typed: string) => void
}) {
  const t = useTexts(text)
  return (
    <TextArea
      label={t.addresses}
      hint={t.addressesHint}
      pointer="/addresses"
      value={value}
      onChange={onChange}
    />
  )
}
