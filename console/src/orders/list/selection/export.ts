import { useState } from 'react'
import { download } from '../../../session/download.ts'
import { useLanguage } from '../../../text/language.ts'
import { useTexts } from '../../../text/texts.ts'
import type { MenuItem } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { text } from '../text.ts'

/** What a menu offers for having orders as a file; a problem is to be shown where the menu is. */
export function useExports(filters: Record<string, string>, sort: string) {
  const t = useTexts(text)
  const language = useLanguage()
  const [error, setError] = useState<Error>()
  const take = async (form: Record<string, string>) => {
    setError(undefined)
    toast({ text: t.exporting })
    const asked = new URLSearchParams({ ...filters, sort, language, ...form })
    try {
      await download(`/orders?${asked}`)
    } catch (failure) {
      setError(failure as Error)
    }
  }
  // Excel reads a comma as what the country's decimals have.
  const csv = language === 'en' ? { format: 'csv' } : { format: 'csv', csv: 'br' }
  const offered = [
    [t.xlsx, { format: 'xlsx' }],
    [t.xlsxItems, { format: 'xlsx', rows: 'items' }],
    [t.csv, csv],
    [t.csvItems, { ...csv, rows: 'items' }],
  ] as const
  const items: MenuItem[] = offered.map(([label, form]) => ({
    label,
    onSelect: () => void take(form),
  }))
  return { items, error }
}
