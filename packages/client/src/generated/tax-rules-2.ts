// Made by `npm run generate` from the OpenAPI document: change nothing here.

export interface TaxRuleBulkInput {
  /** The last day; null: it has none. */ valid_to?: string | null
  /** For this product alone; the other conditions of goods are left out beside it. */ id_product?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_product?: string | null
  /** For goods of this CEST. */ cest?: string | null
  /** For goods whose NCM begins so. */ ncm?: string | null
  /** For orders of this category. */ id_category?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_category?: string | null
  /** For sales inside the seller’s state, or to another one. */ scope?: "inside" | "interstate" | null
  /** The seller’s branch is in one of these. */ origin_states?: Array<string> | null
  /** The goods go to one of these; `EX` is abroad. */ destination_states?: Array<string> | null
  /** For lines of this operation. */ id_operation?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_operation?: string | null
  /** For sales of this branch. */ id_branch_company?: number | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id_branch_company?: string | null
  /** The buyer is one of these (indIEDest). */ ie_kinds?: Array<1 | 2 | 9> | null
  /** Whether the buyer does not resell. */ final_consumer?: boolean | null
  /** Whether the buyer is in the Simples Nacional. */ customer_simples?: boolean | null
  /** The goods’ origin is one of these. */ origins?: Array<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8> | null
  /** Of sellers with CRT 2 or 3, and of IPI. */ cst?: string | null
  /** Of sellers with CRT 1 or 4. */ csosn?: string | null
  /** Null: the national rate between states, 4, 7 or 12. Exact: at most 3 integer digits and 4 decimals. */ icms_rate?: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ icms_reduction?: number | null
  /** Of CST 51, in percent. Exact: at most 3 integer digits and 4 decimals. */ icms_deferral?: number | null
  /** Of the own poverty fund. Exact: at most 3 integer digits and 4 decimals. */ fcp_rate?: number | null
  /** The internal rate of the destination: there is ST where it is given. Exact: at most 3 integer digits and 4 decimals. */ st_rate?: number | null
  /** The margin of ST, in percent. Exact: at most 3 integer digits and 4 decimals. */ margin?: number | null
  /** By which a margin is adjusted; `st_rate` unless given. Exact: at most 3 integer digits and 4 decimals. */ intra_rate?: number | null
  /** What a unit counts for ST, in the place of price and margin. Exact: at most 11 integer digits and 4 decimals. */ unit_value?: number | null
  /** What `unit_value` is; a list price unless given. */ unit_kind?: "list" | "consumer_price" | "greater" | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ st_reduction?: number | null
  /** Of the poverty fund of ST. Exact: at most 3 integer digits and 4 decimals. */ st_fcp_rate?: number | null
  /** What a seller in the Simples deducts; the rate between states unless given, inside `st_rate`. Exact: at most 3 integer digits and 4 decimals. */ deduction_rate?: number | null
  /** The internal rate of the destination. Exact: at most 3 integer digits and 4 decimals. */ difal_rate?: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ difal_fcp_rate?: number | null
  /** In percent. Exact: at most 3 integer digits and 4 decimals. */ difal_reduction?: number | null
  /** The rate that is not charged. Exact: at most 3 integer digits and 4 decimals. */ relief_rate?: number | null
  /** motDesICMS. */ relief_reason?: string | null
  /** In the place of the usual one. */ cfop?: string | null
  /** cBenef. */ benefit?: string | null
  /** What an invoice says of the line. */ note?: string | null
  /** Of the kind `ipi`. Exact: at most 3 integer digits and 4 decimals. */ rate?: number | null
  /** Of the kind `ipi`, in the place of `rate`. Exact: at most 11 integer digits and 4 decimals. */ per_unit?: number | null
  /** cEnq of the kind `ipi`, cClassTrib of the kind `ibs_cbs`. */ class?: string | null
  /** Of their rates. Exact: at most 3 integer digits and 4 decimals. */ reduction?: number | null
  /** On one line, with at least one visible character. */ name?: string
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id: string
  /** Whether it counts; a deletion sets it to false. True unless given. */ active?: boolean | null
  /** Which taxes it is about; `icms` unless given. */ kind?: "icms" | "ipi" | "ibs_cbs" | null
  /** The first day, compared with the day that decides an order’s taxes; 1900-01-01 unless given. */ valid_from?: string | null
  /** Whether the margin is to be adjusted between states, or is so already; `original` unless given. */ margin_kind?: "original" | "adjusted" | null
  /** 2: Two decimals. 4: Four decimals. 2 unless given. */ margin_decimals?: 2 | 4 | null
  /** Whether ST is the difference of rates for the buyer’s own use. False unless given. */ st_own_use?: boolean | null
  /** Whether the tax itself is in the base; `single`, it is not, unless given. */ difal_base?: "single" | "double" | null
  /** Whether the relief is taken off the total. False unless given. */ relief_deducts?: boolean | null
}
