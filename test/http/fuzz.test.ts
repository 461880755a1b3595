import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent } from '../support/fuzz-consistency.ts'
import {
  type Document,
  type FuzzRequest,
  knownFrom,
  mutatedRequest,
  operationsOf,
  validRequest,
} from '../support/fuzz-requests.ts'
import { damaged, type Random, randomFrom } from '../support/fuzz-values.ts'
import { SEED } from '../support/random.ts'
import { sample } from '../support/sample.ts'
import { register } from '../support/webhooks.ts'

// Requests made from the OpenAPI document, right ones and broken ones. `TEST_SEED` asks others,
// `FUZZ_REQUESTS` asks more of them.

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 10_000)

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

test(`${REQUESTS} mutated requests, with TEST_SEED=${SEED}`, async () => {
  const random = randomFrom(SEED)
  const document = server.app.swagger() as unknown as Document
  const operations = operationsOf(document)
  // They have the most to break, and need an order before there is anything to change.
  const ordering = operations.filter(({ template }) => template.startsWith('/orders'))
  const webhook = (await register(server)).id
  const known = knownFrom(document, { ...(await sample(server)), webhook }, random)
  await server.send('POST', `/webhooks/${webhook}/test`)
  const tokens = [await server.newToken('orders:read'), (await server.newAccount('Other')).token]
  const own = await ownTokens()
  const picture = await sharp({
    create: { width: 3, height: 2, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()

  const ask = async (request: FuzzRequest): Promise<number> => {
    if (own.some((id) => request.path.startsWith(`/tokens/${id}`))) return 0
    const answer = await send(request)
    known.learn(request, answer)
    return answer.status
  }

  const answered = new Map<string, number>()
  let asked = 0
  for (let i = 0; asked < REQUESTS; i++) {
    if (i % 200 === 0) await nameAgain()
    const operation = random.chance(0.4) ? random.pick(ordering) : operations[i % operations.length]
    if (!operation) break
    const right = withFile(validRequest(operation, known, random), picture, random)
    // One in three is asked as it is: what exists must change for the others to meet something.
    if (random.chance(1 / 3)) {
      const status = await ask(right)
      const what = `${operation.method} ${operation.template}`
      answered.set(what, Math.min(status, answered.get(what) ?? 999))
    } else {
      await ask(mutatedRequest(right, tokens, random))
      asked++
    }
  }

  const never = [...answered].filter(([, best]) => best >= 400).map(([what]) => what)
  assert.ok(never.length < answered.size / 20, `only refused: ${never.join(', ')}`)
  await assertConsistent(server.db)
})

/** Records whose codes requests name: some of them give these records others. */
async function nameAgain(): Promise<void> {
  for (const fk_id of ['aurora', 'address', 'fk_id']) {
    await server.send('PUT', `/customers/fk_id/${fk_id}`, { body: { name: fk_id } })
  }
  await server.send('PUT', '/products/fk_id/cafe', { body: { name: 'Café', price: 12.5 } })
}

/** Tokens that no request may revoke: it is with them that the others are asked. */
async function ownTokens(): Promise<number[]> {
  const { body } = await server.send('GET', '/tokens')
  return body.data.map(({ id }: { id: number }) => id)
}

async function send({ method, path, headers, body, token }: FuzzRequest) {
  const asked = `${method} ${path} ${JSON.stringify(headers)} ${
    Buffer.isBuffer(body) ? JSON.stringify(body.toString('latin1')) : JSON.stringify(body)
  }`
  const options = { headers, body, ...(token === undefined ? {} : { token }) }
  try {
    const answer = await server.send(method, path, options)
    assert.ok(answer.status < 500, `answered ${answer.status}: ${answer.text}`)
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
