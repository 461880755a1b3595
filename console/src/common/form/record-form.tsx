import { etagOf, ProblemError } from '@pedido/client'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import '../common.css'
import { text } from '../text.ts'
import { Conflict } from './conflict.tsx'
import { forgetDraft, useDraft } from './drafts.ts'
import { FieldInput } from './field-input.tsx'
import { changesOf, type FieldOf, type Fill, pointerOf, type Values, valuesOf } from './fields.ts'
import { RowsInput } from './rows-input.tsx'

export interface RecordFormProps<T extends object> {
  /** Names what is typed, so that it is there again: `customers/12`. */
  name: string
  fields: readonly FieldOf[]
  /** As the client gave it; undefined makes a new one. */
  record?: T | undefined
  /** Reads it anew, where somebody else has changed it meanwhile. */
  read?: () => Promise<T>
  /** What the fields are of, where that is not the record itself. */
  shape?: (record: T) => object
  /** Writes what differs from the record, with the `ETag` that it began with. */
  save: (body: Record<string, unknown>, etag: string | undefined) => Promise<T>
  onSaved: (record: T) => void
  onCancel: () => void
  saveLabel?: string
  /** Shows an error that it knows to say more of; undefined of all others. */
  explain?: (error: Error) => ReactNode
  /** Where the record is that has the code or value already. */
  hrefOf?: (id: number) => string
  /** Its first field takes the focus, unless told otherwise: where it comes beside what is used. */
  autoFocus?: boolean
  /** Under the fields. */
  children?: ReactNode
}

interface Held {
  etag: string | undefined
  before: Values
  values: Values
}

const isSame = (one: Values, other: Values) =>
  Object.keys({ ...one, ...other }).every((name) => (one[name] ?? '') === (other[name] ?? ''))

/**
 * The form of a record by the definitions of its fields. What others have changed meanwhile is
 * shown beside what was typed, and what was typed stays until it is saved or discarded.
 */
export function RecordForm<T extends object>(props: RecordFormProps<T>) {
  const { name, onCancel, hrefOf, autoFocus = true } = props
  const t = useTexts(text)
  const fields = props.fields.filter(({ isGiven }) => !isGiven)
  const typed = useTypedRecord({ ...props, fields })
  const { values, type, fill, theirs, isBack, discard, submit, isBusy, error } = typed
  const existing = error instanceof ProblemError ? Reflect.get(error, 'existing_id') : undefined
  const cancel = () => {
    forgetDraft(name)
    onCancel()
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {isBack && (
        <div className="common__note" role="status">
          <span>{t.draft}</span>
          <Button size="small" onClick={discard}>
            {t.dropDraft}
          </Button>
        </div>
      )}
      {theirs && <Conflict fields={fields} {...theirs} values={values} onTake={type} />}
      <FieldErrors error={error}>
        {(error && props.explain?.(error)) ?? (
          <Problem error={error} shownAt={fields.map(pointerOf)} />
        )}
        {typeof existing === 'number' && hrefOf && (
          <Link href={hrefOf(existing)}>{t.existing}</Link>
        )}
        <div className="common__fields">
          {fields.map((field, place) => (
            <RecordField
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              onChange={(typed) => type(field.name, typed)}
              onFill={fill}
              autoFocus={autoFocus && place === 0}
            />
          ))}
        </div>
      </FieldErrors>
      {props.children}
      <div className="row">
        <Button type="submit" look="primary" isBusy={isBusy}>
          {props.saveLabel ?? t.save}
        </Button>
        <Button onClick={cancel}>{t.cancel}</Button>
      </div>
    </form>
  )
}

function RecordField({
  field,
  value,
  onChange,
  onFill,
  autoFocus,
}: {
  field: FieldOf
  value: string
  onChange: (typed: string) => void
  onFill: Fill
  autoFocus: boolean
}) {
  // What a new record begins with was typed elsewhere.
  const [left, setLeft] = useState(field.beneath ? (field.initial ?? '') : '')
  return (
    <div className={field.isWide ? 'common__wide' : 'common__field'}>
      {field.kind === 'rows' ? (
        <RowsInput {...{ field, value, onChange }} />
      ) : (
        <FieldInput {...{ field, value, onChange, autoFocus }} onLeave={() => setLeft(value)} />
      )}
      {left !== '' && left === value && field.beneath?.(value, onFill)}
    </div>
  )
}

/** What is typed of a record: kept, saved, and put on top of what others have changed meanwhile. */
function useTypedRecord<T extends object>(props: RecordFormProps<T>) {
  const { name, fields, record, read, save, onSaved, shape = (one: T): object => one } = props
  const language = useLanguage()
  const heldOf = (from: T | undefined): Held => {
    const before = valuesOf(fields, from && shape(from), language)
    return { etag: from && etagOf(from), before, values: before }
  }
  const { value: held, set, drop, isBack } = useDraft<Held>(name, heldOf(record))
  const [theirs, setTheirs] = useState<{ before: Values; now: Values }>()
  const hold = (next: Held) => set(next, !isSame(next.before, next.values))
  /** Takes what they changed where nothing was typed, and leaves the rest to the person. */
  const takeOver = (fresh: T) => {
    const now = valuesOf(fields, shape(fresh), language)
    const { before, values } = held
    const merged = { ...values }
    for (const [field, is] of Object.entries(now)) {
      if (values[field] === before[field]) merged[field] = is
    }
    setTheirs({ before, now })
    hold({ etag: etagOf(fresh), before: now, values: merged })
  }
  const { submit, isBusy, error, forget } = useSubmit(async () => {
    const blank = record ? held.before : {}
    const body = changesOf(fields, blank, held.values, language)
    const saved = await save(body, held.etag).catch(async (failure: unknown) => {
      if (!isStale(failure) || !read) throw failure
      takeOver(await read())
      return undefined
    })
    if (!saved) return
    forgetDraft(name)
    onSaved(saved)
  })
  const type = (field: string, typed: string) =>
    hold({ ...held, values: { ...held.values, [field]: typed } })
  const fill: Fill = (given) => {
    const empty = fields.filter(({ name }) => given[name] && !held.values[name])
    const filled = Object.fromEntries(empty.map(({ name }) => [name, given[name] ?? '']))
    hold({ ...held, values: { ...held.values, ...filled } })
    return empty.map(({ label }) => label)
  }
  const discard = () => {
    drop(heldOf(record))
    setTheirs(undefined)
    forget()
  }
  return { values: held.values, type, fill, theirs, isBack, discard, submit, isBusy, error }
}

const isStale = (failure: unknown) =>
  failure instanceof ProblemError && failure.code === 'precondition_failed'
