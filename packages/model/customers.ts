import { taxFields } from './invoices/customers.ts'
import { active, code, customFields, document, email, name } from './record-fields.ts'

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
    'the name, the trade name, the external identifier, the CPF or CNPJ and the e-mail address',
  events: 'customer',
  usedBy: [['addresses', 'id_customer', 'addresses']],
} as const
