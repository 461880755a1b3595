import type { ListCustomersQuery } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { pedido } from '../../session/client.ts'
import { plain } from '../../text/plain.ts'
import { useTexts } from '../../text/texts.ts'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { Select } from '../../ui/fields/inputs.tsx'
import type { Unreadable } from '../../ui/fields/number-input.tsx'
import { addressNamed, type Named } from '../properties.ts'
import { shortListOf } from '../short-lists.ts'
import { nameOf, type ReferenceName, referenceRows } from './header.ts'
import { text } from './text.ts'

/** As many as there are of each in one answer; beyond, the service searches by how names begin. */
const ALL = 500
const FIELDS = ['id', 'name', 'fk_id'] as const

const listOf = (name: ReferenceName) =>
  shortListOf(referenceRows.find((row) => nameOf(row) === name)?.table ?? '')

/** One of the records of a short list, by any part of its name or code. */
export function ReferenceField({
  name,
  value,
  onChange,
  ...keeping
}: Unreadable & {
  name: ReferenceName
  value: Named | null
  onChange: (value: Named | null) => void
}) {
  const t = useTexts(text)
  return (
    <Combobox
      {...keeping}
      label={t[name]}
      pointer={`/id_${name}`}
      value={value}
      onChange={onChange}
      searchKey={[name]}
      search={(words, signal) => find(name, words, signal)}
      byCode={async (fk_id, signal) => {
        const list = listOf(name).list({ fk_id, fields: FIELDS, sort: 'name' }, { signal })
        return (await list.page({ limit: 2 })).data
      }}
      idOf={(one) => one.id}
      labelOf={(one) => one.name}
    />
  )
}

/** Whether there is any to choose: few accounts keep all of them. */
export function useHasAny(name: ReferenceName): boolean {
  const { data } = useQuery({
    queryKey: ['has-any', name],
    queryFn: ({ signal }) =>
      listOf(name)
        .list({ fields: ['id'], sort: 'name' }, { signal })
        .page({ limit: 1 }),
    staleTime: 300_000,
  })
  return (data?.data.length ?? 0) > 0
}

async function find(name: ReferenceName, words: string, signal: AbortSignal): Promise<Named[]> {
  const ask = async (query: { name?: string }) => {
    const list = listOf(name).list({ ...query, fields: FIELDS, sort: 'name' }, { signal })
    return await list.page({ limit: ALL })
  }
  const { data, pagination } = await ask({})
  if (pagination.hasNext && words !== '') return (await ask({ name: words })).data
  const wanted = plain(words)
  return data.filter((one) => plain(`${one.name} ${one.fk_id ?? ''}`).includes(wanted))
}

/** The customer, by any part of the name, the code or the CNPJ. */
export function CustomerField({
  value,
  onChange,
  autoFocus = false,
  ...keeping
}: Unreadable & {
  value: Named | null
  onChange: (value: Named | null) => void
  autoFocus?: boolean
}) {
  const t = useTexts(text)
  const find = async (query: ListCustomersQuery, signal: AbortSignal) => {
    const fields = ['id', 'name', 'fk_id', 'document'] as const
    return (await pedido.customers.list({ ...query, fields }, { signal }).page({ limit: 12 })).data
  }
  return (
    <Combobox<Named & { document?: string | null }>
      {...keeping}
      chooseHint={t.chooseFromCustomers}
      label={t.customer}
      pointer="/id_customer"
      value={value}
      onChange={(one) => onChange(one && { id: one.id, name: one.name, fk_id: one.fk_id })}
      placeholder={t.chooseCustomer}
      autoFocus={autoFocus}
      searchKey={['customers']}
      search={(words, signal) => find(words === '' ? { sort: 'name' } : { q: words }, signal)}
      byCode={(fk_id, signal) => find({ fk_id }, signal)}
      idOf={(one) => one.id}
      labelOf={(one) => one.name}
      show={(one) => (
        <span className="found">
          <span>{one.name}</span>
          <span className="quiet">
            {[one.fk_id, one.document && cnpj(one.document)].filter(Boolean).join(' · ')}
          </span>
        </span>
      )}
    />
  )
}

function cnpj(document: string): string {
  if (document.length !== 14) return document
  return document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
}

/** One of the customer's addresses. */
export function AddressField({
  id_customer,
  value,
  onChange,
}: {
  id_customer: number | undefined
  value: Named | null
  onChange: (value: Named | null) => void
}) {
  const t = useTexts(text)
  const { data = [] } = useAddresses(id_customer)
  const known = value === null || data.some(({ id }) => id === value.id) ? data : [value, ...data]
  return (
    <Select
      label={t.address}
      pointer="/id_address"
      value={String(value?.id ?? '')}
      onChange={(id) => onChange(known.find((one) => String(one.id) === id) ?? null)}
      options={[
        { value: '', label: t.noAddress },
        ...known.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

function useAddresses(id_customer: number | undefined) {
  return useQuery({
    queryKey: ['addresses', id_customer],
    queryFn: ({ signal }) => addressesOf(id_customer ?? 0, signal),
    enabled: id_customer !== undefined,
  })
}

/** Where goods go first. */
export async function addressesOf(id_customer: number, signal?: AbortSignal): Promise<Named[]> {
  const options = signal ? { signal } : {}
  const data = await Array.fromAsync(pedido.customers.listAddresses(id_customer, {}, options))
  const isDelivery = (one: { address_type: string | null }) => one.address_type === 'delivery'
  return [...data.filter(isDelivery), ...data.filter((one) => !isDelivery(one))].map(addressNamed)
}
