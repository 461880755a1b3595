import { useId } from 'react'
import { ReferenceInput } from '../../../../common/form/reference-input.tsx'
import { useLanguage } from '../../../../text/language.ts'
import { useTexts, wordOf } from '../../../../text/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextArea, TextInput } from '../../../../ui/fields/inputs.tsx'
import { type Line, withTaxes } from '../../draft.ts'
import { text } from '../../text.ts'
import type { Item } from '../columns.ts'
import { type Details, detailRows, textOf } from '../details.ts'
import { detailsText } from './details-text.ts'
import { LotsField } from './lots-field.tsx'
import { TaxesField } from './taxes-field.tsx'
import './details.css'

interface DetailsProps {
  line: Line
  number: number
  /** What the service makes of it. */
  item: Item | undefined
  pointer: string
  onChange: (key: string, change: (line: Line) => Line) => void
  onClose: () => void
}

/** What the invoice says of a line: typed into the order as it is typed here. */
export default function DetailsDialog(props: DetailsProps) {
  const { line, number, item, pointer, onChange, onClose } = props
  const t = useTexts(text)
  const d = useTexts(detailsText)
  const form = useId()
  const { key, product } = line
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={t.detailsOf(number, product?.name ?? '')}
      foot={
        <Button look="primary" type="submit" form={form}>
          {d.done}
        </Button>
      }
    >
      <form
        id={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
        }}
      >
        <Facts {...props} />
        <TaxesField
          {...{ line, item, pointer }}
          onChange={(taxes) => onChange(key, (now) => withTaxes(now, taxes))}
        />
        <LotsField
          {...{ line, pointer }}
          onChange={(lots) =>
            onChange(key, (now) => ({ ...now, details: { ...now.details, lots } }))
          }
        />
      </form>
    </Dialog>
  )
}

/** What is said of it in a few words. */
function Facts({ line: { key, details = {} }, pointer, onChange }: DetailsProps) {
  const t = useTexts(text)
  const d = useTexts(detailsText)
  const language = useLanguage()
  const change = (changed: (details: Details) => Details) =>
    onChange(key, (line) => ({ ...line, details: changed(line.details ?? {}) }))
  return (
    <div className="details__facts">
      <ReferenceInput
        label={t.operation}
        hint={d.operationHint}
        to="operations"
        pointer={`${pointer}/id_operation`}
        value={details.operation ?? null}
        onChange={(operation) => change((now) => ({ ...now, operation }))}
      />
      {detailRows.map((row) => {
        const Input = row.kind === 'text' ? TextArea : TextInput
        return (
          <div key={row.name} className={row.kind === 'text' ? 'details__wide' : undefined}>
            <Input
              label={wordOf(row.label, language)}
              pointer={`${pointer}/${row.name}`}
              maxLength={row.most}
              value={textOf(details, row.name)}
              onChange={(value) =>
                change((now) => ({ ...now, texts: { ...now.texts, [row.name]: value } }))
              }
            />
          </div>
        )
      })}
    </div>
  )
}
