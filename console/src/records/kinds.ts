import type { Pedido } from '@pedido/client'
import type { FieldKind } from '../common/form/kinds.ts'
import { texts } from '../text/texts.ts'

/** A kind of record that has hardly more than a name and a code: all that its screen needs to know. */
export interface Kind {
  /** In the address, and of the service. */
  path: string
  /** Its member of the client. */
  client: keyof Pedido
  texts: ReturnType<typeof namesOf>
  /** What it has beside name and code. */
  fields: readonly {
    name: string
    kind: FieldKind
    label: keyof typeof fieldNames
    hint?: keyof typeof fieldNames
    initial?: string
  }[]
  /** The filter of orders that finds those that use it. */
  filter?: string
  /** It has customers. */
  isSeller?: true
  /** An account begins with some, whose names people read in their language. */
  isStandard?: true
}

type Pair = readonly [portuguese: string, english: string]

const namesOf = (title: Pair, create: Pair, one: Pair, many: Pair) =>
  texts({ title, create, one, many })

export const fieldNames = {
  email: ['E-mail', 'E-mail'],
  document: ['CPF ou CNPJ', 'CPF or CNPJ'],
  charged: ['Frete cobrado no pedido', 'Freight charged on the order'],
  chargedHint: [
    'Entra no total do pedido; senão o comprador paga à transportadora.',
    'Part of the order’s total; otherwise the buyer pays the carrier.',
  ],
} as const

export const kinds: readonly Kind[] = [
  {
    path: 'users',
    client: 'users',
    texts: namesOf(
      ['Vendedores', 'Sellers'],
      ['Novo vendedor', 'New seller'],
      ['vendedor', 'seller'],
      ['vendedores', 'sellers'],
    ),
    fields: [{ name: 'email', kind: 'email', label: 'email' }],
    filter: 'id_user',
    isSeller: true,
  },
  {
    path: 'branch-companies',
    client: 'branchCompanies',
    texts: namesOf(
      ['Filiais', 'Branches'],
      ['Nova filial', 'New branch'],
      ['filial', 'branch'],
      ['filiais', 'branches'],
    ),
    fields: [{ name: 'document', kind: 'document', label: 'document' }],
    filter: 'id_branch_company',
  },
  {
    path: 'payment-types',
    client: 'paymentTypes',
    texts: namesOf(
      ['Condições de pagamento', 'Payment terms'],
      ['Nova condição', 'New payment term'],
      ['condição de pagamento', 'payment term'],
      ['condições de pagamento', 'payment terms'],
    ),
    fields: [],
    filter: 'id_payment_type',
  },
  {
    path: 'payment-methods',
    client: 'paymentMethods',
    texts: namesOf(
      ['Formas de pagamento', 'Payment methods'],
      ['Nova forma', 'New payment method'],
      ['forma de pagamento', 'payment method'],
      ['formas de pagamento', 'payment methods'],
    ),
    fields: [],
    filter: 'id_payment_method',
  },
  {
    path: 'shipping-companies',
    client: 'shippingCompanies',
    texts: namesOf(
      ['Transportadoras', 'Carriers'],
      ['Nova transportadora', 'New carrier'],
      ['transportadora', 'carrier'],
      ['transportadoras', 'carriers'],
    ),
    fields: [{ name: 'document', kind: 'document', label: 'document' }],
    filter: 'id_shipping_company',
  },
  {
    path: 'freight-types',
    client: 'freightTypes',
    texts: namesOf(
      ['Tipos de frete', 'Freight types'],
      ['Novo tipo de frete', 'New freight type'],
      ['tipo de frete', 'freight type'],
      ['tipos de frete', 'freight types'],
    ),
    fields: [
      { name: 'charged', kind: 'check', label: 'charged', hint: 'chargedHint', initial: 'true' },
    ],
  },
  {
    path: 'categories',
    client: 'categories',
    texts: namesOf(
      ['Categorias', 'Categories'],
      ['Nova categoria', 'New category'],
      ['categoria', 'category'],
      ['categorias', 'categories'],
    ),
    fields: [],
    filter: 'id_category',
  },
  {
    path: 'opportunities',
    client: 'opportunities',
    texts: namesOf(
      ['Oportunidades', 'Opportunities'],
      ['Nova oportunidade', 'New opportunity'],
      ['oportunidade', 'opportunity'],
      ['oportunidades', 'opportunities'],
    ),
    fields: [],
  },
  {
    path: 'quotations',
    client: 'quotations',
    texts: namesOf(
      ['Cotações', 'Quotations'],
      ['Nova cotação', 'New quotation'],
      ['cotação', 'quotation'],
      ['cotações', 'quotations'],
    ),
    fields: [],
  },
  {
    path: 'reasons',
    client: 'reasons',
    texts: namesOf(
      ['Motivos', 'Reasons'],
      ['Novo motivo', 'New reason'],
      ['motivo', 'reason'],
      ['motivos', 'reasons'],
    ),
    fields: [],
    filter: 'id_reason',
    isStandard: true,
  },
]
