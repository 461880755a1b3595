import Big from 'big.js'
import { taxOnDate } from '../../../taxes/catalogue.ts'
import { isNear } from '../../amounts/figures.ts'
import { at, big, isListed, listed, type Predicate, taxesWhere, taxOf } from '../finding.ts'
import { type InvoiceTax, isSimples } from '../invoice.ts'

// IPI, PIS, COFINS, and IBS and CBS (groups O, Q, S and UB of the layout).

export const federalPredicates: Readonly<Record<string, Predicate>> = {
  ipi_class: (facts, args) =>
    taxesWhere(facts, '/class', ({ tax, code, class: of }) => {
      const [from, to] = listed(args, code ?? '')
      return tax === 'ipi' && from !== undefined && !isBetween(of, from, to)
    }),
  /** One place for all lines: who sends none of it leaves it to the ERP. */
  tax_missing: (facts, args) => {
    if (args['crt'] === 'normal' && isSimples(facts)) return []
    const has = facts.items.some((item) => listed(args, 'taxes').every((tax) => taxOf(item, tax)))
    return has ? [] : [at('/items')]
  },
  class_of_code: (facts, args) =>
    taxesWhere(
      facts,
      '/class',
      ({ tax, code, class: of }) =>
        isListed(args, 'taxes', tax) && Boolean(code && of) && of?.slice(0, 3) !== code,
    ),
  class_unknown: (facts, args, { lists }) => {
    const list = lists[String(args['list'])]
    return list === undefined
      ? []
      : taxesWhere(
          facts,
          '/class',
          ({ tax, class: of }) =>
            isListed(args, 'taxes', tax) && Boolean(of) && !list.includes(of as string),
        )
  },
  /** The rate is not that of the day. One that the catalogue does not know at all is not judged. */
  national_rate: (facts, args, { catalogue }) =>
    taxesWhere(facts, '/rate', ({ tax, rate }) => {
      if (tax !== args['tax'] || !rate || big(rate).eq(0)) return false
      const known = catalogue.rates.filter((row) => row.tax === tax)
      const { rate: due } = taxOnDate(catalogue, tax, facts.seller.regime, facts.tax_date)
      return due === null ? known.some((row) => big(rate).eq(row.rate)) : !big(rate).eq(due)
    }),
  reform_value: (facts, args) =>
    taxesWhere(
      facts,
      '/value',
      (tax) =>
        tax.tax === args['tax'] &&
        Boolean(tax.base && tax.rate) &&
        !isNear(big(tax.value), dueOf(tax)),
    ),
}

function isBetween(
  value: string | null | undefined,
  from: string,
  to: string | undefined,
): boolean {
  const number = Number(value)
  return /^\d{1,3}$/.test(value ?? '') && number >= Number(from) && number <= Number(to)
}

/** By the effective rate, to the even cent, less what is deferred and given back. */
function dueOf({ base, rate, effective_rate, deferred, returned }: InvoiceTax): Big {
  const share = big(base)
    .times(effective_rate ?? rate ?? '0')
    .div(100)
  return share.round(2, Big.roundHalfEven).minus(big(deferred)).minus(big(returned))
}
