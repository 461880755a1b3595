import { Type } from 'typebox'
import { closed, id, nullable, textOut } from '../../http/schemas.ts'
import { levels } from './file.ts'
import { totalNames } from './totals.ts'

const day = { format: 'date', maxLength: 10, examples: ['2026-12-14'] } as const

export const checkQuery = closed({
  tax_date: Type.Optional(
    Type.String({
      ...day,
      description: 'The day of the invoice: that which decides the order’s taxes, unless given.',
    }),
  ),
})

const MOST_ORDERS = 500

export const checkBody = closed(
  {
    ids: Type.Array(id, {
      minItems: 1,
      maxItems: MOST_ORDERS,
      uniqueItems: true,
      description: 'The orders’ `id`s.',
    }),
    tax_date: Type.Optional(
      Type.String({
        ...day,
        description:
          'The day of their invoices: that which decides each order’s taxes, unless given.',
      }),
    ),
  },
  { examples: [{ ids: [1] }] },
)

const finding = closed(
  {
    code: textOut(40, {
      description: 'The code of the refusal, or a word where Pedido itself has to know.',
      examples: ['694'],
    }),
    rule: nullable(textOut(20, { description: 'The rule of the NF-e.', examples: ['NA01-20'] })),
    level: Type.String({
      enum: [...levels],
      description:
        '`error`: the invoice would be refused everywhere. `warning`: it may be, by some states or later.',
    }),
    pointer: textOut(200, {
      description: 'Where in the order; of a product or the customer, in its record.',
      examples: ['/items/0/product/cest'],
    }),
    detail: textOut(500, { description: 'In the language of `Accept-Language`.' }),
    source: textOut(500, { description: 'The official text that says so.' }),
  },
  { $id: 'InvoiceFinding', description: 'Why an invoice of the order would be refused.' },
)

const totals = closed(
  Object.fromEntries(totalNames.map((name) => [name, Type.Number({ examples: [1143.8] })])),
  { $id: 'InvoiceTotals', description: 'Totals of the invoice, by the names of its layout.' },
)

const checked = {
  ready: Type.Boolean({ description: 'There is no finding of the level `error`.' }),
  tax_date: Type.String({ ...day, description: 'The day of the invoice.' }),
  totals: Type.Ref('InvoiceTotals'),
}

const findingsOf = Type.Array(Type.Ref('InvoiceFinding'), {
  maxItems: 1_000_000,
  description: 'Errors first, then by place.',
})

export const invoiceCheck = closed(
  {
    ...checked,
    data: findingsOf,
    meta: Type.Ref('Meta'),
  },
  { title: 'InvoiceCheckResponse' },
)

/** The query of a preview. */
export const previewCheck = {
  check: Type.Optional(
    Type.Boolean({
      description:
        'Also checks the order before its invoice, as `GET` of its `invoice-check`: the answer has `check`.',
    }),
  ),
}

/** A preview, and its check where that is asked for. */
export const previewed = Type.Object(
  {
    data: Type.Ref('OrderPreview'),
    check: Type.Optional(
      closed(
        { ...checked, data: findingsOf },
        { description: 'What the check of its invoice found: with `check=true`.' },
      ),
    ),
    meta: Type.Ref('Meta'),
  },
  { title: 'OrderPreviewResponse' },
)

const checkedOrder = closed(
  {
    id: { ...id, description: 'The order’s `id`.' },
    ...checked,
    findings: Type.Array(Type.Ref('InvoiceFinding'), { maxItems: 1_000_000 }),
  },
  { $id: 'InvoiceCheck', description: 'What the check of an order found.' },
)

export const invoiceChecks = Type.Object(
  {
    data: Type.Array(Type.Ref('InvoiceCheck'), { maxItems: MOST_ORDERS }),
    meta: Type.Ref('Meta'),
  },
  { title: 'InvoiceChecksResponse' },
)

export const checkSchemas = [finding, totals, checkedOrder]
