import { pedido } from '../../session/client.ts'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { memberOf } from '../records/rows.ts'
import type { Named } from '../several.tsx'
import { type RecordsInputProps, recordsIn, typedRecords } from './kinds.ts'

/** What is asked of every kind of record that another refers to. */
interface Searched {
  list(
    query: object,
    options: { signal: AbortSignal },
  ): { page(query: object): Promise<{ data: Named[] }> }
}

/** One record of another kind, by how its name begins or by its code. */
export function ReferenceInput({
  to,
  value,
  onChange,
  ...field
}: RecordsInputProps & { to: string }) {
  const find = async (query: object, signal: AbortSignal) => {
    const client = pedido[memberOf(to)] as unknown as Searched
    return (await client.list({ sort: 'name', ...query }, { signal }).page({ limit: 20 })).data
  }
  const [chosen = null] = recordsIn(value)
  return (
    <Combobox<Named>
      {...field}
      value={chosen}
      onChange={(one) => onChange(one ? typedRecords([one]) : '')}
      searchKey={[to]}
      search={(words, signal) => find(words === '' ? {} : { name: words }, signal)}
      byCode={(fk_id, signal) => find({ fk_id }, signal)}
      idOf={({ id }) => id}
      labelOf={({ name }) => name}
    />
  )
}
