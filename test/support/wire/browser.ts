import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { installPackages } from '../programs/apt.ts'

/**
 * What Chromium makes for a person at its window: each window loads the lists below its address bar
 * as pages of their own, and a process waits for the next site. It took a quarter of all CPU.
 */
const FOR_PERSONS = [
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]
/** What Playwright turns off for pages like ours: of two such switches Chromium takes the last alone. */
const AS_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** The same engine without windows comes first: a file of pages takes a quarter less CPU with it. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * Debian's Chromium, installed first where this is root and there is none.
 * @throws Error when there is none and it can't be installed
 */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    // A machine without a graphics card is not made to imitate one: 7 % less CPU. The rest
    // keeps Chromium from asking its maker's hosts for anything.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--disable-features=${[...FOR_PERSONS, ...AS_PLAYWRIGHT].join(',')}`,
    ],
  })
}

/**
 * Installs Chromium where this is root and there is none: before files run side by side, because
 * apt-get refuses to run twice at once, and the tests of a process would wait for it.
 */
export function prepareBrowser(): void {
  if (process.getuid?.() === 0) findBrowser()
}

function findBrowser(): string {
  const found = PLACES.find((place) => existsSync(place))
  if (found) return found
  if (process.getuid?.() !== 0)
    throw new Error(`The test of the pages needs Chromium: none of ${PLACES.join(', ')} exists.`)
  installPackages('chromium-headless-shell')
  const installed = PLACES.find((place) => existsSync(place))
  if (!installed) throw new Error('Chromium was installed, but is not where it should be.')
  return installed
}
