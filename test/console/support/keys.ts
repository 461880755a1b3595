import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** More than the elements of any page that take the focus. */
const MOST = 150

/** Brings the focus to an element by one key, as somebody without a mouse does. */
export async function focusBy(
  page: Page,
  key: 'Tab' | 'ArrowDown',
  wanted: Locator,
): Promise<void> {
  await wanted.waitFor()
  const focused = wanted.and(page.locator(':focus'))
  for (let presses = 0; (await focused.count()) === 0; presses++) {
    assert.ok(presses < MOST, `${key} never comes to ${wanted}`)
    await page.keyboard.press(key)
  }
}

/** Goes to a button or link by Tab, and presses it. */
export async function pressByKey(page: Page, wanted: Locator): Promise<void> {
  await focusBy(page, 'Tab', wanted)
  await page.keyboard.press('Enter')
}

/** Goes to a field by Tab, and types; in a list of choices the first letters choose. */
export async function typeByKey(page: Page, wanted: Locator, text: string): Promise<void> {
  await focusBy(page, 'Tab', wanted)
  await page.keyboard.type(text)
}
