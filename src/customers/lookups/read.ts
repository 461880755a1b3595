import { isState, municipalityErrors, postalCodeText } from '../../base/values/addresses.ts'
import { bareDocument } from '../../base/values/check-digits.ts'
import { isEmail, plainEmail } from '../../base/values/emails.ts'
import { composed, nameError, onOneLine } from '../../base/values/texts.ts'

// What an address of the operator's answers, as a customer's and an address's properties. Each may be called as
// here, or as public services in Brazil call it (BrasilAPI, ReceitaWS, ViaCEP): `docs/lookups.md` lists the names.

/** The names of each property in answers, the first of them that has something counts. */
const companyNames = {
  document: ['document', 'cnpj'],
  name: ['name', 'razao_social', 'nome'],
  trade_name: ['trade_name', 'nome_fantasia', 'fantasia'],
  email: ['email'],
  phone: ['phone', 'telefone', 'ddd_telefone_1'],
  active: ['active', 'situacao', 'descricao_situacao_cadastral'],
} as const

const addressNames = {
  street: ['street', 'logradouro'],
  number_text: ['number_text', 'number', 'numero'],
  complement: ['complement', 'complemento'],
  neighborhood: ['neighborhood', 'bairro'],
  postal_code: ['postal_code', 'cep'],
  city: ['city', 'municipio', 'localidade'],
  state: ['state', 'uf'],
  ibge: ['ibge', 'codigo_municipio_ibge'],
} as const

/** Stands in front of the street, where it is not part of it. */
const KIND_OF_STREET = 'descricao_tipo_de_logradouro'

type Found<Names> = { [Name in keyof Names]: string | null }
type FoundAddress = Found<typeof addressNames>
type FoundCompany = Omit<Found<typeof companyNames>, 'active' | 'document'> & {
  active: boolean | null
  address: FoundAddress
}

type Values = Record<string, unknown>

const LONGEST = 200
/** As the fields of a customer take them. */
const LONGEST_PHONE = 40

/** What an answer says of the company with this bare CNPJ; undefined where it knows none, or another one. */
export function companyIn(answer: Values, cnpj: string): FoundCompany | undefined {
  const text = textsOf(answer, companyNames)
  const [name, document] = [text('name'), text('document')]
  const isOther = document !== null && bareDocument(document) !== cnpj
  if (saysNone(answer) || isOther || name === null) return undefined
  const [email, phone] = [text('email'), text('phone')]
  return {
    name,
    trade_name: text('trade_name'),
    email: email !== null && isEmail(email) ? plainEmail(email) : null,
    phone: phone !== null && phone.length <= LONGEST_PHONE ? phone : null,
    active: activeIn(answer),
    address: addressOf(answer),
  }
}

/**
 * What an answer says of a CEP, such as 01310-200; undefined where it knows none, or another one. What it says
 * of houses, such as `de 1047 a 1865 - lado ímpar`, is which ones have the CEP, and no complement.
 */
export function postalCodeIn(answer: Values, cep: string): FoundAddress | undefined {
  const address = addressOf(answer)
  const isOther = address.postal_code !== null && address.postal_code !== cep
  if (saysNone(answer) || isOther || address.city === null) return undefined
  return { ...address, postal_code: cep, number_text: null, complement: null }
}

/** ViaCEP and ReceitaWS answer 200 for what they do not know. */
function saysNone({ erro, status }: Values): boolean {
  return erro === true || erro === 'true' || status === 'ERROR'
}

function addressOf(answer: Values): FoundAddress {
  const text = textsOf(answer, addressNames)
  const [state, ibge] = [stateOf(text('state')), text('ibge')]
  const isOfState = ibge !== null && /^\d{7}$/.test(ibge)
  // Services that give a number have lost its zero in front.
  const digits = text('postal_code')?.replaceAll(/\D/g, '') ?? ''
  return {
    street: streetOf(answer, text('street')),
    number_text: text('number_text')?.slice(0, 60) ?? null,
    complement: text('complement'),
    neighborhood: text('neighborhood'),
    postal_code: /^\d{7,8}$/.test(digits) ? postalCodeText(digits) : null,
    city: text('city'),
    state,
    ibge: isOfState && municipalityErrors({ ibge, state }).length === 0 ? ibge : null,
  }
}

function streetOf(answer: Values, street: string | null): string | null {
  const kind = textOf(answer[KIND_OF_STREET])
  if (kind === null || street === null) return street
  const isPart = street.toLowerCase().startsWith(`${kind.toLowerCase()} `)
  return (isPart ? street : `${kind} ${street}`).slice(0, LONGEST)
}

function stateOf(text: string | null): string | null {
  const state = text?.toUpperCase() ?? ''
  return isState(state) ? state : null
}

function activeIn(answer: Values): boolean | null {
  for (const name of companyNames.active) {
    const value = answer[name]
    if (typeof value === 'boolean') return value
    if (typeof value === 'string' && value !== '') return /^ativ[ao]$/i.test(value.trim())
  }
  return null
}

/** A text of the answer by its names here; null where it says nothing that a field takes. */
function textsOf<Names extends Record<string, readonly string[]>>(answer: Values, names: Names) {
  return (of: keyof Names): string | null => {
    const found = (names[of] ?? []).map((name) => textOf(answer[name]))
    return found.find((text) => text !== null) ?? null
  }
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value.length > LONGEST * 5) return null
  const text = composed(onOneLine(value.trim())).slice(0, LONGEST).trim()
  return text === '' || nameError(text) ? null : text
}
