import type { ReactNode } from 'react'
import { useFormats } from '../../text/formats.ts'
import { Combobox, type ComboboxProps } from '../../ui/fields/combobox.tsx'
import { type Finder, type Found, finderOf } from '../records/finder.ts'
import { formatDocument } from './kinds.ts'
import type { Named } from './named.ts'

type Given = 'search' | 'byCode' | 'searchKey' | 'idOf' | 'labelOf' | 'show' | 'value' | 'isSure'

export interface ReferenceInputProps extends Omit<ComboboxProps<Found>, Given> {
  /** The path or the table of the kind of record. */
  to: string
  value: Named | null
  /** Narrows those that can be chosen, for the service. */
  only?: object
  /** Finds them, where the kind has its own way. */
  finder?: Finder
  /** What stands below one in the list, beside its name and codes. */
  below?: (one: Found) => ReactNode
}

/** One record, by its name or its code while one types: in forms, in lines of orders, in filters. */
export function ReferenceInput(props: ReferenceInputProps) {
  const { to, value, only, finder = finderOf(to, only), below, ...field } = props
  const { price } = useFormats()
  const more = (one: Found) =>
    [
      one.trade_name,
      one.fk_id,
      one.document && formatDocument(one.document),
      typeof one.price === 'number' && price(one.price),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Combobox<Named & Partial<Found>>
      {...field}
      value={value}
      // What can be chosen was found: it has its code.
      onChange={(one) => field.onChange(one as Found | null)}
      searchKey={[to, only]}
      search={finder.search}
      byCode={finder.byCode}
      idOf={({ id }) => id}
      labelOf={({ name }) => name}
      isSure={({ isSimilar }) => !isSimilar}
      show={(one) => (
        <span className="popup__found">
          <span>{one.name}</span>
          <span className="quiet figures">{more(one as Found)}</span>
          {below?.(one as Found)}
        </span>
      )}
    />
  )
}
