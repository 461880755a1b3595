import { useTexts } from '../../text/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { text } from '../text.ts'
import { FieldInput } from './field-input.tsx'
import { type FieldOf, rowsIn, typedRows, type Values } from './fields.ts'

interface RowsInputProps {
  field: FieldOf
  value: string
  onChange: (value: string) => void
}

/** A list of rows, each with an input for each of its values. */
export function RowsInput({ field, value, onChange }: RowsInputProps) {
  const t = useTexts(text)
  const { name, label, columns = [] } = field
  const rows = rowsIn(value)
  const put = (next: readonly Values[]) => onChange(typedRows(next))
  const first = Object.fromEntries(columns.map((one) => [one.name, one.initial ?? '']))
  return (
    <fieldset className="stack common__rows">
      <legend>{label}</legend>
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <div key={i} className="row">
          {columns.map((column) => (
            <FieldInput
              key={column.name}
              field={{ ...column, name: `${name}/${i}/${column.name}` }}
              value={row[column.name] ?? ''}
              onChange={(typed) => put(rows.with(i, { ...row, [column.name]: typed }))}
            />
          ))}
          <IconButton
            size="small"
            label={t.removeRow(label, i + 1)}
            icon={<Icon name="trash" size={16} />}
            onClick={() => put(rows.toSpliced(i, 1))}
          />
        </div>
      ))}
      <Button size="small" onClick={() => put([...rows, first])}>
        <Icon name="plus" size={16} />
        {t.addRow}
      </Button>
    </fieldset>
  )
}
