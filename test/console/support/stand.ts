import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core'
import { buildConsole } from '../../../console/build.ts'
import type { Config } from '../../../src/config.ts'
import { type Server, startServer } from '../../harness.ts'
import { openBrowser } from '../../support/wire/browser.ts'
import { until } from '../../support/workers.ts'
import { type Language, member, type Role, restrict, signIn } from './people.ts'
import { type SeedSize, seedDistributor } from './seed.ts'

/** Telephones at their narrowest, and a desk. */
export const PHONE = { width: 320, height: 700 }
const DESK = { width: 1440, height: 900 }

interface Visit {
  page: Page
  context: BrowserContext
  /** Who has signed in. */
  member: Awaited<ReturnType<typeof member>> | undefined
  /** What went wrong in the page so far: errors, warnings, and what its policy refused. */
  faults: string[]
  /** Fails where something went wrong but for what a test brought about, and closes the window. */
  end(expected?: RegExp): Promise<void>
}

interface VisitOptions {
  /** Undefined: nobody has signed in. */
  role?: Role
  language?: Language
  /** Of orders they see those of these sellers alone. */
  sellers?: number[]
  theme?: 'light' | 'dark'
  size?: { width: number; height: number }
}

export interface Stand {
  server: Server
  origin: string
  /** Opens an address below `/console` in a window of its own. */
  visit(path: string, options?: VisitOptions): Promise<Visit>
  /** The service answers nobody any more; what is returned has it answer again, at the same address. */
  goAway(): () => void
  close(): Promise<void>
}

/** The real service with the data of a distributor, its console built, and a browser. */
export async function startStand(
  size: SeedSize = { customers: 120, orders: 400, days: 90 },
  settings: Partial<Config> = {},
): Promise<Stand> {
  await buildConsole()
  const server = await startServer(settings)
  await seedDistributor(server, size)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const browser = await openBrowser()
  return {
    server,
    origin,
    visit: (path, options = {}) => visit({ browser, server, origin }, path, options),
    goAway: () => {
      const listener = server.app.server
      // Nobody else gets the port meanwhile, as where it is closed.
      const leave = (socket: Socket) => socket.destroy()
      listener.prependListener('connection', leave)
      listener.closeAllConnections()
      return () => void listener.off('connection', leave)
    },
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

async function visit(
  stand: { browser: Browser; server: Server; origin: string },
  path: string,
  options: VisitOptions,
): Promise<Visit> {
  const { role, sellers, language = 'pt-BR', theme = 'light', size = DESK } = options
  const context = await stand.browser.newContext({
    viewport: size,
    colorScheme: theme,
    locale: language,
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  })
  const known = role && (await member(stand.server, role, language))
  if (known && sellers) await restrict(stand.server, known.email, sellers)
  if (known) await signIn(context, stand.origin, known.cookie)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  await page.goto(`${stand.origin}/console${path}`)
  const end = async (expected?: RegExp) => {
    await context.close()
    const others = faults.filter((fault) => !expected?.test(fault))
    assert.deepEqual(others, [])
  }
  return { page, context, member: known, faults, end }
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

// A menu or list that opens lies over the page, in no landmark of it.
const RULES = JSON.stringify({ rules: { region: { enabled: false } } })

// What a theme decides; the rest was found in the other one.
const COLORS = JSON.stringify({ runOnly: ['color-contrast', 'link-in-text-block'] })

/** Fails where axe finds something that keeps people out, as the page is now, in both themes. */
export async function checkAccess(page: Page): Promise<void> {
  // By the browser's own protocol, which the page's policy does not hold back.
  await page.evaluate(axe)
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    const found: Violation[] = await page.evaluate(
      `axe.run(${theme === 'light' ? RULES : COLORS}).then((found) => found.violations)`,
    )
    const shown = found.map(({ id, nodes }) => ({
      rule: id,
      places: nodes
        .slice(0, 4)
        .map(({ target, failureSummary }) => [String(target), failureSummary]),
    }))
    assert.deepEqual(shown, [], `axe in the ${theme} theme at ${page.url()}`)
  }
}

interface Violation {
  id: string
  nodes: { target: unknown; failureSummary: string }[]
}

/** Takes one of what a field offers, once that no longer changes under the pointer. */
export async function takeOption(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('.popup--anchored:not([aria-busy])').waitFor()
  await page.getByRole('option', { name }).click()
}

/** Until a field of it shows this. */
export async function untilShows(within: Locator, value: string): Promise<void> {
  await until(async () => {
    const fields = await within.locator('input').all()
    const values = await Promise.all(fields.map((field) => field.inputValue()))
    return values.includes(value)
  })
}

/** Until what is typed goes to a dialog: it is drawn a frame before it has the focus. */
export async function takesKeys(dialog: Locator): Promise<void> {
  await dialog.locator(':focus').waitFor()
}

/** Where `SCREENSHOTS` names a folder, the page goes there as a picture; else nothing is done. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

/** An address that every page may ask. */
const PROBE = '/health/live'

/**
 * Has a test answer requests of a page that is there already. Chromium tells the page so after
 * `route` has returned: what it asks until then goes to the service.
 */
export async function intercept(
  page: Page,
  pattern: string,
  answer: (route: Route) => unknown,
): Promise<void> {
  await page.route(pattern, answer)
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: 204 }))
  await until(() => page.evaluate(`fetch('${PROBE}').then(({ status }) => status === 204)`))
}
