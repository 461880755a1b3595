import { pedido } from '../session/client.ts'
import { Combobox } from '../ui/fields/combobox.tsx'
import { Chips } from '../ui/pieces.tsx'

export interface Named {
  id: number
  name: string
}

const query = (words: string) => ({ limit: 20, sort: 'name', ...(words && { name: words }) })

/** Those whose names begin so, some of them: sellers and branches. */
export const found = {
  users: async (words: string, signal: AbortSignal): Promise<Named[]> =>
    (await pedido.users.list({}, { signal }).page(query(words))).data,
  branchCompanies: async (words: string, signal: AbortSignal): Promise<Named[]> =>
    (await pedido.branchCompanies.list({}, { signal }).page(query(words))).data,
}

export interface SeveralProps {
  label: string
  hint?: string | undefined
  pointer: string
  /** What the field says while nothing is chosen, and beside what is. */
  placeholders: readonly [none: string, another: string]
  search: (words: string, signal: AbortSignal) => Promise<readonly Named[]>
  searchKey: readonly unknown[]
  chosen: readonly Named[]
  onChange: (chosen: readonly Named[]) => void
  /** The first one stands out: a press on another puts it there. */
  isFirstChosen?: boolean
  autoFocus?: boolean
}

/** Chooses several records, one after the other. */
export function Several(props: SeveralProps) {
  const { label, hint, pointer, placeholders, search, searchKey, chosen, onChange } = props
  const { isFirstChosen = false, autoFocus = false } = props
  const [none, another] = placeholders
  const put = (id: string) => {
    const first = chosen.filter((one) => String(one.id) === id)
    onChange([...first, ...chosen.filter((one) => String(one.id) !== id)])
  }
  return (
    <div className="stack">
      <Combobox<Named>
        // A new one after each choice, with nothing typed in it.
        key={chosen.length}
        {...(hint === undefined ? {} : { hint })}
        label={label}
        pointer={pointer}
        placeholder={chosen.length === 0 ? none : another}
        autoFocus={autoFocus}
        value={null}
        onChange={(one) => {
          if (one && !chosen.some(({ id }) => id === one.id)) onChange([...chosen, one])
        }}
        search={search}
        searchKey={searchKey}
        idOf={({ id }) => id}
        labelOf={({ name }) => name}
      />
      {chosen.length > 0 && (
        <Chips
          chips={chosen.map(({ id, name }) => ({ id: String(id), label: name }))}
          onRemove={(gone) => onChange(chosen.filter(({ id }) => String(id) !== gone))}
          {...(isFirstChosen && chosen.length > 1 ? { onPress: put } : {})}
        />
      )}
    </div>
  )
}
