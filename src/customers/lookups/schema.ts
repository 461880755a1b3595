import { Type } from 'typebox'
import { closed, nullable, textOut } from '../../http/schemas.ts'
import { msg } from '../../texts/message.ts'

const text = (...examples: string[]) => nullable(textOut(200, { examples }))
const pattern = (pattern: string, example: string) =>
  nullable(Type.String({ pattern, maxLength: example.length, examples: [example] }))

const address = closed(
  {
    street: text('Avenida Paulista'),
    number_text: nullable(textOut(60, { examples: ['1578'] })),
    complement: text('Sala 42'),
    neighborhood: text('Bela Vista'),
    postal_code: pattern('^\\d{5}-\\d{3}$', '01310-200'),
    city: text('São Paulo'),
    state: pattern('^[A-Z]{2}$', 'SP'),
    ibge: pattern('^[0-9]{7}$', '3550308'),
  },
  {
    $id: 'FoundAddress',
    description: 'What is known of an address elsewhere, by the names of an address here.',
  },
)

const company = closed(
  {
    name: textOut(200, { examples: ['Distribuidora Aurora Ltda.'] }),
    trade_name: text('Aurora'),
    email: nullable(textOut(254, { examples: ['compras@aurora.example'] })),
    phone: nullable(textOut(40, { examples: ['1140028922'] })),
    active: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'Whether it is active for the tax office; null where that is not said.',
      examples: [true],
    }),
    address: Type.Ref('FoundAddress'),
  },
  {
    $id: 'FoundCompany',
    description: 'What is known of a company elsewhere, by the names of a customer here.',
  },
)

const offered = closed(
  {
    companies: Type.Boolean({ description: 'Whether `GET /lookups/company` finds companies.' }),
    postal_codes: Type.Boolean({ description: 'Whether `GET /lookups/postal-code` finds CEPs.' }),
  },
  { $id: 'Lookups', description: 'What the operator lets be looked up elsewhere.' },
)

export const lookupSchemas = [address, company, offered]

export const companyQuery = closed({
  document: Type.String({
    format: 'cpf-or-cnpj',
    // A CPF is of a person, of whom nothing is asked elsewhere.
    pattern: '^(?!\\D*(?:\\d\\D*){11}$)',
    'x-message': msg`must be a CNPJ: a CPF is not looked up.`,
    maxLength: 30,
    description: 'The CNPJ, with its punctuation or without it.',
    examples: ['12.ABC.345/01DE-35'],
  }),
})
export const postalCodeQuery = closed({
  postal_code: Type.String({
    pattern: '^\\d{5}-?\\d{3}$',
    'x-message': msg`must be a CEP such as 01310-200.`,
    maxLength: 9,
    description: 'The CEP, with its hyphen or without it.',
    examples: ['01310-200'],
  }),
})
