import { BRAZIL } from '../../../packages/model/invoices/states.ts'
import { ABROAD, type InvoiceFacts, ieKindOf } from '../invoice-check/invoice.ts'
import type { AddressRecord, InvoiceRecords } from '../invoice-records/records.ts'
import { type Group, present, textOf } from './figures.ts'

// Who sells, buys, receives and carries (groups C, E, G and X of the layout).

const CITY_ABROAD = '9999999'

/** `emit`: the branch. The issuing program knows its address. */
export function sellerOf(
  branch: InvoiceRecords['branch_company'],
  { seller, address }: InvoiceFacts,
): Group | undefined {
  if (!branch) return undefined
  const inState = branch.st_registrations.find(({ state }) => state === address?.state)
  return present({
    ...documentOf(branch.document),
    xNome: textOf(branch.name, 60),
    IE: branch.ie ?? undefined,
    IEST: inState?.ie,
    CRT: seller.crt === null ? undefined : String(seller.crt),
  })
}

/** `dest`: the customer, with the main address. */
export function buyerOf(facts: InvoiceFacts, { customer }: InvoiceRecords): Group {
  const { main_address } = customer
  const { name, legal_name, document, ie, suframa } = facts.customer
  const kind = ieKindOf(facts)
  return present({
    ...(isAbroad(main_address) ? { idEstrangeiro: document ?? '' } : documentOf(document)),
    xNome: textOf(legal_name ?? name, 60),
    enderDest: main_address ? addressOf(main_address, customer.phone) : undefined,
    indIEDest: kind === null ? undefined : String(kind),
    IE: ie ?? undefined,
    ISUF: suframa ?? undefined,
    email: textOf(customer.email, 60),
  })
}

/** `entrega`: where goods go to another address than the customer's main one. */
export function deliveryOf({ customer }: InvoiceFacts, records: InvoiceRecords): Group | undefined {
  const { address } = records
  if (!address || address.id === records.customer.main_address?.id) return undefined
  return present({
    ...documentOf(customer.document),
    xNome: textOf(customer.legal_name ?? customer.name, 60),
    ...addressOf(address, null),
  })
}

/** `transporta`. */
export function carrierOf(carrier: InvoiceRecords['shipping_company']): Group | undefined {
  if (!carrier) return undefined
  return present({
    ...documentOf(carrier.document),
    xNome: textOf(carrier.name, 60),
    IE: carrier.ie ?? undefined,
    xEnder: textOf(carrier.address, 60),
    UF: carrier.state ?? undefined,
  })
}

function addressOf(address: AddressRecord, phone: string | null): Group {
  const isForeign = isAbroad(address)
  return present({
    xLgr: textOf(address.street, 60),
    nro: textOf(address.number_text ?? address.number?.toString(), 60) ?? 'S/N',
    xCpl: textOf(address.complement, 60),
    xBairro: textOf(address.neighborhood, 60),
    cMun: isForeign ? CITY_ABROAD : (address.ibge ?? undefined),
    xMun: isForeign ? 'EXTERIOR' : textOf(address.city, 60),
    UF: isForeign ? ABROAD : (address.state ?? undefined),
    CEP: address.zip_code?.toString().padStart(8, '0'),
    cPais: String(address.country),
    xPais: isForeign ? undefined : 'Brasil',
    fone: phoneOf(phone),
  })
}

const isAbroad = (address: AddressRecord | null): boolean =>
  address !== null && address.country !== BRAZIL

/** A CNPJ has 14 characters, a CPF 11; anything else is neither. */
function documentOf(document: string | null): Group {
  if (document?.length === 14) return { CNPJ: document }
  return document?.length === 11 ? { CPF: document } : {}
}

/** The layout has 6 to 14 digits. */
function phoneOf(phone: string | null): string | undefined {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return /^\d{6,14}$/.test(digits) ? digits : undefined
}
