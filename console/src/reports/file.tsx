import { save } from '../session/save.ts'
import { useLanguage } from '../text/language.ts'
import { useTexts } from '../text/texts.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { text } from './text.ts'

export type Cell = string | number

/** A report as a file, as spreadsheets of the member's language read it. */
export function FileButton({
  name,
  heads,
  rows,
}: {
  name: string
  heads: readonly string[]
  rows: readonly (readonly Cell[])[]
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const take = () =>
    save(new Blob([csvOf([heads, ...rows], language)], { type: 'text/csv' }), `${name}.csv`)
  return (
    <div>
      <Button onClick={take}>
        <Icon name="download" size={16} />
        {t.file}
      </Button>
    </div>
  )
}

/** With a mark of its encoding, without which Excel reads another one. */
function csvOf(rows: readonly (readonly Cell[])[], language: string): string {
  const [separator, point] = language === 'en' ? [',', '.'] : [';', ',']
  const cell = (value: Cell) =>
    typeof value === 'number'
      ? String(value).replace('.', point)
      : `"${(/^[=+\-@\t]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
  return `\ufeff${rows.map((row) => row.map(cell).join(separator)).join('\r\n')}\r\n`
}
