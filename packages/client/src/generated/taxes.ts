// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, Options } from '../types.ts'

export interface TaxesResource {
  /** Why an order has its taxes. For each item which rules count and why, each tax with its steps, and what could not be worked out. It goes by the versions of rules that the item’s taxes name (`origin`), whatever these rules say by now; for a kind of which an item has none, by the rules as they are. Taxes that were sent are not among them. An account without rules has no items here. [Taxes](/docs/taxes) shows an example. Needs the scope `orders:read`. */ explain(id: number, options?: Options<'consistency'>): Call<OrderTaxes>
  /** Why an order by its `fk_id` has its taxes. For each item which rules count and why, each tax with its steps, and what could not be worked out. It goes by the versions of rules that the item’s taxes name (`origin`), whatever these rules say by now; for a kind of which an item has none, by the rules as they are. Taxes that were sent are not among them. An account without rules has no items here. [Taxes](/docs/taxes) shows an example. Needs the scope `orders:read`. */ explainByFkId(fk_id: string, options?: Options<'consistency'>): Call<OrderTaxes>
  /** Ask what the rules make of a sale. Which rule counts for each line and why, its taxes with each step, and what could not be worked out. No order is needed, and nothing is written. [Taxes](/docs/taxes) shows an example. Needs the scope `taxes:read`. */ preview(body: TaxPreviewInput, options?: Options): Call<TaxPreview>
  /** Read the catalogue of taxes. Each tax that a line may have, what it does to the total from which day on, and its national rates, each with its source. It is the same for all accounts; [taxes](/docs/taxes) explains it. Needs the scope `reference:read`. */ read(query?: ReadTaxesQuery, options?: Options<'ifMatch' | 'consistency'>): Call<TaxCatalogue>
}

export interface ReadTaxesQuery {
  /** Shows what each tax is on this day; today in the account’s zone unless given. */ date?: string
  /** The seller’s regime for IBS and CBS; by `crt` unless given. */ regime?: "regular" | "single"
  /** The seller’s CRT: 1 and 4 mean the single regime, all else the regular one. */ crt?: number
}

/** What the rules of the account make of an order, and why. */
export interface OrderTaxes {
  /** The day that decides. */ tax_date: string
  items: Array<ExplainedItem>
}

/** What rules make of an item. */
export interface ExplainedItem {
  /** The item’s. */ id: number
  /** What taxes are levied on: the net value, with its shares where the order says so. */ op: number
  cfop: string | null
  rules: { icms: TaxRuleChoice | null; ipi: TaxRuleChoice | null; ibs_cbs: TaxRuleChoice | null }
  findings: Array<TaxFinding>
  taxes: Array<ExplainedTax>
}

/** The rule that counts for a line, and why. */
export interface TaxRuleChoice {
  id: number
  /** The version that was gone by. */ version: number
  name: string
  valid_from: string
  /** What of the rule the sale meets. */ matched: Array<string>
  /** Rules that hold, too, and are less specific. */ passed_over: Array<{ id: number; name: string; /** Why the other one counts. */ less_specific_in: "product" | "destination" | "origin" | "operation" | "branch" | "conditions" }>
}

/** Why something was not worked out. */
export interface TaxFinding {
  code: "no_place" | "buyer_kind_unknown" | "no_rule" | "rule_incomplete" | "rate_missing" | "694"
  level: "error" | "warning"
  /** The tax that it is about. */ tax: string | null
  /** The property of the rule that is missing. */ property: string | null
  pointer: string
  /** In the language of `Accept-Language`. */ detail: string
}

/** A tax of an item as its rule works it out. */
export interface ExplainedTax {
  /** A tax of the catalogue (`GET /taxes`). */ tax: string
  /** What it is levied on. Follows from the line where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base: number
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ rate: number
  /** base × rate ÷ 100, or as the tax has it. Exact: at most 13 integer digits and 2 decimals. */ value: number
  /** What the value does to the total: added, inside the price, taken off. */ effect: number
  /** `given`: as it was sent. `derived`: its figures follow from a rate alone, or from the tax itself. `rule:7@2`: version 2 of tax rule 7 has worked it out. */ origin: string
  /** CST or CSOSN. */ code?: string
  /** cClassTrib of IBS, CBS and IS; cEnq of IPI. */ class?: string
  /** What the margin is. */ margin_kind?: "original" | "adjusted" | "list" | "consumer_price" | "own_use"
  /** Whether the tax is in its base. */ base_kind?: "single" | "double"
  /** How the base is found (modBC, modBCST). */ mode?: string
  /** Why ICMS is relieved (motDesICMS). */ reason?: string
  /** The code of the benefit (cBenef). */ benefit?: string
  /** Percent by which the base of ICMS and ICMS-ST is lower, and the rate of IBS and CBS. Exact: at most 3 integer digits and 4 decimals. */ reduction?: number
  /** Percent of the tax that is due later. Exact: at most 3 integer digits and 4 decimals. */ deferral?: number
  /** The same in money: it is not in `value`. Exact: at most 13 integer digits and 2 decimals. */ deferred?: number
  /** Given back: it is not in `value`. Exact: at most 13 integer digits and 2 decimals. */ returned?: number
  /** The margin (MVA) in the base of ICMS-ST, as it was applied, in percent. Exact: at most 3 integer digits and 4 decimals. */ margin?: number
  /** What is taken off: the line’s own ICMS or FCP unless given. Exact: at most 13 integer digits and 2 decimals. */ deduction?: number
  /** The rate between the states, in percent. Exact: at most 3 integer digits and 4 decimals. */ inter_rate?: number
  /** What an amount per unit is levied on; the line’s quantity unless given. Exact: at most 12 integer digits and 4 decimals. */ quantity?: number
  /** Amount per unit, where the tax is by quantity. Exact: at most 11 integer digits and 4 decimals. */ per_unit?: number
  /** The relieved ICMS is taken off the total. */ deducts?: boolean
  /** The tax is added to the total. */ adds?: boolean
  /** What is rarer: returned as it is, up to 2,000 bytes of JSON. */ details?: Record<string, string | number | boolean | null>
  /** The rate less its reduction. Exact: at most 3 integer digits and 4 decimals. */ effective_rate?: number
  rule: TaxRuleNamed
  steps: Array<TaxStep>
  /** The item has just this. False: what rules ask has changed since, or the item has no such tax yet. */ same_as_stored: boolean
}

/** A rule as a tax names it. */
export interface TaxRuleNamed {
  id: number
  /** The version that was gone by. */ version: number
  name: string
  valid_from: string
}

/** How a figure came about. */
export interface TaxStep {
  what: string
  formula: string
  value: number
}

export interface TaxPreviewInput {
  /** The day that decides; today unless given. */ date?: string
  /** Of the branch that sells. */ origin_state?: string | null
  /** Where the goods go; `EX` is abroad. */ destination_state?: string | null
  /** The seller’s CRT; as 3 unless given. */ crt?: 1 | 2 | 3 | 4 | null
  /** Of IBS and CBS; it follows from the CRT unless given. */ regime?: "regular" | "single" | null
  /** The credit that a seller in the Simples Nacional passes on, in percent. Exact: at most 3 integer digits and 4 decimals. */ simples_credit_rate?: number | null
  /** Whether the seller pays IPI; false unless given. */ ipi_payer?: boolean
  /** Whether the buyer is registered for ICMS (indIEDest). */ ie_kind?: 1 | 2 | 9 | null
  /** Whether the buyer does not resell; unless given, where `ie_kind` is 9. */ final_consumer?: boolean | null
  /** Whether the buyer is in the Simples Nacional. */ customer_simples?: boolean | null
  /** By which rules of one category of orders are found. */ id_category?: number | null
  /** By which rules of one branch are found. */ id_branch_company?: number | null
  /** What the buyer pays for freight. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ freight_value?: number
  /** Insurance. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ insurance_value?: number
  /** Other expenses. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ other_expenses?: number
  /** Taken off the whole. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number
  items: Array<TaxPreviewItemInput>
}

export interface TaxPreviewItemInput {
  /** By which rules of one product are found; its codes are those given here. */ id_product?: number | null
  /** The goods’ NCM. */ ncm?: string | null
  /** The goods’ CEST. */ cest?: string | null
  /** Where they come from; 0 unless given. */ origin?: number
  /** Whether the seller made them; false unless given. */ own_production?: boolean
  /** By which rules of one operation are found. */ id_operation?: number | null
  /** What the line is, for its CFOP; a sale unless given. */ operation_kind?: "sale" | "bonus" | "sample" | "demonstration" | "consignment" | "future_delivery_bill" | "future_delivery_goods" | "on_order_bill" | "on_order_goods" | "other"
  /** Exact: at most 11 integer digits and 4 decimals. */ quantity: number
  /** Exact: at most 11 integer digits and 10 decimals. */ price: number
  /** Taken off the line. 0 unless given. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number
}

/** What the rules of the account make of a sale. */
export interface TaxPreview {
  date: string
  /** What the order would come to. */ total_value: number
  items: Array<TaxPreviewItem>
}

/** What the rules make of a line. */
export interface TaxPreviewItem {
  /** quantity × price. */ total_item: number
  /** Less the line’s discount. */ total_liq: number
  /** What falls to the line of the freight. */ freight_share: number
  /** Of the insurance. */ insurance_share: number
  /** Of other expenses. */ other_share: number
  /** Of the discount of the whole. */ discount_share: number
  /** What taxes are levied on: the net value with its shares. */ op: number
  /** The same with the taxes outside the price. */ line_total: number
  cfop: string | null
  rules: { icms: TaxRuleChoice | null; ipi: TaxRuleChoice | null; ibs_cbs: TaxRuleChoice | null }
  findings: Array<TaxFinding>
  taxes: Array<TaxPreviewTax>
}

/** A tax of a line, and how it came about. */
export interface TaxPreviewTax {
  /** A tax of the catalogue (`GET /taxes`). */ tax: string
  /** What it is levied on. Follows from the line where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base: number
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ rate: number
  /** base × rate ÷ 100, or as the tax has it. Exact: at most 13 integer digits and 2 decimals. */ value: number
  /** What the value does to the total: added, inside the price, taken off. */ effect: number
  /** `given`: as it was sent. `derived`: its figures follow from a rate alone, or from the tax itself. `rule:7@2`: version 2 of tax rule 7 has worked it out. */ origin: string
  /** CST or CSOSN. */ code?: string
  /** cClassTrib of IBS, CBS and IS; cEnq of IPI. */ class?: string
  /** What the margin is. */ margin_kind?: "original" | "adjusted" | "list" | "consumer_price" | "own_use"
  /** Whether the tax is in its base. */ base_kind?: "single" | "double"
  /** How the base is found (modBC, modBCST). */ mode?: string
  /** Why ICMS is relieved (motDesICMS). */ reason?: string
  /** The code of the benefit (cBenef). */ benefit?: string
  /** Percent by which the base of ICMS and ICMS-ST is lower, and the rate of IBS and CBS. Exact: at most 3 integer digits and 4 decimals. */ reduction?: number
  /** Percent of the tax that is due later. Exact: at most 3 integer digits and 4 decimals. */ deferral?: number
  /** The same in money: it is not in `value`. Exact: at most 13 integer digits and 2 decimals. */ deferred?: number
  /** Given back: it is not in `value`. Exact: at most 13 integer digits and 2 decimals. */ returned?: number
  /** The margin (MVA) in the base of ICMS-ST, as it was applied, in percent. Exact: at most 3 integer digits and 4 decimals. */ margin?: number
  /** What is taken off: the line’s own ICMS or FCP unless given. Exact: at most 13 integer digits and 2 decimals. */ deduction?: number
  /** The rate between the states, in percent. Exact: at most 3 integer digits and 4 decimals. */ inter_rate?: number
  /** What an amount per unit is levied on; the line’s quantity unless given. Exact: at most 12 integer digits and 4 decimals. */ quantity?: number
  /** Amount per unit, where the tax is by quantity. Exact: at most 11 integer digits and 4 decimals. */ per_unit?: number
  /** The relieved ICMS is taken off the total. */ deducts?: boolean
  /** The tax is added to the total. */ adds?: boolean
  /** What is rarer: returned as it is, up to 2,000 bytes of JSON. */ details?: Record<string, string | number | boolean | null>
  /** The rate less its reduction. Exact: at most 3 integer digits and 4 decimals. */ effective_rate?: number
  rule: TaxRuleNamed
  steps: Array<TaxStep>
}

export interface TaxCatalogue {
  /** Of which day the file is that is loaded; null: none is. */ date: string | null
  /** Of that file. */ sha256: string | null
  on: { /** As asked for. */ date: string; /** `regular`, or `single`: within the Simples Nacional. */ regime: "regular" | "single" }
  taxes: Array<{ tax: string; /** In the language of `Accept-Language`. */ name: string; /** Who levies it. */ sphere: "federal" | "state" | "municipal"; /** How its values are rounded to cents. */ rounding: "half_up" | "half_even"; /** Regular expression of its whole CST or CSOSN; null: it has none. */ code_pattern: string | null; /** The same of its classification, such as cClassTrib. */ class_pattern: string | null; /** The order in which taxes are shown. */ sequence: number; /** The law or official text that says so. */ source: string; /** What it is on the day and in the regime of `on`. */ on_date: { /** What a value does to the order’s total: 1 adds it, −1 takes it off. Null: there is no such tax then. */ effect: number | null; /** The effect is that of lines which say so; that of others is 0. */ only_if: "deducts" | "adds" | null; /** Whether the value is part of the product value (vProd) of the NF-e. */ in_product_value: boolean; /** In percent; null where there is no national rate, or none is published. */ rate: number | null }; effects: Array<{ /** Of the seller. A row that names it wins over one of `any`. */ regime: "any" | "regular" | "single"; /** Until the next row of the same regime. */ since: string; /** What a value does to the order’s total: 1 adds it, −1 takes it off. Null: there is no such tax then. */ effect: number | null; /** The effect is that of lines which say so; that of others is 0. */ only_if: "deducts" | "adds" | null; /** Whether the value is part of the product value (vProd) of the NF-e. */ in_product_value: boolean; /** The law or official text that says so. */ source: string }>; rates: Array<{ /** The first day. */ since: string; /** The last day; null: it has none. */ until: string | null; /** In percent. */ rate: number; /** An `estimate` is shown, and never used. */ status: "law" | "provisional" | "estimate"; /** The law or official text that says so. */ source: string }> }>
}
