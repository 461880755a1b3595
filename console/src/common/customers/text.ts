import { texts } from '../../text/texts.ts'

/** What an address has, by the names that people give it. */
export const addressLabels = {
  addressName: ['Identificação', 'Title'],
  addressType: ['Tipo', 'Type'],
  billing: ['Cobrança', 'Billing'],
  delivery: ['Entrega', 'Delivery'],
  main: ['Principal', 'Main'],
  other: ['Outro', 'Other'],
  street: ['Logradouro', 'Street'],
  number: ['Número', 'Number'],
  ibge: ['Município (IBGE)', 'Municipality (IBGE)'],
  ibgeHint: ['7 dígitos, para a nota fiscal.', '7 digits, for invoices.'],
  country: ['País (código)', 'Country (code)'],
  countryHint: ['1058 é o Brasil.', '1058 is Brazil.'],
  numberHint: [
    'Como se escreve: 42, 123-A, KM 12, S/N.',
    'As it is written: 42, 123-A, KM 12, S/N.',
  ],
  complement: ['Complemento', 'Complement'],
  neighborhood: ['Bairro', 'Neighborhood'],
  city: ['Cidade', 'City'],
  state: ['UF', 'State'],
  zip: ['CEP', 'Postal code (CEP)'],
  latitude: ['Latitude', 'Latitude'],
  longitude: ['Longitude', 'Longitude'],
} as const

export const text = texts({
  ...addressLabels,
  sameDocument: ['Já cadastrado:', 'On record already:'],
  code: ['Código', 'Code'],
  create: ['Novo cliente', 'New customer'],
  created: [
    (name: string) => `Cliente criado: ${name}`,
    (name: string) => `Customer created: ${name}`,
  ],
  addressFailed: [
    'O cliente foi criado, mas o endereço não. Inclua-o na página do cliente.',
    'The customer was created, but the address was not. Add it on the customer’s page.',
  ],
  looking: ['Consultando…', 'Looking it up…'],
  notFound: [
    'A consulta não encontrou nada. Preencha os campos.',
    'Nothing was found. Fill in the fields.',
  ],
  lookUpFailed: [
    'A consulta não respondeu. Preencha os campos.',
    'The lookup did not answer. Fill in the fields.',
  ],
  filled: [
    (what: string) => `Preenchido pela consulta: ${what}.`,
    (what: string) => `Filled in by the lookup: ${what}.`,
  ],
  known: ['Os campos já estavam preenchidos.', 'The fields were filled in already.'],
  isInactive: ['Situação cadastral não ativa na Receita.', 'Not active for the tax office.'],
  fillIn: ['Preencher o que falta pela consulta', 'Fill in what is missing by lookup'],
})
