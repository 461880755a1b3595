import type { Label } from '../kinds.ts'
import type { OrderRow } from '../order-row.ts'

// What an NF-e says of the sale and of who buys: rows of the order.

/** Characters of each, as the layout has them. */
const NUMBER = 60
const CONTRACT = 60
const COMMITMENT = 22

export const buyerRows = [
  {
    name: 'final_consumer',
    kind: 'yes_no',
    unset: null,
    label: ['Consumidor final', 'Final consumer'],
    headings: ['Consumidor final', 'indFinal', 'Consumo próprio', 'Final consumer'],
    description:
      'Whether the buyer does not resell the goods (indFinal). Null: as the kind of buyer says, who is a final consumer where he is not a contributor of ICMS.',
  },
  {
    name: 'presence',
    kind: 'numbered',
    unset: null,
    label: ['Presença do comprador', 'Presence of the buyer'],
    headings: [
      'Presença do comprador',
      'Indicador de presença',
      'indPres',
      'Presence of the buyer',
    ],
    description: 'Where the buyer was when the order was placed (indPres).',
    choices: {
      0: ['Não se aplica', 'Does not apply'],
      1: ['Presencial', 'Present'],
      2: ['Pela internet', 'By internet'],
      3: ['Por telefone', 'By telephone'],
      4: ['Entrega em domicílio', 'Delivered at home'],
      5: ['Presencial, fora do estabelecimento', 'Present, not at the seller’s'],
      9: ['Não presencial, outros', 'Not present, otherwise'],
    },
  },
  {
    name: 'intermediary',
    kind: 'intermediary',
    unset: null,
    label: ['Intermediador', 'Intermediary'],
    headings: ['Intermediador', 'Intermediador da venda', 'Intermediary'],
    description:
      'Who is between seller and buyer, such as a marketplace: CNPJ and the seller’s `id` there. False: nobody is. Null: it is not said.',
  },
  {
    name: 'customer_order',
    kind: 'code',
    most: NUMBER,
    unset: null,
    isOwn: true,
    label: ['Pedido do cliente', 'Customer’s order'],
    headings: [
      'Pedido do cliente',
      'Nº do pedido do cliente',
      'Pedido de compra',
      'Ordem de compra',
      'OC',
      'xPed',
      'Purchase order',
    ],
    description: 'The number that the order has with the customer.',
    filter: 'With this number of the customer’s.',
  },
  {
    name: 'contract',
    kind: 'code',
    most: CONTRACT,
    unset: null,
    label: ['Contrato', 'Contract'],
    headings: ['Contrato', 'Nº do contrato', 'xCont', 'Contract'],
    description: 'The contract under which the customer buys.',
  },
  {
    name: 'commitment',
    kind: 'code',
    most: COMMITMENT,
    unset: null,
    label: ['Nota de empenho', 'Commitment'],
    headings: ['Nota de empenho', 'Empenho', 'xNEmp', 'Commitment'],
    description: 'The number of a public buyer’s commitment (nota de empenho).',
  },
] as const satisfies readonly OrderRow[]

const YES: Label = ['Sim', 'Yes']
const NO: Label = ['Não', 'No']
const NOBODY: Label = ['Sem intermediador', 'Nobody']

/** What people read of a value of these kinds; undefined of another kind, and of nothing. */
export function saidText(row: OrderRow, value: unknown): Label | undefined {
  if (value === null || value === undefined) return undefined
  if (row.kind === 'yes_no') return value ? YES : NO
  if (row.kind === 'numbered') return row.choices[Number(value)]
  if (row.kind !== 'intermediary') return undefined
  if (value === false) return NOBODY
  const { document, id } = value as { document: string | null; id: string | null }
  const text = [document, id].filter(Boolean).join(' · ')
  return [text, text]
}
