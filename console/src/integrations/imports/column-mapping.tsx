import type { Import, ImportColumn } from '@pedido/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { pedido } from '../../session/client.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/inputs.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { type Encoding, encodingOptions } from './encodings.ts'
import { hasCustomFields, kinds, wordOf } from './fields.ts'
import { fileOf, keepFile } from './files.ts'
import { columnsOf, SaveMapping } from './mappings.tsx'
import { DropField } from './new-import.tsx'
import { isBusy } from './state.tsx'
import { text } from './text.ts'

const CUSTOM = 'custom_fields.'

/** What each column was taken for; where that is wrong, the file is tried again with what is right. */
export function ColumnMapping({ one, columns }: { one: Import; columns: readonly ImportColumn[] }) {
  const t = useTexts(text)
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<Record<string, string | null>>({})
  const [reading, setReading] = useState<Reading>({})
  const [file, setFile] = useState(fileOf(one.id))
  const isOver = one.state === 'running' || one.state === 'done'
  const {
    submit,
    isBusy: isSending,
    error,
  } = useSubmit(async () => {
    if (!file) return
    const { resource, mode, state } = one
    const mapping = JSON.stringify({
      ...one.mapping,
      ...reading,
      columns: { ...one.mapping.columns, ...chosen },
    })
    const made = await pedido.imports.create(file, { resource, mode, mapping })
    keepFile(made.id, file)
    // The one before would wait for its decision for a month.
    if (state === 'checked' || state === 'checking') await pedido.imports.cancel(one.id)
    navigate(`/imports/${made.id}`, { replace: true })
  })
  const hasChanged = Object.keys({ ...chosen, ...reading }).length > 0
  return (
    <section className="panel stack" aria-label={t.columns}>
      <div>
        <h2>{t.columns}</h2>
        {!isOver && <p className="quiet">{t.columnsWhy}</p>}
      </div>
      <Problem error={error} />
      {!isOver && <ReadingChoice one={one} reading={reading} onChange={setReading} />}
      <div className="imports__wide">
        <table className="imports__table">
          <thead>
            <tr>
              <th scope="col">{t.column}</th>
              <th scope="col">{t.heading}</th>
              <th scope="col">{t.field}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.letter}>
                <td>{column.letter}</td>
                <th scope="row">{column.heading}</th>
                <td>
                  <FieldChoice
                    one={one}
                    column={column}
                    value={column.letter in chosen ? chosen[column.letter] : column.field}
                    isFixed={isOver}
                    onChange={(field) => setChosen({ ...chosen, [column.letter]: field })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasChanged && !file && (
        <div className="stack">
          <p>{t.fileAgain}</p>
          <DropField onFile={setFile} />
        </div>
      )}
      <div className="row">
        {hasChanged && (
          <Button
            look="primary"
            isBusy={isSending}
            disabled={!file || isBusy(one)}
            onClick={() => submit()}
          >
            {t.checkAgain}
          </Button>
        )}
        <SaveMapping one={one} columns={columnsOf(columns, chosen)} />
      </div>
    </section>
  )
}

/** How the file is read: what else than its columns may be taken wrongly. */
interface Reading {
  encoding?: Encoding
  sheet?: string
}

function ReadingChoice({
  one,
  reading,
  onChange,
}: {
  one: Import
  reading: Reading
  onChange: (reading: Reading) => void
}) {
  const t = useTexts(text)
  const { encoding = null, sheet = null, sheets = [] } = one.detected ?? {}
  return (
    <div className="imports__choices">
      {encoding !== null && (
        <Select
          label={t.encoding}
          value={reading.encoding ?? encoding}
          onChange={(value) => onChange({ ...reading, encoding: value as Encoding })}
          options={encodingOptions}
        />
      )}
      {sheets.length > 1 && (
        <Select
          label={t.sheet}
          value={reading.sheet ?? sheet ?? ''}
          onChange={(value) => onChange({ ...reading, sheet: value })}
          options={sheets.map((value) => ({ value, label: value }))}
        />
      )}
    </div>
  )
}

function FieldChoice({
  one,
  column,
  value,
  isFixed,
  onChange,
}: {
  one: Import
  column: ImportColumn
  value: string | null | undefined
  isFixed: boolean
  onChange: (field: string | null) => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const { fields } = kinds[one.resource]
  const known = value ? fields[value] : undefined
  const isCustom = value?.startsWith(CUSTOM) ?? false
  const shown = known ? wordOf(known, language) : (value ?? t.nothing)
  const label = t.fieldOf(column.heading || column.letter)
  if (isFixed) return <span className={value ? undefined : 'quiet'}>{shown}</span>
  return (
    <div className="imports__field">
      <Select
        label={label}
        isLabelHidden
        value={isCustom ? CUSTOM : (value ?? '')}
        onChange={(field) => onChange(field === '' ? null : field)}
        options={[
          { value: '', label: t.nothing },
          ...Object.entries(fields).map(([name, pair]) => ({
            value: name,
            label: wordOf(pair, language),
          })),
          ...(hasCustomFields(one.resource) ? [{ value: CUSTOM, label: t.custom }] : []),
        ]}
      />
      {isCustom && (
        <TextInput
          label={`${t.customKey}: ${column.heading}`}
          isLabelHidden
          placeholder={t.customKey}
          value={value?.slice(CUSTOM.length) ?? ''}
          onChange={(key) => onChange(`${CUSTOM}${key.trim()}`)}
        />
      )}
      {!value && column.field === null && <span className="quiet">{column.why}</span>}
    </div>
  )
}
