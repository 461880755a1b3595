import { code, name } from '../record-fields.ts'
import { matches } from './matches.ts'
import { icmsResults, otherResults } from './results.ts'

// The rules by which an account's taxes are worked out: for which sales each holds, and what it makes of them
// (src/taxes/rules/ chooses, src/orders/amounts/by-rules/ works out).

export const taxRules = {
  path: 'tax-rules',
  title: 'TaxRule',
  plural: 'TaxRules',
  family: 'taxes',
  label: ['Regra de imposto', 'Tax rule'],
  labels: ['Regras de impostos', 'Tax rules'],
  isFeminine: true,
  events: 'tax_rule',
  headings: ['Regra', 'Regra de imposto', 'Tax rule'],
  description:
    'By which the taxes of orders are worked out. Of the rules that hold for a sale the most specific one counts; [taxes](/docs/taxes) explains it.',
  example: {
    name: 'Tools to MG, ST',
    fk_id: 'ST-MG-TOOLS',
    kind: 'icms',
    valid_from: '2026-01-01',
    cest: '0800100',
    destination_states: ['MG'],
    ie_kinds: [1],
    final_consumer: false,
    cst: '10',
    csosn: '202',
    margin: 45,
    st_rate: 18,
  },
  fields: [
    name,
    code,
    {
      name: 'active',
      kind: 'flag',
      unset: true,
      filter: 'Those that count, or those that do not.',
      label: ['Ativa', 'Active'],
      headings: ['active', 'Ativa', 'Active'],
      description: 'Whether it counts; a deletion sets it to false.',
    },
    {
      name: 'kind',
      kind: 'choice',
      unset: 'icms',
      choices: {
        icms: ['ICMS', 'ICMS'],
        ipi: ['IPI', 'IPI'],
        ibs_cbs: ['IBS e CBS', 'IBS and CBS'],
      },
      filter: 'Of this kind.',
      label: ['Tipo', 'Kind'],
      headings: ['kind', 'Tipo', 'Kind'],
      description: 'Which taxes it is about; `icms` unless given.',
    },
    {
      name: 'valid_from',
      kind: 'day',
      unset: '1900-01-01',
      label: ['Vale desde', 'Valid from'],
      headings: ['valid_from', 'Vale desde', 'Valid from'],
      description:
        'The first day, compared with the day that decides an order’s taxes; 1900-01-01 unless given.',
    },
    {
      name: 'valid_to',
      kind: 'day',
      unset: null,
      filter: 'Whose last day is in this range.',
      label: ['Vale até', 'Valid to'],
      headings: ['valid_to', 'Vale até', 'Valid to'],
      description: 'The last day; null: it has none.',
    },
    ...matches,
    ...icmsResults,
    ...otherResults,
  ],
} as const
