// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Meta, Pagination } from './orders-3.ts'
import type { Order } from './orders-2.ts'
import type { OrderDiff } from './orders-5.ts'

export interface LoadingTotals {
  orders: number
  /** Parcels; null where an order does not say how many it has. */ volumes: number | null
  /** In kilograms, exact, of the products that have a `gross_weight`. */ gross_weight: number
  /** Lines of products without a `gross_weight`. */ lines_without_weight: number
  /** Exact: at most 16 integer digits and 2 decimals. */ total_value: number
}

/** Page mode. */
export interface OrderLinkList {
  data: Array<OrderLink>
  pagination: Pagination
  meta: Meta
}

/** A link by which somebody without an account sees an order. */
export interface OrderLink {
  id: number
  /** The order. */ id_order: number
  /** How it is sent, as whoever makes it says. */ channel: "copy" | "whatsapp" | "email" | "share" | null
  /** Whether whoever opens it is asked for a yes or a no, which is noted as a comment; until then they may comment, too. */ asks_answer: boolean
  token: OrderLinkToken
  /** The member whose session it was. */ id_member: number | null
  created_at: string
  expires_at: string
  /** When somebody ended it. */ revoked_at: string | null
  /** How often its page was opened, but by programs. */ opened_count: number
  /** The last time. */ opened_at: string | null
  answer: "accepted" | "declined" | null
  answered_at: string | null
  mail: OrderLinkMail
}

/** Who made it: a token, or the session of a member. */
export interface OrderLinkToken {
  id: number
  name: string
}

/** The mail in which the service sends it. */
export type OrderLinkMail = { /** Null once the customer’s data is removed. */ to: string | null; /** When the mail server took it. */ sent_at: string | null; /** Why it was not taken, in the words of the mail server. */ error: string | null; /** When it is tried again; null where it is not. */ next_attempt_at: string | null } | null

/** Cursor mode. */
export interface OrderLinkCursorList {
  data: Array<OrderLink>
  /** Number of records in `data`. */ size: number
  /** For the next request; null when there is no more. */ next_cursor: string | null
  meta: Meta
}

export interface OrderLinkInput {
  /** Days for which it can be opened; 14 unless given. */ days?: number
  /** Whether whoever opens it is asked for a yes or a no, which is noted as a comment; until then they may comment, too. False unless given. */ asks_answer?: boolean
  /** How it is sent, as whoever makes it says. */ channel?: "copy" | "whatsapp" | "email" | "share" | null
  /** The service mails the link there, with the order as PDF and the account’s message, and answers go to the member who sends it. `mail` says what became of it. */ to?: string
}

export interface NewOrderLink {
  id: number
  /** The order. */ id_order: number
  /** How it is sent, as whoever makes it says. */ channel: "copy" | "whatsapp" | "email" | "share" | null
  /** Whether whoever opens it is asked for a yes or a no, which is noted as a comment; until then they may comment, too. */ asks_answer: boolean
  token: OrderLinkToken
  /** The member whose session it was. */ id_member: number | null
  created_at: string
  expires_at: string
  /** When somebody ended it. */ revoked_at: string | null
  /** How often its page was opened, but by programs. */ opened_count: number
  /** The last time. */ opened_at: string | null
  answer: "accepted" | "declined" | null
  answered_at: string | null
  mail: OrderLinkMail
  /** What to write to the customer, by the account’s `order_message`: `{link}` stands where the `url` goes. */ message: string
  /** The link; it can’t be read again. What the service mails stands in the mail alone. */ url?: string
}

/** An order whose taxes were worked out again, and what that changed. */
export interface OrderRecalculation {
  /** Nothing was written. */ dry_run: boolean
  order: Order
  diff: OrderDiff
}

/** Why an invoice of the order would be refused. */
export interface InvoiceFinding {
  /** The code of the refusal, or a word where Pedido itself has to know. */ code: string
  /** The rule of the NF-e. */ rule: string | null
  /** `error`: the invoice would be refused everywhere. `warning`: it may be, by some states or later. */ level: "error" | "warning"
  /** Where in the order; of a product or the customer, in its record. */ pointer: string
  /** In the language of `Accept-Language`. */ detail: string
  /** The official text that says so. */ source: string
}

/** What the check of an order found. */
export interface InvoiceCheck {
  /** The order’s `id`. */ id: number
  /** There is no finding of the level `error`. */ ready: boolean
  /** The day of the invoice. */ tax_date: string
  totals: InvoiceTotals
  findings: Array<InvoiceFinding>
}

/** Totals of the invoice, by the names of its layout. */
export interface InvoiceTotals {
  vBC: number
  vICMS: number
  vICMSDeson: number
  vFCPUFDest: number
  vICMSUFDest: number
  vFCP: number
  vBCST: number
  vST: number
  vFCPST: number
  vProd: number
  vFrete: number
  vSeg: number
  vDesc: number
  vII: number
  vIPI: number
  vPIS: number
  vCOFINS: number
  vOutro: number
  vNF: number
  vIS: number
  vIBSUF: number
  vIBSMun: number
  vCBS: number
}

/** What an order’s invoice says, for the program that issues it. Figures are texts, as the XML has them; what is not known is not there. */
export interface NfeDraft {
  /** The day by which its taxes are judged. */ tax_date: string
  /** By the names of the layout 4.00 of the NF-e. */ infNFe: { /** What kind of note it is: `natOp`, `idDest`, `finNFe`, `indFinal`, `indPres` … */ ide: Record<string, unknown>; /** The branch; not there where the order has none. */ emit?: Record<string, unknown>; /** The customer with the main address. */ dest: Record<string, unknown>; /** The address of the order, where it is another one. */ entrega?: Record<string, unknown>; det: Array<{ /** Of the line, from 1. */ nItem: string; /** The goods: `cProd`, `NCM`, `CFOP`, `qCom`, `vUnCom`, `vProd` … */ prod: Record<string, unknown>; /** Its taxes: `ICMS`, `IPI`, `PIS`, `COFINS`, `ICMSUFDest`, `IS`, `IBSCBS`. */ imposto: Record<string, unknown>; infAdProd?: string }>; /** `ICMSTot`, and `ISTot` and `IBSCBSTot` where lines have them. */ total: Record<string, unknown>; /** Freight, carrier and weights. */ transp: Record<string, unknown>; /** The instalments. */ cobr?: Record<string, unknown>; /** What is paid how. */ pag: Record<string, unknown>; /** The marketplace. */ infIntermed?: Record<string, unknown>; /** The order’s observations. */ infAdic?: Record<string, unknown>; /** The buyer’s order, contract and commitment. */ compra?: Record<string, unknown> }
}
