import { states } from '@pedido/model/invoices/states'
import { createElement } from 'react'
import { useMay, useSession } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import type { FieldOf } from '../form/fields.ts'
import { useRecordFields } from '../records/fields.ts'
import { OF_ADDRESS } from './first-address.ts'
import { CompanyFacts, PostalCodeFacts } from './lookup.tsx'
import { text } from './text.ts'

/**
 * Those that the member can change: who is restricted to one seller has nobody else to name.
 * @param id of the customer; undefined of a new one
 */
export function useEditable(fields: readonly FieldOf[], id?: number): readonly FieldOf[] {
  const own = useSession().only?.id_user
  const mayChoose = useMay()('reference:read')
  const editable = fields.filter(({ kind }) => {
    if (kind === 'sellers') return mayChoose && own?.length !== 1
    return kind !== 'reference' || mayChoose
  })
  const beneath: FieldOf['beneath'] = (typed, fill) =>
    createElement(CompanyFacts, { typed, id, fill })
  return editable.map((field) => (field.kind === 'document' ? { ...field, beneath } : field))
}

/** Behind these the address of a new customer is typed. */
const LAST_BEFORE_ADDRESS = 'phone'

/**
 * What is typed of a new customer: its own fields, and those of its first address.
 * @param isShort only what somebody types who is in the middle of an order
 */
export function useNewCustomerFields(isShort = false): readonly FieldOf[] {
  const own = useEditable(useRecordFields('customers')).filter(
    ({ name, isDetail }) => !isShort || (!isDetail && name !== 'active'),
  )
  const address = useAddressFields(true, OF_ADDRESS)
    .filter(({ name }) => FIRST_ADDRESS.includes(name))
    .map((field) => ({ ...field, name: `${OF_ADDRESS}${field.name}` }))
  const at = own.findIndex(({ name }) => name === LAST_BEFORE_ADDRESS) + 1
  return [...own.slice(0, at), ...address, ...own.slice(at)]
}

/** Of an address that is typed with its customer. */
const FIRST_ADDRESS = [
  'postal_code',
  'street',
  'number_text',
  'complement',
  'neighborhood',
  'city',
  'state',
  'ibge',
]

const STATES = Object.keys(states)

/**
 * @param isNew what its CEP says is filled in without being asked for
 * @param within what the names of the fields begin with in the form
 */
export function useAddressFields(isNew = true, within = ''): readonly FieldOf[] {
  const t = useTexts(text)
  const types = ['delivery', 'billing', 'main', 'other'] as const
  return [
    { name: 'name', label: t.addressName, kind: 'text' },
    {
      name: 'address_type',
      label: t.addressType,
      kind: 'choice',
      choices: types.map((value) => ({ value, label: t[value] })),
      initial: 'delivery',
    },
    {
      name: 'postal_code',
      label: t.zip,
      kind: 'zip',
      maxLength: 10,
      beneath: (typed, fill) => createElement(PostalCodeFacts, { typed, isNew, within, fill }),
    },
    { name: 'street', label: t.street, kind: 'text', isWide: true },
    { name: 'number_text', label: t.number, kind: 'text', hint: t.numberHint, maxLength: 60 },
    { name: 'complement', label: t.complement, kind: 'text' },
    { name: 'neighborhood', label: t.neighborhood, kind: 'text' },
    { name: 'city', label: t.city, kind: 'text' },
    {
      name: 'state',
      label: t.state,
      kind: 'choice',
      choices: STATES.map((value) => ({ value, label: value })),
    },
    { name: 'ibge', label: t.ibge, kind: 'text', hint: t.ibgeHint, maxLength: 7 },
    { name: 'country', label: t.country, kind: 'integer', hint: t.countryHint, initial: '1058' },
    { name: 'fk_id', label: t.code, kind: 'text' },
    { name: 'latitude', label: t.latitude, kind: 'decimal' },
    { name: 'longitude', label: t.longitude, kind: 'decimal' },
  ]
}
