import { Type } from 'typebox'
import { ruleKinds } from '../../packages/model/taxes.ts'
import { MAX_ADDRESSES } from '../access/machines/addresses.ts'
import { tokenJson } from '../access/sql.ts'
import { scopes } from '../base/scopes.ts'
import type { ListSource } from '../database/list.ts'
import { listParameters } from '../http/lists/lists.ts'
import { rowScopeBody, rowScopeOut } from '../http/openapi/shared-properties.ts'
import {
  closed,
  dateTime,
  dateTimeOut,
  id,
  line,
  name,
  nullable,
  text,
  textOut,
} from '../http/schemas.ts'
import { msg } from '../texts/message.ts'
import { LONGEST_OVERLAP_S } from './rotation.ts'

const scope = Type.String({ enum: [...scopes, '*'], description: '`*` is all.' })

const addressText = textOut(50, { examples: ['203.0.113.0/24'] })
const addresses = Type.Array(line(50, { minLength: 1, examples: ['203.0.113.0/24'] }), {
  maxItems: MAX_ADDRESSES,
  uniqueItems: true,
  description:
    'Addresses and networks that it works from, of IPv4 and IPv6; from everywhere where there are none.',
  examples: [['203.0.113.0/24', '2001:db8::/32']],
})
const tokenScopes = Type.Array(scope, {
  minItems: 1,
  maxItems: scopes.length + 1,
  uniqueItems: true,
  examples: [['orders:read', 'orders:write']],
})

const tokenExample = {
  name: 'ERP',
  scopes: ['orders:read', 'orders:write', 'customers:read'],
  expires_at: '2030-12-31T23:59:59-03:00',
}

export const tokenBody = closed(
  {
    name,
    scopes: tokenScopes,
    only: Type.Optional(rowScopeBody),
    expires_at: Type.Optional(
      nullable({
        ...dateTime,
        description: 'RFC 3339; without a zone in the account’s `time_zone`. Never, unless given.',
      }),
    ),
    addresses: Type.Optional(addresses),
  },
  { title: 'TokenInput', examples: [tokenExample] },
)

export const tokenPatch = closed(
  {
    name: Type.Optional(name),
    scopes: Type.Optional({ ...tokenScopes, description: 'No more than it has.' }),
    expires_at: Type.Optional(
      nullable({ ...dateTime, description: 'No later than it is; null where it never ends.' }),
    ),
    addresses: Type.Optional(addresses),
  },
  { title: 'TokenPatch', examples: [{ name: 'ERP', addresses: [] }] },
)

const shownName = textOut(200, { examples: ['ERP'] })

const tokenProperties = {
  id,
  name: shownName,
  scopes: Type.Array(scope, { maxItems: scopes.length + 1 }),
  only: rowScopeOut,
  addresses: Type.Array(addressText, {
    maxItems: MAX_ADDRESSES,
    description: 'Where it works from; from everywhere where there are none.',
  }),
  expires_at: nullable(dateTimeOut),
  last_used_at: nullable(dateTimeOut),
  old_secret_until: {
    ...nullable(dateTimeOut),
    description: 'Until then the token that it was before the last rotation works, too.',
  },
  old_secret_used_at: {
    ...nullable(dateTimeOut),
    description: 'When that one was last used, to the minute.',
  },
  created_at: dateTimeOut,
}

export const rotationBody = closed(
  {
    old_secret_expires_in: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LONGEST_OVERLAP_S,
        description:
          'Seconds that the token works on as it was; 24 hours unless given, 0: it ends at once.',
        examples: [86_400],
      }),
    ),
  },
  { title: 'TokenRotation', examples: [{ old_secret_expires_in: 86_400 }] },
)

export const token = closed(tokenProperties, { $id: 'Token' })

export const newTokenSchema = closed(
  {
    ...tokenProperties,
    token: Type.String({
      description: 'The token itself. It is shown this once.',
      pattern: '^pdo_[0-9A-Za-z_-]+$',
      maxLength: 100,
      examples: ['pdo_1_q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0'],
    }),
  },
  { $id: 'NewToken' },
)

export const tokenSource: ListSource = {
  table: 'tokens',
  document: tokenJson,
  sortable: { id: 'bigint', name: 'text', created_at: 'timestamptz' },
}

export const tokenQuery = closed(listParameters(tokenSource))

const amounts = Type.String({
  enum: ['verify', 'trust'],
  description:
    '`verify`: figures that contradict one another are refused; `trust`: what is sent is kept.',
})
const restrictedReadAllCustomers = Type.Boolean({
  description:
    'Whether members and tokens that are restricted to orders of some sellers (`only`) read all customers. False: they read only the customers of these sellers (`id_user`). They change only those customers in any case.',
  examples: [false],
})
const taxBaseIncludesShares = Type.Boolean({
  description:
    'Whether taxes of new orders are levied on net totals with what falls to each item of discount, freight, insurance and other expenses. Orders that there are stay as they are.',
  examples: [true],
})
const confirmMovedTotals = Type.Boolean({
  description:
    'Whether a move to a status that is `invoiced` is refused with `total_moves_with_date` where its day changes the order’s total, until `accept_total` says the new one.',
  examples: [true],
})
const derivedTaxes = Type.Array(
  Type.String({ enum: [...ruleKinds], description: 'A kind of tax rules.' }),
  {
    maxItems: ruleKinds.length,
    uniqueItems: true,
    description:
      'Kinds of taxes that rules (`/tax-rules`) work out for items of which none of the kind is sent. Of the others an order has what is sent.',
    examples: [[...ruleKinds]],
  },
)
const missingRate = Type.String({
  enum: ['warn', 'refuse'],
  description:
    'What becomes of a change of an order whose taxes rules work out with a national rate that no law has set for the day, as that of CBS for 2027. `warn`: the tax is left out, never 0, and told as `rate_missing` where the order’s taxes are explained and previewed. `refuse`: the change is refused, with `rate_missing` at the item.',
  examples: ['warn'],
})
const orderMessage = {
  description:
    'What is written to a customer with a link to an order, as `message` of a new link says it: `{link}`, and where they are wanted `{customer}`, `{order}`, `{account}` and `{total}`. Null: what the service says unless told.',
  examples: ['Olá, {customer}! Segue o pedido {order}, de {total}: {link}'],
}
const timeZone = Type.String({
  format: 'time-zone',
  maxLength: 100,
  description: 'IANA name; date-times that give no zone are of this one.',
  examples: ['America/Sao_Paulo'],
})

const isTest = Type.Boolean({
  description:
    'Whether it is a test account: its data is made up, its tokens begin with `pdo_test_`, and it can be removed in one act (`DELETE /test-account`).',
  examples: [false],
})

export const accountBody = closed(
  {
    name: Type.Optional(name),
    time_zone: Type.Optional(timeZone),
    amounts: Type.Optional(amounts),
    restricted_read_all_customers: Type.Optional(restrictedReadAllCustomers),
    tax_base_includes_shares: Type.Optional(taxBaseIncludesShares),
    confirm_moved_totals: Type.Optional(confirmMovedTotals),
    derived_taxes: Type.Optional(derivedTaxes),
    missing_rate: Type.Optional(missingRate),
    order_message: Type.Optional(
      nullable(
        text(1000, {
          minLength: 1,
          // No brace but around a name that is known, and the link.
          pattern: '^(?=[\\s\\S]*\\{link\\})([^{}]|\\{(customer|order|account|total|link)\\})*$',
          'x-message': msg`must have {link}, and in braces nothing but link, customer, order, account and total.`,
          ...orderMessage,
        }),
      ),
    ),
  },
  {
    title: 'AccountPatch',
    examples: [{ name: 'Aurora', time_zone: 'America/Sao_Paulo', amounts: 'verify' }],
  },
)

export const account = closed(
  {
    id,
    name: shownName,
    time_zone: textOut(100, { examples: ['America/Sao_Paulo'] }),
    amounts,
    restricted_read_all_customers: restrictedReadAllCustomers,
    tax_base_includes_shares: taxBaseIncludesShares,
    confirm_moved_totals: confirmMovedTotals,
    derived_taxes: derivedTaxes,
    missing_rate: missingRate,
    order_message: nullable(textOut(1000, orderMessage)),
    logo: nullable(
      textOut(100, {
        description: 'The name of its file; null where there is none.',
        examples: ['9c56cc51b374c3ba189210d5b6d4bf57790d351c.png'],
      }),
    ),
    test: isTest,
    created_at: dateTimeOut,
    updated_at: dateTimeOut,
  },
  { $id: 'Account' },
)
