import Big from 'big.js'
import { headerParts } from '../../../packages/model/totals.ts'
import { type FieldError, refuseInvalid } from '../../base/problems.ts'
import { type CatalogueRows, type Regime, regimeOf } from '../../taxes/catalogue.ts'
import type { OperationKind } from '../../taxes/rules/cfop.ts'
import type { RuleIndex } from '../../taxes/rules/choose.ts'
import type { BuyerKind } from '../../taxes/rules/rule.ts'
import { msg } from '../../texts/message.ts'
import { computeLine } from '../amounts/amounts.ts'
import { type Derived, deriveTaxes } from '../amounts/by-rules/derive.ts'
import { type ItemFacts, isFinalConsumer } from '../amounts/by-rules/item.ts'
import type { FigureLine } from '../amounts/figures.ts'
import {
  type HeaderAmounts,
  type LineShares,
  lineSharesOf,
  netsWithShares,
} from '../amounts/line-shares.ts'

/** A sale as somebody imagines it: what rules ask of an order and its lines. */
export interface ImaginedSale {
  readonly date: string
  readonly origin_state: string | null
  readonly destination_state: string | null
  readonly crt: 1 | 2 | 3 | 4 | null
  readonly regime: Regime | null
  readonly simples_credit_rate: number | null
  readonly ipi_payer: boolean
  readonly ie_kind: BuyerKind | null
  readonly final_consumer: boolean | null
  readonly customer_simples: boolean | null
  readonly id_category: number | null
  readonly id_branch_company: number | null
  readonly freight_value: number
  readonly insurance_value: number
  readonly other_expenses: number
  readonly discount_value: number
  readonly items: readonly ImaginedItem[]
}

interface ImaginedItem {
  readonly id_product: number | null
  readonly ncm: string | null
  readonly cest: string | null
  readonly origin: number
  readonly own_production: boolean
  readonly id_operation: number | null
  readonly operation_kind: OperationKind
  readonly quantity: number
  readonly price: number
  readonly discount_value: number
}

/** A line of it, worked out. Amounts are decimals. */
export interface PreviewedLine {
  readonly figures: FigureLine
  readonly shares: LineShares
  readonly op: string
  readonly line_total: string
  readonly derived: Derived
}

/**
 * What the rules make of a sale: the same as of an order of it.
 * @throws Problem with all amounts that are refused, each at its property
 */
export function previewOf(
  sale: ImaginedSale,
  index: RuleIndex,
  catalogue: CatalogueRows,
): PreviewedLine[] {
  const { lines, errors } = figuresOf(sale)
  refuseInvalid([...errors, ...discountErrors(sale, lines)])
  const amounts = amountsOf(sale)
  const shares = lineSharesOf(lines, amounts)
  const ops = netsWithShares(lines, amounts)
  const made = sale.items.map((item, i): PreviewedLine => {
    const figures = lines[i] as FigureLine
    const own = shares[i] ?? {}
    const op = ops[i] ?? '0'
    const derived = deriveTaxes(factsOf(sale, item, figures, op), index, catalogue)
    const line_total = new Big(op).plus(derived.outside).toFixed()
    return { figures, shares: own, op, line_total, derived }
  })
  refuseInvalid(
    made.flatMap(({ derived }, i) =>
      derived.errors.map((one): FieldError => ({ ...one, pointer: `/items/${i}` })),
    ),
  )
  return made
}

function figuresOf({ items }: ImaginedSale): { lines: FigureLine[]; errors: FieldError[] } {
  const errors: FieldError[] = []
  const lines = items.map(({ quantity, price, discount_value }, i) => {
    const sent = { quantity, price, discount_value }
    const made = computeLine({ sent, defaultPrice: null, mode: 'verify' })
    errors.push(...made.errors.map((one) => ({ ...one, pointer: `/items/${i}${one.pointer}` })))
    return made.line
  })
  return { lines, errors }
}

function discountErrors({ discount_value }: ImaginedSale, lines: FigureLine[]): FieldError[] {
  const net = lines.reduce((sum, { total_liq }) => sum.plus(total_liq ?? 0), new Big(0))
  if (net.gte(discount_value)) return []
  const detail = msg`is more than what the lines come to, which is ${net.toFixed()}.`
  return [{ pointer: '/discount_value', code: 'discount_exceeds_total', detail }]
}

function amountsOf(sale: ImaginedSale): HeaderAmounts {
  const amounts = headerParts.map(({ column }) => [column, new Big(sale[column]).toFixed()])
  return Object.fromEntries(amounts) as HeaderAmounts
}

function factsOf(
  sale: ImaginedSale,
  item: ImaginedItem,
  { quantity }: FigureLine,
  op: string,
): ItemFacts {
  const { crt, regime, ie_kind } = sale
  return {
    date: sale.date,
    origin_state: sale.origin_state,
    destination_state: sale.destination_state,
    crt,
    regime: regimeOf({ regime: regime ?? undefined, crt: crt ?? undefined }),
    simples_credit_rate: sale.simples_credit_rate,
    ipi_payer: sale.ipi_payer,
    ie_kind,
    final_consumer: isFinalConsumer(sale.final_consumer, ie_kind),
    customer_simples: sale.customer_simples,
    id_category: sale.id_category,
    id_branch_company: sale.id_branch_company,
    id_product: item.id_product,
    ncm: item.ncm,
    cest: item.cest,
    origin: item.origin,
    own_production: item.own_production,
    id_operation: item.id_operation,
    operation: item.operation_kind,
    given_cfop: null,
    operation_cfop: null,
    quantity,
    op,
  }
}
