import { type Static, type TObject, Type } from 'typebox'
import type { OrderInput, Pedido } from '../../../packages/client/src/index.ts'

/** Something that an assistant can do. */
export interface Tool {
  name: string
  title: string
  /** For the model: what it gives, and when to use it. */
  description: string
  input: TObject
  /** Offered only where the person allows it. */
  writes: boolean
  run(pedido: Pedido, input: unknown): Promise<unknown>
}

const id = Type.Integer({ minimum: 1, description: 'The `id` of the record.' })
const q = Type.String({ minLength: 1, maxLength: 200, description: 'Words to look for.' })
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 50, description: 'How many at most; 10 unless given.' }),
)
const day = (description: string) =>
  Type.Optional(Type.String({ description: `${description}, such as 2026-11-28. Inclusive.` }))
const page = ({ limit = 10, ...query }: { limit?: number }) => ({ ...query, limit })

const filters = {
  q: Type.Optional(q),
  id_customer: Type.Optional(id),
  fk_id_order_status: Type.Optional(
    Type.Array(Type.String(), { description: 'Codes of statuses (`fk_id` of list_statuses).' }),
  ),
  order_date_from: day('Orders of this day or later'),
  order_date_to: day('Orders of this day or earlier'),
}

const order = Type.Object({
  id_customer: id,
  items: Type.Array(
    Type.Object({
      id_item: Type.Integer({ minimum: 1, description: 'The `id` of the product.' }),
      quantity: Type.Number({ exclusiveMinimum: 0 }),
      price: Type.Optional(
        Type.Number({ minimum: 0, description: 'That of the product unless given.' }),
      ),
      discount_percentage: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  fk_id: Type.Optional(Type.String({ description: 'The code of the order in another system.' })),
  observations: Type.Optional(Type.String({ maxLength: 5_000 })),
})

/** A tool whose input has the type of its schema. */
function tool<Input extends TObject>(
  name: string,
  title: string,
  description: string,
  input: Input,
  run: (pedido: Pedido, input: Static<Input>) => Promise<unknown>,
  writes = false,
): Tool {
  return {
    name,
    title,
    description,
    input,
    writes,
    run: (pedido, given) => run(pedido, given as Static<Input>),
  }
}

const ORDER_FIELDS = ['id', 'fk_id', 'number', 'date', 'status', 'customer', 'total_value'] as const

/** All tools, those that write last. */
export const tools: readonly Tool[] = [
  tool(
    'find_orders',
    'Find orders',
    'Lists orders, the newest first, with status, customer and total. `pagination.total` says how many there are.',
    Type.Object({ ...filters, limit }),
    (pedido, input) =>
      pedido.orders.list({ sort: '-date', fields: ORDER_FIELDS }).page(page(input)),
  ),
  tool(
    'read_order',
    'Read an order',
    'Gives an order whole: its items, amounts, taxes and instalments.',
    Type.Object({ id }),
    (pedido, input) => pedido.orders.read(input.id),
  ),
  tool(
    'read_order_history',
    'Read the history of an order',
    'Lists who changed what of an order and when, the newest first.',
    Type.Object({ id, limit }),
    (pedido, { id, ...input }) => pedido.orders.listHistory(id).page(page(input)),
  ),
  tool(
    'explain_taxes',
    'Explain the taxes of an order',
    'Says of each figure of an order’s taxes where it comes from: a rule, what was sent, or why there is none.',
    Type.Object({ id }),
    (pedido, input) => pedido.taxes.explain(input.id),
  ),
  tool(
    'check_invoice',
    'Check an order before its invoice',
    'Says what a Brazilian tax office would refuse of the order’s NF-e, by its codes, with the place to mend.',
    Type.Object({ id }),
    (pedido, input) => pedido.orders.checkInvoice(input.id),
  ),
  tool(
    'sum_up_orders',
    'Sum up orders',
    'Counts orders and adds up their totals, in groups where `group_by` says so: for questions such as who sold most.',
    Type.Object({
      ...filters,
      group_by: Type.Optional(
        Type.Enum(['status', 'customer', 'user', 'product', 'day', 'week', 'month'], {
          description: '`user` is the seller.',
        }),
      ),
    }),
    (pedido, { group_by, ...query }) =>
      pedido.orders.summarize({ ...query, ...(group_by ? { group_by: [group_by] } : {}) }),
  ),
  tool(
    'find_customers',
    'Find customers',
    'Finds customers by name, trade name, CNPJ or CPF, e-mail, telephone or code.',
    Type.Object({ q, limit }),
    (pedido, input) =>
      pedido.customers
        .list({ fields: ['id', 'fk_id', 'name', 'trade_name', 'document', 'email', 'phone'] })
        .page(page(input)),
  ),
  tool(
    'read_customer',
    'Read a customer',
    'Gives a customer whole: sellers, terms, contacts and fields of the account’s own.',
    Type.Object({ id }),
    (pedido, input) => pedido.customers.read(input.id),
  ),
  tool(
    'find_products',
    'Find products',
    'Finds products by name or code, with their prices.',
    Type.Object({ q, limit }),
    (pedido, input) =>
      pedido.products.list({ fields: ['id', 'fk_id', 'name', 'price'] }).page(page(input)),
  ),
  tool(
    'list_statuses',
    'List the statuses of orders',
    'Lists the statuses that the account has for orders, with the `id` and the code of each.',
    Type.Object({}),
    (pedido) => pedido.orderStatuses.list().page({ limit: 100 }),
  ),
  tool(
    'preview_order',
    'Preview an order',
    'Works an order out without writing anything: prices, discounts, taxes and the total. Use it before create_order, and show the person the total.',
    order,
    (pedido, input) => pedido.orders.preview(input as OrderInput),
  ),
  tool(
    'create_order',
    'Create an order',
    'Creates an order in the account’s initial status. Only when the person has asked for it and has seen the total of preview_order.',
    order,
    (pedido, input) => pedido.orders.create(input as OrderInput),
    true,
  ),
  tool(
    'move_order',
    'Move an order to a status',
    'Changes the status of an order. Only the moves that the account allows are possible; each is in its history.',
    Type.Object({ id, id_order_status: id, id_reason: Type.Optional(id) }),
    (pedido, { id, ...change }) => pedido.orders.update(id, change),
    true,
  ),
  tool(
    'comment_on_order',
    'Comment on an order',
    'Adds a note to an order for the people of the account. It can’t be changed or taken away.',
    Type.Object({ id, text: Type.String({ minLength: 1, maxLength: 5_000 }) }),
    (pedido, { id, text }) => pedido.orders.createComment(id, { text }),
    true,
  ),
]
