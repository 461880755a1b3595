import { states } from '@pedido/model/invoices/states'
import { createElement } from 'react'
import type { FieldOf } from '../common/form/fields.ts'
import { useMay, useSession } from '../session/session.tsx'
import { useTexts } from '../text/texts.ts'
import { SameDocument } from './same-document.tsx'
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
  const beneath = (typed: string) => createElement(SameDocument, { typed, id })
  return editable.map((field) => (field.kind === 'document' ? { ...field, beneath } : field))
}

const STATES = Object.keys(states)

export function useAddressFields(): readonly FieldOf[] {
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
    { name: 'street', label: t.street, kind: 'text', isWide: true },
    { name: 'number_text', label: t.number, kind: 'text', hint: t.numberHint, maxLength: 60 },
    { name: 'complement', label: t.complement, kind: 'text' },
    { name: 'neighborhood', label: t.neighborhood, kind: 'text' },
    { name: 'postal_code', label: t.zip, kind: 'zip', maxLength: 10 },
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
