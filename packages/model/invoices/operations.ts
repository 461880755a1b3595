import { code, name } from '../record-fields.ts'

// What a sale is to the tax office (natureza da operação), and what follows from that.

const cfop = {
  kind: 'pattern',
  pattern: '^[1-7][0-9]{3}$',
  most: 4,
  digits: 4,
  form: ['4 dígitos, o primeiro de 1 a 7', '4 digits, the first one 1 to 7'],
  isDetail: true,
} as const

export const operations = {
  path: 'operations',
  title: 'Operation',
  plural: 'Operations',
  family: 'reference',
  label: ['Natureza da operação', 'Operation'],
  labels: ['Naturezas de operação', 'Operations'],
  isFeminine: true,
  headings: ['Natureza da operação', 'Natureza', 'Operação', 'natOp', 'Descrição'],
  description:
    'What an order or a line of it is to the tax office (natureza da operação), such as a sale or goods given as a bonus.',
  example: {
    name: 'Bonificação',
    fk_id: 'BON',
    kind: 'bonus',
    payable: false,
    cfop_inside: '5910',
    cfop_interstate: '6910',
  },
  fields: [
    { ...name, most: 60 },
    code,
    {
      name: 'kind',
      kind: 'choice',
      unset: 'sale',
      label: ['Tipo', 'Kind'],
      headings: ['Tipo', 'Tipo de operação', 'Kind'],
      description:
        'What it is, a sale unless given; its CFOP follows from it where the operation has none.',
      choices: {
        sale: ['Venda', 'Sale'],
        bonus: ['Bonificação', 'Bonus'],
        sample: ['Amostra grátis', 'Sample'],
        demonstration: ['Demonstração', 'Demonstration'],
        consignment: ['Consignação', 'Consignment'],
        future_delivery_bill: ['Entrega futura: faturamento', 'Future delivery: bill'],
        future_delivery_goods: ['Entrega futura: remessa', 'Future delivery: goods'],
        on_order_bill: ['À ordem: faturamento', 'On order: bill'],
        on_order_goods: ['À ordem: remessa', 'On order: goods'],
        other: ['Outra', 'Other'],
      },
    },
    {
      name: 'purpose',
      kind: 'numbered',
      unset: 1,
      isDetail: true,
      label: ['Finalidade da nota', 'Purpose of the invoice'],
      headings: [
        'Finalidade da nota',
        'Finalidade',
        'finNFe',
        'Finalidade da NF-e',
        'Purpose of the invoice',
      ],
      description: 'What the NF-e is for (finNFe).',
      choices: {
        1: ['Normal', 'An ordinary one'],
        2: ['Complementar', 'Completes another one'],
        3: ['Ajuste', 'Adjusts books'],
        4: ['Devolução', 'A return of goods'],
        5: ['Nota de crédito', 'A credit note'],
        6: ['Nota de débito', 'A debit note'],
      },
    },
    {
      name: 'payable',
      kind: 'flag',
      unset: true,
      label: ['O cliente paga', 'The customer pays'],
      headings: ['O cliente paga', 'Gera cobrança', 'Gera financeiro', 'Payable'],
      description:
        'Whether the customer pays for it; false for bonus goods and samples, which are part of an order’s total and not of its `payable_value`. Orders keep what it was when they were given it.',
      hint: [
        'Bonificações e amostras entram no total e não no valor a pagar. Pedidos já gravados não mudam.',
        'Bonus goods and samples are part of the total, and not of what is to be paid. Orders that are there do not change.',
      ],
    },
    {
      ...cfop,
      name: 'cfop_inside',
      example: '5102',
      label: ['CFOP no estado', 'CFOP inside the state'],
      headings: [
        'CFOP no estado',
        'CFOP dentro do estado',
        'CFOP interno',
        'CFOP estadual',
        'CFOP',
      ],
      description: 'The CFOP of sales inside the branch’s state; null: as its `kind` has it.',
    },
    {
      ...cfop,
      name: 'cfop_interstate',
      example: '6102',
      label: ['CFOP interestadual', 'CFOP to other states'],
      headings: ['CFOP interestadual', 'CFOP fora do estado'],
      description: 'The same of sales to other states.',
    },
    {
      ...cfop,
      name: 'cfop_abroad',
      example: '7102',
      label: ['CFOP exterior', 'CFOP abroad'],
      headings: ['CFOP exterior', 'CFOP exportação'],
      description: 'The same of exports.',
    },
  ],
  usedBy: [['order_items', 'id_operation', 'orders']],
} as const
