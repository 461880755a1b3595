import { Chips } from '../ui/pieces.tsx'
import type { Named } from './form/named.ts'
import { ReferenceInput } from './form/reference-input.tsx'

export interface SeveralProps {
  label: string
  hint?: string | undefined
  pointer: string
  /** What the field says while nothing is chosen, and beside what is. */
  placeholders: readonly [none: string, another: string]
  /** The path of the kind of record, and what narrows it for the service. */
  to: string
  only?: object
  chosen: readonly Named[]
  onChange: (chosen: readonly Named[]) => void
  /** The first one stands out: a press on another puts it there. */
  isFirstChosen?: boolean
  autoFocus?: boolean
}

/** Chooses several records, one after the other. */
export function Several(props: SeveralProps) {
  const { label, hint, pointer, placeholders, to, only = {}, chosen, onChange } = props
  const { isFirstChosen = false, autoFocus = false } = props
  const [none, another] = placeholders
  const put = (id: string) => {
    const first = chosen.filter((one) => String(one.id) === id)
    onChange([...first, ...chosen.filter((one) => String(one.id) !== id)])
  }
  return (
    <div className="stack">
      <ReferenceInput
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
        to={to}
        only={only}
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
