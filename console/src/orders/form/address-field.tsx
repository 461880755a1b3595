import { useQuery } from '@tanstack/react-query'
import type { Named } from '../../common/form/named.ts'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { Select } from '../../ui/fields/inputs.tsx'
import { addressNamed } from '../properties.ts'
import { text } from './text.ts'

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
