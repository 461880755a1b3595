// Made by `npm run generate` from the OpenAPI document: change nothing here.

export interface OrderItemPatch {
  /** The product. */ id_item?: number
  /** The same by its own `fk_id`, in place of `id_item`. */ fk_id_item?: string
  /** How many; 0 is refused. Exact: at most 11 integer digits and 4 decimals. */ quantity?: number
  /** Unit price; the product’s unless given. Exact: at most 11 integer digits and 10 decimals. */ price?: number | null
  /** quantity × price. Exact: at most 13 integer digits and 2 decimals. */ total_item?: number | null
  /** Discount of the whole line in money. Of the two discounts the one that was sent last stays when the line changes; sent together they change nothing about that. Exact: at most 13 integer digits and 2 decimals. */ discount_value?: number | null
  /** The same in percent. Exact: at most 3 integer digits and 4 decimals. */ discount_percentage?: number | null
  /** net_value ÷ quantity. Exact: at most 11 integer digits and 10 decimals. */ net_unit_value?: number | null
  /** total_item less the discount. Exact: at most 13 integer digits and 2 decimals. */ net_value?: number | null
  /** Base of ICMS-ST, its margin (MVA) included; needed with a rate. Bases keep their ratio to net_value when the line changes. Exact: at most 13 integer digits and 2 decimals. */ base_icms_st?: number | null
  /** Rate of ICMS-ST in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_icms_st?: number | null
  /** ICMS-ST: base × rate ÷ 100 less value_icms, not below 0. Where value_icms is 0 it may be anything up to base × rate ÷ 100 (Simples Nacional deducts a presumed ICMS), and keeps its ratio when the line changes. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_icms_st?: number | null
  /** Base of IPI; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_ipi?: number | null
  /** Rate of IPI in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_ipi?: number | null
  /** IPI: base × rate ÷ 100. Part of the order’s total. Exact: at most 13 integer digits and 2 decimals. */ value_ipi?: number | null
  /** Base of ICMS; net_value where only a rate is sent. Exact: at most 13 integer digits and 2 decimals. */ base_icms?: number | null
  /** Rate of ICMS in percent. Exact: at most 3 integer digits and 4 decimals. */ aliq_icms?: number | null
  /** ICMS: base × rate ÷ 100. Inside the price, never added. Exact: at most 13 integer digits and 2 decimals. */ value_icms?: number | null
  description?: string | null
  /** No white space at its ends, no tabs, no line ends, nothing invisible. */ fk_id?: string | null
  /** Days; the product’s unless given. */ recurrency_period?: number | null
}
