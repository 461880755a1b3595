import type { Named } from '../common/form/named.ts'
import { Several } from '../common/several.tsx'
import { useTexts } from '../text/texts.ts'
import { text } from './row-scope-text.ts'

/** The sellers and branches whose orders are all that somebody may see; none: all orders. */
export interface Restriction {
  sellers: readonly Named[]
  branches: readonly Named[]
}

export const unrestricted: Restriction = { sellers: [], branches: [] }

/** As the service takes it: null is no restriction. */
export function rowScopeOf({ sellers, branches }: Restriction) {
  if (sellers.length === 0 && branches.length === 0) return null
  const ids = (list: readonly Named[]) => list.map(({ id }) => id)
  return {
    ...(sellers.length > 0 && { id_user: ids(sellers) }),
    ...(branches.length > 0 && { id_branch_company: ids(branches) }),
  }
}

/** Chooses sellers and branches by the beginnings of their names. */
export function RestrictionFields({
  value,
  onChange,
}: {
  value: Restriction
  onChange: (value: Restriction) => void
}) {
  const t = useTexts(text)
  return (
    <>
      <Several
        label={t.sellers}
        hint={t.hint}
        pointer="/only/id_user"
        placeholders={[t.all, t.another]}
        to="users"
        chosen={value.sellers}
        onChange={(sellers) => onChange({ ...value, sellers })}
      />
      <Several
        label={t.branches}
        pointer="/only/id_branch_company"
        placeholders={[t.all, t.another]}
        to="branch-companies"
        chosen={value.branches}
        onChange={(branches) => onChange({ ...value, branches })}
      />
    </>
  )
}
