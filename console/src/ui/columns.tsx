import { useMemo } from 'react'
import { useTexts } from '../text/texts.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'
import { Menu } from './menu.tsx'
import { useStored } from './page/stored.ts'
import type { Column } from './table.tsx'
import { text } from './text.ts'

/**
 * The columns that a person has chosen of those that there are, kept in the browser.
 * @param name of the list
 */
export function useColumns<T>(name: string, columns: readonly Column<T>[]) {
  const standard = columns.filter((one) => !one.isExtra).map((one) => one.id)
  const [chosen, setChosen] = useStored<readonly string[]>(`columns:${name}`, standard)
  const visible = useMemo(
    () => columns.filter((one) => one.isAlways || chosen.includes(one.id)),
    [columns, chosen],
  )
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return { visible, chosen, toggle }
}

export function ColumnChoice<T>({
  columns,
  chosen,
  toggle,
}: {
  columns: readonly Column<T>[]
  chosen: readonly string[]
  toggle: (id: string) => void
}) {
  const t = useTexts(text)
  const items = columns
    .filter((one) => !one.isAlways)
    .map((one) => ({
      label: one.header,
      isChecked: chosen.includes(one.id),
      onSelect: () => toggle(one.id),
    }))
  return (
    <Menu
      items={items}
      trigger={
        <Button>
          <Icon name="columns" size={16} />
          {t.columns}
        </Button>
      }
    />
  )
}
