import { useTexts } from '../../text/texts.ts'
import { StatusBadge } from '../../ui/pieces.tsx'
import '../common.css'
import { text } from '../text.ts'

/** Narrows what can be chosen for new orders. */
export const ONLY_ACTIVE = { active: true }

/** That a customer or a product is not in use any more; nothing where it is. */
export function Inactive({ of: { active } }: { of: { active?: boolean } }) {
  const t = useTexts(text)
  return active === false ? <StatusBadge>{t.inactive}</StatusBadge> : null
}

/** A record's name, and whether it is in use: of a name that is too long the badge stays. */
export function Titled({ of }: { of: { name: string; active: boolean } }) {
  const { name, active } = of
  return (
    <span className={active ? undefined : 'common__titled'} title={name}>
      <span>{name}</span>
      <Inactive of={of} />
    </span>
  )
}
