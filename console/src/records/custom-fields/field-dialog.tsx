import type { CustomField, CustomFieldInput } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CUSTOM_FIELDS } from '../../common/custom.ts'
import { RecordFacts } from '../../common/facts.tsx'
import type { FieldOf } from '../../common/form/fields.ts'
import { RecordForm } from '../../common/form/record-form.tsx'
import { text as commonText } from '../../common/text.ts'
import { pedido } from '../../session/client.ts'
import { useMay } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { counted, useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Breaking, breakingOf, RefusedNow } from './breaking.tsx'
import { text } from './text.ts'

const LOOK_MS = 1_000
const RESOURCES = ['orders', 'customers', 'products'] as const
const TYPES = ['text', 'integer', 'decimal', 'boolean', 'date', 'choice'] as const

/** Choices are typed one a line. */
const shape = (field: CustomField) => ({ ...field, choices: field.choices.join('\n') })

function bodyOf({ choices, ...body }: Record<string, unknown>): Record<string, unknown> {
  if (choices === undefined) return body
  const lines = String(choices ?? '')
    .split('\n')
    .map((line) => line.trim())
  return { ...body, choices: choices === null ? [] : lines.filter(Boolean) }
}

/** A declaration, or a new one. */
export function FieldDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const t = useTexts(text)
  const c = useTexts(commonText)
  const mayWrite = useMay()('reference:write')
  const queries = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const found = useQuery({
    queryKey: [...CUSTOM_FIELDS, 'one', id],
    queryFn: ({ signal }) => pedido.customFields.read(id ?? 0, { signal }),
    enabled: id !== undefined,
    structuralSharing: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'checking' ? LOOK_MS : false),
  })
  const field = found.data
  const fields = useFields(field)
  const renew = () => queries.invalidateQueries({ queryKey: CUSTOM_FIELDS })
  const foot = field && mayWrite && (
    <Button look="danger" onClick={() => setRemoving(true)}>
      <Icon name="trash" size={16} />
      {c.remove}
    </Button>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={id === undefined ? t.create : (field?.label ?? field?.key ?? t.title)}
      foot={foot || undefined}
    >
      <Problem error={found.error} />
      {id !== undefined && found.isPending && <Skeleton lines={4} />}
      {field && <State field={field} onChanged={renew} />}
      {field && !mayWrite && <RecordFacts fields={fields} record={shape(field)} />}
      {mayWrite && (id === undefined || field) && <Declaration {...{ field, fields, onClose }} />}
      {field && (
        <RemoveDialog
          field={field}
          isOpen={isRemoving}
          onRemoved={onClose}
          onClose={() => setRemoving(false)}
        />
      )}
    </Dialog>
  )
}

/** What is declared, as a form. */
function Declaration({
  field,
  fields,
  onClose,
}: {
  field: CustomField | undefined
  fields: readonly FieldOf[]
  onClose: () => void
}) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const [resource, setResource] = useState<CustomField['resource']>('orders')
  const save = async (body: Record<string, unknown>, etag: string | undefined) => {
    setResource(field?.resource ?? (String(body['resource']) as CustomField['resource']))
    const sent = bodyOf(body)
    return field === undefined
      ? pedido.customFields.create(sent as unknown as CustomFieldInput)
      : pedido.customFields.update(field.id, sent, etag === undefined ? {} : { ifMatch: etag })
  }
  return (
    <RecordForm
      name={`custom-fields/${field?.id ?? 'new'}`}
      fields={fields}
      record={field}
      shape={shape}
      read={() => pedido.customFields.read(field?.id ?? 0)}
      save={save}
      explain={(error) => {
        const found = breakingOf(error)
        return found && <RefusedNow resource={resource} {...found} />
      }}
      onSaved={({ status }) => {
        void queries.invalidateQueries({ queryKey: CUSTOM_FIELDS })
        toast({ text: t.saved })
        if (field === undefined || status !== 'checking') onClose()
      }}
      onCancel={onClose}
    />
  )
}

/** Asks before a declaration goes; what records have there stays. */
function RemoveDialog({
  field,
  isOpen,
  onRemoved,
  onClose,
}: {
  field: CustomField
  isOpen: boolean
  onRemoved: () => void
  onClose: () => void
}) {
  const t = useTexts(text)
  const c = useTexts(commonText)
  const queries = useQueryClient()
  const remove = async () => {
    await pedido.customFields.delete(field.id, { ifMatch: field }).catch((failure: unknown) => {
      void queries.invalidateQueries({ queryKey: CUSTOM_FIELDS })
      throw failure
    })
    const others = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== field.id
    void queries.invalidateQueries({ queryKey: CUSTOM_FIELDS, predicate: others })
    toast({ text: c.removed })
    onRemoved()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={c.removeTitle(field.label ?? field.key)}
      action={c.remove}
      isDanger
      onConfirm={remove}
    >
      {t.removeWhy}
    </ConfirmDialog>
  )
}

/** What can still be said of it: resource, key and type stay as they were declared. */
function useFields(field: CustomField | undefined): readonly FieldOf[] {
  const t = useTexts(text)
  const choices: FieldOf = { name: 'choices', label: t.choices, kind: 'area', isWide: true }
  const rules: FieldOf[] = [
    { name: 'required', label: t.required, hint: t.requiredHint, kind: 'check', isWide: true },
    { name: 'unique', label: t.unique, hint: t.uniqueHint, kind: 'check', isWide: true },
    { name: 'filterable', label: t.filterable, kind: 'check', isWide: true },
  ]
  const label: FieldOf = { name: 'label', label: t.label, kind: 'text', isWide: true }
  if (field) return [label, ...(field.type === 'choice' ? [choices] : []), ...rules]
  const named = <Name extends string>(names: readonly Name[], of: Record<Name, string>) =>
    names.map((value) => ({ value, label: of[value] }))
  return [
    label,
    {
      name: 'resource',
      label: t.resource,
      kind: 'choice',
      isRequired: true,
      initial: 'customers',
      choices: named(RESOURCES, t),
    },
    {
      name: 'type',
      label: t.type,
      kind: 'choice',
      isRequired: true,
      initial: 'text',
      choices: named(TYPES, t),
    },
    { name: 'key', label: t.key, hint: t.keyHint, kind: 'text', isRequired: true, isWide: true },
    { ...choices, hint: t.choicesHint },
    ...rules,
  ]
}

/** How far the check of the records is, or how many break it. */
function State({ field, onChanged }: { field: CustomField; onChanged: () => void }) {
  const t = useTexts(text)
  const language = useLanguage()
  const { percent } = useFormats()
  const again = useSubmit(async () => {
    await pedido.customFields.update(field.id, {})
    onChanged()
  })
  if (field.status === 'active') return null
  if (field.status === 'checking') {
    const message = t.checking(percent(field.progress))
    return (
      <div role="status">
        <p>{message}</p>
        <progress max={100} value={field.progress} aria-label={message} />
      </div>
    )
  }
  return (
    <div className="problem" role="alert">
      <strong>{t.refused(counted(language, field.breaking, t.record, t.records))}</strong>
      <Breaking resource={field.resource} records={field.breaking_records} />
      <p>{t.breakingWhy}</p>
      <Problem error={again.error} />
      <Button isBusy={again.isBusy} onClick={() => again.submit()}>
        {t.again}
      </Button>
    </div>
  )
}
