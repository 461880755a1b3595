import { download } from '../session/download.ts'
import { useLanguage } from '../text/language.ts'
import { useTexts } from '../text/texts.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toasts.tsx'
import { text } from './text.ts'

/** The records that the filters leave, as a file. */
export function ExportMenu({
  path,
  query,
  onError,
}: {
  path: string
  query: Readonly<Record<string, string | string[]>>
  onError: (error: Error | undefined) => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const take = async (form: Record<string, string>) => {
    onError(undefined)
    toast({ text: t.exporting })
    const asked = new URLSearchParams({ ...form, language })
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
    await download(`${path}?${asked}`).catch(onError)
  }
  const csv = { format: 'csv', ...(language !== 'en' && { csv: 'br' }) }
  return (
    <Menu
      items={[
        { label: t.exportXlsx, onSelect: () => void take({ format: 'xlsx' }) },
        { label: t.exportCsv, onSelect: () => void take(csv) },
      ]}
      trigger={
        <Button>
          <Icon name="download" size={16} />
          {t.export}
        </Button>
      }
    />
  )
}
