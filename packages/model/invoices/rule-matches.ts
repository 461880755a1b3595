import { pattern } from './rule-results.ts'
import { states } from './states.ts'

// For which sales a rule of taxes holds.

const place = {
  kind: 'list',
  most: 28,
  of: {
    pattern: `^(${Object.keys(states).join('|')})$`,
    most: 2,
    form: ['a sigla de um estado, ou EX', 'the two letters of a state, or EX'],
    example: 'MG',
  },
} as const

export const matches = [
  {
    name: 'product',
    kind: 'reference',
    to: 'products',
    isDetail: true,
    label: ['Produto', 'Product'],
    description: 'For this product alone; the other conditions of goods are left out beside it.',
  },
  pattern(
    'cest',
    ['^[0-9]{7}$', 7, '0800100', 7],
    ['7 dígitos', '7 digits'],
    ['CEST', 'CEST'],
    'For goods of this CEST.',
  ),
  pattern(
    'ncm',
    ['^[0-9]{2,8}$', 8, '8202', 'any'],
    ['2 a 8 dígitos', '2 to 8 digits'],
    ['NCM (início)', 'NCM (beginning)'],
    'For goods whose NCM begins so.',
  ),
  {
    name: 'category',
    kind: 'reference',
    to: 'categories',
    isDetail: true,
    label: ['Categoria', 'Category'],
    description: 'For orders of this category.',
  },
  {
    name: 'scope',
    kind: 'choice',
    unset: null,
    choices: {
      inside: ['Dentro do estado', 'Inside'],
      interstate: ['Interestadual', 'Interstate'],
    },
    isDetail: true,
    label: ['Alcance', 'Scope'],
    headings: ['scope', 'Alcance', 'Scope'],
    description: 'For sales inside the seller’s state, or to another one.',
  },
  {
    ...place,
    name: 'origin_states',
    isDetail: true,
    label: ['UFs de origem', 'Origin states'],
    headings: ['origin_states', 'UFs de origem', 'Origin states'],
    description: 'The seller’s branch is in one of these.',
  },
  {
    ...place,
    name: 'destination_states',
    isDetail: true,
    label: ['UFs de destino', 'Destination states'],
    headings: ['destination_states', 'UFs de destino', 'Destination states'],
    description: 'The goods go to one of these; `EX` is abroad.',
  },
  {
    name: 'operation',
    kind: 'reference',
    to: 'operations',
    isDetail: true,
    label: ['Natureza da operação', 'Operation'],
    description: 'For lines of this operation.',
  },
  {
    name: 'branch_company',
    kind: 'reference',
    to: 'branch-companies',
    isDetail: true,
    label: ['Filial', 'Branch'],
    description: 'For sales of this branch.',
  },
  {
    name: 'ie_kinds',
    kind: 'list',
    most: 3,
    of: {
      choices: {
        1: ['Contribuinte', 'Contributor'],
        2: ['Isento', 'Exempt from registration'],
        9: ['Não contribuinte', 'No contributor'],
      },
    },
    isDetail: true,
    label: ['Compradores', 'Buyers'],
    headings: ['ie_kinds', 'Compradores', 'Buyers'],
    description: 'The buyer is one of these (indIEDest).',
  },
  {
    name: 'final_consumer',
    kind: 'flag',
    unset: null,
    isDetail: true,
    label: ['Consumidor final', 'Final consumer'],
    headings: ['final_consumer', 'Consumidor final', 'Final consumer'],
    description: 'Whether the buyer does not resell.',
  },
  {
    name: 'customer_simples',
    kind: 'flag',
    unset: null,
    isDetail: true,
    label: ['Comprador no Simples', 'Buyer in the Simples'],
    headings: ['customer_simples', 'Comprador no Simples', 'Buyer in the Simples'],
    description: 'Whether the buyer is in the Simples Nacional.',
  },
  {
    name: 'origins',
    kind: 'list',
    most: 9,
    of: {
      choices: {
        0: ['Nacional', 'National'],
        1: ['Importação direta', 'Imported'],
        2: ['Estrangeira, do mercado interno', 'Foreign, bought in Brazil'],
        3: ['Nacional, mais de 40 % importado', 'National, over 40 % imported'],
        4: ['Nacional, processos básicos', 'National, basic processes'],
        5: ['Nacional, até 40 % importado', 'National, up to 40 % imported'],
        6: ['Importação direta, sem similar', 'Imported, nothing like it made'],
        7: ['Estrangeira, sem similar', 'Foreign, nothing like it made'],
        8: ['Nacional, mais de 70 % importado', 'National, over 70 % imported'],
      },
    },
    isDetail: true,
    label: ['Origens', 'Origins'],
    headings: ['origins', 'Origens', 'Origins'],
    description: 'The goods’ origin is one of these.',
  },
] as const
