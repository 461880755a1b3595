import { ReferenceInput } from '../../../common/form/reference-input.tsx'
import { useLanguage } from '../../../text/language.ts'
import { useTexts, wordOf } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextInput } from '../../../ui/fields/inputs.tsx'
import type { Line } from '../draft.ts'
import { text } from '../text.ts'
import { type Detail, detailRows, textOf } from './details.ts'

/** What the invoice says of a line: typed into the order as it is typed here. */
export function DetailsDialog({
  line: { key, product, details = {} },
  number,
  pointer,
  onChange,
  onClose,
}: {
  line: Line
  number: number
  pointer: string
  onChange: (key: string, change: (line: Line) => Line) => void
  onClose: () => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const change = (name: Detail, value: string) =>
    onChange(key, (line) => ({
      ...line,
      details: { ...line.details, texts: { ...line.details?.texts, [name]: value } },
    }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.detailsOf(number, product?.name ?? '')}
      foot={
        <Button look="primary" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <div className="stack">
        <ReferenceInput
          label={t.operation}
          hint={t.operationHint}
          to="operations"
          pointer={`${pointer}/id_operation`}
          value={details.operation ?? null}
          onChange={(operation) =>
            onChange(key, (line) => ({ ...line, details: { ...line.details, operation } }))
          }
        />
        {detailRows.map((row) => {
          const Input = row.kind === 'text' ? TextArea : TextInput
          return (
            <Input
              key={row.name}
              label={wordOf(row.label, language)}
              pointer={`${pointer}/${row.name}`}
              maxLength={row.most}
              value={textOf(details, row.name)}
              onChange={(value) => change(row.name, value)}
            />
          )
        })}
      </div>
    </Dialog>
  )
}
