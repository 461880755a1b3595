import type Big from 'big.js'
import { isNear, shareOf } from '../../amounts/figures.ts'
import {
  type Arguments,
  big,
  codeOf,
  isLevied,
  isListed,
  itemsWhere,
  type Pointed,
  type Predicate,
  taxesWhere,
  taxOf,
} from '../finding.ts'
import {
  type InvoiceFacts,
  type InvoiceItem,
  type InvoiceTax,
  ieKindOf,
  isFinalConsumer,
  isSimples,
  wayOf,
} from '../invoice.ts'

// ICMS, ICMS-ST, FCP and DIFAL (groups N and NA of the layout).

const isIcms = ({ tax }: InvoiceTax) => tax === 'icms'
/** Two digits are a CST, three a CSOSN. */
const isCst = (code: string | null | undefined) => code?.length === 2
const isCsosn = (code: string | null | undefined) => code?.length === 3

export const icmsPredicates: Readonly<Record<string, Predicate>> = {
  cst_of_simples: (facts) =>
    isSimples(facts) ? taxesWhere(facts, '/code', (tax) => isIcms(tax) && isCst(tax.code)) : [],
  csosn_of_normal: (facts) =>
    facts.seller.crt === null || isSimples(facts)
      ? []
      : taxesWhere(facts, '/code', (tax) => isIcms(tax) && isCsosn(tax.code)),
  cst_to_non_contributor: (facts, args) =>
    ieKindOf(facts) === 9
      ? taxesWhere(
          facts,
          '/code',
          (tax) => isIcms(tax) && isCst(tax.code) && !isListed(args, 'codes', tax.code ?? null),
        )
      : [],
  code_abroad: (facts, args) =>
    wayOf(facts) === 'abroad'
      ? taxesWhere(
          facts,
          '/code',
          (tax) => isIcms(tax) && Boolean(tax.code) && !isListed(args, 'codes', tax.code ?? null),
        )
      : [],
  retained_st_missing: (facts, args) =>
    isFinalConsumer(facts)
      ? []
      : itemsWhere(
          facts,
          '/taxes',
          (item) =>
            isListed(args, 'codes', codeOf(item)) &&
            !hasFigures(taxOf(item, 'icms_st')) &&
            !taxOf(item, 'icms')?.details?.['vBCSTRet'],
        ),
  benefit_missing: (facts, args) =>
    taxesWhere(
      facts,
      '/benefit',
      (tax) => isIcms(tax) && isListed(args, 'codes', tax.code ?? null) && !tax.benefit,
    ),
  benefit_undue: (facts, args) =>
    taxesWhere(
      facts,
      '/benefit',
      (tax) => isIcms(tax) && isListed(args, 'codes', tax.code ?? null) && Boolean(tax.benefit),
    ),
  relief_missing: (facts, args) =>
    itemsWhere(facts, '/taxes', (item) => {
      const relief = taxOf(item, 'icms_deson')
      return isListed(args, 'codes', codeOf(item)) && !(isLevied(relief) && Boolean(relief?.reason))
    }),
  deferral_missing: (facts, args) =>
    itemsWhere(
      facts,
      '/taxes',
      (item) => isListed(args, 'codes', codeOf(item)) && !hasFigures(taxOf(item, 'icms')),
    ),
  icms_value: (facts, args) =>
    taxesWhere(
      facts,
      '/value',
      (tax) =>
        isIcms(tax) &&
        isListed(args, 'codes', tax.code ?? null) &&
        hasFigures(tax) &&
        !isShare(tax),
    ),
  deferred_value: (facts, args) =>
    taxesWhere(
      facts,
      '/deferred',
      (tax) =>
        isIcms(tax) &&
        isListed(args, 'codes', tax.code ?? null) &&
        big(tax.deferral).gt(0) &&
        !isNear(big(tax.deferred), shareOf(full(tax), big(tax.deferral))),
    ),
  deferral_value: (facts, args) =>
    taxesWhere(
      facts,
      '/value',
      (tax) =>
        isIcms(tax) &&
        isListed(args, 'codes', tax.code ?? null) &&
        hasFigures(tax) &&
        !isNear(big(tax.value), full(tax).minus(big(tax.deferred))),
    ),
  zero_rate: (facts, args) =>
    taxesWhere(facts, '/rate', ({ tax, rate }) => tax === args['tax'] && big(rate).eq(0)),
  fcp_value: (facts, args) =>
    taxesWhere(
      facts,
      '/value',
      (tax) => tax.tax === args['tax'] && hasFigures(tax) && !isShare(tax),
    ),
  fcp_st_value: (facts) =>
    taxesWhere(facts, '/value', (tax, item) => {
      if (tax.tax !== 'fcp_st' || !hasFigures(tax)) return false
      const own = big(tax.deduction ?? taxOf(item, 'fcp')?.value)
      return !isNear(big(tax.value), notBelowZero(full(tax).minus(own)))
    }),
  own_fcp_interstate: (facts) =>
    wayOf(facts) === 'interstate' && ieKindOf(facts) === 9
      ? taxesWhere(facts, '', (tax) => tax.tax === 'fcp' && isLevied(tax))
      : [],
  imported_rate: (facts, args) =>
    wayOf(facts) === 'interstate'
      ? taxesWhere(
          facts,
          '/rate',
          (tax, { product }) =>
            isIcms(tax) &&
            isListed(args, 'codes', tax.code ?? null) &&
            isListed(args, 'origins', product.origin) &&
            big(tax.rate).gt(String(args['rate'])),
        )
      : [],
  interstate_rate: (facts, args) =>
    wayOf(facts) === 'interstate'
      ? taxesWhere(
          facts,
          '/rate',
          (tax) => isIcms(tax) && big(tax.rate).gt(interstateRate(facts, args)),
        ).map((place) => weakened(place, facts, args))
      : [],
  margin_missing: (facts, args) =>
    taxesWhere(
      facts,
      '/margin',
      ({ tax, mode, margin }) => tax === 'icms_st' && mode === args['mode'] && !margin,
    ),
  margin_undue: (facts, args) =>
    taxesWhere(
      facts,
      '/margin',
      ({ tax, mode, margin }) =>
        tax === 'icms_st' && Boolean(mode) && mode !== args['mode'] && big(margin).gt(0),
    ),
  difal_missing: (facts, args) =>
    needsDifal(facts)
      ? itemsWhere(
          facts,
          '/taxes',
          (item) =>
            taxOf(item, 'difal') === undefined &&
            !isListed(args, 'codes', codeOf(item)) &&
            !isListed(args, 'cfops', (item.cfop ?? '').slice(1)),
        )
      : [],
  difal_undue: (facts) =>
    needsDifal(facts) || wayOf(facts) === 'unknown'
      ? []
      : taxesWhere(facts, '', (tax) => tax.tax === 'difal' && isLevied(tax)).map((place) =>
          facts.is_delivered_elsewhere ? { ...place, level: 'warning' } : place,
        ),
  difal_inter_rate_of_origin: (facts, args) =>
    taxesWhere(
      facts,
      '/inter_rate',
      ({ tax, inter_rate }, { product }) =>
        tax === 'difal' &&
        Boolean(inter_rate) &&
        big(inter_rate).eq(String(args['rate'])) !== isListed(args, 'origins', product.origin),
    ),
  difal_inter_rate_of_states: (facts, args) =>
    wayOf(facts) === 'interstate' && !facts.is_delivered_elsewhere
      ? taxesWhere(
          facts,
          '/inter_rate',
          ({ tax, inter_rate }, { product }) =>
            tax === 'difal' &&
            Boolean(inter_rate) &&
            !isListed(args, 'origins', product.origin) &&
            !big(inter_rate).eq(interstateRate(facts, args)),
        )
      : [],
  difal_value: (facts, args) =>
    taxesWhere(facts, '/value', (tax, item) => {
      if (tax.tax !== 'difal' || !isListed(args, 'codes', codeOf(item))) return false
      const own = taxOf(item, 'icms')
      const before = shareOf(big(own?.base ?? tax.base), big(tax.inter_rate))
      return hasFigures(tax) && !isNear(big(tax.value), notBelowZero(full(tax).minus(before)))
    }),
  relief_without_suframa: (facts, args) =>
    facts.customer.suframa === null && reliefs(facts, args).length > 0
      ? [{ pointer: '/customer/suframa' }]
      : [],
  relief_cfop: (facts, args) =>
    itemsWhere(
      facts,
      '/cfop',
      (item) =>
        taxOf(item, 'icms_deson')?.reason === args['reason'] &&
        item.cfop !== null &&
        !isListed(args, 'cfops', item.cfop),
    ),
  relief_zero: (facts, args) =>
    taxesWhere(
      facts,
      '/value',
      (tax) => tax.tax === 'icms_deson' && tax.reason === args['reason'] && !isLevied(tax),
    ),
}

const hasFigures = (tax: InvoiceTax | undefined) =>
  tax !== undefined && big(tax.base).gt(0) && big(tax.rate).gt(0)

const full = ({ base, rate }: InvoiceTax): Big => shareOf(big(base), big(rate))

const isShare = (tax: InvoiceTax) => isNear(big(tax.value), full(tax).minus(big(tax.deferred)))

const notBelowZero = (value: Big): Big => (value.lt(0) ? big('0') : value)

function reliefs(facts: InvoiceFacts, { reason }: Arguments): Pointed[] {
  return taxesWhere(facts, '', (tax) => tax.tax === 'icms_deson' && tax.reason === reason)
}

/** 12 %, or the lower rate from some states to all others. In percent. */
function interstateRate({ seller, address }: InvoiceFacts, args: Arguments): string {
  const isLow =
    isListed(args, 'low_from', seller.state) && !isListed(args, 'low_from', address?.state ?? null)
  return String(isLow ? args['low'] : args['usual'])
}

function weakened(place: Pointed, facts: InvoiceFacts, args: Arguments): Pointed {
  const item = facts.items[Number(place.pointer.split('/')[2])] as InvoiceItem
  return facts.is_delivered_elsewhere || isListed(args, 'cfops', item.cfop)
    ? { ...place, level: 'warning' }
    : place
}

/** An interstate sale to a final consumer who is not registered, by who pays ICMS in the normal way. */
function needsDifal(facts: InvoiceFacts): boolean {
  return (
    wayOf(facts) === 'interstate' &&
    isFinalConsumer(facts) &&
    ieKindOf(facts) === 9 &&
    facts.seller.crt !== null &&
    !isSimples(facts)
  )
}
