// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, Options } from '../types.ts'

export interface TaxesResource {
  /** Read the catalogue of taxes. Each tax that a line may have, what it does to the total from which day on, and its national rates, each with its source. It is the same for all accounts; [taxes](/docs/taxes) explains it. Needs the scope `reference:read`. */ read(query?: ReadTaxesQuery, options?: Options<'ifMatch' | 'consistency'>): Call<TaxCatalogue>
}

export interface ReadTaxesQuery {
  /** Shows what each tax is on this day; today in the account’s zone unless given. */ date?: string
  /** The seller’s regime for IBS and CBS; by `crt` unless given. */ regime?: "regular" | "single"
  /** The seller’s CRT: 1 and 4 mean the single regime, all else the regular one. */ crt?: number
}

export interface TaxCatalogue {
  /** Of which day the file is that is loaded; null: none is. */ date: string | null
  /** Of that file. */ sha256: string | null
  on: { /** As asked for. */ date: string; /** `regular`, or `single`: within the Simples Nacional. */ regime: "regular" | "single" }
  taxes: Array<{ tax: string; /** In the language of `Accept-Language`. */ name: string; /** Who levies it. */ sphere: "federal" | "state" | "municipal"; /** How its values are rounded to cents. */ rounding: "half_up" | "half_even"; /** Regular expression of its whole CST or CSOSN; null: it has none. */ code_pattern: string | null; /** The same of its classification, such as cClassTrib. */ class_pattern: string | null; /** The order in which taxes are shown. */ sequence: number; /** The law or official text that says so. */ source: string; /** What it is on the day and in the regime of `on`. */ on_date: { /** What a value does to the order’s total: 1 adds it, −1 takes it off. Null: there is no such tax then. */ effect: number | null; /** The effect is that of lines which say so; that of others is 0. */ only_if: "deducts" | "adds" | null; /** Whether the value is part of the product value (vProd) of the NF-e. */ in_product_value: boolean; /** In percent; null where there is no national rate, or none is published. */ rate: number | null }; effects: Array<{ /** Of the seller. A row that names it wins over one of `any`. */ regime: "any" | "regular" | "single"; /** Until the next row of the same regime. */ since: string; /** What a value does to the order’s total: 1 adds it, −1 takes it off. Null: there is no such tax then. */ effect: number | null; /** The effect is that of lines which say so; that of others is 0. */ only_if: "deducts" | "adds" | null; /** Whether the value is part of the product value (vProd) of the NF-e. */ in_product_value: boolean; /** The law or official text that says so. */ source: string }>; rates: Array<{ /** The first day. */ since: string; /** The last day; null: it has none. */ until: string | null; /** In percent. */ rate: number; /** An `estimate` is shown, and never used. */ status: "law" | "provisional" | "estimate"; /** The law or official text that says so. */ source: string }> }>
}
