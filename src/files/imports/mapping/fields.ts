import { type FieldRow, isReferring } from '../../../../packages/model/record-fields.ts'
import { type RecordRow, recordRows } from '../../../../packages/model/records.ts'
import { type ActiveField, customResources } from '../../../custom/rules.ts'
import { tables } from '../../exports/tables.ts'
import { customHeading, customName } from '../../headings.ts'
import { customFields, type FieldKind, field, type ImportField, together } from './field.ts'
import { orders, reference } from './order-fields.ts'
import { numbersOf, wordsOf } from './words.ts'

const ADDRESS_TYPES = {
  entrega: 'delivery',
  delivery: 'delivery',
  cobranca: 'billing',
  billing: 'billing',
  principal: 'main',
  main: 'main',
  outro: 'other',
  other: 'other',
}

const address: ImportField[] = [
  field('address.street', 'line', 'Endereço', 'Logradouro', 'Rua', 'Street', 'Address'),
  field('address.number_text', 'house_number_text', 'Número', 'Número do endereço', 'Number'),
  field('address.number', 'house_number', 'Número (inteiro)', 'Number (integer)'),
  field('address.complement', 'line', 'Complemento', 'Complement'),
  field('address.neighborhood', 'line', 'Bairro', 'Neighborhood'),
  field(
    'address.city',
    'city',
    'Cidade',
    'Município',
    'City',
    'Cidade/UF',
    'Cidade/Estado',
    'Município/UF',
    'City/State',
  ),
  field('address.state', 'line', 'UF', 'Estado', 'State'),
  field('address.postal_code', 'postal_code', 'CEP', 'Zip code', 'Postal code'),
  field('address.zip_code', 'zip_code', 'CEP (inteiro)', 'Zip code (integer)'),
  field('address.latitude', 'decimal', 'Latitude'),
  field('address.longitude', 'decimal', 'Longitude'),
  field('address.address_type', { choice: ADDRESS_TYPES }, 'Tipo de endereço', 'Address type'),
  field('address.name', 'line', 'Nome do endereço', 'Address name'),
  field('address.fk_id', 'code', 'Código do endereço', 'Address code'),
  field(
    'address.ibge',
    { digits: 7 },
    'Município (IBGE)',
    'Código IBGE',
    'IBGE',
    'Cód. IBGE',
    'Código do município',
    'Código IBGE do município',
    'Municipality (IBGE)',
  ),
  field('address.country', 'integer', 'País (código)', 'Código do país', 'Country (code)'),
]

/** How cells are read, by the kinds of the model; what is not here no file can bring. */
const kinds: Partial<Record<FieldRow['kind'], FieldKind>> = {
  name: 'line',
  code: 'code',
  document: 'document',
  email: 'line',
  phone: 'line',
  text: 'text',
  line: 'line',
  gtin: 'gtin',
  rows: 'rows',
  terms: 'terms',
  day: 'day',
  instant: 'date',
  decimal: 'decimal',
  integer: 'integer',
  counter: 'integer',
  unit_price: 'decimal',
  flag: 'boolean',
}

const sellers: ImportField[] = [
  field('id_users', 'ids', 'users.id', 'Vendedores (id)', 'Sellers (id)'),
  field(
    'fk_id_users',
    'codes',
    'users.fk_id',
    'Vendedores (código)',
    'Sellers (code)',
    'Código do vendedor',
    'Cód. vendedor',
    'Cód. representante',
    'Seller code',
  ),
]

/** What a name or a code is headed in files, where its row does not say it: by what the record is called. */
function plainHeadings(kind: FieldRow['kind'], what: readonly string[] = []): readonly string[] {
  if (kind === 'name') return ['Nome', ...what.map((one) => `Nome ${one}`), ...what, 'Descrição']
  if (kind !== 'code') return []
  const codes = what.map((one) => `Código ${one}`)
  return ['Código', 'Cód.', 'Sigla', 'Código externo', 'ID', ...codes]
}

function kindOf(row: FieldRow): FieldKind | undefined {
  if (row.kind === 'choice') return { choice: wordsOf(row.choices) }
  if (row.kind === 'pattern') return row.hasCase ? 'line' : { digits: row.digits }
  if (row.kind === 'list') return { list: 'choices' in row.of ? 'integer' : 'code' }
  return row.kind === 'numbered' ? numbersOf(row.choices) : kinds[row.kind]
}

function fieldsOf(row: FieldRow, { headings: what }: RecordRow): ImportField[] {
  if (row.kind === 'sellers') return sellers
  if (isReferring(row)) return reference(row, `id_${row.name}`)
  if (row.kind === 'texts') return [customFields]
  const kind = kindOf(row)
  if (!kind) return []
  const headings = row.headings ?? plainHeadings(row.kind, what)
  const one = field(row.name, kind, ...headings, ...(row.heading ?? row.label))
  return [row.areTogether ? together(one) : one]
}

const records = recordRows.map((row: RecordRow) => {
  const fields = row.fields.flatMap((one) => fieldsOf(one, row))
  return [row.path, row.path === 'customers' ? [...fields, ...address] : fields] as const
})

/** Headings that may mean one thing or another: nothing is taken for either unless a mapping says so. */
export const ambiguousHeadings: Readonly<Record<string, Record<string, string[]>>> = {
  orders: {
    Código: ['fk_id', 'fk_id_customer', 'items.fk_id_item'],
    Frete: ['fk_id_freight_type', 'freight_value'],
    Freight: ['fk_id_freight_type', 'freight_value'],
    Desconto: ['items.discount_value', 'items.discount_percentage'],
    Desc: ['items.description', 'items.discount_value', 'items.discount_percentage'],
    IPI: ['items.aliq_ipi', 'items.value_ipi'],
    ICMS: ['items.aliq_icms', 'items.value_icms'],
    Número: ['fk_id', 'items.fk_id'],
    Total: ['items.total_item', 'items.net_value'],
    Valor: ['items.price', 'items.total_item', 'items.net_value'],
  },
  products: { Desc: ['name', 'description'] },
}

/** The service's own number of a record, as exports have it: it counts in rows that have no code. */
function ownId(resource: string): ImportField {
  const [, , portuguese = '', english = ''] =
    tables[resource]?.find(([name]) => name === 'id') ?? []
  return field('id', 'id', portuguese, english)
}

/** What files can bring, with the parts that columns can hold. */
export const importFields: Readonly<Record<string, readonly ImportField[]>> = Object.fromEntries(
  Object.entries({ ...Object.fromEntries(records), orders }).map(([resource, fields]) => [
    resource,
    [...fields, ownId(resource)],
  ]),
)

export const importResources = Object.keys(importFields)

/** Texts of the account's own: `custom_fields.` and their key. */
const CUSTOM = /^custom_fields\.(.{1,100})$/s

/** `kmRodado` is `km Rodado`, too. */
const spaced = (text: string) => text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')

/** Properties of every record: a field with such a key is not what stands below the bare name. */
const SET_BY_SERVICE = ['id', 'created_at', 'updated_at']

/** What an account has declared, found by its label and its key. */
export function declaredFields(fields: readonly ActiveField[]): ImportField[] {
  return fields.map((one) => {
    const { key, label, type, choices } = one
    const headings = [label ?? key, key]
      .filter((text) => !SET_BY_SERVICE.includes(text.trim().toLowerCase()))
      .flatMap((text) => [text, spaced(text)])
    const kind = { custom: type, choices }
    const exact = [customName(one), customHeading(one)]
    return { ...field(`custom_fields.${key}`, kind, ...headings, ...exact), exact }
  })
}

/** In JSON a declared field stands in `custom_fields`, and never below its bare key or label. */
export const inJson = (one: ImportField): ImportField => ({ ...one, headings: one.exact ?? [] })

/** The declared field whose column a heading is, as exports write it; undefined where another may be it. */
export function declaredAs(
  resource: string,
  heading: string,
  declared: readonly ImportField[],
): ImportField | undefined {
  if (importFields[resource]?.some(({ headings }) => headings.includes(heading))) return undefined
  const found = declared.filter(({ exact }) => exact?.includes(heading))
  return found.length === 1 ? found[0] : undefined
}

/**
 * The field that a mapping names; undefined where the resource has none of that name.
 * @param declared what the account has declared; all else of its own is text
 */
export function fieldNamed(
  resource: string,
  name: string,
  declared: readonly ImportField[] = [],
): ImportField | undefined {
  const found = [...(importFields[resource] ?? []), ...declared].find((one) => one.name === name)
  const hasCustom = (customResources as readonly string[]).includes(resource)
  if (found || !hasCustom || !CUSTOM.test(name)) return found
  return { name, kind: 'text', headings: [] }
}
