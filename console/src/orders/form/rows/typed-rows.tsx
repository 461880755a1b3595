import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { recordsIn, typedRecords } from '../../../common/form/named.ts'
import { ReferenceInput } from '../../../common/form/reference-input.tsx'
import { useTexts } from '../../../text/texts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { DateInput } from '../../../ui/fields/date-input.tsx'
import { FieldErrorsContext } from '../../../ui/fields/field.tsx'
import { Checkbox, Select, TextInput } from '../../../ui/fields/inputs.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { filledRows, type Row, type RowField, typedIn, withUnread, withValue } from './rows.ts'
import { text } from './text.ts'
import './rows.css'

interface TypedRowsProps {
  /** What each is called: `Lote`. */
  label: string
  rows: readonly Row[]
  fieldsOf: (row: Row) => readonly RowField[]
  /** Of each those that few need, behind the others. */
  moreOf?: (row: Row) => readonly RowField[]
  /** Where the list is in the request. */
  pointer: string
  onChange: (rows: readonly Row[]) => void
  /** A row as it begins. */
  added: () => Row
  addLabel: string
  /** What was typed where another field says the same. */
  typed?: (row: Row, name: string, value: string) => Row
  /** The row that gets the focus, once another one does. */
  focusOn?: string | undefined
  /** Takes all of them out. */
  clearLabel?: string | undefined
  /** Beside the button that adds one. */
  children?: ReactNode
}

/** A list as it is typed, row by row: each can be taken out, and one be added. */
export function TypedRows(props: TypedRowsProps) {
  const { label, rows, pointer, onChange, added, addLabel, typed = withValue, children } = props
  const place = useRef<HTMLDivElement>(null)
  const fieldErrors = useContext(FieldErrorsContext)
  const sent = filledRows(rows)
  const focus = useFocusOn(place, props.focusOn)
  const put = (row: Row) => onChange(rows.map((one) => (one.key === row.key ? row : one)))
  const add = () => {
    const row = added()
    onChange([...rows, row])
    focus(row.key)
  }
  const remove = (row: Row) => {
    const i = rows.indexOf(row)
    focus((rows[i + 1] ?? rows[i - 1])?.key)
    onChange(rows.filter((one) => one !== row))
  }
  const clear = () => {
    onChange([])
    focus(undefined)
  }
  return (
    <div className="typed-rows" ref={place}>
      {rows.map((row, i) => (
        <TypedRow
          key={row.key}
          {...{ row, label, typed }}
          number={i + 1}
          fields={props.fieldsOf(row)}
          more={props.moreOf?.(row) ?? []}
          pointer={`${pointer}/${sent.indexOf(row)}`}
          onChange={put}
          onRemove={() => remove(row)}
        />
      ))}
      {fieldErrors.get(pointer) && (
        <p className="field__error" role="alert">
          {fieldErrors.get(pointer)}
        </p>
      )}
      <div className="row">
        <Button size="small" data-add onClick={add}>
          <Icon name="plus" size={16} /> {addLabel}
        </Button>
        {props.clearLabel && (
          <Button size="small" onClick={clear}>
            {props.clearLabel}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

/** One of them, with what few need of it folded away. */
function TypedRow({
  row,
  label,
  number,
  fields,
  more,
  pointer,
  typed,
  onChange,
  onRemove,
}: {
  row: Row
  label: string
  number: number
  fields: readonly RowField[]
  more: readonly RowField[]
  pointer: string
  typed: NonNullable<TypedRowsProps['typed']>
  onChange: (row: Row) => void
  onRemove: () => void
}) {
  const t = useTexts(text)
  const fieldErrors = useContext(FieldErrorsContext)
  const input = (field: RowField) => (
    <RowInput
      key={field.name}
      field={field}
      pointer={`${pointer}/${field.name}`}
      row={row}
      onTyped={(value) => onChange(typed(row, field.name, value))}
      onUnread={(unread) => onChange(withUnread(row, field.name, unread))}
    />
  )
  const isMoreSaid = more.some(({ name }) =>
    Boolean(typedIn(row, name) || row.unread?.[name] || fieldErrors.get(`${pointer}/${name}`)),
  )
  return (
    <fieldset data-row={row.key} className="typed-rows__row">
      <legend className="visually-hidden">{t.numbered(label, number)}</legend>
      <div className="typed-rows__fields">
        {fields.map(input)}
        <IconButton
          size="small"
          label={t.remove(label, number)}
          icon={<Icon name="trash" size={16} />}
          onClick={onRemove}
        />
      </div>
      {fieldErrors.get(pointer) && <p className="field__error">{fieldErrors.get(pointer)}</p>}
      {more.length > 0 && (
        <details open={isMoreSaid || undefined}>
          <summary>{t.more}</summary>
          <div className="typed-rows__fields">{more.map(input)}</div>
        </details>
      )}
    </fieldset>
  )
}

/** Asks for the focus to go to a row once it is drawn; to the button that adds one where there is none. */
function useFocusOn(place: { current: HTMLElement | null }, given: string | undefined) {
  const wanted = useRef<{ key: string | undefined }>(undefined)
  const before = useRef<string>(undefined)
  if (given !== before.current) {
    before.current = given
    wanted.current = { key: given }
  }
  useLayoutEffect(() => {
    if (!wanted.current) return
    const { key } = wanted.current
    const row =
      key === undefined ? '[data-add]' : `[data-row="${CSS.escape(key)}"] :is(input, select)`
    place.current?.querySelector<HTMLElement>(row)?.focus()
    wanted.current = undefined
  })
  return (key: string | undefined) => {
    wanted.current = { key }
  }
}

/** One value of a row. */
function RowInput({
  field: { name, label, kind, choices = [], maxLength, to = '', placeholder, toward },
  pointer,
  row,
  onTyped,
  onUnread,
}: {
  field: RowField
  pointer: string
  row: Row
  onTyped: (value: string) => void
  onUnread: (typed: string) => void
}) {
  const value = typedIn(row, name)
  const unread = row.unread?.[name]
  const input = { label, pointer, value, onChange: onTyped, autoComplete: 'off' }
  switch (kind) {
    case 'choice':
      return <Select {...input} options={choices} />
    case 'check':
      return (
        <Checkbox
          label={label}
          isChecked={value === 'true'}
          onChange={(isChecked) => onTyped(isChecked ? 'true' : '')}
        />
      )
    case 'date':
      return <DateInput {...input} {...{ unread, onUnread, toward }} />
    case 'reference':
      return (
        <ReferenceInput
          {...{ label, pointer, to, unread, onUnread }}
          value={recordsIn(value)[0] ?? null}
          onChange={(one) => onTyped(one ? typedRecords([one]) : '')}
        />
      )
    case 'text':
      return <TextInput {...input} maxLength={maxLength} placeholder={placeholder} />
    default:
      return (
        <NumberInput
          {...input}
          {...{ unread, onUnread, placeholder }}
          kind={kind === 'decimal' ? 'quantity' : kind}
          leastDecimals={kind === 'amount' ? 2 : 0}
        />
      )
  }
}
