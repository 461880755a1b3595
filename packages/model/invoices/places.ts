import { states } from './states.ts'

// What an NF-e says of places: branches and carriers.

/** Two letters of a state. */
export const state = {
  name: 'state',
  kind: 'pattern',
  pattern: `^(${Object.keys(states)
    .filter((one) => one !== 'EX')
    .join('|')})$`,
  most: 2,
  form: ['a sigla de um estado', 'the two letters of a state'],
  example: 'SP',
  isDetail: true,
  label: ['UF', 'State'],
  headings: ['UF', 'Estado', 'State'],
  description: 'The state, two letters.',
} as const

export const address = {
  name: 'address',
  kind: 'line',
  length: [1, 200],
  isDetail: true,
  isWide: true,
  label: ['Endereço', 'Address'],
  headings: ['Endereço', 'Logradouro', 'Address'],
  description: 'Street, number and quarter, as invoices have it.',
} as const
