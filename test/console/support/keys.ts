import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** More than the elements of any page that take the focus. */
const MOST = 150

/** What opens over the page takes the focus a moment later, and would take it from where it was brought. */
const IS_OPENING = `{
  const [popup] = [...document.querySelectorAll('[role=dialog], [role=menu]')]
  popup !== undefined && !document.querySelector(':is([role=dialog], [role=menu]):focus-within')
}`

/** Brings the focus to an element by one key, as somebody without a mouse does. */
export async function focusBy(
  page: Page,
  key: 'Tab' | 'ArrowDown',
  wanted: Locator,
): Promise<void> {
  await wanted.waitFor()
  while (await page.evaluate(IS_OPENING)) await page.evaluate('new Promise(requestAnimationFrame)')
  const focused = wanted.and(page.locator(':focus'))
  for (let presses = 0; (await focused.count()) === 0; presses++) {
    assert.ok(presses < MOST, `${key} never comes to ${wanted}`)
    await page.keyboard.press(key)
  }
}

/** Counts from now on what the page asks of the service; its stream of events does not end. */
export function countRequests(page: Page): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked++
  })
  return () => asked
}

/** Goes to a button or link by Tab, and presses it. */
export async function pressByKey(page: Page, wanted: Locator): Promise<void> {
  await focusBy(page, 'Tab', wanted)
  await page.keyboard.press('Enter')
}

/** Goes to a field by Tab, and types; in a list of choices it chooses what begins so. */
export async function typeByKey(page: Page, wanted: Locator, text: string): Promise<void> {
  await focusBy(page, 'Tab', wanted)
  if (await wanted.and(page.locator('select')).count()) return chooseByKey(page, wanted, text)
  await page.keyboard.type(text)
}

/** By its arrow, not by letters: on a busy machine the browser takes each of them for a word of its own. */
async function chooseByKey(page: Page, list: Locator, text: string): Promise<void> {
  const chosen = list.locator('option:checked')
  await page.keyboard.press('Home')
  for (let presses = 0; !(await chosen.textContent())?.startsWith(text); presses++) {
    assert.ok(presses < MOST, `no choice begins with ${text}`)
    await page.keyboard.press('ArrowDown')
  }
}

/** Pastes cells as a spreadsheet puts them on the clipboard. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  }`)
}
