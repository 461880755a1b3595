import type { CustomField } from '@pedido/client'
import { type RefObject, useId, useRef, useState } from 'react'
import { ReferenceInput } from '../../../common/form/reference-input.tsx'
import { finderOf } from '../../../common/records/finder.ts'
import { useStandardName } from '../../../common/status.ts'
import { useFormats } from '../../../text/formats.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DateInput } from '../../../ui/fields/date-input.tsx'
import { DateRange } from '../../../ui/fields/date-range.tsx'
import { Checkbox, Select, TextInput } from '../../../ui/fields/inputs.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { Chips } from '../../../ui/pieces.tsx'
import type { Named } from '../../properties.ts'
import { reasonFinder } from '../../reasons.tsx'
import { useStatuses } from '../../statuses.ts'
import { text } from '../text.ts'
import {
  amountLabel,
  amounts,
  dateSpan,
  daysOf,
  idsIn,
  periodOf,
  type RecordFilter,
  references,
  type Span,
  setDays,
  setIds,
  spans,
} from './address.ts'
import { isRange, labelOf, readValue, useOrderFields, writeValue } from './custom.ts'
import { rememberName, useNames } from './records.ts'

interface DraftProps {
  draft: URLSearchParams
  /** Changes a copy of it. */
  edit: (change: (params: URLSearchParams) => void) => void
}

interface FiltersProps {
  /** Where typing begins. */
  at: Span['name'] | 'all'
  onClose: () => void
  params: URLSearchParams
  onChange: (params: URLSearchParams) => void
  cleared: (draft: URLSearchParams) => URLSearchParams
}

/** All the filters in one place; nothing is asked before they are applied. */
export default function Filters({ at, onClose, params, onChange, cleared }: FiltersProps) {
  const t = useTexts(text)
  const form = useId()
  const [draft, setDraft] = useState(() => new URLSearchParams(params))
  const edit = (change: (params: URLSearchParams) => void) => {
    const next = new URLSearchParams(draft)
    change(next)
    setDraft(next)
  }
  const { submit } = useSubmit(async () => {
    onChange(draft)
    onClose()
  })
  const days = useRef<HTMLInputElement>(null)
  const foot = (
    <>
      <Button look="quiet" onClick={() => setDraft(cleared(draft))}>
        {t.clearFilters}
      </Button>
      <Button onClick={onClose}>{t.cancel}</Button>
      <Button look="primary" type="submit" form={form}>
        {t.filter}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.filters}
      foot={foot}
      isWide
      {...(at === 'all' ? {} : { firstFocus: days })}
    >
      <form id={form} className="orders__filters" onSubmit={submit} noValidate>
        <StatusFilter draft={draft} edit={edit} />
        {spans.map((span) => (
          <DaysFilter
            key={span.name}
            span={span}
            draft={draft}
            edit={edit}
            first={span.name === at ? days : undefined}
          />
        ))}
        <OtherFilters draft={draft} edit={edit} />
        <CustomFilters draft={draft} edit={edit} />
      </form>
    </Dialog>
  )
}

/** By whether they are sales, by records and by amounts. */
function OtherFilters({ draft, edit }: DraftProps) {
  const t = useTexts(text)
  return (
    <div className="columns">
      <CountsFilter draft={draft} edit={edit} />
      {references.map((one) => (
        <RecordChoice key={one.parameter} of={one} draft={draft} edit={edit} />
      ))}
      {amounts.flatMap(({ row, from, to }) => {
        const label = amountLabel(row, t)
        return [
          <AmountFilter key={from} name={from} label={t.least(label)} {...{ draft, edit }} />,
          <AmountFilter key={to} name={to} label={t.most(label)} {...{ draft, edit }} />,
        ]
      })}
    </div>
  )
}

function StatusFilter({ draft, edit }: DraftProps) {
  const t = useTexts(text)
  const { statuses, nameOf } = useStatuses()
  const chosen = idsIn(draft, 'status')
  const toggle = (id: number) =>
    edit((next) =>
      setIds(
        next,
        'status',
        chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id],
      ),
    )
  return (
    <fieldset>
      <legend>{t.status}</legend>
      <div className="orders__choices">
        {statuses.map((status) => (
          <Checkbox
            key={status.id}
            label={nameOf(status)}
            isChecked={chosen.includes(status.id)}
            onChange={() => toggle(status.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function DaysFilter({
  span,
  draft,
  edit,
  first,
}: DraftProps & { span: Span; first: RefObject<HTMLInputElement | null> | undefined }) {
  const t = useTexts(text)
  const { day } = useFormats()
  const today = day(new Date())
  return (
    <fieldset>
      <legend>{t[span.row.name]}</legend>
      <DateRange
        value={daysOf(draft, span, today)}
        period={periodOf(draft, span)}
        toward={span === dateSpan ? 'last' : undefined}
        first={first}
        onChange={(days, period) => edit((next) => setDays(next, span, days, period))}
      />
    </fieldset>
  )
}

function RecordChoice({ of, draft, edit }: DraftProps & { of: RecordFilter }) {
  const t = useTexts(text)
  const nameOf = useStandardName()
  const ids = idsIn(draft, of.parameter)
  const called = useNames(ids.map((id) => [of, id] as const))
  const set = (ids: readonly number[]) => edit((next) => setIds(next, of.parameter, ids))
  const add = (one: Named | null) => {
    if (!one) return
    rememberName(of, one)
    set([...new Set([...ids, one.id])])
  }
  return (
    <div className="orders__records">
      <ReferenceInput
        // It is empty again after each choice, for the next one.
        key={ids.join()}
        label={t[of.name]}
        value={null}
        onChange={add}
        to={of.table}
        finder={of.table === 'reasons' ? reasonFinder(nameOf) : finderOf(of.table)}
      />
      <Chips
        chips={ids.map((id) => ({ id: String(id), label: called(of, id) }))}
        onRemove={(id) => set(ids.filter((one) => String(one) !== id))}
      />
    </div>
  )
}

/** Whether they are sales. */
function CountsFilter({ draft, edit }: DraftProps) {
  const t = useTexts(text)
  return (
    <Select
      label={t.counts}
      value={draft.get('counts') ?? ''}
      onChange={(value) => edit((next) => put(next, 'counts', value))}
      options={[{ value: '', label: t.any }, ...yesOrNo(t)]}
    />
  )
}

function AmountFilter({ name, label, draft, edit }: DraftProps & { name: string; label: string }) {
  return (
    <NumberInput
      label={label}
      kind="amount"
      leastDecimals={2}
      value={draft.get(name) ?? ''}
      onChange={(value) => edit((next) => put(next, name, value))}
    />
  )
}

/** Those of the account's own fields that lists can be narrowed by. */
function CustomFilters(props: DraftProps) {
  const t = useTexts(text)
  const fields = useOrderFields().filter(({ filterable }) => filterable)
  if (fields.length === 0) return null
  return (
    <fieldset>
      <legend>{t.customFields}</legend>
      <div className="columns">
        {fields.map((field) => (
          <CustomFilter key={field.key} field={field} {...props} />
        ))}
      </div>
    </fieldset>
  )
}

function CustomFilter({ field, draft, edit }: DraftProps & { field: CustomField }) {
  const t = useTexts(text)
  const name = `custom.${field.key}`
  const label = labelOf(field)
  const set = (name: string) => (value: string) => edit((next) => put(next, name, value))
  if (isRange(field)) {
    const ends = [
      [`${name}_from`, t.fromOf(label)],
      [`${name}_to`, t.toOf(label)],
    ] as const
    return ends.map(([end, label]) => {
      const given = { label, value: draft.get(end) ?? '', onChange: set(end) }
      return field.type === 'date' ? (
        <DateInput key={end} {...given} />
      ) : (
        <NumberInput key={end} {...given} kind={field.type === 'integer' ? 'integer' : undefined} />
      )
    })
  }
  const value = readValue(draft.get(name) ?? '')
  const write = (typed: string) => set(name)(writeValue(typed))
  if (field.type === 'text') return <TextInput label={label} value={value} onChange={write} />
  const choices =
    field.type === 'boolean' ? yesOrNo(t) : field.choices.map((one) => ({ value: one, label: one }))
  return (
    <Select
      label={label}
      value={value}
      onChange={write}
      options={[{ value: '', label: t.any }, ...choices]}
    />
  )
}

const yesOrNo = (t: { yes: string; no: string }) => [
  { value: 'true', label: t.yes },
  { value: 'false', label: t.no },
]

function put(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name)
  else params.set(name, value)
}
