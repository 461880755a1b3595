import { hash } from 'node:crypto'
import type { Language } from '../../texts/message.ts'

const style = `
:root { color-scheme: light dark; --text: #1d2329; --quiet: #5b6670; --line: #dfe4e8;
  --page: #fff; --box: #f5f7f9; --mark: #fff4d6; --link: #0b62c4 }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ec; --quiet: #9aa6b1; --line: #30373e;
  --page: #14181c; --box: #1d2329; --mark: #3b3216; --link: #79b4ff } }
body { margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif }
.pages { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 1.25rem;
  border-bottom: 1px solid var(--line) }
.pages a { color: var(--quiet); text-decoration: none }
.pages a:hover, .pages a[aria-current] { color: var(--text) }
.pages a[aria-current] { font-weight: 600 }
.text { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 6rem; overflow-wrap: break-word }
.text h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem }
.text h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.5rem 0 .5rem; scroll-margin-top: 1rem }
.text h3 { font-size: 1.05rem; margin: 1.75rem 0 .25rem; scroll-margin-top: 1rem }
.text p, .text ul, .text ol { margin: .5rem 0 }
.text li { margin: .2rem 0 }
.text a { color: var(--link) }
.text code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  background: var(--box); padding: .1em .3em; border-radius: .25em }
.text pre { background: var(--box); padding: 1rem; border-radius: .5rem; overflow-x: auto; line-height: 1.45 }
.text pre code { background: none; padding: 0 }
.table { overflow-x: auto; margin: 1rem 0 }
.text table { border-collapse: collapse; font-size: .95em }
.text th, .text td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0;
  border-bottom: 1px solid var(--line) }
.text section { padding: .75rem .9rem; margin: 0 -.9rem; border-radius: .5rem; scroll-margin-top: 1rem }
.text section:target { background: var(--mark) }
.text section h3 { font-size: 1rem; margin: 0; display: flex; flex-wrap: wrap; gap: .25rem .75rem;
  align-items: baseline }
.text section h3 span { font-weight: 400; color: var(--quiet) }
.text section h3 a { color: inherit; text-decoration: none }
.text section h3 a:hover { text-decoration: underline }
`

/** No script at all, and only the one style sheet that is in the page. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The pages for people, in the order of the navigation, with the name of each below `/docs`. */
const pages = {
  '': 'Quick start',
  'quick-start.pt-BR': 'Início rápido',
  'first-load': 'First load',
  'first-load.pt-BR': 'Primeira carga',
  integrating: 'Keeping in step',
  events: 'Events',
  webhooks: 'Webhooks',
  imports: 'Files in',
  'imports.pt-BR': 'Importar arquivos',
  files: 'Files out',
  'files.pt-BR': 'Exportar arquivos',
  'custom-fields': 'Custom fields',
  'custom-fields.pt-BR': 'Campos personalizados',
  taxes: 'Taxes',
  'taxes.pt-BR': 'Impostos',
  'invoice-check': 'The check before the invoice',
  'invoice-check.pt-BR': 'A conferência antes da nota',
  'nfe-draft': 'The draft of an NF-e',
  'nfe-draft.pt-BR': 'O rascunho da NF-e',
  machines: 'Programs',
  'machines.pt-BR': 'Programas',
  people: 'People',
  'people.pt-BR': 'Pessoas',
  accounts: 'Accounts',
  'accounts.pt-BR': 'Contas',
  security: 'Security',
  'security.pt-BR': 'Segurança',
  privacy: 'Privacy',
  'privacy.pt-BR': 'Privacidade',
  backup: 'Backups',
  'backup.pt-BR': 'Salvar e restaurar',
  'api-changes': 'How the API changes',
  'api-changes.pt-BR': 'Como a API muda',
  upgrading: 'Upgrading',
  'upgrading.pt-BR': 'Atualizar',
  production: 'Production',
  'production.pt-BR': 'Produção',
  runbook: 'Runbook',
  'runbook.pt-BR': 'Alertas',
  errors: 'Errors',
  reference: 'API reference',
} as const

export type DocsPage = keyof typeof pages

/** The address of a page; the pages link to one another without the prefix, which is the same. */
export function addressOf(name: DocsPage): string {
  return name === '' ? '/docs' : `/docs/${name}`
}

export const titleOf = (name: DocsPage): string => pages[name]

const languageOf = (name: DocsPage): Language => (name.endsWith('.pt-BR') ? 'pt-BR' : 'en')

/** A whole page: HTML that reads without scripts and asks no other address. */
export function page(name: DocsPage, main: string, { id = '', after = '' } = {}): string {
  const language = languageOf(name)
  return framed(language, pages[name], navigation(language, name), main, { id, after })
}

/** What stands at an address below `/docs` that is no page: the way to those that are. */
export function missingPage(language: Language): string {
  const [title, text] =
    language === 'en'
      ? ['There is no such page', 'Perhaps it has another name now. These are all:']
      : ['Esta página não existe', 'Talvez ela tenha outro nome agora. Estas são todas:']
  const links = pagesIn(language).map((name) => `<li>${linkTo(name, pages[name])}</li>`)
  const main = `<h1>${title}</h1>\n<p>${text}</p>\n<ul>\n${links.join('\n')}\n</ul>`
  return framed(language, title, navigation(language), main)
}

function framed(
  language: Language,
  title: string,
  links: string,
  main: string,
  { id = '', after = '' } = {},
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pedido – ${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${links}
<main class="text"${id && ` id="${id}"`}>
${main}
</main>
${after}</body>
</html>
`
}

/** The pages in a language, and those that there are in English alone. */
function pagesIn(language: Language): DocsPage[] {
  return (Object.keys(pages) as DocsPage[]).filter(
    (name) => languageOf(name) === language || translationOf(name) === undefined,
  )
}

/** The pages in this language, and the same one in the other. */
function navigation(language: Language, current?: DocsPage): string {
  const links = pagesIn(language).map((name) => linkTo(name, pages[name], name === current))
  const start = language === 'en' ? 'quick-start.pt-BR' : ''
  const other = linkTo(
    (current !== undefined && translationOf(current)) || start,
    language === 'en' ? 'Português' : 'English',
  )
  const label = language === 'en' ? 'Pages' : 'Páginas'
  return `<nav class="pages" aria-label="${label}">${[...links, other].join('\n')}</nav>`
}

function linkTo(name: DocsPage, text: string, isCurrent = false): string {
  const mark = isCurrent ? ' aria-current="page"' : ''
  return `<a href="${addressOf(name)}" lang="${languageOf(name)}"${mark}>${text}</a>`
}

/** The same page in the other language. */
function translationOf(name: DocsPage): DocsPage | undefined {
  const file = name || 'quick-start'
  return pageOf(languageOf(name) === 'en' ? `${file}.pt-BR` : file.replace(/\.pt-BR$/, ''))
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The page that a file of `docs/` is, by its name without the ending; undefined where it is none. */
export function pageOf(file: string): DocsPage | undefined {
  const name = file === 'quick-start' ? '' : file
  return Object.hasOwn(pages, name) ? (name as DocsPage) : undefined
}
