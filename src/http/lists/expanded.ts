import type { FastifyRequest } from 'fastify'
import { parse, stringify } from 'lossless-json'
import { Type } from 'typebox'
import type { TokenHolder } from '../../access/actor.ts'
import { refuseParameters } from '../../base/problems.ts'
import { requireScope } from '../../base/scopes.ts'
import type { Reader } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { closed, fkIdOut, id, nameOut, nullable, textOut } from '../schemas.ts'
import { customers_details } from './expanded-sql.ts'

// What a read adds of the records that orders refer to, as these are at that moment.

const customer = closed(
  {
    id,
    name: nameOut,
    trade_name: nullable(textOut(200, { examples: ['Aurora'] })),
    fk_id: fkIdOut,
    document: nullable(textOut(20, { examples: ['11444777000161'] })),
    email: nullable(textOut(254, { examples: ['compras@aurora.example'] })),
    phone: nullable(textOut(200, { examples: ['+55 11 3333-4444'] })),
  },
  { title: 'ExpandedCustomer' },
)

/** What an order has where it is asked for. */
export const expandedOut = Type.Optional(
  closed(
    {
      customer: nullable({
        ...customer,
        description: 'Null where it is not there any more, or not for the token.',
      }),
    },
    {
      title: 'Expanded',
      description: 'With `expand=customer` only: the customer as it is when the order is read.',
    },
  ),
)

/** The query parameter. */
export const expandParameter = {
  expand: Type.Optional(
    Type.Array(Type.String({ enum: ['customer'] }), {
      minItems: 1,
      maxItems: 1,
      description:
        'Adds to each order what its customer is at that moment, in `expanded`: name, trade name, `fk_id`, document, e-mail and telephone. Needs the scope `customers:read`, too. With a cursor send it again.',
      examples: [['customer']],
    }),
  ),
}

type Order = Record<string, unknown>
type Viewer = Pick<TokenHolder, 'account_id' | 'scopes' | 'only'>

/**
 * What adds to orders what a request wants of their customers, by one statement; undefined where it wants nothing.
 * @throws Problem where the token lacks the scope, or the answer is a file
 */
export function expanding(
  request: FastifyRequest,
  viewer: Viewer,
  isFile = false,
): ((db: Reader, orders: Order[]) => Promise<void>) | undefined {
  const { expand } = request.query as { expand?: string[] }
  if (expand === undefined) return undefined
  requireScope(viewer.scopes, 'customers:read')
  if (isFile)
    refuseParameters([
      { parameter: 'expand', code: 'unknown_parameter', detail: msg`is not for files.` },
    ])
  return (db, orders) => expandCustomers(db, viewer, orders)
}

async function expandCustomers(
  db: Reader,
  { account_id, only }: Viewer,
  orders: Order[],
): Promise<void> {
  if (orders.some((order) => !Object.hasOwn(order, 'customer'))) {
    const detail = msg`needs ${'customer'} among fields.`
    refuseParameters([{ parameter: 'expand', code: 'fields', detail }])
  }
  const ids = [...new Set(orders.flatMap((order) => customerOf(order) ?? []))]
  const rows = ids.length ? await customers_details(db, [account_id, ids, only.customers]) : []
  const details = new Map(rows.map((row) => [row.id, parse(row.details)]))
  for (const order of orders) {
    order['expanded'] = { customer: details.get(customerOf(order) ?? 0) ?? null }
  }
}

function customerOf({ customer }: Order): number | undefined {
  const { id } = (customer ?? {}) as { id?: unknown }
  return id === undefined ? undefined : Number(String(id))
}

/** The JSON of orders, with commas between them, after something was added. Numbers keep their digits. */
export async function withAdded(
  documents: string,
  add: (orders: Order[]) => Promise<void>,
): Promise<string> {
  const orders = parse(`[${documents}]`) as Order[]
  await add(orders)
  return (stringify(orders) as string).slice(1, -1)
}
