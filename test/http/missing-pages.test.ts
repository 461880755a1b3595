import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { refusedBy } from '../support/refused.ts'

// Addresses below `/docs` that are no pages, as browsers and programs ask for them.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'

const read = (url = '', language = 'en') =>
  server.app.inject({ url, headers: { accept: BROWSER, 'accept-language': language } })

test('a reader is told in his language, and led to the pages', async () => {
  for (const [language, lang, title, start] of [
    ['pt-BR,pt;q=0.9', 'pt-BR', 'Esta página não existe', '/docs/quick-start.pt-BR'],
    ['de', 'en', 'There is no such page', '/docs'],
  ] as const) {
    for (const url of ['/docs/nothing', '/v2/docs/a/b?c=d', '/docs/js/nothing.js']) {
      const { statusCode, headers, body } = await read(url, language)
      assert.equal(statusCode, 404)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['content-language'], lang)
      assert.match(String(headers['vary']), /Accept\b.*Accept-Language/)
      assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src/)
      assert.ok(body.includes(`<html lang="${lang}">`), url)
      assert.ok(body.includes(`<h1>${title}</h1>`), url)
      const links = Array.from(body.matchAll(/<a href="([^"]*)"/g), ([, link]) => link)
      assert.ok(links.includes(start), url)
      for (const link of new Set(links)) {
        assert.equal((await read(link, language)).statusCode, 200, String(link))
      }
    }
  }
})

test('a program gets its problem, without a token too', async () => {
  const missing = { status: 404, code: 'not_found' }
  for (const accept of ['application/json', '*/*']) {
    await refusedBy(server, 'GET', '/docs/nothing', { token: null, headers: { accept } }, missing)
  }
  const image = { token: null, headers: { accept: 'image/png' } }
  await refusedBy(server, 'GET', '/docs/nothing', image, { status: 406, code: 'not_acceptable' })
  const post = { status: 405, code: 'method_not_allowed' }
  const { headers } = await refusedBy(server, 'POST', '/docs/nothing', {}, post)
  assert.equal(headers['allow'], 'GET, HEAD')
})
