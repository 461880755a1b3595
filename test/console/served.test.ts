import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { buildConsole } from '../../console/build.ts'
import { type Server, startServer } from '../harness.ts'

let server: Server
before(async () => {
  await buildConsole()
  server = await startServer()
})
after(() => server.close())

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers })

/** The files that the page names. */
async function named(): Promise<string[]> {
  const { body } = await ask('/console')
  return [...body.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, url = '']) => url)
}

test('every address of the console gives its page, which a browser asks for again each time', async () => {
  const first = await ask('/console')
  for (const url of ['/console', '/console/', '/console/orders/7?status=3', '/console/link']) {
    const { statusCode, headers, body } = await ask(url, { accept: 'text/html,*/*;q=0.8' })
    assert.equal(statusCode, 200, url)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-cache')
    assert.equal(headers.etag, first.headers.etag)
    assert.equal(body, first.body)
  }
  const known = await ask('/console', { 'if-none-match': String(first.headers.etag) })
  assert.deepEqual([known.statusCode, known.body], [304, ''])
  const head = await ask('/console', {}, 'HEAD')
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  assert.equal(head.headers['content-length'], first.headers['content-length'])
})

test('the page runs files of the service alone, and nothing that stands in it', async () => {
  const { headers, body } = await ask('/console')
  const policy = String(headers['content-security-policy'])
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'"]) {
    assert.ok(policy.split('; ').includes(rule), rule)
  }
  assert.ok(policy.includes("require-trusted-types-for 'script'"))
  assert.ok(!policy.includes('unsafe'))
  assert.doesNotMatch(body, /<style|style=|<script(?![^>]+src=)|https?:\/\//)
  assert.equal(headers['x-content-type-options'], 'nosniff')
})

test('files have a hash in their names, are kept for good and come compressed', async () => {
  const files = await named()
  assert.ok(files.length >= 2)
  for (const url of files) {
    const plain = await ask(url)
    assert.equal(plain.statusCode, 200, url)
    assert.match(url, /-[\w-]{8}\.(js|css|svg)$/)
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.headers['vary'], 'Accept-Encoding')
    const br = await ask(url, { 'accept-encoding': 'gzip, br' })
    assert.equal(br.headers['content-encoding'], 'br')
    assert.ok(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload))
    const gzip = await ask(url, { 'accept-encoding': 'gzip' })
    assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload))
    const tags = [plain, br, gzip].map(({ headers }) => String(headers.etag))
    assert.equal(new Set(tags).size, 3)
    for (const tag of tags) {
      assert.equal((await ask(url, { 'if-none-match': tag })).statusCode, 304)
    }
    const head = await ask(url, { 'accept-encoding': 'br' }, 'HEAD')
    assert.deepEqual([head.statusCode, head.body], [200, ''])
    assert.equal(head.headers['content-length'], String(br.rawPayload.length))
  }
})

test('browsers get each kind of file as what they ask for', async () => {
  const types = { js: /^text\/javascript/, css: /^text\/css/, svg: /^image\/svg/ }
  for (const url of await named()) {
    const accept = url.endsWith('.css') ? 'text/css,*/*;q=0.1' : '*/*'
    const { headers } = await ask(url, { accept })
    const ending = url.split('.').at(-1) as keyof typeof types
    assert.match(String(headers['content-type']), types[ending])
  }
})

test('what is no file of the console is not found, wherever it leads', async () => {
  for (const name of ['nothing.js', '..%2findex.html', '..%2f..%2fpackage.json', 'constructor']) {
    const { statusCode, headers } = await ask(`/console/assets/${name}`)
    assert.equal(statusCode, 404, name)
    assert.match(String(headers['content-type']), /^application\/problem\+json/)
  }
})
