import type { Import, ImportColumn, ImportMapping } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pedido, queries } from '../../../session/client.ts'
import { useFormats } from '../../../text/formats.ts'
import { useLanguage } from '../../../text/language.ts'
import { useTexts, wordOf } from '../../../text/texts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { TextInput } from '../../../ui/fields/inputs.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { Icon } from '../../../ui/icons.tsx'
import { FieldErrors, Problem } from '../../../ui/problem.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { text } from '../text.ts'
import { kinds } from './fields.ts'

const MAPPINGS = ['imports', 'mappings']

/** What columns are, saved by name: for files that come again and again. */
export function useMappings(): readonly ImportMapping[] {
  const { data = [] } = useQuery({
    queryKey: MAPPINGS,
    queryFn: async ({ signal }) => {
      const found: ImportMapping[] = []
      for await (const one of pedido.imports.listMappings({ sort: 'name' }, { signal })) {
        found.push(one)
      }
      return found
    },
  })
  return data
}

const renew = () => queries.invalidateQueries({ queryKey: MAPPINGS })

export type Columns = Record<string, string | string[] | null>

/**
 * What each column is taken for, by its heading, so that it holds for a file with its columns in
 * another order; by its letter where there is no heading, or another has the same.
 */
export function columnsOf(columns: readonly ImportColumn[], chosen: Columns): Columns {
  const isSingle = (heading: string) =>
    heading !== '' && columns.filter((one) => one.heading === heading).length === 1
  return Object.fromEntries(
    columns.map(({ letter, heading, field, also }) => [
      isSingle(heading) ? heading : letter,
      letter in chosen ? (chosen[letter] ?? null) : field && also ? [field, ...also] : field,
    ]),
  )
}

/** Keeps what the columns of this file are, under a name. */
export function SaveMapping({ one, columns }: { one: Import; columns: Columns }) {
  const t = useTexts(text)
  const [isOpen, setOpen] = useState(false)
  const known = useMappings()
  const save = async (name: string) => {
    const { preset, decimal, dates, encoding, sheet, header_line } = one.mapping
    await pedido.imports.putMapping(name, {
      resource: one.resource,
      columns,
      ...(preset && { preset }),
      ...(decimal && { decimal }),
      ...(dates && { dates }),
      ...(encoding && { encoding }),
      ...(sheet && { sheet }),
      ...(header_line !== undefined && { header_line }),
    })
    await renew()
    toast({ text: t.mappingSaved, tone: 'good' })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.saveMapping}</Button>
      {isOpen && (
        <NameDialog
          title={t.saveMapping}
          why={t.saveMappingWhy}
          taken={known}
          onClose={() => setOpen(false)}
          onSave={save}
        />
      )}
    </>
  )
}

function NameDialog({
  title,
  why,
  name = '',
  taken,
  onClose,
  onSave,
}: {
  title: string
  why?: string
  name?: string
  taken: readonly ImportMapping[]
  onClose: () => void
  onSave: (name: string) => Promise<unknown>
}) {
  const t = useTexts(text)
  const [typed, setTyped] = useState(name)
  const wanted = typed.trim()
  const isTaken = wanted !== name && taken.some((one) => one.name === wanted)
  const { submit, isBusy, error } = useSubmit(async () => {
    await onSave(wanted)
    onClose()
  })
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form className="stack" onSubmit={submit}>
        <FieldErrors error={error}>
          <Problem error={error} />
          <TextInput
            label={t.mappingName}
            required
            autoFocus
            maxLength={200}
            value={typed}
            onChange={setTyped}
            {...(isTaken && { hint: t.mappingTaken })}
          />
          {why && <p className="quiet">{why}</p>}
          <div className="row end">
            <Button onClick={onClose}>{t.close}</Button>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {isTaken ? t.replace : t.save}
            </Button>
          </div>
        </FieldErrors>
      </form>
    </Dialog>
  )
}

/** The saved ones: to be renamed, and deleted. */
export function SavedMappings() {
  const t = useTexts(text)
  const mappings = useMappings()
  const [renamed, setRenamed] = useState<ImportMapping>()
  const [removed, setRemoved] = useState<ImportMapping>()
  if (mappings.length === 0) return null
  const rename = async (mapping: ImportMapping, name: string) => {
    if (name === mapping.name) return
    await move(mapping, name)
    await renew()
    toast({ text: t.mappingSaved, tone: 'good' })
  }
  return (
    <section className="panel stack" aria-labelledby="mappings">
      <h2 id="mappings">{t.mappings}</h2>
      <ul className="imports__mappings">
        {mappings.map((one) => (
          <Entry
            key={one.id}
            mapping={one}
            onRename={() => setRenamed(one)}
            onRemove={() => setRemoved(one)}
          />
        ))}
      </ul>
      {renamed && (
        <NameDialog
          title={t.renameMapping(renamed.name)}
          name={renamed.name}
          taken={mappings}
          onClose={() => setRenamed(undefined)}
          onSave={(name) => rename(renamed, name)}
        />
      )}
      <ConfirmDialog
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`${t.deleteMapping(removed?.name ?? '')}?`}
        action={t.delete}
        isDanger
        onConfirm={async () => {
          if (removed) await pedido.imports.deleteMapping(removed.name)
          await renew()
          toast({ text: t.mappingDeleted })
        }}
      >
        {t.deleteMappingWhy}
      </ConfirmDialog>
    </section>
  )
}

/** The name is the key: it is kept under the other one, and then no longer under this. */
async function move(mapping: ImportMapping, name: string): Promise<void> {
  const { resource, columns, preset, decimal, dates, encoding, sheet, header_line } = mapping
  await pedido.imports.putMapping(name, {
    resource,
    ...(columns && { columns }),
    ...(preset && { preset }),
    ...(decimal && { decimal }),
    ...(dates && { dates }),
    ...(encoding && { encoding }),
    ...(sheet && { sheet }),
    ...(header_line !== null && { header_line }),
  })
  await pedido.imports.deleteMapping(mapping.name)
}

function Entry({
  mapping,
  onRename,
  onRemove,
}: {
  mapping: ImportMapping
  onRename: () => void
  onRemove: () => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const { dateTime } = useFormats()
  const { name, resource, updated_at } = mapping
  return (
    <li className="row spread nowrap">
      <span className="imports__mapping" title={name}>
        <strong>{name}</strong>{' '}
        <span className="quiet">
          {wordOf(kinds[resource].label, language)}, {dateTime(updated_at)}
        </span>
      </span>
      <span className="row nowrap">
        <IconButton
          label={t.renameMapping(name)}
          icon={<Icon name="edit" size={16} />}
          onClick={onRename}
        />
        <IconButton
          label={t.deleteMapping(name)}
          icon={<Icon name="trash" size={16} />}
          onClick={onRemove}
        />
      </span>
    </li>
  )
}
