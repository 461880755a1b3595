import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Scope, scopes } from '../../src/base/scopes.ts'
import { inTransaction } from '../../src/database/database.ts'
import { closeAccount } from '../../src/operations/accounts/deletion.ts'
import { type Answer, type SendOptions, type Server, startServer } from '../harness.ts'
import { type Operation, readOperations } from '../support/house/operations.ts'
import { data } from '../support/orders.ts'
import { person } from '../support/people.ts'
import { type LocalIssuer, startIssuer } from '../support/servers/issuer.ts'

// Every operation of the OpenAPI document is asked by everybody there is, with a body that it takes and
// the address of a record that exists. Who is answered follows from what the document declares.

/** What keeps somebody from an operation, whatever the request says; undefined: nothing. */
type Refused =
  | 'unauthorized'
  | 'session_required'
  | 'insufficient_scope'
  | 'account_closed'
  | 'not_found'
  | undefined

interface Asker {
  name: string
  as: Pick<SendOptions, 'token' | 'headers'>
  scopes: readonly (Scope | '*')[]
  isMember?: boolean
  /** Sees the orders of one seller alone. */
  isRestricted?: boolean
  /** Has another account than the records. */
  isStranger?: boolean
  /** Is refused by this, whatever is asked. */
  always?: Refused
}

const reads = scopes.filter((scope) => scope.endsWith(':read'))
const but = (all: readonly Scope[], ...others: Scope[]) =>
  all.filter((one) => !others.includes(one))
const viewer = but(reads, 'audit:read')
/** Rules of taxes are for those who manage. */
const lookers = but(viewer, 'taxes:read')
const daily: Scope[] = ['orders:write', 'customers:write', 'events:read']

/** What the roles of members may do, as docs/people.md says. */
const roles: Record<string, readonly (Scope | '*')[]> = {
  owner: ['*'],
  manager: but(scopes, 'tokens:manage', 'members:manage'),
  operator: [...lookers, ...daily, 'products:write', 'imports:manage'],
  seller: [...lookers, ...daily],
  viewer,
}

interface Further {
  operations: RegExp
  /** Scopes besides the declared one, for what is asked here; `*` is all. */
  scopes?: readonly (Scope | '*')[]
  /** Who sees some orders alone is refused. */
  isOfAllOrders?: true
  /** What the description says of it. */
  told: RegExp
}

/** What operations need besides what they declare, for the records and bodies that they are asked with. */
const further: Further[] = [
  {
    operations: /^(POST \/imports|\w+ \/(imports|import-mappings)\/.*)$/,
    scopes: ['customers:write'],
    told: /needs the scope to write such records, too/,
  },
  {
    operations: /^(POST|PATCH|DELETE) \/views/,
    scopes: ['reference:write'],
    told: /shared.* `reference:write`/,
  },
  {
    operations: /^POST \/(tokens|trusted-issuers)$/,
    scopes: ['orders:read'],
    told: /it has itself|you lack yourself/,
  },
  {
    operations:
      /^((PATCH|DELETE) \/(tokens|trusted-issuers)\/\{id\}|POST \/tokens\/\{id\}\/rotate-secret)$/,
    scopes: ['orders:read'],
    isOfAllOrders: true,
    told: /may do or see more|everything that the issuer gave|gives more than the token has/,
  },
  {
    operations: /^POST \/session\/test-account$/,
    scopes: ['tokens:manage'],
    told: /may manage tokens/,
  },
  { operations: /^POST \/members$/, scopes: viewer, told: /may do more than you may/ },
  {
    operations: /^(PATCH|DELETE) \/members\/|^POST \/members\/\{id\}\/link$/,
    scopes: ['*'],
    isOfAllOrders: true,
    told: /may do or see more/,
  },
  {
    operations: /^(PUT|DELETE) \/sign-in-provider$/,
    scopes: ['*'],
    isOfAllOrders: true,
    told: /be allowed to do and see everything/,
  },
  {
    operations: /^((PATCH|DELETE) \/webhooks\/\{id\}|POST \/webhooks\/\{id\}\/rotate-secret)$/,
    scopes: viewer,
    isOfAllOrders: true,
    told: /gets more than .* may read/,
  },
  {
    operations: /^POST \/webhooks\/\{id\}\/replay$/,
    isOfAllOrders: true,
    told: /gets more than .* may read/,
  },
  {
    operations: /^(POST \/customers\/transfer|\w+ \/customers\/\{id\}\/anonymis.*)$/,
    isOfAllOrders: true,
    told: /Not for tokens that are restricted|restricted to some orders can’t/,
  },
  {
    operations: /^(POST|PATCH|DELETE) \/custom-fields/,
    isOfAllOrders: true,
    told: /restricted to some orders can’t/,
  },
]

const furtherOf = (operation: Operation) =>
  further.filter(({ operations }) => operations.test(nameOf(operation)))

let server: Server
let operations: Operation[]
let issuer: LocalIssuer
let askers: Asker[]

before(async () => {
  issuer = await startIssuer()
  server = await startServer()
  operations = await readOperations(server)
  askers = [...(await machines()), ...(await members()), ...(await outsiders())]
})
after(async () => {
  await server.close()
  await issuer.close()
})

async function members(): Promise<Asker[]> {
  const found: Asker[] = []
  for (const [role, granted] of Object.entries(roles)) {
    const { cookie } = await person(server, { role })
    found.push({ name: `a member, ${role}`, as: page(cookie), scopes: granted, isMember: true })
  }
  return found
}

const page = (cookie: string) => ({
  token: null,
  headers: { cookie, 'sec-fetch-site': 'same-origin' },
})

/** Tokens of every kind, and of each scope alone. */
async function machines(): Promise<Asker[]> {
  const found: Asker[] = []
  for (const scope of scopes) {
    const as = { token: await server.newToken(scope) }
    found.push({ name: `a token of ${scope}`, as, scopes: [scope] })
  }
  const [{ id: seller }] = await data(server, 'GET', '/users?limit=1')
  const body = { name: 'seller', scopes: ['*'], only: { id_user: [seller] } }
  const { token } = await data(server, 'POST', '/tokens', body)
  const as = { token }
  found.push({ name: 'a restricted token', as, scopes: ['*'], isRestricted: true })
  found.push({ name: 'a token of no scope', as: { token: await server.newToken() }, scopes: [] })
  found.push({
    name: 'an access token',
    as: { token: await accessToken() },
    scopes: ['orders:read'],
  })
  found.push({ name: 'a JWT', as: { token: await jwt() }, scopes: ['events:read'] })
  return found
}

async function accessToken(): Promise<string> {
  const { id, token } = await data(server, 'POST', '/tokens', { name: 'ERP', scopes: ['*'] })
  const form = { grant_type: 'client_credentials', scope: 'orders:read' }
  const { body } = await server.send('POST', '/oauth/token', {
    token: null,
    body: new URLSearchParams({ ...form, client_id: id, client_secret: token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return body.access_token
}

async function jwt(): Promise<string> {
  const trusted = { name: 'Login', issuer: issuer.url, scopes: ['events:read'] }
  const { audience } = await data(server, 'POST', '/trusted-issuers', trusted)
  return issuer.sign({ aud: audience, scope: '*' })
}

/** Nobody, and those of other accounts. */
async function outsiders(): Promise<Asker[]> {
  const stranger = await server.newAccount('stranger')
  const closed = await server.newAccount('closed')
  const isStranger = true
  const all = { scopes: ['*'] as const }
  const { account_id } = stranger
  const other = page((await person(server, { account_id })).cookie)
  await inTransaction(server.db, (tx) =>
    closeAccount(tx, { account_id: closed.account_id, seconds: 86_400, by: 'test' }),
  )
  return [
    { name: 'nobody', as: { token: null }, scopes: [], always: 'unauthorized' },
    { name: 'a token of a closed account', as: closed, ...all, always: 'account_closed' },
    { name: 'a token of another account', as: { token: stranger.token }, ...all, isStranger },
    { name: 'a member of another account', as: other, ...all, isStranger, isMember: true },
  ]
}

const nameOf = ({ method, template }: Operation) => `${method} ${template}`

function expected(asker: Asker, operation: Operation): Refused {
  const { needs, template, method } = operation
  const isOfRecord = template.includes('{')
  if (needs === 'public') return undefined
  if (asker.always) return asker.always
  if (needs === 'session' && !asker.isMember) return 'session_required'
  const more = furtherOf(operation)
  const needed = [
    ...(needs === 'session' || needs === null ? [] : [needs]),
    ...more.flatMap(({ scopes: besides = [] }) => besides),
  ]
  const has = (scope: Scope | '*') => asker.scopes.includes(scope) || asker.scopes.includes('*')
  if (!needed.every(has)) return 'insufficient_scope'
  if (asker.isRestricted && more.some((one) => one.isOfAllOrders)) return 'insufficient_scope'
  // What is put by its code is made where it is not.
  if (asker.isStranger && isOfRecord && method !== 'PUT') return 'not_found'
  return undefined
}

const ask = ({ as }: Asker, { method, path, body }: Operation) =>
  server.send(method, path, { ...as, ...(body ? { body } : {}) })

/** What an answer says of who asked. */
function problemOf({ status, body }: Answer, wanted: Refused): Refused {
  if (status === 404 && wanted === 'not_found') return wanted
  // A wrong password, passkey or client is another refusal.
  return status === 403 || body.code === 'unauthorized' ? body.code : undefined
}

/** What ends records, and at last the sessions of those who ask. */
const rank = ({ method, template }: Operation) =>
  template === '/session' ? 2 : method === 'DELETE' ? 1 : 0

test('every operation answers those whom the document says, and refuses everybody else', async () => {
  const asked = operations.flatMap((operation) =>
    askers
      .filter(({ always }) => operation.needs !== 'public' || always === 'unauthorized')
      .map((asker) => ({ operation, asker, wanted: expected(asker, operation) })),
  )
  // Whoever is to be refused comes first, as long as there is everything that could be told or changed.
  const order = asked.toSorted(
    (a, b) =>
      Number(a.wanted === undefined) - Number(b.wanted === undefined) ||
      rank(a.operation) - rank(b.operation),
  )
  const wrong: string[] = []
  const understood = new Set<string>()
  for (const { operation, asker, wanted } of order) {
    const answer = await ask(asker, operation)
    const found = problemOf(answer, wanted)
    if (wanted === undefined && ![400, 422].includes(answer.status))
      understood.add(nameOf(operation))
    const what = `${nameOf(operation)} as ${asker.name}`
    if (found !== wanted || answer.status === 500)
      wrong.push(
        `${what}: ${found ?? 'answered'} instead of ${wanted ?? 'an answer'} ${answer.body.detail?.slice(0, 150)}`,
      )
  }
  assert.deepEqual(wrong, [])
  const unasked = operations.map(nameOf).filter((name) => !understood.has(name))
  assert.deepEqual(unasked, [], 'say in operations.ts what body it takes')
})

test('what an operation needs besides its scope is in its description', () => {
  for (const { operations: which, told } of further) {
    const found = operations.filter((one) => which.test(nameOf(one)))
    assert.ok(found.length > 0, `${which}`)
    for (const one of found) assert.match(one.description, told, nameOf(one))
  }
})

test('what is open to everybody is this', () => {
  const open = operations.filter(({ needs }) => needs === 'public')
  assert.deepEqual(open.map(nameOf).sort(), [
    'GET /health/live',
    'GET /health/ready',
    'GET /session/ways',
    'POST /oauth/token',
    'POST /session',
    'POST /session/link',
    'POST /session/link/read',
    'POST /session/passkey',
    'POST /session/passkey/options',
    'POST /session/provider',
    'POST /session/provider/options',
    'POST /session/reset',
  ])
})

// A saved view is a way to look at what one may read: no record of the account changes by it, and
// what others see by it needs `reference:write` as well (test/members/views.test.ts).
// What is asked stands in a body where it is much, and changes nothing.
const ofReaders = [
  'DELETE /views/{id}',
  'PATCH /views/{id}',
  'POST /orders/invoice-check',
  'POST /tax-rules/preview',
  'POST /views',
]

test('reads are reads: what writes needs a scope to write', () => {
  const others: string[] = []
  for (const one of operations) {
    const { needs } = one
    if (needs === null) assert.equal(one.method, 'GET', nameOf(one))
    if (needs === 'public' || needs === 'session' || needs === null) continue
    if (one.method === 'GET') assert.match(needs, /:(read|manage)$/, nameOf(one))
    else if (!/:(write|manage)$/.test(needs)) others.push(nameOf(one))
  }
  assert.deepEqual(others.sort(), ofReaders)
})
