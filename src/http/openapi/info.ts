import { type RecordRow, recordRows } from '../../../packages/model/records.ts'
import { inWords } from '../../texts/nouns.ts'
import { INTERFACE_VERSION } from '../schemas.ts'
import { scopeList, scopeTexts } from './components.ts'

const description = `
Pedido keeps sales orders and what they refer to: customers and their addresses, products and their
images, sellers, statuses, freight, payment. Bodies and answers are JSON in UTF-8.

## Access
Send \`Authorization: Bearer pdo_…\` with every request. A token belongs to one account, sees nothing
of any other, and may do what its scopes say: ${scopeList()} (all).
\`pedido token create\` and \`POST /tokens\` make one; it is shown once. Programs that speak OAuth 2.0
exchange it at \`POST /oauth/token\` for access tokens that last a short time, and JWTs of issuers that the account trusts are taken, too
([how](/docs/machines)).

People sign in with \`POST /session\` and then have a cookie in place of a token, for pages of this
service alone: what changes something must say so (\`Sec-Fetch-Site: same-origin\`, or its own
\`Origin\`), as every browser does. A request has one of the two, never both.

## Records
Every record has an \`id\`, which the service gives, and can have an \`fk_id\`, which is yours: its
number in your own system, unique among the records of its kind. \`PUT …/fk_id/{fk_id}\` creates the
record or replaces it, so a synchronisation needs no look-up. What is not set is \`null\`; amounts
never set are \`0\`.

Bodies are read strictly: an unknown property or a number in quotation marks is refused, and the answer
lists all the errors of a body at once, with the name that was probably meant. PATCH changes what it names; \`null\` clears.
What GET of a record gave can be sent back with PUT or PATCH: \`customer\` is understood by its \`id\` or
\`fk_id\`, \`vlr_desc\` as \`discount_value\`, and what is read-only must be as it is (\`read_only\`). Spaces around texts
are cut off; control characters other than newline and tab are refused.

## Amounts
Decimals are exact from your request to the database and back: amounts with 2 decimals, quantities
and rates with 4, unit prices with 10. Each field, or the value that it refers to, says how many digits it
takes, and more are refused rather than rounded. What you leave out is derived, each step rounded
half-up: the total of an item is quantity × price, less the discount; IPI and ICMS are base × rate;
ICMS-ST is base × rate less the item’s ICMS. The order’s \`total_value\` is the items’ net totals,
plus IPI and ICMS-ST, plus insurance, other expenses and, where its type is charged, the freight,
less the discount of the whole order. ICMS is inside the price. Of these amounts each item has its
shares, which add up to them exactly; its \`line_total\` is its part of the total.
Figures you send are verified: products, rates and taxes to 0.01, sums to the cent. A contradiction
is refused and says what was expected. An account set
to \`amounts: trust\` keeps what is sent.

## Times
Answers give UTC with milliseconds and \`Z\` (\`meta.timestamp\` without the \`Z\`). Requests may use
any offset, or none: then the account’s \`time_zone\` is meant. Date filters also take a bare date,
which means that day’s first instant in \`…_from\` and its last in \`…_to\`; both ends are included.

## Lists
In **page mode** ask with \`page\` and \`limit\`; \`pagination\` tells the exact total and holds
links. In **cursor mode**, which suits synchronisation, send \`pagination=cursor\` first and then
\`cursor\` with each \`next_cursor\` until it is null: nothing is skipped or repeated while others
write. \`sort\` takes several fields, \`-\` in front for descending. A \`Link\` header holds the
pages around, for clients that follow it.

To follow changes, also deletions, read \`GET /events\`: it keeps the order of the changes and skips
none.

## Reading what was written
A token always reads what it has written. Where the service reads from a replica of its database,
changes by others may show a moment later; \`Prefer: consistency=strong\` reads them for certain.

## Safe retries
Send an \`Idempotency-Key\` with a write: the same request with the same key gets the stored first
answer for 24 hours, so a retry after a lost connection does nothing twice.

## Writers that meet
Every single record comes with an \`ETag\`. \`If-Match\` writes only if the record is still that
version (else 412), \`If-None-Match\` reads only if it is another (else 304). The tag of an item is
its order’s. A tag stands in its quotes, as the answer has it; without them a write is 400.

## Long bodies and answers
JSON bodies and the lines of bulk requests may be sent with \`Content-Encoding: gzip\`; limits count
what is unpacked. Files and images are taken as they are.
JSON above 2 KB is compressed where \`Accept-Encoding\` asks for \`br\` or \`gzip\`. The \`ETag\` of a
compressed answer is its own; in \`If-Match\` and \`If-None-Match\` each means the same record.
Answers may get new fields, and new types of events may come: take what you know.

## Where only POST gets through
A \`POST\` with \`X-HTTP-Method-Override: PATCH\` (or \`PUT\`, or \`DELETE\`) is that request in all
respects, for programs and proxies that know no other method.

## Problems
Every error answer is \`application/problem+json\` (RFC 9457). Decide by its \`code\`;
[all codes](/docs/errors) say what to do. \`request_id\` finds the request in the service’s log. It is your own \`X-Request-Id\`
where you sent one of 1 to 100 letters, digits and \`._~:/+=@-\`. A \`traceparent\` (W3C Trace Context)
also stands in the log, in problems and in events. With \`Accept-Language: pt-BR\` \`title\` and every \`detail\`
are in Portuguese; codes, pointers and names stay.

## Versions
Every path also answers under \`/v2\`, and links then keep that prefix. \`meta.version\` is the
version of this interface.
`.trim()

export const info = {
  title: 'Pedido',
  version: INTERFACE_VERSION,
  summary: 'Order management: exact, fast, unlosable.',
  description,
  contact: { name: 'The operator of this service' },
  license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
}

export const servers = [
  { url: '/', description: 'This production service.', 'x-internal': false },
  {
    url: '/v2',
    description: 'The same production service: every path also answers under this prefix.',
    'x-internal': false,
  },
]

export const securitySchemes = {
  session: {
    type: 'apiKey' as const,
    in: 'cookie',
    name: '__Host-pedido_session',
    description:
      'A member who signed in with `POST /session`. The cookie also does for what needs a token, as far as the scopes of the member’s role go, and never together with one.',
  },
  bearer: {
    type: 'http' as const,
    scheme: 'bearer',
    bearerFormat: 'pdo_…',
    description: `A token of the account, with the scope that the operation names. Scopes: ${scopeList()}.`,
  },
  oauth2: {
    type: 'oauth2' as const,
    description:
      'For programs that speak OAuth 2.0: `client_id` is the `id` of a token, `client_secret` the token itself.',
    flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: scopeTexts() } },
  },
}

/** The tag of a kind of record by the name of its list: `Order statuses`, of `OrderStatuses`. */
export const tagOf = (plural: string): string => plural.charAt(0) + inWords(plural).slice(1)

function tagsOf(of: RecordRow['family']): Record<string, string> {
  const rows = recordRows.filter(({ family }) => family === of)
  return Object.fromEntries(rows.map(({ plural, description }) => [tagOf(plural), description]))
}

/** Groups of tags and what each tag is about, in the order of the reference page. */
const groups: Record<string, Record<string, string>> = {
  Orders: {
    Orders: 'Sales orders: created, read, changed and deleted, one by one or many at once.',
    'Order lists': 'Orders by filters and words, page by page, and the sums of them.',
    'Order items': 'The lines of an order, and what a customer last paid for a product.',
    'Order previews': 'What an order would come to, before anything is written.',
    'Order history': 'The changes of an order, its earlier versions, and how one comes back.',
    'Order comments': 'What people note about an order.',
    'Order attachments': 'Files that belong to an order.',
    'Order documents':
      'An order as a PDF, and what a warehouse prints of many: picking list, loading list, labels.',
    'Order links': 'Links that show an order to its customer, sent by e-mail or by you.',
    'Order taxes': 'Why an order has its taxes, and how they are worked out again.',
    'Order invoices':
      'What an invoice of an order would be refused for, and its draft for the NF-e.',
    Recalculations: 'Orders of a filter whose taxes are worked out again, in the background.',
  },
  'Customers and products': {
    ...tagsOf('customers'),
    Addresses: 'Where customers are and get their deliveries.',
    ...tagsOf('products'),
  },
  'What orders refer to': {
    ...tagsOf('reference'),
    'Custom fields':
      'Fields of your own for orders, customers and products: checked, and found by.',
    ...tagsOf('taxes'),
    Taxes: 'What taxes there are, and what each does to an order’s total from which day on.',
  },
  Files: {
    Imports: 'Files from other systems: what they hold is found out, tried and written.',
  },
  Changes: {
    Events: 'Every change as an event, in one order: how other systems keep in step.',
    Webhooks: 'Every change sent to where you want it, signed, until it has arrived.',
  },
  Administration: {
    Views: 'Lists that people have saved: their filters, order and columns.',
    Account: 'The settings of the account.',
    Members: 'People of the account: who may sign in, and do what.',
    Sessions: 'Members who sign in: what the console is for.',
    Passkeys: 'Keys that members sign in with instead of a password.',
    'Single sign-on': 'Members sign in where their company’s other services do, by OpenID Connect.',
    Tokens: 'What each program may do.',
    'Trusted issuers': 'Issuers whose JWTs the service takes in place of tokens.',
    Health: 'For load balancers and monitors; needs no token.',
  },
}

export const tags = Object.values(groups).flatMap((group) =>
  Object.entries(group).map(([name, description]) => ({ name, description })),
)

/** Scalar and others show tags in these groups. */
export const tagGroups = Object.entries(groups).map(([name, group]) => ({
  name,
  tags: Object.keys(group),
}))
