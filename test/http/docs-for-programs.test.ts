import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'

// What programs that read for people find: the guides as Markdown, and the document in parts.

interface Operation {
  operationId: string
  tags: string[]
  responses: Record<string, { $ref?: string; description?: string }>
}

interface Component {
  content?: Record<string, { examples?: object }>
}

interface Document {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Component>>
}

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const get = (url: string) => server.app.inject({ url })
const documentAt = async (url: string): Promise<Document> => (await get(url)).json()
const operationsOf = ({ paths }: Document) =>
  Object.values(paths).flatMap((one) => Object.values(one))
const addressed = (tag: string) => tag.toLowerCase().replaceAll(' ', '-')

/** Guides that are no files of `docs/`. */
const ELSEWHERE: Record<string, string> = {
  '/docs/changelog.md': 'CHANGELOG.md',
  '/docs/client.md': 'packages/client/README.md',
  '/docs/client.pt-BR.md': 'packages/client/README.pt-BR.md',
  '/docs/client-php.md': 'clients/php/README.md',
  '/docs/client-php.pt-BR.md': 'clients/php/README.pt-BR.md',
  '/docs/client-python.md': 'clients/python/README.md',
  '/docs/client-python.pt-BR.md': 'clients/python/README.pt-BR.md',
  '/docs/client-csharp.md': 'clients/csharp/README.md',
  '/docs/client-csharp.pt-BR.md': 'clients/csharp/README.pt-BR.md',
}

test('llms.txt leads to guides as they stand in docs, and to every tag', async () => {
  const answer = await get('/llms.txt')
  assert.equal(answer.statusCode, 200)
  assert.match(String(answer.headers['content-type']), /^text\/markdown; charset=utf-8$/)
  const links = Array.from(answer.body.matchAll(/\]\((\/[^)]+)\)/g), ([, link = '']) => link)
  const guides = links.filter((link) => link.endsWith('.md'))
  assert.ok(guides.length > 20)
  for (const link of guides) {
    const guide = await get(link)
    const file = new URL(`../../${ELSEWHERE[link] ?? link.slice(1)}`, import.meta.url)
    assert.equal(guide.body, await readFile(file, 'utf8'), link)
    assert.equal(guide.headers['content-type'], answer.headers['content-type'])
    const again = { 'if-none-match': String(guide.headers['etag']) }
    assert.equal((await server.app.inject({ url: link, headers: again })).statusCode, 304)
  }
  const { tags } = await documentAt('/openapi.json')
  assert.deepEqual(
    links.filter((link) => link.startsWith('/openapi.json?')),
    tags.map(({ name }) => `/openapi.json?tag=${addressed(name)}`),
  )
})

/** What an assistant can still read beside its other tasks. */
const MOST_BYTES = 150_000

test('the parts by tag are short and whole, and have every operation once', async () => {
  const whole = await documentAt('/openapi.json')
  const found: string[] = []
  for (const { name } of whole.tags) {
    const answer = await get(`/openapi.json?tag=${addressed(name)}`)
    assert.ok(
      answer.rawPayload.length <= MOST_BYTES,
      `${name}: ${answer.rawPayload.length} bytes. See docs/decisions/0213-the-document-in-parts.md`,
    )
    const part: Document = answer.json()
    assert.deepEqual(
      part.tags,
      whole.tags.filter((tag) => tag.name === name),
    )
    for (const [path, operations] of Object.entries(part.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        assert.deepEqual(operation.tags, [name])
        assert.deepEqual(operation, whole.paths[path]?.[method])
        assertProblemsOf(operation, part)
        found.push(operation.operationId)
      }
    }
    const needed = Array.from(
      JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g),
      ([, kind = '', component = '']) => `${kind}/${component}`,
    )
    const there = Object.entries(part.components).flatMap(([kind, components]) =>
      kind === 'securitySchemes' ? [] : Object.keys(components).map((one) => `${kind}/${one}`),
    )
    assert.deepEqual(there.toSorted(), [...new Set(needed)].toSorted(), name)
  }
  assert.deepEqual(
    found.toSorted(),
    operationsOf(whole)
      .map(({ operationId }) => operationId)
      .toSorted(),
  )
})

/** Each code that the operation refuses with has its example in the part. */
function assertProblemsOf({ operationId, responses }: Operation, { components }: Document) {
  for (const { $ref = '', description = '' } of Object.values(responses)) {
    const { content } = components['responses']?.[$ref.split('/').at(-1) ?? ''] ?? {}
    const examples = Object.keys(content?.['application/problem+json']?.examples ?? {})
    const codes = Array.from(description.matchAll(/`(\w+)`/g), ([, code = '']) => code)
    const missing = codes.filter((code) => $ref !== '' && !examples.includes(code))
    assert.deepEqual(missing, [], operationId)
  }
}

test('a tag that there is not is told, with the one that was meant', async () => {
  const answer = await get('/openapi.json?tag=order')
  const { code, errors } = answer.json()
  assert.deepEqual(
    [answer.statusCode, code, errors[0].parameter],
    [400, 'invalid_parameter', 'tag'],
  )
  assert.match(errors[0].detail, /Did you mean "orders"\?$/)
  const unknown = await get('/openapi.json?tags=orders')
  assert.deepEqual([unknown.statusCode, unknown.json().errors[0].parameter], [400, 'tags'])
})

test('the reference draws the same operations, with all properties in their places', async () => {
  const [whole, drawn] = [
    await documentAt('/openapi.json'),
    await documentAt('/docs/reference.json'),
  ]
  const named = (document: Document) => operationsOf(document).map((one) => one.operationId)
  assert.deepEqual(named(drawn), named(whole))
  const { OrderInput, OrderCreatedEvent, Id } = drawn.components['schemas'] as Record<
    string,
    { properties: object; required?: string[]; additionalProperties?: boolean }
  >
  const { date, items } = (OrderInput?.properties ?? {}) as Record<string, { type: string }>
  assert.deepEqual([date?.type, items?.type], ['string', 'array'])
  assert.equal(OrderInput?.additionalProperties, false)
  assert.ok(OrderCreatedEvent?.required?.includes('sequence'))
  assert.equal(Id, undefined)
  assert.doesNotMatch(JSON.stringify(drawn), /allOf/)
})

/** The texts of a document for people, in its order, and what is left of it without them. */
function taken(document: unknown): { texts: string[]; rest: string } {
  const texts: string[] = []
  const rest = JSON.stringify(document, function (this: object, key, value) {
    if (key === 'x-displayName' || key === 'x-tagGroups') return undefined
    // Values of examples may have properties of such names.
    const isOfExample = key === 'value' && 'summary' in this
    if (isOfExample || (key === 'examples' && Array.isArray(value))) return JSON.stringify(value)
    const isText = (key === 'summary' || key === 'description') && typeof value === 'string'
    if (!isText) return value
    texts.push(value)
    return ''
  })
  return { texts, rest }
}

test('the document is in Portuguese where it is asked for, and says the same of everything else', async () => {
  for (const [english, portuguese] of [
    ['/openapi.json', '/openapi.json?language=pt-BR'],
    ['/openapi.json?tag=orders&language=en', '/openapi.json?tag=orders&language=pt-BR'],
    ['/docs/reference.json', '/docs/reference.pt-BR.json'],
  ] as const) {
    const [own, translated] = [
      taken(await documentAt(english)),
      taken(await documentAt(portuguese)),
    ]
    assert.equal(translated.rest, own.rest, portuguese)
    const same = own.texts.filter((text, i) => translated.texts[i] === text)
    // Names that both languages have.
    assert.deepEqual(
      [...new Set(same)].filter((text) => /[a-z] [a-z]/.test(text)),
      [],
      portuguese,
    )
  }
  const { tags } = (await documentAt('/openapi.json?language=pt-BR')) as unknown as {
    tags: { name: string; 'x-displayName': string }[]
  }
  assert.deepEqual(
    tags.slice(0, 2).map((tag) => [tag.name, tag['x-displayName']]),
    [
      ['Orders', 'Pedidos'],
      ['Order lists', 'Listas de pedidos'],
    ],
  )
  // Links lead to pages in Portuguese, where there are some.
  const { body } = await get('/docs/reference.pt-BR.json')
  assert.match(body, /\]\(\/docs\/integrating\.pt-BR\)/)
  assert.doesNotMatch(body, /\]\(\/docs\/integrating[#)]/)
  assert.equal((await get('/openapi.json?language=de')).statusCode, 400)
})
