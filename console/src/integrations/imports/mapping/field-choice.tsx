import type { Import, ImportColumn } from '@pedido/client'
import { useLanguage } from '../../../text/language.ts'
import { useTexts, wordOf } from '../../../text/texts.ts'
import { Select, TextInput } from '../../../ui/fields/inputs.tsx'
import { text } from '../text.ts'
import { hasCustomFields, kinds } from './fields.ts'

const CUSTOM = 'custom_fields.'
/** A column of CPF or CNPJ may be the code, too. */
const CODE_AND_DOCUMENT = 'fk_id,document'

type Fed = string | string[] | null

/** The field of a column, or the fields that it feeds. */
export function FieldChoice({
  one,
  column,
  value,
  isFixed,
  onChange,
}: {
  one: Import
  column: ImportColumn
  value: Fed | undefined
  isFixed: boolean
  onChange: (fed: Fed) => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const { fields } = kinds[one.resource]
  const fed = [value ?? []].flat()
  const joined = fed.join(',')
  const custom = fed.length === 1 && fed[0]?.startsWith(CUSTOM) ? fed[0] : undefined
  const nameOf = (name: string) => {
    const known = fields[name]
    return known ? wordOf(known, language) : name
  }
  const shown = fed.map(nameOf).join(' + ') || t.nothing
  if (isFixed) return <span className={joined ? undefined : 'quiet'}>{shown}</span>
  const combined = 'document' in fields ? [CODE_AND_DOCUMENT] : []
  const single = custom === undefined && joined !== '' ? [joined] : []
  const options = [...new Set([...Object.keys(fields), ...combined, ...single])]
  return (
    <div className="imports__field">
      <Select
        label={t.fieldOf(column.heading || column.letter)}
        isLabelHidden
        value={custom === undefined ? joined : CUSTOM}
        onChange={(chosen) => onChange(fedBy(chosen))}
        options={[
          { value: '', label: t.nothing },
          ...options.map((name) => ({
            value: name,
            label: name.split(',').map(nameOf).join(' + '),
          })),
          ...(hasCustomFields(one.resource) ? [{ value: CUSTOM, label: t.custom }] : []),
        ]}
      />
      {custom !== undefined && (
        <TextInput
          label={`${t.customKey}: ${column.heading}`}
          isLabelHidden
          placeholder={t.customKey}
          value={custom.slice(CUSTOM.length)}
          onChange={(key) => onChange(`${CUSTOM}${key.trim()}`)}
        />
      )}
      {fed.length === 0 && column.field === null && <span className="quiet">{column.why}</span>}
    </div>
  )
}

function fedBy(chosen: string): Fed {
  const names = chosen.split(',').filter((name) => name !== '')
  return names.length > 1 ? names : (names[0] ?? null)
}
