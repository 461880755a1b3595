import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { addDays, type DateReading, readDate, shownDate } from '../../console/src/text/dates.ts'
import { daysOfPeriod, type Period, periods } from '../../console/src/text/periods.ts'
import { fc } from '../support/random.ts'
import { until } from '../support/workers.ts'
import { checkAccess, picture, type Stand, startStand } from './support/stand.ts'

// A Wednesday.
const today = '2026-11-25'
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const readingOf = (reading: DateReading) => ('value' in reading ? reading.value : reading.dateError)

test('a day is read as people type it, in both languages', () => {
  const cases: [typed: string, value: string][] = [
    ['', ''],
    ['  ', ''],
    ['25/11', '2026-11-25'],
    ['5/1', '2027-01-05'],
    ['25.11', '2026-11-25'],
    ['25-11-26', '2026-11-25'],
    ['25/11/26', '2026-11-25'],
    ['25/11/2026', '2026-11-25'],
    ['2511', '2026-11-25'],
    ['251126', '2026-11-25'],
    ['25112026', '2026-11-25'],
    ['2026-11-25', '2026-11-25'],
    ['qua., 25/11/2026', '2026-11-25'],
    ['12/05/78', '1978-05-12'],
    ['12/05/46', '2046-05-12'],
    ['12/05/47', '1947-05-12'],
    ['hoje', '2026-11-25'],
    ['Amanhã', '2026-11-26'],
    ['AMANHA', '2026-11-26'],
    ['ontem', '2026-11-24'],
    ['depois de amanhã', '2026-11-27'],
    ['today', '2026-11-25'],
    ['tomorrow', '2026-11-26'],
    ['yesterday', '2026-11-24'],
    ['+3', '2026-11-28'],
    ['+ 10', '2026-12-05'],
    ['-2', '2026-11-23'],
    ['−2', '2026-11-23'],
    ['seg', '2026-11-30'],
    ['terça', '2026-12-01'],
    ['Terça-feira', '2026-12-01'],
    ['qua', '2026-12-02'],
    ['sáb.', '2026-11-28'],
    ['mon', '2026-11-30'],
    ['Thursday', '2026-11-26'],
    ['29/02/2028', '2028-02-29'],
    ['29/02', 'day'],
    ['29/02/2026', 'day'],
    ['31/04', 'day'],
    ['11/25/2026', 'day'],
    ['00/11', 'day'],
    ['25/11/1899', 'year'],
    ['25/11/2', 'date'],
    ['25/11/202', 'date'],
    ['25-11/26', 'date'],
    ['se', 'date'],
    ['segundo', 'date'],
    ['amanhã cedo', 'date'],
    ['25/11 14:00', 'date'],
    ['100', 'date'],
  ]
  for (const [typed, value] of cases) {
    assert.equal(readingOf(readDate(typed, { today })), value, typed)
  }
})

test('what a field is about says which year and which weekday is meant', () => {
  const read = (typed: string, toward: 'next' | 'last') =>
    readingOf(readDate(typed, { today, toward }))
  assert.equal(read('24/11', 'next'), '2027-11-24')
  assert.equal(read('25/11', 'next'), '2026-11-25')
  assert.equal(read('26/11', 'last'), '2025-11-26')
  assert.equal(read('25/11', 'last'), '2026-11-25')
  assert.equal(read('sex', 'last'), '2026-11-20')
  assert.equal(read('qua', 'last'), '2026-11-18')
})

test('a field of day and time takes both, or keeps the time that it has', () => {
  const read = (typed: string) => readingOf(readDate(typed, { today, time: '09:30' }))
  assert.equal(read('25/11'), '2026-11-25T09:30')
  assert.equal(read('hoje 14:05'), '2026-11-25T14:05')
  assert.equal(read('amanhã 8h'), '2026-11-26T08:00')
  assert.equal(read('sat 18h30'), '2026-11-28T18:30')
  assert.equal(read('2026-01-15T09:30'), '2026-01-15T09:30')
  assert.equal(read('25/11 24:00'), 'date')
})

test('every day is read back from what is shown of it, and from each way to write it', () => {
  fc.assert(
    fc.property(
      day,
      day,
      fc.constantFrom('pt-BR' as const, 'en' as const),
      (one, now, language) => {
        const [year, month, date] = one.split('-')
        for (const typed of [
          shownDate(one, language),
          `${date}/${month}/${year}`,
          `${date}${month}${year}`,
          one,
        ]) {
          assert.equal(readingOf(readDate(typed, { today: now })), one)
        }
        const timed = `${one}T14:05`
        assert.equal(
          readingOf(readDate(shownDate(timed, language), { today: now, time: '' })),
          timed,
        )
      },
    ),
  )
})

test('days without a year are near, and on the side that is meant', () => {
  fc.assert(
    fc.property(day, day, (one, now) => {
      const [, month, date] = one.split('-')
      const typed = `${date}/${month}`
      const near = readDate(typed, { today: now })
      const next = readDate(typed, { today: now, toward: 'next' })
      const last = readDate(typed, { today: now, toward: 'last' })
      if ('value' in near) assert.ok(Math.abs(apart(near.value, now)) <= 366)
      if ('value' in next) assert.ok(apart(next.value, now) >= 0 && apart(next.value, now) <= 366)
      if ('value' in last) assert.ok(apart(last.value, now) <= 0 && apart(last.value, now) >= -366)
    }),
  )
})

test('whatever is typed is read as a day of the calendar, or is none', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9/. ]{1,10}$/))
  fc.assert(
    fc.property(typed, day, (text, now) => {
      const read = readDate(text, { today: now })
      if ('value' in read && read.value !== '') assert.equal(addDays(read.value, 0), read.value)
    }),
  )
})

const apart = (a: string, b: string) => (Date.parse(a) - Date.parse(b)) / 86_400_000

test('periods are the days that their names say', () => {
  const expected: Record<Period, [from: string, to: string]> = {
    today: ['2026-11-25', '2026-11-25'],
    yesterday: ['2026-11-24', '2026-11-24'],
    this_week: ['2026-11-23', '2026-11-29'],
    this_month: ['2026-11-01', '2026-11-30'],
    last_month: ['2026-10-01', '2026-10-31'],
    this_quarter: ['2026-10-01', '2026-12-31'],
    last_quarter: ['2026-07-01', '2026-09-30'],
    this_year: ['2026-01-01', '2026-12-31'],
    last_year: ['2025-01-01', '2025-12-31'],
    last_7_days: ['2026-11-19', '2026-11-25'],
    last_30_days: ['2026-10-27', '2026-11-25'],
    last_60_days: ['2026-09-27', '2026-11-25'],
    same_month_last_year: ['2025-11-01', '2025-11-30'],
  }
  for (const [period, [from, to]] of Object.entries(expected)) {
    assert.deepEqual(daysOfPeriod(period as Period, today), { from, to }, period)
  }
  fc.assert(
    fc.property(day, fc.constantFrom(...periods), (now, period) => {
      const { from, to } = daysOfPeriod(period, now)
      assert.ok(from <= to)
      if (!/last_(month|quarter|year)|yesterday/.test(period)) assert.ok(from <= now && now <= to)
    }),
  )
})

let stand: Stand
const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 390, height: 844 }
before(async () => {
  stand = await startStand({ customers: 20, orders: 40, days: 40 })
})
after(() => stand.close())

/** As the account has it. */
const now = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
const untilValue = (field: Locator, value: string) =>
  until(async () => (await field.inputValue()) === value)

test('a delivery date is typed by hand, moved by arrows, and refused where there is none', async () => {
  const { body } = await stand.server.send('GET', '/orders?limit=1&sort=-id&status=2,3')
  const [order] = body.data
  await stand.server.send('PATCH', `/orders/${order.id}`, { body: { delivery_date: null } })
  const { page, end } = await stand.visit(`/orders/${order.id}?edit`, { role: 'manager' })
  const field = page.getByLabel('Entrega prevista', { exact: true })
  await field.fill('29/02/2027')
  await page.keyboard.press('Tab')
  await page.getByText('Esse dia não existe').waitFor()
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  assert.match((await field.getAttribute('aria-describedby')) ?? '', /-error$/)
  await picture(page, 'date-refused')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Nada foi salvo. Confira: Entrega prevista (“29/02/2027”)').waitFor()
  await field.fill('amanha')
  await page.keyboard.press('Tab')
  await untilValue(field, shownDate(addDays(now(), 1), 'pt-BR'))
  await field.press('ArrowUp')
  await untilValue(field, shownDate(addDays(now(), 2), 'pt-BR'))
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await untilValue(field, shownDate(now(), 'pt-BR'))
  await field.fill('251230')
  await field.press('Enter')
  await untilValue(field, 'qua, 25/12/2030')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Pedido salvo').waitFor()
  const saved = await stand.server.send('GET', `/orders/${order.id}`)
  assert.equal(saved.body.data.delivery_date, '2030-12-25T03:00:00.000Z')
  await end()
})

test('the browser’s calendar opens by the button and by Alt+Down, and gives its day', async () => {
  const { page, end } = await stand.visit('/orders/new', { role: 'manager', language: 'en' })
  const field = page.getByLabel('Delivery date', { exact: true })
  await page.evaluate(`{
    globalThis.opened = 0
    HTMLInputElement.prototype.showPicker = function () {
      opened++
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(this, '2030-12-2' + opened)
      this.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }`)
  const calendar = page.locator('.field').filter({ has: field }).getByRole('button')
  await calendar.click()
  await untilValue(field, 'Sat, 21/12/2030')
  await field.press('Alt+ArrowDown')
  await untilValue(field, 'Sun, 22/12/2030')
  await checkAccess(page)
  await picture(page, 'date-en')
  await end()
})

test('the date and time of an order keeps its time where a day alone is typed', async () => {
  const { body } = await stand.server.send('GET', '/orders?limit=1&sort=-id&status=2,3')
  const [{ id }] = body.data
  const sent = { body: { date: '2026-01-15T09:30:00-03:00' } }
  await stand.server.send('PATCH', `/orders/${id}`, sent)
  const { page, end } = await stand.visit(`/orders/${id}?edit`, { role: 'manager' })
  const field = page.getByLabel('Data', { exact: true })
  await untilValue(field, 'qui, 15/01/2026 09:30')
  await field.fill('16/01/26')
  await field.press('Tab')
  await untilValue(field, 'sex, 16/01/2026 09:30')
  await field.fill('16/01/26 18h')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Pedido salvo').waitFor()
  const saved = await stand.server.send('GET', `/orders/${id}`)
  assert.equal(saved.body.data.date, '2026-01-16T21:00:00.000Z')
  await end()
})

test('lists and the first page take periods by their names', async () => {
  const { page, end } = await stand.visit('/orders', { role: 'manager' })
  await page.getByRole('button', { name: 'Data', exact: true }).first().click()
  await picture(page, 'dates-menu')
  await page.getByRole('menuitem', { name: 'Trimestre passado' }).click()
  await page.waitForURL(/date=last_quarter/)
  await page.getByRole('button', { name: 'Data: Trimestre passado', exact: true }).click()
  const group = page.getByRole('dialog').getByRole('group', { name: 'Data' })
  const { from, to } = daysOfPeriod('last_quarter', now())
  await untilValue(group.getByLabel('De', { exact: true }), shownDate(from, 'pt-BR'))
  await untilValue(group.getByLabel('Até', { exact: true }), shownDate(to, 'pt-BR'))
  await group.getByLabel('Período').selectOption('last_7_days')
  await picture(page, 'dates-filters')
  await checkAccess(page)
  await page.setViewportSize(NARROW)
  await picture(page, 'dates-filters-phone')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), NARROW.width)
  await page.setViewportSize(WIDE)
  await page.keyboard.press('Enter')
  await page.waitForURL(/date=last_7_days/)
  await page.getByRole('button', { name: 'Data: Últimos 7 dias', exact: true }).waitFor()
  // Days that are typed stay those days.
  await page.getByRole('button', { name: 'Data: Últimos 7 dias', exact: true }).click()
  await group.getByLabel('De', { exact: true }).fill('ontem')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`order_date_from=${addDays(now(), -1)}&order_date_to=${now()}`))

  await page.goto(`${stand.origin}/console/home`)
  await page.getByLabel('Período').selectOption('this_year')
  await page.waitForURL(/period=this_year/)
  await page.getByRole('region', { name: 'Por dia: este ano' }).locator('canvas').nth(1).waitFor()
  await page.getByRole('region', { name: 'Maiores clientes: este ano' }).waitFor()
  await checkAccess(page)
  await picture(page, 'home-period')
  await page.setViewportSize(NARROW)
  await picture(page, 'home-period-phone')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), NARROW.width)
  await end()
})
