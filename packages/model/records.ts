import { customers } from './customers.ts'
import { taxFields as branchTaxFields } from './invoices/branches.ts'
import { stateRegistration } from './invoices/customers.ts'
import { numberSeries } from './invoices/number-series.ts'
import { operations } from './invoices/operations.ts'
import { address, state } from './invoices/places.ts'
import type { Label } from './kinds.ts'
import { products } from './products.ts'
import { code, document, email, type FieldRow, name } from './record-fields.ts'
import { taxRules } from './tax-rules/record.ts'

// What the records are that orders refer to: a row for each kind, with a row for each of its fields,
// in the order of its JSON. Endpoints, schemas, the client, files in and out and the console's
// lists and forms follow from the rows (src/records/definitions.ts says how).

export interface RecordRow {
  /** The end of its list's address; its table, with underscores. */
  readonly path: string
  /** The name of its schema and the end of its operations' ids, and the same of its list. */
  readonly title: string
  readonly plural: string
  readonly family: 'customers' | 'products' | 'reference' | 'taxes'
  /** What people call one, and all. */
  readonly label: Label
  readonly labels: Label
  /** Its Portuguese noun is feminine. */
  readonly isFeminine?: true
  /** What files call one. */
  readonly headings?: readonly string[]
  /** What the reference page says of it. */
  readonly description: string
  readonly fields: readonly FieldRow[]
  /** A body that creates one, for the reference page. */
  readonly example: Readonly<Record<string, unknown>>
  /** Fields that orders show beside name and code: a change of them makes documents stale. */
  readonly embedded?: readonly string[]
  /** What `q` looks in: its table has a column `search` of these. */
  readonly searched?: string
  /** Changes are written to the events under this name. */
  readonly events?: 'customer' | 'product' | 'tax_rule' | 'number_series'
  /** Tables that refer to it beside `orders`: table, column, and what to call their rows. */
  readonly usedBy?: readonly (readonly [table: string, column: string, kind: string])[]
}

/** All of them, in the order of the reference page. Any may refer to any other. */
export const recordRows = [
  customers,
  {
    path: 'users',
    title: 'User',
    plural: 'Users',
    family: 'reference',
    label: ['Vendedor', 'Seller'],
    labels: ['Vendedores', 'Sellers'],
    headings: ['Vendedor', 'Representante', 'Usuário'],
    description: 'The sellers.',
    example: { name: 'Marina Alves', fk_id: 'V-07', email: 'marina@distribuidora.example' },
    fields: [name, code, email],
    usedBy: [
      ['members', 'id_user', 'members'],
      ['customer_users', 'id_user', 'customers'],
    ],
  },
  products,
  {
    path: 'order-statuses',
    title: 'OrderStatus',
    plural: 'OrderStatuses',
    family: 'reference',
    label: ['Situação', 'Order status'],
    labels: ['Situações', 'Order statuses'],
    isFeminine: true,
    headings: ['Status', 'Situação'],
    description: 'The statuses an order can have and the moves between them.',
    example: {
      name: 'Quoted',
      fk_id: 'QUOTED',
      initial: false,
      locked: false,
      counts: false,
      reason_required: false,
      numbered: false,
      invoiced: false,
      quotation_days: 10,
      requires_check: false,
      next: [3, 8],
    },
    fields: [
      name,
      code,
      {
        name: 'initial',
        kind: 'flag',
        unset: false,
        label: ['Inicial', 'Initial'],
        headings: ['Inicial'],
        description:
          'New orders start here. Exactly one status is initial: setting it here unsets it on the other.',
        hint: ['Pedidos novos começam aqui.', 'New orders start here.'],
      },
      {
        name: 'locked',
        kind: 'flag',
        unset: false,
        label: ['Bloqueada', 'Locked'],
        headings: ['Bloqueado', 'Bloqueia'],
        description:
          'Items, amounts, customer and freight of an order can’t change here, and it keeps the names it was locked with.',
        hint: [
          'Itens, valores, cliente e frete não mudam mais.',
          'Items, amounts, customer and freight no longer change.',
        ],
      },
      {
        name: 'counts',
        kind: 'flag',
        unset: true,
        label: ['Conta como venda', 'Counts as a sale'],
        headings: ['Conta como venda', 'Conta'],
        description:
          'Orders here are sales; false for drafts and cancelled orders, which sums with `counts=true` leave out.',
        hint: [
          'Entra nos totais do início, dos clientes, dos produtos e das listas. Rascunhos e cancelados não entram.',
          'Part of the sums at home, of customers, products and lists. Drafts and cancelled orders are not.',
        ],
      },
      {
        name: 'reason_required',
        kind: 'flag',
        unset: false,
        label: ['Exige motivo', 'Requires a reason'],
        description:
          'Orders come here only with a reason, as they are cancelled for one: `id_reason` of the order.',
        hint: [
          'Um pedido só chega aqui com um dos motivos dos cadastros.',
          'Orders come here only with one of the reasons among the records.',
        ],
      },
      {
        name: 'numbered',
        kind: 'flag',
        unset: false,
        label: ['Numera o pedido', 'Numbers orders'],
        headings: ['Numera'],
        description:
          'Orders here have a `number`: one that has none gets the next of its series with the change that brings it here, or finds it here.',
        hint: [
          'Um pedido sem número recebe aqui o próximo da série da filial. Marque também as situações seguintes.',
          'An order without a number gets the next of its branch’s series here. Mark the statuses that follow, too.',
        ],
      },
      {
        name: 'invoiced',
        kind: 'flag',
        unset: false,
        label: ['Fatura o pedido', 'Invoices orders'],
        headings: ['Fatura'],
        description:
          'Orders are invoiced with the move here: for those whose items have lists of taxes it makes `tax_date` today, unless another one is sent.',
        hint: [
          'Ao chegar aqui, os impostos são os do dia. Se o total mudar, ele é confirmado antes.',
          'With the move here taxes are those of the day. A total that changes is confirmed first.',
        ],
      },
      {
        name: 'quotation_days',
        kind: 'integer',
        within: [1, 3650],
        label: ['Validade do orçamento (dias)', 'Quotation valid for (days)'],
        headings: ['Validade do orçamento', 'Dias de validade'],
        description:
          'Orders here are quotations, valid for so many days: one without a `valid_until` gets it with the change that brings it here. After that day it becomes a sale only with a later one: else 409 `quotation_lapsed`. Null: orders here are no quotations.',
        hint: [
          'Pedidos aqui são orçamentos, válidos por tantos dias.',
          'Orders here are quotations, valid for so many days.',
        ],
      },
      {
        name: 'requires_check',
        kind: 'flag',
        unset: false,
        label: ['Exige conferência da nota', 'Requires the invoice check'],
        headings: ['Exige conferência da nota', 'Confere a nota'],
        description:
          'Orders come here only if the check before the invoice finds no error: else 409 `invoice_check_failed`. Those that are here already stay.',
        hint: [
          'Um pedido só chega aqui se a conferência antes da nota não acha erros.',
          'Orders come here only if the check before the invoice finds no errors.',
        ],
      },
      {
        name: 'next',
        kind: 'statuses',
        label: ['Próximas situações (id)', 'Next statuses (id)'],
      },
    ],
  },
  {
    path: 'reasons',
    title: 'Reason',
    plural: 'Reasons',
    family: 'reference',
    label: ['Motivo', 'Reason'],
    labels: ['Motivos', 'Reasons'],
    headings: ['Motivo', 'Motivo do cancelamento'],
    description: 'Why orders are in their status, such as why they were cancelled.',
    example: { name: 'Sem crédito', fk_id: 'CRED' },
    fields: [name, code],
  },
  {
    path: 'freight-types',
    title: 'FreightType',
    plural: 'FreightTypes',
    family: 'reference',
    label: ['Tipo de frete', 'Freight type'],
    labels: ['Tipos de frete', 'Freight types'],
    headings: ['Frete', 'Tipo de frete', 'Modalidade'],
    description: 'Who pays the freight.',
    example: { name: 'CIF', fk_id: 'CIF', charged: true, mode: 0 },
    fields: [
      name,
      code,
      {
        name: 'charged',
        kind: 'flag',
        unset: true,
        label: ['Frete cobrado no pedido', 'Freight charged on the order'],
        heading: ['Cobrado', 'Charged'],
        headings: ['Cobrado', 'Soma no pedido'],
        description:
          'true: the freight is part of the order’s total; false: the buyer pays the carrier.',
        hint: [
          'Entra no total do pedido; senão o comprador paga à transportadora.',
          'Part of the order’s total; otherwise the buyer pays the carrier.',
        ],
      },
      {
        name: 'mode',
        kind: 'numbered',
        unset: null,
        isDetail: true,
        label: ['Modalidade na nota fiscal', 'Mode on invoices'],
        headings: [
          'Modalidade na nota fiscal',
          'modFrete',
          'Modalidade do frete',
          'Mode on invoices',
        ],
        description: 'Who is responsible for the freight, as an NF-e says it (modFrete).',
        choices: {
          0: ['Por conta do remetente (CIF)', 'The sender (CIF)'],
          1: ['Por conta do destinatário (FOB)', 'The receiver (FOB)'],
          2: ['Por conta de terceiros', 'Somebody else'],
          3: ['Transporte próprio do remetente', 'The sender, by own means'],
          4: ['Transporte próprio do destinatário', 'The receiver, by own means'],
          9: ['Sem transporte', 'Nothing is transported'],
        },
      },
    ],
  },
  {
    path: 'payment-types',
    title: 'PaymentType',
    plural: 'PaymentTypes',
    family: 'reference',
    label: ['Condição de pagamento', 'Payment type'],
    labels: ['Condições de pagamento', 'Payment types'],
    isFeminine: true,
    headings: ['Condição de pagamento', 'Prazo'],
    description: 'When it is paid, such as in 28 days.',
    example: { name: '28 dias', fk_id: '28D', terms: '28' },
    fields: [
      name,
      code,
      {
        name: 'terms',
        kind: 'terms',
        label: ['Parcelas', 'Instalments'],
        headings: ['Parcelas', 'Condição', 'Prazos', 'Dias', 'Instalments', 'Terms'],
        hint: [
          'Dias de cada parcela, como 30/60/90; com entrada, 0+30/60.',
          'The days of each part, such as 30/60/90; with a down payment, 0+30/60.',
        ],
        isWide: true,
        description:
          'When how much of an order is due; null: its orders have no instalments. A change of it changes no order that there is: orders take it where their total, payment type or date changes.',
      },
    ],
  },
  {
    path: 'payment-methods',
    title: 'PaymentMethod',
    plural: 'PaymentMethods',
    family: 'reference',
    label: ['Forma de pagamento', 'Payment method'],
    labels: ['Formas de pagamento', 'Payment methods'],
    isFeminine: true,
    headings: ['Forma', 'Forma de pagamento', 'Meio de pagamento'],
    description: 'How it is paid, such as by Pix.',
    example: { name: 'Pix', fk_id: 'PIX', code: '17' },
    fields: [
      name,
      code,
      {
        name: 'code',
        kind: 'pattern',
        pattern: '^[0-9]{2}$',
        most: 2,
        digits: 2,
        form: ['2 dígitos', '2 digits'],
        example: '17',
        isDetail: true,
        label: ['Código na nota fiscal', 'Code on invoices'],
        headings: ['Código na nota fiscal', 'tPag', 'Código da NF-e', 'Code on invoices'],
        description: 'The code of the means of payment in an NF-e (tPag), such as 17 of Pix.',
      },
    ],
    usedBy: [['installment_methods', 'id_payment_method', 'orders']],
  },
  {
    path: 'categories',
    title: 'Category',
    plural: 'Categories',
    family: 'reference',
    label: ['Categoria', 'Category'],
    labels: ['Categorias', 'Categories'],
    isFeminine: true,
    headings: ['Categoria'],
    description: 'Kinds of orders.',
    example: { name: 'Revenda', fk_id: 'REV' },
    fields: [name, code],
  },
  operations,
  {
    path: 'shipping-companies',
    title: 'ShippingCompany',
    plural: 'ShippingCompanies',
    family: 'reference',
    label: ['Transportadora', 'Carrier'],
    labels: ['Transportadoras', 'Carriers'],
    isFeminine: true,
    headings: ['Transportadora', 'Razão social'],
    description: 'The carriers.',
    example: { name: 'Transportes Serra Azul', fk_id: 'T-12', document: '11.222.333/0001-81' },
    fields: [name, code, document, stateRegistration, address, state],
  },
  {
    path: 'branch-companies',
    title: 'BranchCompany',
    plural: 'BranchCompanies',
    family: 'reference',
    label: ['Filial', 'Branch'],
    labels: ['Filiais', 'Branches'],
    isFeminine: true,
    headings: ['Filial', 'Empresa', 'Razão social'],
    description: 'The company’s own branches.',
    example: {
      name: 'Filial Campinas',
      fk_id: 'F-02',
      document: '11.222.333/0002-62',
      state: 'SP',
      ibge: '3509502',
      phone: '+55 19 3333-4444',
      ie: '110042490114',
      regimes: [{ since: '2026-01-01', crt: 3, ibs_cbs_regime: 'regular' }],
    },
    fields: [name, code, document, ...branchTaxFields],
  },
  numberSeries,
  taxRules,
  {
    path: 'opportunities',
    title: 'Opportunity',
    plural: 'Opportunities',
    family: 'reference',
    label: ['Oportunidade', 'Opportunity'],
    labels: ['Oportunidades', 'Opportunities'],
    isFeminine: true,
    headings: ['Oportunidade'],
    description: 'Sales opportunities that became orders.',
    example: { name: 'Reforma do galpão', fk_id: 'OPP-311' },
    fields: [name, code],
  },
  {
    path: 'quotations',
    title: 'Quotation',
    plural: 'Quotations',
    family: 'reference',
    label: ['Cotação', 'Quotation'],
    labels: ['Cotações', 'Quotations'],
    isFeminine: true,
    headings: ['Orçamento', 'Cotação'],
    description: 'Quotations that became orders.',
    example: { name: 'Cotação 118/2026', fk_id: 'COT-118' },
    fields: [name, code],
  },
] as const satisfies readonly RecordRow[]
