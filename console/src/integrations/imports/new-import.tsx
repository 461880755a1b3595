import { type DragEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { pedido } from '../../session/client.ts'
import { useMay } from '../../session/session.tsx'
import { useLanguage } from '../../text/language.ts'
import { useTexts, wordOf } from '../../text/texts.ts'
import { Select } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Icon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { type Encoding, encodingOptions } from './encodings.ts'
import { keepFile } from './files.ts'
import { kinds, type Resource, resources } from './mapping/fields.ts'
import { useMappings } from './mapping/mappings.tsx'
import { text } from './text.ts'

/** How the file is to be read. */
interface Chosen {
  resource: Resource
  mode: 'put' | 'patch'
  mapping: string
  encoding: Encoding | ''
}

/** A file is dropped in or chosen, and tried at once: nothing is written by that. */
export function NewImport() {
  const t = useTexts(text)
  const may = useMay()
  const [, navigate] = useLocation()
  const offered = resources.filter((one) => may(kinds[one].scope))
  const [typed, setTyped] = useState<Chosen>({
    resource: offered[0] ?? 'customers',
    mode: 'patch',
    mapping: '',
    encoding: '',
  })
  const set = (changed: Partial<Chosen>) => setTyped({ ...typed, ...changed })
  const mappings = useMappings().filter((one) => one.resource === typed.resource)
  const isKnown = mappings.some(({ name }) => name === typed.mapping)
  const chosen = { ...typed, mapping: isKnown ? typed.mapping : '' }
  const { resource, mode, mapping, encoding } = chosen
  const [file, setFile] = useState<File>()
  const { submit, isBusy, error } = useSubmit(async () => {
    if (!file) return
    const made = await pedido.imports.create(file, {
      resource,
      mode,
      ...(mapping !== '' && { mapping }),
      ...(encoding !== '' && { encoding }),
    })
    keepFile(made.id, file)
    navigate(`/imports/${made.id}`)
  })
  if (offered.length === 0) return null
  return (
    <form className="panel stack" onSubmit={submit}>
      <Problem error={error} />
      <Choices {...{ chosen, offered, mappings }} onChange={set} />
      <DropField file={file} onFile={setFile} />
      <div>
        <button
          type="submit"
          className="button button--primary"
          aria-busy={isBusy}
          disabled={!file || isBusy}
        >
          {t.check}
        </button>
      </div>
    </form>
  )
}

function Choices({
  chosen: { resource, mode, mapping, encoding },
  offered,
  mappings,
  onChange,
}: {
  chosen: Chosen
  offered: readonly Resource[]
  mappings: readonly { name: string }[]
  onChange: (changed: Partial<Chosen>) => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  return (
    <div className="imports__choices">
      <Select
        label={t.what}
        value={resource}
        onChange={(one) => onChange({ resource: one as Resource })}
        options={offered.map((one) => ({
          value: one,
          label: wordOf(kinds[one].label, language),
        }))}
      />
      <Select
        label={t.mode}
        value={mode}
        onChange={(one) => onChange({ mode: one as Chosen['mode'] })}
        options={[
          { value: 'patch', label: t.patch },
          { value: 'put', label: t.put },
        ]}
      />
      {mappings.length > 0 && (
        <Select
          label={t.mapping}
          value={mapping}
          onChange={(one) => onChange({ mapping: one })}
          options={[
            { value: '', label: t.byHeadings },
            ...mappings.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      )}
      <Select
        label={t.encoding}
        value={encoding}
        onChange={(one) => onChange({ encoding: one as Chosen['encoding'] })}
        options={[{ value: '', label: t.foundOut }, ...encodingOptions]}
      />
    </div>
  )
}

/** A field for a file, which can be dropped on it, too. */
export function DropField({
  file,
  onFile,
}: {
  file?: File | undefined
  onFile: (file: File) => void
}) {
  const t = useTexts(text)
  const id = useId()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside takes files by keys
    <div
      className="imports__drop"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [dropped] = event.dataTransfer.files
        if (dropped) onFile(dropped)
      }}
    >
      <Icon name="upload" size={24} />
      <label htmlFor={id}>{t.drop}</label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,.xlsx,.ods,.ndjson,.jsonl,.json,text/csv"
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) onFile(chosen)
        }}
      />
      <span id={`${id}-hint`} className="quiet" role="status">
        {file?.name ?? t.dropHint}
      </span>
    </div>
  )
}
