import type { UncoveredSale } from '@pedido/client'
import { useSearchParams } from 'wouter'
import type { FieldOf } from '../../common/form/fields.ts'
import { typedRecords } from '../../common/form/named.ts'

/** Before what a new record is filled with, in the address of its form. */
const FILLED = 'new.'

/** The form of a new rule for what was sold without one. */
export function newRuleHref(sale: UncoveredSale): string {
  const filled = Object.entries(factsOf(sale)).map(([name, value]) => [FILLED + name, value])
  return `/records/tax-rules/new?${new URLSearchParams(filled)}`
}

/** As they are typed. A product with codes is found by these, as those that are like it. */
function factsOf({
  product,
  ncm,
  cest,
  destination_state,
  ie_kind,
  final_consumer,
}: UncoveredSale) {
  const goods: Record<string, string> =
    cest || ncm
      ? { ...(cest && { cest }), ...(ncm && { ncm }) }
      : { product: typedRecords([product]) }
  return {
    name: `${product.name}${destination_state === null ? '' : ` → ${destination_state}`}`.slice(
      0,
      200,
    ),
    ...goods,
    ...(destination_state && { destination_states: destination_state }),
    ...(ie_kind && { ie_kinds: String(ie_kind), final_consumer: String(final_consumer) }),
  }
}

/**
 * The fields of a form with what the address fills into that of a new record, what tells its draft from others, and
 * the address without that.
 */
export function useFilled(all: readonly FieldOf[], isNew: boolean) {
  const [address] = useSearchParams()
  const isFilled = ([name]: [string, string]) => name.startsWith(FILLED)
  const search = new URLSearchParams([...address].filter((one) => !isFilled(one)))
  if (!isNew) return { search, fields: all, draft: '' }
  const fields = all.map((field) => {
    const initial = address.get(FILLED + field.name)
    return initial === null ? field : { ...field, initial }
  })
  return { search, fields, draft: String(new URLSearchParams([...address].filter(isFilled))) }
}
