import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { packageFile } from '../../base/system/package.ts'
import { markdown } from './markdown.ts'
import { escapeHtml, page } from './page.ts'
import type { DocsPage } from './pages.ts'

const SCRIPT = 'js/scalar.js'
const STARTER = 'js/start.js'

/** A page of the reference, and what is said on it beside the document. */
const WORDS = {
  reference: { title: 'API reference', file: 'The same as a file', locale: 'en' },
  'reference.pt-BR': { title: 'Referência da API', file: 'O mesmo em um arquivo', locale: 'pt' },
}

export type ReferencePage = keyof typeof WORDS

export const isReference = (name: DocsPage): name is ReferencePage => Object.hasOwn(WORDS, name)

/** The document that Scalar draws: everything in its place, as it shows little of what is elsewhere. */
export const expandedAddress = (name: ReferencePage) => `/docs/${name}.json`

/** The document as it is published. */
const addresses = {
  reference: '/openapi.json',
  'reference.pt-BR': '/openapi.json?language=pt-BR',
}

/** What the reference may do: everything of Scalar's that asks another host is off. */
const configuration = {
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  withDefaultFonts: false,
  persistAuth: false,
  documentDownloadType: 'direct',
  defaultOpenFirstTag: true,
  expandAllParameters: false,
  orderRequiredPropertiesFirst: false,
  orderSchemaPropertiesBy: 'preserve',
  authentication: { preferredSecurityScheme: 'bearer' },
  hiddenClients: { c: true, clojure: true, ocaml: true, r: true, objc: true },
}

/** Scalar puts its styles into the page as it runs, so `style-src` has to let them in. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Document {
  info: { description: string }
  tags: { name: string; 'x-displayName'?: string; description: string }[]
  paths: Record<string, Record<string, { tags: string[]; summary: string; description?: string }>>
}

/**
 * A page of the reference. What is in it before Scalar runs, and without scripts: the same
 * operations as text, which Scalar then replaces.
 */
export function referencePage(name: ReferencePage, document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, one]) => ({ name: `${verb.toUpperCase()} ${path}`, ...one })),
  )
  const groups = document.tags.map(({ name: tag, 'x-displayName': shown = tag, description }) => {
    const own = operations.filter(({ tags }) => tags.includes(tag)).map(operationText)
    return `<h2>${escapeHtml(shown)}</h2>\n<p>${escapeHtml(description)}</p>\n${own.join('\n')}`
  })
  const { title, file, locale } = WORDS[name]
  const main = `<h1>${title}</h1>
<p>${file}: <a href="${addresses[name]}">${addresses[name]}</a>.</p>
${markdown(document.info.description)}
${groups.join('\n')}`
  if (!hasReferenceScript()) return page(name, main)
  const own = { ...configuration, url: expandedAddress(name), localization: { locale } }
  const data = escapeHtml(JSON.stringify(own))
  return page(name, main, {
    id: 'reference',
    after: `<script id="configuration" type="application/json" data-configuration="${data}"></script>
<script src="/docs/${SCRIPT}" defer></script>
<script src="/docs/${STARTER}" defer></script>
`,
  })
}

function operationText({
  name,
  summary,
  description = '',
}: {
  name: string
  summary: string
  description?: string
}): string {
  return `<h3><code>${escapeHtml(name)}</code></h3>
<p>${escapeHtml(summary)}.</p>
${markdown(description)}`
}

/** Puts Scalar in the place of the text, once it is there. */
export const starterScript = `
const { configuration } = document.getElementById('configuration').dataset
const place = document.getElementById('reference')
place.className = ''
// It would take the text for its own, rendered before.
place.replaceChildren()
Scalar.createApiReference('#reference', JSON.parse(configuration))
`.trimStart()

/**
 * Scalar's script, 4 MB, as `npm install` takes it out of its package (scripts/prepare/reference.ts).
 * It is of development, so where that was left out the page stays as text.
 */
const SCRIPT_FILE = new URL('dist/reference.js', packageFile)

export const hasReferenceScript = () => existsSync(SCRIPT_FILE)

export const referenceScript = () => readFile(SCRIPT_FILE)
