import { isValidIe, type StateCode } from '@brazilian-utils/brazilian-utils/is-valid-ie'
import { states } from '../../../../packages/model/invoices/states.ts'
import { bareDocument, checkDigit } from '../../../base/values/check-digits.ts'
import { at, codeOf, isLevied, isListed, type Pointed, type Predicate, taxOf } from '../finding.ts'
import { type InvoiceFacts, ieKindOf, isAbroad, isFinalConsumer } from '../invoice.ts'

// Who sells, who buys, who carries, and who stands between them (groups B, E, X and YB of the layout).

const NAME = 60
const CONTRIBUTOR = 1
const EXEMPT = 2
const NOT_REGISTERED = 9

const when = (isWrong: boolean, pointer: string): Pointed[] => (isWrong ? [at(pointer)] : [])

const isRight = (document: string | null) =>
  document !== null && bareDocument(document) !== undefined

export const partyPredicates: Readonly<Record<string, Predicate>> = {
  place_missing: ({ seller, address }) => [
    ...when(seller.state === null, '/branch_company/state'),
    ...when(!address?.state, '/address/state'),
  ],
  buyer_kind_missing: (facts) =>
    when(ieKindOf(facts) === null && !isAbroad(facts), '/customer/ie_kind'),
  buyer_document: (facts, args) =>
    when(
      !isAbroad(facts) &&
        !isRight(facts.customer.document) &&
        (facts.customer.document?.length === 11) === (args['form'] === 'cpf'),
      '/customer/document',
    ),
  buyer_name: ({ customer }) => when(!(customer.legal_name ?? customer.name), '/customer/name'),
  buyer_name_long: ({ customer }) =>
    when(
      customer.legal_name === null && (customer.name ?? '').length > NAME,
      '/customer/legal_name',
    ),
  buyer_address: ({ address }) => when(!address?.street, '/address'),
  city_in_list: ({ address }, args, { lists }) => {
    const list = lists[String(args['list'])]
    return when(Boolean(list && address?.ibge && !list.includes(address.ibge)), '/address/ibge')
  },
  city_of_state: ({ address }) => {
    const digits = (states as Readonly<Record<string, string>>)[address?.state ?? '']
    return when(
      Boolean(address?.ibge && digits && !address.ibge.startsWith(digits)),
      '/address/ibge',
    )
  },
  consumer_expected: (facts) =>
    when(
      !isAbroad(facts) && ieKindOf(facts) === NOT_REGISTERED && !isFinalConsumer(facts),
      '/final_consumer',
    ),
  contributor_abroad: (facts) =>
    when(isAbroad(facts) && ieKindOf(facts) === CONTRIBUTOR, '/customer/ie_kind'),
  ie_abroad: (facts) => when(isAbroad(facts) && facts.customer.ie !== null, '/customer/ie'),
  exempt_in_state: (facts, args) =>
    when(
      ieKindOf(facts) === EXEMPT &&
        isListed(args, 'destinations', facts.address?.state ?? null) &&
        !facts.items.every(
          (item) => isLevied(taxOf(item, 'icms_st')) || isListed(args, 'codes', codeOf(item)),
        ),
      '/customer/ie_kind',
    ),
  contributor_without_ie: (facts) =>
    when(facts.customer.ie_kind === CONTRIBUTOR && facts.customer.ie === null, '/customer/ie'),
  exempt_with_ie: (facts) =>
    when(facts.customer.ie_kind === EXEMPT && facts.customer.ie !== null, '/customer/ie'),
  ie_digits: (facts) =>
    when(hasWrongIe(facts.customer.ie, facts.address?.state ?? null), '/customer/ie'),
  suframa_digit: ({ customer: { suframa } }) =>
    when(suframa !== null && !hasSuframaDigit(suframa), '/customer/suframa'),
  suframa_place: (facts, args) =>
    when(
      facts.customer.suframa !== null && facts.address !== null && !isInFreeZone(facts, args),
      '/customer/suframa',
    ),
  intermediary_unsaid: ({ presence, intermediary }, args) =>
    when(isListed(args, 'presences', presence) && intermediary === null, '/intermediary'),
  intermediary_undue: ({ presence, intermediary }, args) =>
    when(
      presence !== null && !isListed(args, 'presences', presence) && Boolean(intermediary),
      '/intermediary',
    ),
  intermediary_data: ({ intermediary }) =>
    when(Boolean(intermediary) && documentOf(intermediary) === null, '/intermediary/document'),
  intermediary_document: ({ intermediary }) =>
    when(
      documentOf(intermediary) !== null && !isRight(documentOf(intermediary)),
      '/intermediary/document',
    ),
  carrier_document: ({ shipping_company: carrier }, args) =>
    when(
      Boolean(carrier?.document) &&
        !isRight(carrier?.document ?? null) &&
        (carrier?.document?.length === 11) === (args['form'] === 'cpf'),
      '/shipping_company/document',
    ),
  carrier_ie: ({ shipping_company: carrier }) =>
    when(hasWrongIe(carrier?.ie ?? null, carrier?.state ?? null), '/shipping_company/ie'),
  carrier_state: ({ shipping_company: carrier }) =>
    when(Boolean(carrier?.ie) && !carrier?.state, '/shipping_company/state'),
  commitment_missing: ({ customer, commitment, items }) =>
    when(
      customer.public_kind !== null &&
        commitment === null &&
        items.some((item) => isLevied(taxOf(item, 'icms_deson'))),
      '/commitment',
    ),
}

const documentOf = (intermediary: InvoiceFacts['intermediary']) =>
  intermediary ? intermediary.document : null

/** Each state has its own check digits; only a number of a known state is judged. */
function hasWrongIe(ie: string | null, state: string | null): boolean {
  return (
    ie !== null &&
    state !== null &&
    state !== 'EX' &&
    !isValidIe({ value: ie, stateCode: state as StateCode })
  )
}

/** The last of nine digits; older registrations leave zeros in front out. */
function hasSuframaDigit(suframa: string): boolean {
  const digits = suframa.padStart(9, '0')
  return digits.endsWith(checkDigit(digits.slice(0, 8), 9))
}

function isInFreeZone({ address }: InvoiceFacts, args: Parameters<Predicate>[1]): boolean {
  return (
    isListed(args, 'destinations', address?.state ?? null) ||
    isListed(args, 'cities', address?.ibge ?? null)
  )
}
