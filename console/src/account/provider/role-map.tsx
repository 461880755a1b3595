import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/fields/inputs.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type Role, roleName, roleNames } from '../roles.ts'
import './provider.css'
import { text } from './text.ts'

/** A value of the claim, and the role that it gives. */
export interface Entry {
  value: string
  role: Role
}

/** What role each value of the claim gives, a row each. */
export function RoleMap({
  entries,
  onChange,
}: {
  entries: readonly Entry[]
  onChange: (entries: Entry[]) => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const change = (place: number, changed: Partial<Entry>) =>
    onChange(entries.map((entry, n) => (n === place ? { ...entry, ...changed } : entry)))
  const roles = roleNames.map((one) => ({ value: one, label: roleName(one, language) }))
  return (
    <div className="stack">
      {entries.map(({ value, role }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place until it is sent
        <div key={place} className="role-map__row">
          <TextInput
            label={t.nthValue(place + 1)}
            required={place === 0}
            value={value}
            onChange={(typed) => change(place, { value: typed })}
          />
          <Select
            label={t.nthRole(place + 1)}
            value={role}
            onChange={(chosen) => change(place, { role: chosen as Role })}
            options={roles}
          />
          {entries.length > 1 && (
            <IconButton
              label={t.removeNth(place + 1)}
              icon={<Icon name="trash" size={16} />}
              onClick={() => onChange(entries.filter((_, n) => n !== place))}
            />
          )}
        </div>
      ))}
      <div className="row">
        <Button onClick={() => onChange([...entries, { value: '', role: 'operator' }])}>
          <Icon name="plus" size={16} />
          {t.add}
        </Button>
      </div>
    </div>
  )
}
