import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { Webhook } from 'standardwebhooks'
import {
  CLIENTS,
  type ClientSettings,
  folderOf,
  LANGUAGES,
  type Outcome,
  runExamples,
  type Speaker,
  startSpeaker,
  type Task,
} from '../support/programs/languages.ts'
import { randoms, SEED } from '../support/random.ts'
import type { Fate } from '../support/servers/relay.ts'
import { type ClientStand, startClients } from '../support/wire/client.ts'

// What each client does, whatever its language.

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

let at: ClientStand
before(async () => {
  at = await startClients()
})
after(() => at.close())

/** The first requests meet these fates, all others pass. */
function inTurn(...fates: Fate[]): () => Fate {
  return () => fates.shift() ?? 'pass'
}

const headersOf = (requests: string[], name: string) =>
  new Set(requests.map((one) => new RegExp(`^${name}: (\\S+)`, 'im').exec(one)?.[1]))

for (const language of LANGUAGES) {
  describe(language, () => {
    let speaker: Speaker
    before(() => {
      speaker = startSpeaker(language)
    })
    after(() => speaker.close())

    const settings = (own: Partial<ClientSettings> = {}): ClientSettings => ({
      url: at.address,
      token: at.server.token,
      firstPause: 0.001,
      ...own,
    })
    const run = (call: string, args: unknown[], more: Partial<Task> = {}) =>
      speaker.run({ settings: settings(), call, args, ...more })
    const value = async (call: string, args: unknown[], more: Partial<Task> = {}) => {
      const outcome = await run(call, args, more)
      assert.deepEqual(outcome.error, undefined)
      return outcome.value
    }
    const failure = async (call: string, args: unknown[], more: Partial<Task> = {}) => {
      const { error } = await run(call, args, more)
      assert.ok(error, 'it should have failed')
      return error
    }
    /** A code of this language's own. */
    const code = (text: string) => `${language}-${text}`

    test('a change is sent again with its key, and the same request id, until it is answered', async () => {
      const fates: Fate[] = ['drop', 'refuse', 'lose', 'cut', 'forget']
      const { relay } = await at.behind(inTurn(...fates))
      const name = code('uma vez')
      const outcome = await run('customers.create', [{ name }], {
        settings: settings({ url: relay.url }),
      })
      assert.equal(outcome.attempts, fates.length + 1)
      assert.equal(outcome.isReplayed, true)
      assert.deepEqual(outcome.retries, [
        ['ConnectionError', 1],
        ['UnexpectedAnswerError', 2],
        ['ConnectionError', 3],
        ['ConnectionError', 4],
        ['UnexpectedAnswerError', 5],
      ])
      for (const header of ['idempotency-key', 'x-request-id']) {
        const [one, ...others] = headersOf(relay.requests, header)
        assert.ok(one)
        assert.deepEqual(others, [])
      }
      const found = await value('customers.list', [{ name }], { take: 'all' })
      assert.deepEqual(found, [outcome.value])
      await run('customers.create', [{ name: code('outra vez') }], {
        settings: settings({ url: relay.url }),
      })
      assert.equal(headersOf(relay.requests, 'idempotency-key').size, 2, 'each change has its own')
    })

    test('a problem is an error of its own class, and is not sent again', async () => {
      const { relay } = await at.behind(() => 'pass')
      const there = settings({ url: relay.url })
      const body = { name: 'Só', fk_id: code('só') }
      const { id } = await value('customers.create', [body], { settings: there })
      const error = await failure('customers.create', [body], { settings: there })
      assert.deepEqual(
        [error.name, error.code, error.status, error.attempts, error.mayPass],
        ['DuplicateFkIdError', 'duplicate_fk_id', 409, 1, false],
      )
      assert.equal(error.problem['existing_id'], id)
      assert.match(error.requestId, /^[0-9a-f]{32}$/)
      assert.equal(relay.requests.length, 2)

      const wrong = await failure('customers.create', [{ name: '', cnpj: 'x' }])
      assert.equal(wrong.name, 'ValidationFailedError')
      assert.deepEqual(wrong.errors.map(({ pointer }) => pointer).sort(), ['/cnpj', '/name'])
    })

    test('a condition and a retry go together; a version that is gone is told with the present one', async () => {
      const { id } = await value('customers.create', [{ name: 'Condição' }])
      const { etag = '' } = await run('customers.read', [id])
      assert.match(etag, /^"/)
      const { relay } = await at.behind(inTurn('lose', 'cut'))
      const changed = await value('customers.update', [id, { phone: '11' }], {
        settings: settings({ url: relay.url }),
        options: { ifMatch: '$last' },
      })
      assert.equal(changed.phone, '11')
      const late = { options: { ifMatch: etag } }
      const error = await failure('customers.update', [id, { phone: '12' }], late)
      assert.equal(error.name, 'PreconditionFailedError')
      assert.match(error.etag ?? '', /^"/)
      assert.notEqual(error.etag, etag)
      const ifNew = { options: { ifNew: true } }
      await value('customers.putByFkId', [code('novo'), { name: 'Novo' }], ifNew)
      const there = await failure('customers.putByFkId', [code('novo'), { name: 'Novo' }], ifNew)
      assert.equal(there.name, 'PreconditionFailedError')
    })

    test('no more is tried than was allowed, and a later process can go on with the key', async () => {
      const { relay } = await at.behind(() => 'lose')
      const idempotencyKey = code('depois')
      const name = code('depois')
      const error = await failure('customers.create', [{ name }], {
        settings: settings({ url: relay.url, maxRetries: 2 }),
        options: { idempotencyKey },
      })
      assert.equal(error.name, 'ConnectionError')
      assert.deepEqual(
        [error.attempts, error.idempotencyKey, error.mayPass],
        [3, idempotencyKey, true],
      )
      assert.equal(relay.requests.length, 3)
      const later = await value('customers.create', [{ name }], { options: { idempotencyKey } })
      assert.deepEqual(await value('customers.list', [{ name }], { take: 'all' }), [later])
    })

    test('an answer that does not come ends the attempt, and the whole time the call', async () => {
      const { relay } = await at.behind(inTurn('silence'))
      const patient = settings({ url: relay.url, attemptTimeout: 2 })
      const { attempts } = await run('account.read', [], { settings: patient })
      assert.equal(attempts, 2)
      const mute = await at.behind(() => 'silence')
      const hasty = settings({ url: mute.relay.url, timeout: 1 })
      const error = await failure('account.read', [], { settings: hasty })
      assert.deepEqual([error.name, error.code], ['TimeoutError', 'timeout'])
      assert.equal(mute.relay.requests.length, 1)
    })

    test('a wait that the service asks for is not cut short: the call fails where there is no time', async () => {
      const limited = await startClients({ RATE_LIMIT: 2 })
      try {
        const here = settings({ url: limited.address, token: limited.server.token, timeout: 5 })
        for (let i = 0; i < 2; i++) await run('account.read', [], { settings: here })
        const error = await failure('account.read', [], { settings: here })
        assert.deepEqual([error.name, error.attempts], ['RateLimitedError', 1])
      } finally {
        await limited.close()
      }
    })

    test('lists are gone through by cursors, and looked at by pages', async () => {
      const names = Array.from({ length: 205 }, (_, i) => code(`lista ${i}`))
      const lines = names.map((name) => ({ name, fk_id: name }))
      await value('products.bulk', [lines, {}], { take: 'all' })
      const query = { name: code('lista'), sort: '-id', fields: ['name'] }
      const all = await value('products.list', [query], { take: 'all' })
      assert.deepEqual(
        all.map(({ name }: { name: string }) => name),
        names.toReversed(),
      )
      assert.deepEqual(Object.keys(all[0]), ['name'])
      const lengths = await value('products.list', [query], { take: 'pages' })
      assert.deepEqual(lengths, [100, 100, 5])
      const page = await value('products.list', [{ ...query, limit: 10 }], { take: 'page' })
      assert.deepEqual([page.data.length, page.pagination.total], [10, 205])
    })

    test('values of a list and parts of a path may hold what separates them', async () => {
      const codes = ['A,1', 'A\\2', 'São/João 3?', '%2F'].map(code)
      for (const fk_id of codes) {
        await value('customers.create', [{ name: 'Ana', fk_id }])
        assert.equal((await value('customers.readByFkId', [fk_id])).fk_id, fk_id)
        await value('orders.create', [{ fk_id_customer: fk_id }])
      }
      const query = { fk_id_customer: codes, sort: 'id' }
      const orders = await value('orders.list', [query], { take: 'all' })
      assert.equal(orders.length, codes.length)
      for (const wrong of ['..', '.', '']) {
        assert.equal((await failure('customers.readByFkId', [wrong])).name, 'usage')
      }
    })

    test('figures come and go exactly', async () => {
      for (const price of [18.9, 0.07, 1234567890.12, 0.1, 3]) {
        const body = { name: 'Açúcar “mascavo” 1 kg', price }
        const { id } = await value('products.create', [body])
        const read = await value('products.read', [id])
        assert.deepEqual([read.name, read.price], [body.name, price])
      }
    })

    test('thousands at once: each has its result, also where an answer was lost', async () => {
      const { relay } = await at.behind(inTurn('pass', 'lose'))
      const lines = Array.from({ length: 1_203 }, (_, i) => ({
        name: i === 700 ? '' : `Em massa ${i}`,
        fk_id: code(`massa-${i}`),
      }))
      const results: Record<string, unknown>[] = await value('customers.bulk', [lines, {}], {
        settings: settings({ url: relay.url }),
        take: 'all',
      })
      assert.deepEqual(
        results.map(({ line }) => line),
        lines.map((_, i) => i + 1),
      )
      const count = (status: string) => results.filter((one) => one['status'] === status).length
      assert.equal(count('refused'), 1)
      // What was written before the answer was lost.
      assert.ok(count('unchanged') > 0)
      assert.equal(count('created') + count('unchanged'), lines.length - 1)
      assert.equal(results[700]?.['fk_id'], code('massa-700'))
      assert.equal(relay.requests.length, 4)
    })

    test('files go up and come down', async () => {
      const image = { width: 30, height: 10, channels: 3 as const, background: '#204080' }
      const file = await sharp({ create: image }).jpeg().toBuffer()
      const { relay } = await at.behind(inTurn('lose'))
      await value('account.setLogo', [{ $base64: file.toString('base64') }], {
        settings: settings({ url: relay.url }),
      })
      const logo = Buffer.from((await value('account.readLogo', [])).$base64, 'base64')
      const { format, width } = await sharp(logo).metadata()
      assert.deepEqual([format, width], ['png', 30])
      const { id: id_customer } = await value('customers.create', [{ name: 'Padaria Pão & Cia' }])
      const { id } = await value('orders.create', [{ id_customer }])
      const pdf = Buffer.from((await value('orders.readDocument', [id])).$base64, 'base64')
      assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
      const content = Buffer.from('%PDF-1.7 \0\xff', 'latin1').toString('base64')
      const sent = [id, { $base64: content }, { name: 'Pedido de compra nº 1.pdf' }]
      const attached = await value('orders.createAttachment', sent)
      assert.equal(attached.name, 'Pedido de compra nº 1.pdf')
      const read = await value('orders.readAttachmentContent', [id, attached.id])
      assert.equal(read.$base64, content)
      const gone = await failure('orders.readDocument', [999_999])
      assert.equal(gone.name, 'NotFoundError')
    })

    test('events come as they happen, and none is missing where the stream breaks off', async () => {
      const { relay } = await at.behind(() => 'pass')
      const names = Array.from({ length: 6 }, (_, i) => code(`evento ${i}`))
      const query = { type: 'customer.created' }
      const before = await Array.fromAsync(at.pedido.events.list(query).pages())
      const cursor = before.at(-1)?.next_cursor
      const events = value('events.stream', [{ ...query, cursor }], {
        settings: settings({ url: relay.url }),
        take: 'first',
        count: names.length,
      })
      for (const name of names) {
        await at.pedido.customers.create({ name })
        if (name === names[2]) relay.cut()
      }
      assert.deepEqual(
        (await events).map(({ data }: { data: { record: { name: string } } }) => data.record.name),
        names,
      )
    })

    test('webhooks are verified by their bytes, their time and each of the secrets', async () => {
      const body = JSON.stringify({ type: 'order.created', data: { total_value: 18.9 } })
      const sign = (time: Date, secret = SECRET) => ({
        'Webhook-Id': 'evt_1',
        'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('evt_1', time, body),
      })
      const now = new Date()
      const old = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
      const lower = (headers: Record<string, string>) =>
        Object.fromEntries(Object.entries(headers).map(([name, one]) => [name.toLowerCase(), one]))
      const verify = (
        headers: Record<string, string>,
        secrets: string | string[] = SECRET,
        of = body,
      ) => run('webhook', [of, lower(headers), secrets])
      assert.deepEqual((await verify(sign(now))).value, JSON.parse(body))
      assert.deepEqual((await verify(sign(now, old), [SECRET, old])).value, JSON.parse(body))
      const reason = async (outcome: Promise<Outcome>) => (await outcome).error?.reason
      assert.equal(await reason(verify(sign(now, old))), 'signature')
      assert.equal(
        await reason(verify(sign(now), SECRET, body.replace('18.9', '18.8'))),
        'signature',
      )
      assert.equal(await reason(verify(sign(new Date(Date.now() - 600_000)))), 'time')
      assert.equal(await reason(verify({ ...sign(now), 'webhook-timestamp': 'ontem' })), 'time')
      const { 'webhook-signature': _, ...unsigned } = sign(now)
      assert.equal(await reason(verify(unsigned)), 'headers')
      assert.equal((await verify(sign(now), '')).error?.name, 'usage')
    })

    test('a client gets its access token once, and what it is refused with is an error', async () => {
      const { id, token } = await value('tokens.create', [{ name: code('ERP'), scopes: ['*'] }])
      const { relay } = await at.behind(() => 'pass')
      const { token: _, ...others } = settings({ url: relay.url })
      const own = { ...others, client: { id, secret: token } }
      const asksToken = (request: string) => request.startsWith('POST /oauth/token ')
      for (let i = 0; i < 3; i++) await value('account.read', [], { settings: own })
      assert.equal(relay.requests.filter(asksToken).length, 1)
      assert.equal(relay.requests.length, 4)
      await value('tokens.delete', [id])
      const error = await failure('account.read', [], { settings: own })
      assert.deepEqual([error.status, error.code], [401, 'invalid_client'])
    })

    test('what can’t be meant is told before anything is sent', async () => {
      if (language === 'TypeScript') return
      const { relay } = await at.behind(() => 'pass')
      const there = { settings: settings({ url: relay.url }) }
      for (const options of [{ ifMatch: '"1"' }, { unknown: 1 }]) {
        const error = await failure('customers.create', [{ name: 'X' }], { ...there, options })
        assert.equal(error.name, 'usage')
      }
      assert.deepEqual(relay.requests, [])
    })

    test(`no order is lost and none is doubled by a bad network (seed ${SEED})`, async () => {
      const random = randoms()
      const troubles: Fate[] = ['drop', 'lose', 'cut', 'refuse', 'forget', 'delay']
      const pick = (): Fate =>
        random() < 0.35 ? (troubles[Math.floor(random() * troubles.length)] ?? 'pass') : 'pass'
      const { relay } = await at.behind(pick)
      const there = { settings: settings({ url: relay.url, maxRetries: 50 }) }
      const { id: id_customer } = await value('customers.create', [{ name: 'Rede ruim' }])
      const { id: id_item } = await value('products.create', [{ name: 'Arroz', price: 7.25 }])
      const made = []
      for (let i = 0; i < 30; i++) {
        const body = { id_customer, observations: `${i}`, items: [{ id_item, quantity: 1 }] }
        const { id } = await value('orders.create', [body], there)
        await value('orders.createItem', [id, { id_item, quantity: 2 }], there)
        // A second move to the same status would be refused.
        made.push(await value('orders.update', [id, { id_order_status: 2 }], there))
      }
      const stored = await value('orders.list', [{ id_customer, sort: 'id' }], { take: 'all' })
      assert.deepEqual(stored, made)
      assert.ok(relay.requests.length > 100, 'there was trouble')
    })
  })
}

for (const language of ['Python', 'PHP', 'C#'] as const) {
  for (const page of ['README.md', 'README.pt-BR.md']) {
    test(`the examples of ${page} for ${language} do what they say`, async () => {
      const settings = { PEDIDO_URL: at.address, PEDIDO_TOKEN: at.server.token }
      const output = await runExamples(language, page, settings)
      assert.match(output, /^\d+ 226\.8\n\d+ 20\d\d-/)
      assert.match(output, /\norder\.created 20\d\d-/)
    })
  }

  test(`the client for ${language} comes with the licence`, async () => {
    const licence = await readFile(`${CLIENTS}../LICENSE`, 'utf8')
    assert.equal(await readFile(`${CLIENTS}${folderOf(language)}/LICENSE`, 'utf8'), licence)
  })
}

test('the client for C# says its version and that of the interface', async () => {
  const project = await readFile(`${CLIENTS}csharp/Pedido.csproj`, 'utf8')
  const [, version] = /<Version>(.*)<\/Version>/.exec(project) ?? []
  const { relay } = await at.behind(() => 'pass')
  const speaker = startSpeaker('C#')
  const settings = { url: relay.url, token: at.server.token }
  await speaker.run({ settings, call: 'account.read' })
  await speaker.close()
  const [, agent] = /^user-agent: (.*)\r$/im.exec(relay.requests[0] ?? '') ?? []
  assert.equal(agent, `pedido-csharp/${version} (API 1.0.0)`)
})
