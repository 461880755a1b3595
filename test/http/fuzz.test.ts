import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expanded } from '../../src/http/openapi/expanded.ts'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent } from '../support/fuzz/fuzz-consistency.ts'
import {
  type Document,
  type FuzzRequest,
  knownFrom,
  MEMBER,
  mutatedRequest,
  type Operation,
  operationsOf,
  validRequest,
} from '../support/fuzz/fuzz-requests.ts'
import { damaged, type Random, randomFrom } from '../support/fuzz/fuzz-values.ts'
import { cookieOf, invited, PASSWORD, type Person, person, registered } from '../support/people.ts'
import { SEED } from '../support/random.ts'
import { sample } from '../support/sample.ts'
import { register } from '../support/webhooks/webhooks.ts'

// Requests made from the OpenAPI document, right ones and broken ones. `TEST_SEED` asks others,
// `FUZZ_REQUESTS` asks more of them.

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 3_000)
/** On a Citus cluster and a busy machine they take five minutes. */
const TIMEOUT_MS = 1_800_000
/** Of right requests, for an operation that has only refused. */
const TRIES = 600
/**
 * Operations that refuse what chance makes: they take a signature, a provider, a session, a file or a
 * delivery at its moment, or two codes that belong together.
 */
const OUT_OF_REACH = [
  /^POST \/(session\/(passkeys?|provider(\/options)?)|oauth\/token)$/,
  /^(POST|DELETE) \/session\/test-account$/,
  /^DELETE (\/members\/\{id\})?\/sessions\//,
  /^(PATCH \/imports\/\{id\}|POST \/imports\/\{id\}\/run|POST \/webhooks\/.*\/retry)$/,
  /^\w+ \/orders\/fk_id\/\{order_fk_id\}\/items\/fk_id\//,
]

let server: Server
before(async () => {
  // Mails are asked for and not sent: nobody answers there.
  server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' })
})
after(() => server.close())

test(`${REQUESTS} mutated requests, with TEST_SEED=${SEED}`, { timeout: TIMEOUT_MS }, async () => {
  const random = randomFrom(SEED)
  const document = expanded(server.app.swagger()) as unknown as Document
  const operations = operationsOf(document)
  // They have the most to break, and need an order before there is anything to change.
  const ordering = operations.filter(({ template }) => template.startsWith('/orders'))
  const { webhooks, issuers, views } = await theirAddresses()
  let { link } = await invited(server)
  const ana = await person(server, { email: MEMBER })
  const passkeys = await passkeysOf(ana)
  const records = {
    ...(await sample(server)),
    webhooks,
    issuers,
    views,
    passkeys,
    link: () => link,
  }
  const known = knownFrom(document, records, random)
  await server.send('POST', `/webhooks/${webhooks.at(-1)}/test`)
  const tokens = [await server.newToken('orders:read'), (await server.newAccount('Other')).token]
  const own = await ownTokens()
  let { cookie } = ana
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from members where email = ${MEMBER}`.execute(server.db)
  const hashed = rows[0]?.password_hash ?? ''
  const picture = await sharp({
    create: { width: 3, height: 2, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()

  let asked = 0
  const named = new Set([records.customer])
  const ask = async (request: FuzzRequest): Promise<number> => {
    if (own.some((id) => request.path.startsWith(`/tokens/${id}`))) return 0
    // Nobody removes or renames the one who signs in.
    if (request.method !== 'GET' && request.path.startsWith(`/members/${ana.id}`)) return 0
    // Nothing is written to such a customer any more: few, and not the one that has the addresses.
    const isAnonymising = request.operation.template.endsWith('/anonymise')
    const isOfSample = [...named, 'fk_id/aurora'].some((one) =>
      request.path.startsWith(`/customers/${one}/`),
    )
    const isEnough = asked < REQUESTS && !isRefused(request.operation)
    if (isAnonymising && (isOfSample || isEnough)) return 0
    // What is public looks at no token: whose it is says nothing of what it is about.
    const isAsAsked = request.token === undefined || request.operation.isPublic
    const answer = await send(isAsAsked ? asAsked(request, cookie) : request)
    if (answer.headers['set-cookie']) cookie = cookieOf(answer)
    known.learn(request, answer)
    return answer.status
  }

  const answered = new Map<string, number>()
  const nameOf = ({ method, template }: Operation) => `${method} ${template}`
  const rightOne = (operation: Operation) =>
    withFile(validRequest(operation, known, random), picture, random)
  const askRight = async (operation: Operation) => {
    const status = await ask(rightOne(operation))
    answered.set(nameOf(operation), Math.min(status, answered.get(nameOf(operation)) ?? 999))
  }
  const isRefused = (operation: Operation) => (answered.get(nameOf(operation)) ?? 999) >= 400
  const beginAnew = async () => {
    const [aurora = records.customer, ...others] = await nameAgain()
    // Where a request has deleted the sample's customer, another one has its code now.
    records.customer = aurora
    for (const id of [aurora, ...others]) if (id !== undefined) named.add(id)
    await openAgain()
    cookie = await signInAgain(hashed)
    link = (await invited(server)).link
  }
  for (let i = 0; asked < REQUESTS; i++) {
    if (i % 200 === 0) await beginAnew()
    const operation = random.chance(0.4) ? random.pick(ordering) : operations[i % operations.length]
    if (!operation) break
    // One in three is asked as it is: what exists must change for the others to meet something.
    if (random.chance(1 / 3)) await askRight(operation)
    else {
      await ask(mutatedRequest(rightOne(operation), tokens, random))
      asked++
    }
  }

  // Chance has few right requests for each, and by then what they are about may be gone.
  const isInReach = (one: Operation) => !OUT_OF_REACH.some((those) => those.test(nameOf(one)))
  const inReach = operations.filter(isInReach)
  for (const operation of inReach.filter(isRefused).sort(byMethod)) {
    const makers = operations.filter((one) => isMakerFor(operation, one))
    await beginAnew()
    for (let n = 0; n < TRIES && isRefused(operation); n++) {
      if (makers.length > 0) await askRight(random.pick(makers))
      await askRight(operation)
    }
  }
  const never = inReach.filter(isRefused).map(nameOf)
  assert.ok(never.length < inReach.length / 100, `only refused: ${never.join(', ')}`)
  await assertConsistent(server.db)
})

/** What makes records comes before what is about them. */
const byMethod = (a: Operation, b: Operation) =>
  Number(b.method === 'POST') - Number(a.method === 'POST')

/** Whether `one` makes records of the kind that `operation` is about. */
const isMakerFor = ({ template }: Operation, one: Operation) =>
  ['POST', 'PUT'].includes(one.method) &&
  one.template.split('/')[1] === template.split('/')[1] &&
  !one.template.endsWith('/retry')

/** Several webhooks, issuers and views: few addresses that are made at random are ones that may be asked. */
async function theirAddresses() {
  const body = { name: 'Login', issuer: 'https://login.example.com', scopes: ['orders:read'] }
  const webhooks: number[] = []
  const issuers: number[] = []
  const views: number[] = []
  for (let n = 0; n < 10; n++) {
    webhooks.push((await register(server)).id)
    issuers.push((await server.send('POST', '/trusted-issuers', { body })).body.data.id)
    const view = { resource: 'orders', name: `View ${n}`, query: {}, shared: true }
    views.push((await server.send('POST', '/views', { body: view })).body.data.id)
  }
  return { webhooks, issuers, views }
}

/** Several passkeys of a member: no request that is made at random has one. */
async function passkeysOf(who: Person): Promise<number[]> {
  for (let n = 0; n < 10; n++) await registered(who)
  const { body } = await who.send('GET', '/session/passkeys')
  return body.data.map(({ id }: { id: number }) => id)
}

/**
 * Records whose codes requests name: some of them give these records others.
 * @returns the ids of the customers; undefined of one that can't be written
 */
async function nameAgain(): Promise<(number | undefined)[]> {
  const ids: (number | undefined)[] = []
  for (const fk_id of ['aurora', 'address', 'fk_id']) {
    const { body } = await server.send('PUT', `/customers/fk_id/${fk_id}`, {
      body: { name: fk_id },
    })
    ids.push(body.data?.id)
  }
  await server.send('PUT', '/products/fk_id/cafe', { body: { name: 'Café', price: 12.5 } })
  return ids
}

/** Orders begin in a status that asks for nothing: some make another one the first, which needs a reason. */
async function openAgain(): Promise<void> {
  const body = { name: 'Draft', initial: true, locked: false, reason_required: false }
  await server.send('PUT', '/order-statuses/fk_id/draft', { body })
}

/** Who was signed out is signed in, however many attempts have failed, and by the first password. */
async function signInAgain(password_hash: string): Promise<string> {
  await sql`delete from sign_in_attempts`.execute(server.db)
  await sql`update members set password_hash = ${password_hash} where email = ${MEMBER}`.execute(
    server.db,
  )
  // Others may have made a member with the e-mail in the other account.
  const body = { email: MEMBER, password: PASSWORD, account: server.account_id }
  return cookieOf(await server.send('POST', '/session', { token: null, body }))
}

/** With a token, unless the operation is for members or public. */
function asAsked(request: FuzzRequest, cookie: string): FuzzRequest {
  const { isOfMember, isPublic } = request.operation
  if (isPublic) return { ...request, token: null }
  if (!isOfMember) return request
  const headers = { ...request.headers, cookie, 'sec-fetch-site': 'same-origin' }
  return { ...request, token: null, headers }
}

/** Tokens that no request may revoke: it is with them that the others are asked. */
async function ownTokens(): Promise<number[]> {
  const { body } = await server.send('GET', '/tokens')
  return body.data.map(({ id }: { id: number }) => id)
}

/** A wait for events that is allowed is a short one: nothing comes. */
const waitingShortly = (path: string) => path.replace(/(?<=[?&]wait=)([2-9]|[12]\d|30)(?=&|$)/, '1')

async function send({ method, path: sent, headers, body, token }: FuzzRequest) {
  const path = waitingShortly(sent)
  const asked = `${method} ${path} ${JSON.stringify(headers)} ${
    Buffer.isBuffer(body) ? JSON.stringify(body.toString('latin1')) : JSON.stringify(body)
  }`
  const options = { headers, body, ...(token === undefined ? {} : { token }) }
  try {
    const answer = await server.send(method, path, options)
    // Nobody answers at the provider of an example.
    const isAway = answer.status === 503 && /^\/session\/provider\b/.test(path)
    assert.ok(answer.status < 500 || isAway, `answered ${answer.status}: ${answer.text}`)
    if (answer.status >= 400 && method !== 'HEAD') {
      assert.equal(answer.body.request_id, answer.headers['x-request-id'])
      assert.equal(answer.body.status, answer.status)
    }
    return answer
  } catch (error) {
    throw new Error(`TEST_SEED=${SEED}: ${asked.slice(0, 5000)}`, { cause: error })
  }
}

function withFile(request: FuzzRequest, picture: Buffer, random: Random): FuzzRequest {
  if (!request.operation.upload) return request
  const isImport = request.operation.template === '/imports'
  const whole = isImport ? Buffer.from('Código;Nome\n1;Um') : picture
  const file = random.chance(0.3) ? damaged(whole, random) : whole
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ])
  return {
    ...request,
    headers: { ...request.headers, 'content-type': 'multipart/form-data; boundary=b' },
    body,
  }
}
