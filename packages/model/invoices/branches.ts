import { RATE } from '../kinds.ts'
import { stateRegistration } from './customers.ts'
import { address, state } from './places.ts'

// What an NF-e says of who sells, and what rules of taxes ask of it.

const since = {
  name: 'since',
  kind: 'day',
  label: ['Desde', 'Since'],
  description: 'The first day.',
} as const

export const taxFields = [
  state,
  {
    name: 'ibge',
    kind: 'pattern',
    pattern: '^[0-9]{7}$',
    most: 7,
    digits: 7,
    form: ['os 7 dígitos de um município', 'the 7 digits of a municipality'],
    example: '3509502',
    isDetail: true,
    label: ['Município (IBGE)', 'Municipality (IBGE)'],
    headings: ['Município (IBGE)', 'Código IBGE', 'IBGE', 'Municipality (IBGE)'],
    description:
      'The IBGE’s number of the municipality; its first two digits are those of the `state`.',
  },
  address,
  {
    name: 'phone',
    kind: 'phone',
    isDetail: true,
    label: ['Telefone', 'Phone'],
    headings: ['Telefone', 'Fone', 'Phone'],
    description: 'At the head of papers, such as an order as PDF.',
  },
  stateRegistration,
  {
    name: 'st_registrations',
    kind: 'rows',
    by: 'state',
    title: 'StRegistration',
    most: 27,
    isDetail: true,
    isWide: true,
    label: ['Inscrições de substituto tributário', 'Registrations for ICMS-ST'],
    description: 'Registrations for ICMS-ST in other states, one for each.',
    of: [state, stateRegistration],
  },
  {
    name: 'cnae',
    kind: 'pattern',
    pattern: '^[0-9]{7}$',
    most: 7,
    digits: 7,
    form: ['7 dígitos', '7 digits'],
    example: '4673700',
    isDetail: true,
    label: ['CNAE', 'CNAE'],
    headings: ['CNAE', 'CNAE fiscal', 'Código CNAE'],
    description: 'The code of the main activity.',
  },
  {
    name: 'regimes',
    kind: 'rows',
    by: 'since',
    title: 'TaxRegime',
    most: 100,
    isDetail: true,
    isWide: true,
    label: ['Regimes tributários', 'Tax regimes'],
    description: 'The regime from each day on, until the next one.',
    of: [
      since,
      {
        name: 'crt',
        kind: 'numbered',
        unset: null,
        label: ['CRT', 'CRT'],
        description: 'The code of the regime (CRT).',
        choices: {
          1: ['Simples Nacional', 'Simples Nacional'],
          2: ['Simples, acima do sublimite', 'Simples, above the sublimit'],
          3: ['Regime normal', 'Normal regime'],
          4: ['MEI', 'MEI'],
        },
      },
      {
        name: 'ibs_cbs_regime',
        kind: 'choice',
        unset: 'regular',
        label: ['IBS/CBS', 'IBS/CBS'],
        description: 'Whether IBS and CBS are paid in the regular regime, or with the Simples.',
        choices: { regular: ['Regular', 'Regular'], single: ['No Simples', 'Single'] },
      },
    ],
  },
  {
    name: 'simples_credit_rates',
    kind: 'rows',
    by: 'since',
    title: 'SimplesCreditRate',
    most: 1_000,
    isDetail: true,
    isWide: true,
    label: ['Créditos do Simples', 'Credit rates of the Simples'],
    description:
      'The rate of ICMS that buyers take as a credit (CSOSN 101, 201, 900), from each day on.',
    of: [
      since,
      {
        name: 'rate',
        kind: 'decimal',
        digits: RATE,
        label: ['Alíquota (%)', 'Rate (%)'],
        description: 'In percent.',
      },
    ],
  },
  {
    name: 'ipi_payer',
    kind: 'flag',
    unset: false,
    isDetail: true,
    label: ['Contribuinte do IPI', 'Pays IPI'],
    headings: ['Contribuinte do IPI', 'Pays IPI'],
    description: 'It makes or imports what it sells; rules of IPI hold only then.',
    hint: ['Fabrica ou importa o que vende.', 'It makes or imports what it sells.'],
  },
] as const
