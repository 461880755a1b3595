import { states } from '@pedido/model/invoices/states'
import type { FieldOf } from '../../common/form/fields.ts'
import { useTexts } from '../../text/texts.ts'
import { text } from './text.ts'

const stateChoices = Object.keys(states).map((value) => ({ value, label: value }))
const ORIGINS = ['0', '1', '2', '3', '4', '5', '6', '7', '8']

const numbered = (labels: readonly (readonly [value: string, label: string])[]) =>
  labels.map(([value, label]) => ({ value, label: `${value} – ${label}` }))

/** What rules ask of a sale: of the whole, and of its only line. */
export function useSaleFields(): { header: FieldOf[]; item: FieldOf[] } {
  const t = useTexts(text)
  const yesNo = [
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ]
  const crts = numbered([
    ['1', t.crt1],
    ['2', t.crt2],
    ['3', t.crt3],
    ['4', t.crt4],
  ])
  const buyers = numbered([
    ['1', t.contributor],
    ['2', t.exempt],
    ['9', t.consumer],
  ])
  const origins = ORIGINS.map((value) => ({ value, label: value }))
  return {
    header: [
      { name: 'date', kind: 'date', label: t.date },
      { name: 'origin_state', kind: 'choice', label: t.originState, choices: stateChoices },
      { name: 'crt', kind: 'numbered', label: t.crt, choices: crts, initial: '3' },
      {
        name: 'destination_state',
        kind: 'choice',
        label: t.destinationState,
        choices: stateChoices,
      },
      { name: 'ie_kind', kind: 'numbered', label: t.buyer, choices: buyers, initial: '1' },
      { name: 'final_consumer', kind: 'yes_no', label: t.finalConsumer, choices: yesNo },
      { name: 'freight_value', kind: 'amount', label: t.freight },
      { name: 'ipi_payer', kind: 'check', label: t.ipiPayer },
    ],
    item: [
      {
        name: 'product',
        writtenAs: 'id_product',
        to: 'products',
        kind: 'reference',
        label: t.product,
      },
      { name: 'ncm', kind: 'text', label: t.ncm, maxLength: 8 },
      { name: 'cest', kind: 'text', label: t.cest, maxLength: 7 },
      { name: 'origin', kind: 'numbered', label: t.origin, choices: origins, initial: '0' },
      { name: 'quantity', kind: 'decimal', label: t.quantity, initial: '1' },
      { name: 'price', kind: 'decimal', label: t.price },
    ],
  }
}
