import { code, name } from '../record-fields.ts'
import type { RecordRow } from '../records.ts'

const PLACEHOLDERS = '[A-Za-z0-9._/-]|[{](branch|YYYY|YY|MM)[}]'

/** Where orders get the numbers that people say. */
export const numberSeries = {
  path: 'number-series',
  title: 'NumberSeries',
  plural: 'NumberSeries',
  family: 'reference',
  label: ['Série de numeração', 'Number series'],
  labels: ['Séries de numeração', 'Number series'],
  isFeminine: true,
  events: 'number_series',
  headings: ['Série', 'Numeração'],
  description:
    'Series of orders’ numbers: for each branch, and for all others. An order draws from its branch’s when it comes into a status that is `numbered`; what is undone gives its number back.',
  example: {
    name: 'Pedidos de Campinas',
    fk_id: 'S-02',
    id_branch_company: 1,
    template: '{branch}-{YYYY}-{seq:6}',
    period: 'year',
    next: 1,
  },
  fields: [
    name,
    code,
    {
      name: 'branch_company',
      kind: 'reference',
      to: 'branch-companies',
      label: ['Filial', 'Branch'],
      description:
        'Whose orders it numbers; null: those of all branches that have none of their own, and those without a branch. Of several the newest one counts.',
      hint: [
        'Vazio: todas as filiais que não têm série própria.',
        'Empty: all branches that have no series of their own.',
      ],
    },
    {
      name: 'template',
      kind: 'pattern',
      pattern: `^(${PLACEHOLDERS})*[{]seq(:[1-9])?[}](${PLACEHOLDERS})*$`,
      most: 40,
      hasCase: true,
      form: [
        'letras, algarismos e . _ / - com {seq} ou {seq:6} uma vez, e {branch}, {YYYY}, {YY}, {MM}',
        'letters, digits and . _ / - with {seq} or {seq:6} once, and {branch}, {YYYY}, {YY}, {MM}',
      ],
      example: '{branch}-{YYYY}-{seq:6}',
      label: ['Modelo', 'Template'],
      headings: ['Modelo', 'Máscara', 'Formato', 'Template'],
      description:
        'What a number looks like: `{seq}` is the count, `{seq:6}` with zeros in front up to six digits, `{YYYY}`, `{YY}` and `{MM}` the year and month in which it is drawn, `{branch}` the branch’s `fk_id` (without one its `id`; `0` without a branch). null: the count alone. A series whose numbers another one has given passes them over.',
      hint: [
        'Ex.: {branch}-{YYYY}-{seq:6} dá 01-2026-000042. Vazio: só o número.',
        'Such as {branch}-{YYYY}-{seq:6}, which makes 01-2026-000042. Empty: the count alone.',
      ],
    },
    {
      name: 'period',
      kind: 'choice',
      unset: 'none',
      choices: {
        none: ['Nunca', 'Never'],
        year: ['A cada ano', 'Each year'],
        month: ['A cada mês', 'Each month'],
      },
      label: ['Recomeça', 'Begins again'],
      headings: ['Recomeça', 'Período', 'Period'],
      description:
        'When the count begins at 1 again, at midnight in the account’s time zone; the template then says the year, or the year and month. Never unless given.',
    },
    {
      name: 'next',
      kind: 'counter',
      label: ['Próximo', 'Next'],
      headings: ['Próximo', 'Próximo número', 'Next'],
      description:
        'The count of the next number. It only goes up: numbers that a larger one leaves out are told among the gaps. Left out it stays, in a PUT, too; a new series begins at 1.',
    },
  ],
  usedBy: [['order_numbers', 'id_series', 'order numbers']],
} as const satisfies RecordRow
