import { taxFields } from './invoices/customers.ts'
import { active, code, customFields, document, email, name } from './record-fields.ts'

const BEGINS = 'What a new order of the customer begins with in the console'

/** Each has the name that it has in an order's bodies; `freight_type` is shown as `freight` there. */
const orderDefaults = [
  {
    name: 'payment_type',
    kind: 'reference',
    to: 'payment-types',
    stays: true,
    isDetail: true,
    label: ['Condição de pagamento', 'Payment type'],
    headings: [
      'Cód. condição de pagamento',
      'Código da condição de pagamento',
      'Payment type code',
    ],
    description: `${BEGINS}: when it is paid.`,
  },
  {
    name: 'payment_method',
    kind: 'reference',
    to: 'payment-methods',
    stays: true,
    isDetail: true,
    label: ['Forma de pagamento', 'Payment method'],
    headings: ['Cód. forma de pagamento', 'Código da forma de pagamento', 'Payment method code'],
    description: `${BEGINS}: how it is paid.`,
  },
  {
    name: 'shipping_company',
    kind: 'reference',
    to: 'shipping-companies',
    stays: true,
    isDetail: true,
    label: ['Transportadora', 'Carrier'],
    headings: ['Cód. transportadora', 'Código da transportadora', 'Carrier code'],
    description: `${BEGINS}: the carrier.`,
  },
  {
    name: 'freight_type',
    kind: 'reference',
    to: 'freight-types',
    stays: true,
    isDetail: true,
    label: ['Tipo de frete', 'Freight type'],
    headings: ['Cód. tipo de frete', 'Código do tipo de frete', 'Freight type code'],
    description: `${BEGINS}: who pays the freight.`,
  },
] as const

const contacts = {
  name: 'contacts',
  kind: 'rows',
  title: 'CustomerContact',
  most: 20,
  stays: true,
  isPersonal: true,
  isDetail: true,
  isWide: true,
  label: ['Contatos', 'Contacts'],
  // Other systems have names in a column `Contatos`.
  heading: ['Contatos do cliente', 'Customer contacts'],
  description: 'Whom to talk to there, the first one first.',
  of: [
    { name: 'name', kind: 'name', label: ['Nome', 'Name'] },
    {
      name: 'role',
      kind: 'line',
      length: [1, 100],
      isOptional: true,
      label: ['Função', 'Role'],
      description: 'What they do there, such as buying.',
    },
    { name: 'phone', kind: 'phone', isOptional: true, label: ['Telefone', 'Phone'] },
    { ...email, isOptional: true },
  ],
} as const

/** The row of customers. */
export const customers = {
  path: 'customers',
  title: 'Customer',
  plural: 'Customers',
  family: 'customers',
  label: ['Cliente', 'Customer'],
  labels: ['Clientes', 'Customers'],
  description: 'The companies and people who order.',
  example: {
    name: 'Distribuidora Aurora Ltda.',
    trade_name: 'Aurora',
    fk_id: 'ERP-1001',
    document: '12.ABC.345/01DE-35',
    email: 'compras@aurora.example',
    phone: '+55 11 4002-8922',
    ie_kind: 1,
    ie: '110042490114',
  },
  fields: [
    {
      ...name,
      headings: [
        'Razão social',
        'Nome',
        'Cliente',
        'Nome do cliente',
        'Company',
        'Customer',
        // Only where the file has no other name: else these are of `trade_name`.
        'Nome fantasia',
        'Fantasia',
        'Trade name',
      ],
    },
    {
      ...code,
      headings: ['Código', 'Cód. cliente', 'Código externo', 'Customer code', 'ID'],
    },
    {
      name: 'trade_name',
      kind: 'line',
      length: [1, 200],
      isPersonal: true,
      searchedIn: 'trade_search',
      label: ['Nome fantasia', 'Trade name'],
      headings: ['Nome fantasia', 'Fantasia', 'Trade name'],
      description: 'What people call it, where that is not `name`.',
    },
    { ...document, areTogether: true },
    {
      ...email,
      headings: [...email.headings, 'E-mail NF-e', 'E-mail NFe', 'E-mail comercial'],
      areTogether: true,
    },
    {
      name: 'phone',
      kind: 'phone',
      label: ['Telefone', 'Phone'],
      headings: ['Telefone', 'Telefone 1', 'Celular', 'Telefone 2', 'Celular 2', 'Phone', 'Mobile'],
      areTogether: true,
    },
    {
      name: 'users',
      kind: 'sellers',
      label: ['Vendedores', 'Sellers'],
      hint: [
        'Quem só vê pedidos de alguns vendedores vê e muda só os clientes deles.',
        'Who sees orders of some sellers only sees and changes their customers only.',
      ],
      isWide: true,
    },
    ...orderDefaults,
    contacts,
    {
      name: 'notes',
      kind: 'text',
      isPersonal: true,
      isWide: true,
      label: ['Observações internas', 'Internal notes'],
      headings: ['Observações internas', 'Observações', 'Observação', 'Internal notes', 'Notes'],
      description: 'For the house alone: on no order and no paper.',
    },
    {
      name: 'tags',
      kind: 'list',
      of: {
        pattern: '^[^\\s,;|]+$',
        most: 40,
        form: ['uma palavra', 'one word'],
        example: 'rota-sul',
        hasCase: true,
      },
      most: 20,
      stays: true,
      isPersonal: true,
      isDetail: true,
      label: ['Etiquetas', 'Tags'],
      headings: ['Marcadores'],
      filter: 'With this tag.',
      description: 'Short words of the house’s own, each once.',
    },
    {
      ...active,
      description:
        'Whether it still buys. The console offers no other for new orders; the API takes orders of any.',
    },
    ...taxFields,
    customFields,
    {
      name: 'anonymised_at',
      kind: 'anonymised',
      label: ['Anonimizado em', 'Anonymised at'],
    },
  ],
  searched:
    'the name, the trade name, the external identifier, the CPF or CNPJ, the e-mail address, the telephone, the cities of the addresses, and the names, telephones and e-mail addresses of the contacts',
  events: 'customer',
  usedBy: [['addresses', 'id_customer', 'addresses']],
} as const
