import type { CreateImportQuery } from '@pedido/client'

export type Resource = CreateImportQuery['resource']
type Pair = readonly [string, string]
type Fields = Record<string, Pair>

const code: Pair = ['Código', 'Code']
const ownId: Fields = { id: ['Id neste serviço', 'Id in this service'] }
const named: Fields = { fk_id: code, ...ownId, name: ['Nome', 'Name'] }
const document: Pair = ['CNPJ ou CPF', 'CNPJ or CPF']

const customers: Fields = {
  fk_id: code,
  ...ownId,
  name: ['Razão social ou nome', 'Name'],
  document,
  email: ['E-mail', 'E-mail'],
  phone: ['Telefone', 'Phone'],
  id_users: ['Vendedores (id)', 'Sellers (id)'],
  fk_id_users: ['Vendedores (código)', 'Sellers (code)'],
  'address.street': ['Endereço: logradouro', 'Address: street'],
  'address.number_text': ['Endereço: número', 'Address: number'],
  'address.number': ['Endereço: número (inteiro)', 'Address: number (integer)'],
  'address.complement': ['Endereço: complemento', 'Address: complement'],
  'address.neighborhood': ['Endereço: bairro', 'Address: neighborhood'],
  'address.city': ['Endereço: cidade', 'Address: city'],
  'address.state': ['Endereço: UF', 'Address: state'],
  'address.postal_code': ['Endereço: CEP', 'Address: postal code (CEP)'],
  'address.zip_code': ['Endereço: CEP (inteiro)', 'Address: postal code (CEP, integer)'],
  'address.latitude': ['Endereço: latitude', 'Address: latitude'],
  'address.longitude': ['Endereço: longitude', 'Address: longitude'],
  'address.address_type': ['Endereço: tipo', 'Address: type'],
  'address.name': ['Endereço: identificação', 'Address: title'],
  'address.fk_id': ['Endereço: código', 'Address: code'],
  custom_fields: ['Campos personalizados (JSON)', 'Custom fields (JSON)'],
}

const products: Fields = {
  ...named,
  type: ['Tipo', 'Type'],
  price: ['Preço', 'Price'],
  description: ['Descrição', 'Description'],
  recurrency_period: ['Recorrência em dias', 'Recurrence in days'],
  custom_fields: ['Campos personalizados (JSON)', 'Custom fields (JSON)'],
}

const orders: Fields = {
  fk_id: ['Número do pedido', 'Order number'],
  ...ownId,
  date: ['Data do pedido', 'Order date'],
  custom_fields: ['Campos personalizados (JSON)', 'Custom fields (JSON)'],
  id_customer: ['Cliente (id)', 'Customer (id)'],
  id_user: ['Vendedor (id)', 'Seller (id)'],
  id_order_status: ['Situação (id)', 'Status (id)'],
  id_reason: ['Motivo (id)', 'Reason (id)'],
  id_payment_type: ['Condição de pagamento (id)', 'Payment terms (id)'],
  id_payment_method: ['Forma de pagamento (id)', 'Payment method (id)'],
  id_category: ['Categoria (id)', 'Category (id)'],
  id_freight_type: ['Tipo de frete (id)', 'Freight type (id)'],
  id_shipping_company: ['Transportadora (id)', 'Carrier (id)'],
  id_address: ['Endereço de entrega (id)', 'Delivery address (id)'],
  id_branch_company: ['Filial (id)', 'Branch (id)'],
  id_opportunity: ['Oportunidade (id)', 'Opportunity (id)'],
  id_quotation: ['Cotação (id)', 'Quotation (id)'],
  fk_id_customer: ['Cliente (código)', 'Customer (code)'],
  fk_id_user: ['Vendedor (código)', 'Seller (code)'],
  fk_id_order_status: ['Situação (código)', 'Status (code)'],
  fk_id_reason: ['Motivo (código)', 'Reason (code)'],
  fk_id_payment_type: ['Condição de pagamento (código)', 'Payment terms (code)'],
  fk_id_payment_method: ['Forma de pagamento (código)', 'Payment method (code)'],
  fk_id_category: ['Categoria (código)', 'Category (code)'],
  fk_id_freight_type: ['Tipo de frete (código)', 'Freight type (code)'],
  freight_value: ['Valor do frete', 'Freight value'],
  fk_id_shipping_company: ['Transportadora (código)', 'Carrier (code)'],
  fk_id_address: ['Endereço de entrega (código)', 'Delivery address (code)'],
  fk_id_branch_company: ['Filial (código)', 'Branch (code)'],
  fk_id_opportunity: ['Oportunidade (código)', 'Opportunity (code)'],
  fk_id_quotation: ['Cotação (código)', 'Quotation (code)'],
  total_value: ['Total do pedido (só conferido)', 'Order total (checked only)'],
  observations: ['Observações', 'Notes'],
  delivery_date: ['Data de entrega', 'Delivery date'],
  'items.fk_id': ['Item: código', 'Item: code'],
  'items.id_item': ['Item: produto (id)', 'Item: product (id)'],
  'items.fk_id_item': ['Item: produto (código)', 'Item: product (code)'],
  'items.quantity': ['Item: quantidade', 'Item: quantity'],
  'items.price': ['Item: preço unitário', 'Item: unit price'],
  'items.total_item': ['Item: total bruto', 'Item: gross total'],
  'items.description': ['Item: descrição', 'Item: description'],
  'items.discount_value': ['Item: desconto em reais', 'Item: discount in money'],
  'items.discount_percentage': ['Item: desconto em %', 'Item: discount in %'],
  'items.net_unit_value': ['Item: unitário líquido', 'Item: net unit value'],
  'items.net_value': ['Item: total líquido', 'Item: net total'],
  'items.base_icms_st': ['Item: base de cálculo do ICMS-ST', 'Item: base of ICMS-ST'],
  'items.aliq_icms_st': ['Item: alíquota do ICMS-ST (%)', 'Item: ICMS-ST rate (%)'],
  'items.value_icms_st': ['Item: valor do ICMS-ST', 'Item: value of ICMS-ST'],
  'items.base_ipi': ['Item: base de cálculo do IPI', 'Item: base of IPI'],
  'items.aliq_ipi': ['Item: alíquota do IPI (%)', 'Item: IPI rate (%)'],
  'items.value_ipi': ['Item: valor do IPI', 'Item: value of IPI'],
  'items.base_icms': ['Item: base de cálculo do ICMS', 'Item: base of ICMS'],
  'items.aliq_icms': ['Item: alíquota do ICMS (%)', 'Item: ICMS rate (%)'],
  'items.value_icms': ['Item: valor do ICMS', 'Item: value of ICMS'],
  'items.recurrency_period': ['Item: recorrência em dias', 'Item: recurrence in days'],
}

interface Kind {
  label: Pair
  /** Who may bring it in has this, too. */
  scope: string
  /** As the service names them: a test holds the two together. */
  fields: Fields
}

const reference = (label: Pair, more: Fields = {}): Kind => ({
  label,
  scope: 'reference:write',
  fields: { ...named, ...more },
})

/** What files can bring, and what their columns can be. */
export const kinds: Record<Resource, Kind> = {
  customers: { label: ['Clientes', 'Customers'], scope: 'customers:write', fields: customers },
  products: { label: ['Produtos', 'Products'], scope: 'products:write', fields: products },
  orders: { label: ['Pedidos', 'Orders'], scope: 'orders:write', fields: orders },
  users: reference(['Vendedores', 'Sellers'], { email: ['E-mail', 'E-mail'] }),
  'order-statuses': reference(['Situações', 'Order statuses'], {
    initial: ['Inicial', 'Initial'],
    locked: ['Bloqueia o pedido', 'Locks the order'],
    counts: ['Conta como venda', 'Counts as a sale'],
    reason_required: ['Exige motivo', 'Requires a reason'],
  }),
  reasons: reference(['Motivos', 'Reasons']),
  'freight-types': reference(['Tipos de frete', 'Freight types'], {
    charged: ['Frete cobrado no pedido', 'Freight charged on the order'],
  }),
  'payment-types': reference(['Condições de pagamento', 'Payment terms']),
  'payment-methods': reference(['Formas de pagamento', 'Payment methods']),
  categories: reference(['Categorias', 'Categories']),
  'shipping-companies': reference(['Transportadoras', 'Carriers'], { document }),
  'branch-companies': reference(['Filiais', 'Branches'], { document }),
  opportunities: reference(['Oportunidades', 'Opportunities']),
  quotations: reference(['Cotações', 'Quotations']),
}

export const resources = Object.keys(kinds) as Resource[]

/** Those that take fields of the account's own. */
export const hasCustomFields = (resource: Resource) =>
  ['customers', 'products', 'orders'].includes(resource)

export const wordOf = ([portuguese, english]: Pair, language: 'pt-BR' | 'en') =>
  language === 'en' ? english : portuguese
