import type { CustomField } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { pedido } from '../../../session/client.ts'
import { useMay } from '../../../session/session.tsx'

/** The fields of orders that the account has declared. */
export function useCustomFields(): readonly CustomField[] {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['custom-fields', 'orders'],
    queryFn: async ({ signal }) => {
      const list = pedido.customFields.list({ resource: 'orders' }, { signal })
      return (await list.page({ limit: 100 })).data
    },
    staleTime: 5 * 60_000,
    enabled: may('reference:read'),
  })
  return data ?? none
}

const none: readonly CustomField[] = []

export const labelOf = ({ label, key }: CustomField) => label ?? key

/** Whether lists take a range of its values. */
export const isRange = ({ type }: CustomField) => ['integer', 'decimal', 'date'].includes(type)

/** A value as the address has it: one value, in which a comma is no separator. */
export const writeValue = (value: string) => value.replace(/[\\,]/g, '\\$&')
export const readValue = (written: string) => written.replace(/\\([\\,])/g, '$1')
