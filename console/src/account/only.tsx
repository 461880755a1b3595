import { pedido } from '../session/client.ts'
import { useTexts } from '../text/texts.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Chips } from '../ui/pieces.tsx'
import { text } from './only-text.ts'

export interface Named {
  id: number
  name: string
}

/** The sellers and branches whose orders are all that somebody may see; none: all orders. */
export interface Restriction {
  sellers: readonly Named[]
  branches: readonly Named[]
}

export const unrestricted: Restriction = { sellers: [], branches: [] }

/** As the service takes it: null is no restriction. */
export function onlyOf({ sellers, branches }: Restriction) {
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
        kind="users"
        chosen={value.sellers}
        onChange={(sellers) => onChange({ ...value, sellers })}
      />
      <Several
        label={t.branches}
        pointer="/only/id_branch_company"
        kind="branchCompanies"
        chosen={value.branches}
        onChange={(branches) => onChange({ ...value, branches })}
      />
    </>
  )
}

const query = (words: string) => ({ limit: 20, sort: 'name', ...(words && { name: words }) })

/** Those whose names begin so, some of them: sellers and branches. */
export const found = {
  users: async (words: string, signal: AbortSignal): Promise<Named[]> =>
    (await pedido.users.list({}, { signal }).page(query(words))).data,
  branchCompanies: async (words: string, signal: AbortSignal): Promise<Named[]> =>
    (await pedido.branchCompanies.list({}, { signal }).page(query(words))).data,
}

function Several({
  label,
  hint,
  pointer,
  kind,
  chosen,
  onChange,
}: {
  label: string
  hint?: string
  pointer: string
  kind: keyof typeof found
  chosen: readonly Named[]
  onChange: (chosen: readonly Named[]) => void
}) {
  const t = useTexts(text)
  return (
    <div className="stack">
      <Combobox<Named>
        // A new one after each choice, with nothing typed in it.
        key={chosen.length}
        label={label}
        hint={hint}
        pointer={pointer}
        placeholder={chosen.length === 0 ? t.all : t.another}
        value={null}
        onChange={(one) => {
          if (one && !chosen.some(({ id }) => id === one.id)) onChange([...chosen, one])
        }}
        search={(words, signal) => found[kind](words, signal)}
        searchKey={[kind]}
        idOf={({ id }) => id}
        labelOf={({ name }) => name}
      />
      {chosen.length > 0 && (
        <Chips
          chips={chosen.map(({ id, name }) => ({ id: String(id), label: name }))}
          onRemove={(gone) => onChange(chosen.filter(({ id }) => String(id) !== gone))}
        />
      )}
    </div>
  )
}
