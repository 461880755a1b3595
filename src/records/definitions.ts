import { bareDocument } from '../base/values/tax-ids.ts'
import { type CustomResource, customResources } from '../custom/rules.ts'
import type { Exported } from '../http/lists/exports.ts'
import type { Services } from '../services.ts'
import type { Language } from '../texts/message.ts'
import {
  anonymisedAtField,
  customFieldsField,
  descriptionField,
  documentField,
  emailField,
  type Fields,
  fkIdField,
  flag,
  imageField,
  nameField,
  nextField,
  optionalDecimal,
  optionalLine,
  productTypeField,
  recurrencyField,
  sellerFields,
} from './fields.ts'
import { orderStatusRules } from './order-statuses.ts'
import type { AfterUpdate, RecordRules } from './rules.ts'

/** What a record is: its table, endpoints, fields and promises all follow from this. */
export interface RecordDefinition {
  /** Path of its list. */
  path: string
  table: string
  /** In sentences, such as `order status`. */
  singular: string
  /** Name of its schema and the end of its operation ids, such as `OrderStatus`. */
  title: string
  /** The same of its list, such as `OrderStatuses`. */
  plural: string
  family: 'customers' | 'products' | 'reference'
  /** A body that creates one, for the reference page. */
  example: Record<string, unknown>
  /** In the order of the JSON, between `id` and the times. */
  fields: Fields
  /** Whether the JSON shows `created_at` and `updated_at`. */
  times: boolean
  /** Fields that order documents embed: a change makes those stale. */
  embedded: readonly string[]
  /** What `q` looks in: its table has a column `search` of these. */
  searched?: string
  /** Its body may say the same as an integer and as text: src/base/values/addresses.ts. */
  hasPairs?: true
  /** What people call one of them and all, in files; none where its list can't be had as a file. */
  called?: Readonly<Record<Language, readonly [one: string, all: string]>>
  /** Its records have sellers, whose customers they are: src/records/portfolio. */
  hasSellers?: true
  /** Changes are written to the events under this name. */
  events?: 'customer' | 'product' | 'address'
  /** The column that names the record's owner, where it has one. */
  owner?: 'id_customer'
  /** Tables that refer to it beside `orders`: table, column, and what to call their rows. */
  usedBy?: readonly (readonly [table: string, column: string, kind: string])[]
  rules?: RecordRules
  /** What a change of the record means for others, in its transaction. */
  afterUpdate?: AfterUpdate | undefined
  /** What remains to do once a deletion is committed. */
  afterDelete?: (services: Services, account_id: number, id: number) => Promise<void>
}

/** By what one record is found. */
export type Key = { id: number } | { fk_id: string }

interface Own extends Partial<Omit<RecordDefinition, 'fields'>> {
  example: Record<string, unknown>
  fields?: Fields
}

/** A record with a name and an fk_id that orders refer to as `id_<singular>`. */
function record(
  path: string,
  title: string,
  plural: string,
  { fields = {}, ...own }: Own,
): RecordDefinition {
  const singular = title.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
  return {
    path,
    table: path.slice(1).replaceAll('-', '_'),
    singular,
    title,
    plural,
    family: 'reference',
    fields: { name: nameField, fk_id: fkIdField, ...fields },
    times: true,
    embedded: ['name', 'fk_id'],
    ...own,
  }
}

const document = documentField(bareDocument)

export const product = record('/products', 'Product', 'Products', {
  family: 'products',
  called: { 'pt-BR': ['Produto', 'Produtos'], en: ['Product', 'Products'] },
  example: {
    name: 'Disjuntor bipolar 32 A',
    fk_id: 'DJ-32',
    type: 'product',
    price: 19.9,
    description: 'Curva C, para trilho DIN.',
  },
  fields: {
    type: productTypeField,
    price: optionalDecimal(11, 10, { description: 'Unit price of order items that give none.' }),
    description: descriptionField,
    recurrency_period: recurrencyField,
    image: imageField,
    custom_fields: customFieldsField,
  },
  embedded: ['name', 'fk_id', 'type'],
  searched: 'the name and the external identifier',
  events: 'product',
  usedBy: [['order_items', 'id_item', 'orders']],
  afterDelete: ({ images }, account_id, id) => images.forProduct(account_id, id).removeOthers(null),
})

/** Every record that orders refer to, in the order of the reference page. */
export const definitions: readonly RecordDefinition[] = [
  record('/customers', 'Customer', 'Customers', {
    family: 'customers',
    called: { 'pt-BR': ['Cliente', 'Clientes'], en: ['Customer', 'Customers'] },
    example: {
      name: 'Distribuidora Aurora Ltda.',
      fk_id: 'ERP-1001',
      document: '12.ABC.345/01DE-35',
      email: 'compras@aurora.example',
      phone: '+55 11 4002-8922',
    },
    fields: {
      document,
      email: emailField,
      phone: optionalLine(40),
      ...sellerFields,
      custom_fields: customFieldsField,
      anonymised_at: anonymisedAtField,
    },
    searched: 'the name, the external identifier, the CPF or CNPJ and the e-mail address',
    hasSellers: true,
    events: 'customer',
    usedBy: [['addresses', 'id_customer', 'addresses']],
  }),
  record('/users', 'User', 'Users', {
    called: { 'pt-BR': ['Vendedor', 'Vendedores'], en: ['Seller', 'Sellers'] },
    example: { name: 'Marina Alves', fk_id: 'V-07', email: 'marina@distribuidora.example' },
    fields: { email: emailField },
    usedBy: [
      ['members', 'id_user', 'members'],
      ['customer_users', 'id_user', 'customers'],
    ],
  }),
  product,
  record('/order-statuses', 'OrderStatus', 'OrderStatuses', {
    called: { 'pt-BR': ['Situação', 'Situações'], en: ['Status', 'Statuses'] },
    example: {
      name: 'In review',
      fk_id: 'REVIEW',
      initial: false,
      locked: false,
      counts: true,
      reason_required: false,
      next: [3, 8],
    },
    fields: {
      initial: flag(
        false,
        'New orders start here. Exactly one status is initial: setting it here unsets it on the other.',
      ),
      locked: flag(
        false,
        'Items, amounts, customer and freight of an order can’t change here, and it keeps the names it was locked with.',
      ),
      counts: flag(
        true,
        'Orders here are sales; false for drafts and cancelled orders, which sums with `counts=true` leave out.',
      ),
      reason_required: flag(
        false,
        'Orders come here only with a reason, as they are cancelled for one: `id_reason` of the order.',
      ),
      next: nextField,
    },
    rules: orderStatusRules,
  }),
  record('/reasons', 'Reason', 'Reasons', {
    called: { 'pt-BR': ['Motivo', 'Motivos'], en: ['Reason', 'Reasons'] },
    example: { name: 'Sem crédito', fk_id: 'CRED' },
  }),
  record('/freight-types', 'FreightType', 'FreightTypes', {
    called: { 'pt-BR': ['Frete', 'Tipos de frete'], en: ['Freight', 'Freight types'] },
    example: { name: 'CIF', fk_id: 'CIF', charged: true },
    fields: {
      charged: flag(
        true,
        'true: the freight is part of the order’s total; false: the buyer pays the carrier.',
      ),
    },
  }),
  record('/payment-types', 'PaymentType', 'PaymentTypes', {
    called: {
      'pt-BR': ['Condição de pagamento', 'Condições de pagamento'],
      en: ['Payment type', 'Payment types'],
    },
    example: { name: '28 dias', fk_id: '28D' },
  }),
  record('/payment-methods', 'PaymentMethod', 'PaymentMethods', {
    called: {
      'pt-BR': ['Forma de pagamento', 'Formas de pagamento'],
      en: ['Payment method', 'Payment methods'],
    },
    example: { name: 'Pix', fk_id: 'PIX' },
  }),
  record('/categories', 'Category', 'Categories', {
    called: { 'pt-BR': ['Categoria', 'Categorias'], en: ['Category', 'Categories'] },
    example: { name: 'Revenda', fk_id: 'REV' },
  }),
  record('/shipping-companies', 'ShippingCompany', 'ShippingCompanies', {
    called: { 'pt-BR': ['Transportadora', 'Transportadoras'], en: ['Carrier', 'Carriers'] },
    example: { name: 'Transportes Serra Azul', fk_id: 'T-12', document: '11.222.333/0001-81' },
    fields: { document },
  }),
  record('/branch-companies', 'BranchCompany', 'BranchCompanies', {
    called: { 'pt-BR': ['Filial', 'Filiais'], en: ['Branch', 'Branches'] },
    example: { name: 'Filial Campinas', fk_id: 'F-02', document: '11.222.333/0002-62' },
    fields: { document },
  }),
  record('/opportunities', 'Opportunity', 'Opportunities', {
    called: { 'pt-BR': ['Oportunidade', 'Oportunidades'], en: ['Opportunity', 'Opportunities'] },
    example: { name: 'Reforma do galpão', fk_id: 'OPP-311' },
  }),
  record('/quotations', 'Quotation', 'Quotations', {
    called: { 'pt-BR': ['Cotação', 'Cotações'], en: ['Quotation', 'Quotations'] },
    example: { name: 'Cotação 118/2026', fk_id: 'COT-118' },
  }),
]

/** As what a kind of record has custom fields; undefined where it has none. */
export function customResourceOf({ fields, table }: RecordDefinition): CustomResource | undefined {
  return fields['custom_fields'] && customResources.find((resource) => resource === table)
}

/** As what its list can be had as a file; undefined where it can't. */
export function exportedAs({ path, called }: RecordDefinition): Exported | undefined {
  if (!called) return undefined
  const {
    'pt-BR': [, portuguese],
    en: [, english],
  } = called
  return { resource: path.slice(1), called: { 'pt-BR': portuguese, en: english } }
}
