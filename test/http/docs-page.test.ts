import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { errorCodes } from '../../src/base/refusals.ts'
import { type Server, startServer } from '../harness.ts'
import { openBrowser } from '../support/browser.ts'

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

/** Opens a page and notes what it asked for and what went wrong in it. */
async function open(path: string): Promise<{ page: Page; asked: string[]; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
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

test('the reference shows the operations and asks no other host', async () => {
  const { page, asked, faults } = await open('/docs')
  await page.getByRole('heading', { name: 'Writers that meet' }).waitFor()
  await page.getByRole('button', { name: 'Open Group - Orders' }).click()
  await page
    .getByRole('link', { name: /create an order/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Create an order' }).waitFor()
  await page.close()
  assert.deepEqual(elsewhere(asked), [])
  assert.deepEqual(faults, [])
})

test('a request can be tried with a token', async () => {
  const { page, asked, faults } = await open('/docs#tag/orders/GET/orders')
  await page.getByPlaceholder('Token').first().fill(server.token)
  await page
    .getByRole('button', { name: /test request.*get \/orders/i })
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
  for (const path of ['/docs', '/docs/', '/v2/docs', '/docs/errors', '/openapi.json']) {
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
