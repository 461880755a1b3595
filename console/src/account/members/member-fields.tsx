import type { Member } from '@pedido/client'
import type { Named } from '../../common/form/named.ts'
import { ReferenceInput } from '../../common/form/reference-input.tsx'
import { pedido } from '../../session/client.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Select, TextInput } from '../../ui/fields/inputs.tsx'
import { type Role, roleName, roleNames, rolePurpose } from '../roles.ts'
import { type Restriction, RestrictionFields, rowScopeOf, unrestricted } from '../row-scope.tsx'
import { text } from './text.ts'

/**
 * Whose orders somebody sees: everybody's, their own as a seller, of some sellers and branches; or
 * nobody's, as a seller of whom it is not said yet which one.
 */
type Sees = 'all' | 'own' | 'some' | 'ofNone'

/** A member as the form has him. */
export interface MemberValues {
  name: string
  email: string
  role: Role
  language: Member['language']
  seller: Named | null
  sees: Sees
  restriction: Restriction
}

export const newMember: MemberValues = {
  name: '',
  email: '',
  role: 'operator',
  language: 'pt-BR',
  seller: null,
  sees: 'all',
  restriction: unrestricted,
}

/** As the service takes it. */
export function bodyOf({ seller, sees, restriction, ...plain }: MemberValues) {
  const own = seller && { id_user: [seller.id] }
  // Nobody chosen is no restriction for the service, and must not become one by a slip: it refuses this.
  const some = rowScopeOf(restriction) ?? { id_user: [] }
  const id_user = seller?.id ?? null
  if (sees === 'ofNone') return { ...plain, id_user }
  return { ...plain, id_user, only: { all: null, own, some }[sees] }
}

/** With the names of those whom he names by their ids. */
export async function valuesOf(member: Member, signal?: AbortSignal): Promise<MemberValues> {
  const { name, email, role, language, id_user, only } = member
  const options = signal ? { signal } : {}
  const named = async (read: Promise<Named>) => {
    const { id, name: called } = await read
    return { id, name: called }
  }
  const [seller, sellers, branches] = await Promise.all([
    id_user === null ? null : named(pedido.users.read(id_user, options)),
    Promise.all((only?.id_user ?? []).map((id) => named(pedido.users.read(id, options)))),
    Promise.all(
      (only?.id_branch_company ?? []).map((id) => named(pedido.branchCompanies.read(id, options))),
    ),
  ])
  const isOwn = branches.length === 0 && sellers.length === 1 && sellers[0]?.id === id_user
  const isOfNone = only?.id_user?.length === 0
  const sees = only === null ? 'all' : isOfNone ? 'ofNone' : isOwn ? 'own' : 'some'
  const restriction = sees === 'some' ? { sellers, branches } : unrestricted
  return { name, email, role, language, seller, sees, restriction }
}

/** The places of the fields in the body. */
export const pointers = [
  '/name',
  '/email',
  '/role',
  '/language',
  '/id_user',
  '/only/id_user',
  '/only/id_branch_company',
]

export function MemberFields({
  values,
  onChange,
}: {
  values: MemberValues
  onChange: (values: MemberValues) => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const { role, seller, sees } = values
  const set = (changed: Partial<MemberValues>) => onChange({ ...values, ...changed })
  const choose = (chosen: Named | null) => {
    // A seller sees his own orders, unless something else is chosen.
    const isOfSeller = sees === 'own' || sees === 'ofNone' || (sees === 'all' && role === 'seller')
    const isOwn = chosen !== null && isOfSeller
    set({ seller: chosen, sees: isOwn ? 'own' : sees === 'own' ? 'all' : sees })
  }
  const chooseRole = (chosen: Role) =>
    set({ role: chosen, ...(chosen === 'seller' && seller && sees === 'all' && { sees: 'own' }) })
  return (
    <>
      <Person values={values} onChange={set} />
      <Select
        label={t.role}
        hint={rolePurpose(role, language)}
        pointer="/role"
        value={role}
        onChange={(chosen) => chooseRole(chosen as Role)}
        options={roleNames.map((one) => ({ value: one, label: roleName(one, language) }))}
      />
      <ReferenceInput
        to="users"
        label={t.seller}
        hint={t.sellerHint}
        pointer="/id_user"
        placeholder={t.noSeller}
        value={seller}
        onChange={choose}
      />
      <SeesChoice values={values} onChange={set} />
      <Select
        label={t.language}
        pointer="/language"
        value={values.language}
        onChange={(chosen) => set({ language: chosen as Member['language'] })}
        options={[
          { value: 'pt-BR', label: t.portuguese },
          { value: 'en', label: t.english },
        ]}
      />
    </>
  )
}

function Person({
  values: { name, email },
  onChange,
}: {
  values: MemberValues
  onChange: (changed: Partial<MemberValues>) => void
}) {
  const t = useTexts(text)
  return (
    <>
      <TextInput
        label={t.name}
        required
        pointer="/name"
        value={name}
        onChange={(typed) => onChange({ name: typed })}
      />
      <TextInput
        type="email"
        label={t.email}
        required
        autoComplete="off"
        pointer="/email"
        value={email}
        onChange={(typed) => onChange({ email: typed })}
      />
    </>
  )
}

/** Whose orders somebody sees. */
function SeesChoice({
  values: { seller, sees, restriction },
  onChange,
}: {
  values: MemberValues
  onChange: (changed: Partial<MemberValues>) => void
}) {
  const t = useTexts(text)
  return (
    <>
      <Select
        label={t.sees}
        hint={t.seesHint}
        value={sees}
        onChange={(chosen) => onChange({ sees: chosen as Sees })}
        options={[
          { value: 'all', label: t.all },
          ...(seller ? [{ value: 'own', label: t.own }] : []),
          { value: 'some', label: t.some },
          ...(sees === 'ofNone' ? [{ value: 'ofNone', label: t.ofNone }] : []),
        ]}
      />
      {sees === 'some' && (
        <RestrictionFields
          value={restriction}
          onChange={(chosen) => onChange({ restriction: chosen })}
        />
      )}
    </>
  )
}
