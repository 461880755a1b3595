import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PHONE, picture, type Stand, startStand } from './support/stand.ts'

// Pages have two widths: lists fill the window, all else is as wide as people read. Their headings
// stand at one line, the tabs of a group do not jump, and nothing is wider than the room for it.

let stand: Stand
before(async () => {
  stand = await startStand({ customers: 12, orders: 20, days: 10 })
})
after(() => stand.close())

/** Where it is a list that fills the window. */
const LISTS = [
  '/orders',
  '/orders/recalculations',
  '/customers',
  '/products',
  '/records/order-statuses',
  '/records/payment-types',
  '/records/custom-fields',
  '/records/tax-rules',
  '/records/tax-rules/coverage',
  '/members',
  '/audit',
  '/events',
  '/webhooks',
  '/requests',
  '/tokens',
]
const PAGES = [
  '',
  '/orders/new',
  '/orders/1',
  '/customers/1',
  '/products/1',
  '/reports',
  '/imports',
  '/exports',
  '/settings',
  '/profile',
]
const SIZES = [PHONE, { width: 1280, height: 800 }, { width: 1920, height: 1080 }]

interface Measured {
  left: number
  width: number
  room: number
  overflow: number
  beside: string[]
}

// As text, since it runs in the page.
const MEASURE = `(() => {
  const heading = document.querySelector('main h1').getBoundingClientRect()
  const main = document.querySelector('main')
  const page = document.querySelector('main .page').getBoundingClientRect()
  const { scrollWidth, clientWidth } = document.documentElement
  const beside = [...main.querySelectorAll('*')]
    .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX))
    .filter((one) => one.scrollWidth > one.clientWidth && !one.matches('.records__sections'))
    .map((one) => one.className)
  return {
    left: heading.left,
    width: page.width,
    room: main.clientWidth,
    overflow: scrollWidth - clientWidth,
    beside,
  }
})()`

for (const size of SIZES) {
  test(`pages at a width of ${size.width} pixels`, async () => {
    const { page, end } = await stand.visit('', { role: 'owner', size })
    const measured: Record<string, Measured> = {}
    for (const path of [...LISTS, ...PAGES]) {
      await page.goto(`${stand.origin}/console${path}`)
      await page.locator('main h1').waitFor()
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
      measured[path] = await page.evaluate<Measured>(MEASURE)
      await picture(page, `width-${size.width}${path.replaceAll('/', '-')}`)
    }
    const read = Math.min(72 * 16, measured['/orders']?.room ?? 0)
    const faults = Object.entries(measured).filter(
      ([path, { left, width, room, overflow, beside }]) => {
        const expected = LISTS.includes(path) ? room : read
        // Of customers there is more to see than fits: what is looked for first is to the left.
        const isCut = size !== PHONE && path !== '/customers' && beside.length > 0
        return overflow > 0 || isCut || width !== expected || left !== measured['/orders']?.left
      },
    )
    assert.deepEqual(Object.fromEntries(faults), {})
    await end()
  })
}
