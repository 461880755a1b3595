import type { Import } from '@pedido/client'
import { useTexts } from '../../text/texts.ts'
import { Select } from '../../ui/fields/inputs.tsx'
import { type Encoding, encodingOptions } from './encodings.ts'
import { type Preset, systems } from './mapping/presets.ts'
import { text } from './text.ts'

/** How the file is read: what else than its columns may be taken wrongly. */
export interface Reading {
  encoding?: Encoding
  sheet?: string
  preset?: Preset
  header_line?: number
}

/** What other systems export. */
const hasPresets: readonly string[] = ['customers', 'products', 'orders']

/** Lines in which headings may stand that a person can choose. */
const HEADING_LINES = 10

export function ReadingChoice({
  one,
  reading,
  onChange,
}: {
  one: Import
  reading: Reading
  onChange: (reading: Reading) => void
}) {
  const t = useTexts(text)
  const { encoding = null, sheet = null, sheets = [], header_line = 0 } = one.detected ?? {}
  const lines = Array.from({ length: HEADING_LINES }, (_, i) => i + 1)
  if (header_line > HEADING_LINES) lines.push(header_line)
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
      {hasPresets.includes(one.resource) && (
        <Select
          label={t.preset}
          value={reading.preset ?? one.detected?.preset ?? 'none'}
          onChange={(value) => onChange({ ...reading, preset: value as Preset })}
          options={[
            { value: 'none', label: t.noPreset },
            ...Object.entries(systems).map(([value, label]) => ({ value, label })),
          ]}
        />
      )}
      <Select
        label={t.headerLine}
        value={String(reading.header_line ?? header_line)}
        onChange={(value) => onChange({ ...reading, header_line: Number(value) })}
        options={[
          { value: '0', label: t.noHeadings },
          ...lines.map((line) => ({ value: String(line), label: t.lineNumber(line) })),
        ]}
      />
    </div>
  )
}
