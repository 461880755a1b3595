import { useSession } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Several } from '../several.tsx'
import { text } from '../text.ts'
import type { RecordsInputProps } from './kinds.ts'
import { recordsIn, typedRecords } from './named.ts'

/** A customer's sellers, the first one first. Who is restricted to some has these to choose from. */
export function SellersInput({
  label,
  hint,
  pointer,
  value,
  onChange,
  autoFocus,
}: RecordsInputProps) {
  const t = useTexts(text)
  const own = useSession().only?.id_user
  const chosen = recordsIn(value)
  return (
    <Several
      label={label}
      hint={chosen.length > 1 ? t.firstSeller : hint}
      pointer={pointer}
      placeholders={[t.noSeller, t.anotherSeller]}
      to="users"
      only={own ? { id: own } : {}}
      chosen={chosen}
      onChange={(next) => onChange(typedRecords(next))}
      isFirstChosen
      autoFocus={autoFocus}
    />
  )
}
