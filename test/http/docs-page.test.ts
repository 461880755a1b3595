import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { errorCodes } from '../../src/base/problems.ts'
import { type Server, startServer } from '../harness.ts'
import { openBrowser } from '../support/wire/browser.ts'

let server: Server
let browser: Browser
let origin: string

before(async () => {
  server = await startServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server.close()
})

const PAGES = [
  '/docs',
  '/docs/quick-start.pt-BR',
  '/docs/first-load',
  '/docs/first-load.pt-BR',
  '/docs/console',
  '/docs/console.pt-BR',
  '/docs/imports',
  '/docs/imports.pt-BR',
  '/docs/files',
  '/docs/files.pt-BR',
  '/docs/integrating',
  '/docs/integrating.pt-BR',
  '/docs/events',
  '/docs/events.pt-BR',
  '/docs/webhooks',
  '/docs/webhooks.pt-BR',
  '/docs/machines',
  '/docs/machines.pt-BR',
  '/docs/client',
  '/docs/client.pt-BR',
  '/docs/client-php',
  '/docs/client-php.pt-BR',
  '/docs/client-python',
  '/docs/client-python.pt-BR',
  '/docs/client-csharp',
  '/docs/client-csharp.pt-BR',
  '/docs/java-and-delphi',
  '/docs/java-and-delphi.pt-BR',
  '/docs/errors',
  '/docs/errors.pt-BR',
  '/docs/reference',
  '/docs/reference.pt-BR',
  '/docs/api-changes',
  '/docs/api-changes.pt-BR',
  '/docs/changelog',
  '/docs/taxes',
  '/docs/taxes.pt-BR',
  '/docs/invoice-check',
  '/docs/invoice-check.pt-BR',
  '/docs/nfe-draft',
  '/docs/nfe-draft.pt-BR',
  '/docs/order-numbers',
  '/docs/order-numbers.pt-BR',
  '/docs/versions',
  '/docs/versions.pt-BR',
  '/docs/custom-fields',
  '/docs/custom-fields.pt-BR',
  '/docs/people',
  '/docs/people.pt-BR',
  '/docs/accounts',
  '/docs/accounts.pt-BR',
  '/docs/security',
  '/docs/security.pt-BR',
  '/docs/privacy',
  '/docs/privacy.pt-BR',
  '/docs/lookups',
  '/docs/lookups.pt-BR',
  '/docs/quotas',
  '/docs/quotas.pt-BR',
  '/docs/backup',
  '/docs/backup.pt-BR',
  '/docs/upgrading',
  '/docs/upgrading.pt-BR',
  '/docs/production',
  '/docs/production.pt-BR',
  '/docs/runbook',
  '/docs/runbook.pt-BR',
  '/docs/operations',
  '/docs/operations.pt-BR',
  '/docs/configuration',
  '/docs/configuration.pt-BR',
  '/docs/scaling',
  '/docs/scaling.pt-BR',
  '/docs/performance',
  '/docs/performance.pt-BR',
]

const REFERENCE_MS = 120_000

/** Opens a page and notes what it asked for and what went wrong in it. */
async function open(path: string): Promise<{ page: Page; asked: string[]; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
  // The reference draws every operation at once: a busy machine takes its time.
  page.setDefaultTimeout(REFERENCE_MS)
  const asked: string[] = []
  const faults: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  await page.goto(origin + path)
  return { page, asked, faults }
}

const elsewhere = (asked: string[]) =>
  asked.filter((url) => !url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url))

test('the reference shows the operations, one can be tried, and it asks no other host', async () => {
  const { page, asked, faults } = await open('/docs/reference')
  await page.getByRole('heading', { name: 'Writers that meet' }).waitFor()
  await page.getByRole('button', { name: 'Open Group - Orders' }).click()
  await page
    .getByRole('link', { name: /create an order/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Create an order' }).waitFor()
  await page.getByRole('button', { name: 'Open Group - Order lists' }).click()
  await page
    .getByRole('link', { name: /search and list orders/i })
    .first()
    .click()
  await page.getByPlaceholder('Token').first().fill(server.token)
  await page
    .getByRole('button', { name: /test request.*get \/orders(?!\/)/i })
    .first()
    .click()
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/orders',
  )
  await page.getByRole('button', { name: /^send/i }).first().click()
  assert.equal((await answered).status(), 200)
  await page.close()
  assert.deepEqual(elsewhere(asked), [])
  assert.deepEqual(faults, [])
})

test('the reference is in Portuguese, too, with the words around it', async () => {
  const { page, asked, faults } = await open('/docs/reference.pt-BR')
  await page.getByRole('heading', { name: 'Gravações que se encontram' }).waitFor()
  // The group of these is open by now: the other one of that name is in it.
  await page.getByRole('button', { name: 'Abrir Grupo - Listas de pedidos' }).waitFor()
  await page.getByRole('button', { name: 'Abrir Grupo - Pedidos' }).click()
  await page
    .getByRole('link', { name: /criar um pedido/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Criar um pedido' }).waitFor()
  assert.match(await page.locator('body').innerText(), /Corpo da requisição|Respostas/i)
  await page.close()
  assert.deepEqual(elsewhere(asked), [])
  assert.deepEqual(faults, [])
})

test('the page of errors explains every code', async () => {
  const { page, asked, faults } = await open('/docs/errors#order_locked')
  for (const [code, [, title]] of Object.entries(errorCodes)) {
    const text = await page.locator(`#${code}`).innerText()
    assert.ok(text.includes(title), `${code}: ${text}`)
  }
  await page.close()
  assert.deepEqual(elsewhere(asked), [])
  assert.deepEqual(faults, [])
})

test('pages and the document are public, and nothing else runs what an answer holds', async () => {
  for (const path of [...PAGES, '/docs/', '/v2/docs', '/docs/js/start.js', '/openapi.json']) {
    const answer = await fetch(origin + path)
    assert.equal(answer.status, 200, path)
    const again = await fetch(origin + path, {
      headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304, path)
  }
  const orders = await server.send('GET', '/orders')
  assert.equal(
    orders.headers['content-security-policy'],
    "default-src 'none';frame-ancestors 'none'",
  )
})

test('every page reads without scripts, on a telephone too, and its links lead somewhere', async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  const followed = new Map<string, string>()
  const follow = async (address: string, link: string) => {
    const answer = await fetch(address)
    assert.equal(answer.status, 200, link)
    return answer.text()
  }
  for (const path of PAGES) {
    await page.goto(origin + path)
    assert.equal(await page.locator('main h1').count(), 1, path)
    assert.ok((await page.locator('main').innerText()).length > 1000, path)
    const { width = 0 } = (await page.locator('main').boundingBox()) ?? {}
    assert.ok(width <= 390, `${path} is ${width} pixels wide`)
    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    for (const link of new Set(links)) {
      if (link === null || /^https:/.test(link)) continue
      const { href, hash } = new URL(link, origin + path)
      const address = href.slice(0, href.length - hash.length)
      const text = await (followed.get(address) ?? follow(address, `${link} of ${path}`))
      followed.set(address, text)
      const id = decodeURIComponent(hash.slice(1))
      if (id !== '') assert.ok(text.includes(` id="${id}"`), `${link} of ${path}`)
    }
  }
  await page.goto(`${origin}/docs/reference`)
  assert.match(await page.locator('main').innerText(), /POST \/orders\n+Create an order/)
  await context.close()
})

async function scriptsOf(guide: string): Promise<string[]> {
  const page = await readFile(new URL(`../../docs/${guide}`, import.meta.url), 'utf8')
  return Array.from(page.matchAll(/```sh\n([\s\S]*?)```/g), ([, script = '']) => script)
}

test('the navigation has one language, and a way to the other', async () => {
  const linksOf = async (path: string) => {
    const [, nav = ''] =
      /<nav[^>]*>([\s\S]*?)<\/nav>/.exec(await (await fetch(origin + path)).text()) ?? []
    return Array.from(nav.matchAll(/href="([^"]*)"[^>]*>([^<]*)/g), ([, to = '', text]) => ({
      to,
      text,
    }))
  }
  const english = await linksOf('/docs/imports')
  assert.deepEqual(english.pop(), { to: '/docs/imports.pt-BR', text: 'Português' })
  const portuguese = await linksOf('/docs/imports.pt-BR')
  assert.deepEqual(portuguese.pop(), { to: '/docs/imports', text: 'English' })
  assert.ok(english.every(({ to }) => !to.endsWith('.pt-BR')))
  assert.equal(portuguese.length, english.length)
  const twice = portuguese.filter(({ to }) => portuguese.some((one) => one.to === `${to}.pt-BR`))
  assert.deepEqual(twice, [])
  assert.ok(portuguese.some(({ to }) => to === '/docs/changelog'))
  const both = new Set([...english, ...portuguese].map(({ to }) => to))
  assert.deepEqual([...both].sort(), PAGES.toSorted())
  assert.deepEqual((await linksOf('/docs')).pop()?.to, '/docs/quick-start.pt-BR')
  assert.deepEqual((await linksOf('/docs/quick-start.pt-BR')).pop()?.to, '/docs')
})

test('the guides are searched, in the language of the page, by words as people type them', async () => {
  const page = await browser.newPage()
  await page.goto(`${origin}/docs/backup.pt-BR`)
  const field = page.getByRole('searchbox', { name: 'Buscar nos guias' })
  await field.fill('substituicao  ICMS')
  await field.press('Enter')
  await page.waitForURL(/docs\/search/)
  assert.equal(await page.locator('html').getAttribute('lang'), 'pt-BR')
  assert.equal(await field.inputValue(), 'substituicao  ICMS')
  const first = page.locator('main section').first()
  assert.match(await first.locator('mark').first().innerText(), /substituição|icms/i)
  await first.getByRole('link').click()
  await page.waitForURL(/\/docs\/[\w-]+(\.pt-BR)?(#|$)/)
  await page.close()

  const find = async (words: string, language = 'en') => {
    const query = new URLSearchParams({ q: words, language })
    const answer = await fetch(`${origin}/docs/search?${query}`)
    assert.equal(answer.status, 200)
    return answer.text()
  }
  // One word is in the title of the page, the other in a heading.
  const [, best] = /<h3><a href="([^"]*)"/.exec(await find('webhook secret')) ?? []
  assert.equal(best, '/docs/webhooks#a-new-secret')
  assert.match(await find('webhok'), /<h3><a href="\/docs\/webhooks/)
  assert.match(await find('DATA_DIR'), /href="\/docs\/configuration/)
  assert.match(await find('idempotencyKey'), /href="\/docs\/client-php/)
  assert.match(await find('quitinete'), /No guide has these words/)
  assert.match(await find('<b>quitinete', 'pt-BR'), /&lt;b&gt;quitinete<\/h1>\n<p>Nenhum guia/)
  const empty = await (await fetch(`${origin}/docs/search`)).text()
  assert.match(empty, /<h1>Search the guides<\/h1>/)
  assert.equal((await fetch(`${origin}/docs/search?q=${'a'.repeat(201)}`)).status, 400)
  assert.equal((await fetch(`${origin}/docs/search?query=a`)).status, 400)
})

test('the quick start leads from a token to an order in three requests, and moves it on', async () => {
  const html = await (await fetch(`${origin}/docs`)).text()
  assert.match(html, /first order in three requests/)
  const scripts = await scriptsOf('quick-start.md')
  assert.deepEqual(await scriptsOf('quick-start.pt-BR.md'), scripts)
  const [settings = '', ...requests] = scripts
  assert.equal(requests.length, 4)
  const fresh = await startServer()
  await fresh.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fresh.app.server.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), 'pedido-quick-'))
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'data', 'admin-token'), fresh.token)
  const start = settings.replace('127.0.0.1:3000', `127.0.0.1:${port}`)
  const script = [start, ...requests].join('\necho\n')
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder })
  await fresh.close()
  await rm(folder, { recursive: true })
  const answers = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const [, , order, moved, read, history] = answers
  assert.equal(order.data.total_value, 226.8)
  assert.equal(moved.data.status.fk_id, 'open')
  assert.deepEqual(read.data, moved.data)
  assert.equal(history.data.length, 2)
})

test('a browser at the service’s address comes to the pages, a client gets JSON', async () => {
  const ask = (path: string, accept?: string) =>
    fetch(origin + path, { redirect: 'manual', headers: accept ? { accept } : {} })
  const browsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  for (const [path, to] of [
    ['/', '/console'],
    ['/?a=b', '/console'],
    ['/v2', '/v2/docs'],
    ['/v2/', '/v2/docs'],
  ] as const) {
    const answer = await ask(path, browsers)
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, to], path)
    assert.equal(answer.headers.get('vary'), 'Cookie, Accept')
  }
  for (const accept of [
    undefined,
    '*/*',
    'application/json',
    'application/json, text/html;q=0.5',
  ]) {
    const answer = await ask('/', accept)
    assert.equal(answer.status, 401, String(accept))
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
  }
  assert.equal((await ask('/nowhere', browsers)).status, 401)
  assert.equal((await ask('/%ff', browsers)).status, 401)
  assert.equal((await server.send('GET', '/')).status, 404)
})
