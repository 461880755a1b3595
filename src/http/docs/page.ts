import { hash } from 'node:crypto'
import type { Language } from '../../texts/message.ts'
import { addressOf, type DocsPage, languageOf, pagesIn, titleOf, translationOf } from './pages.ts'

const style = `
:root { color-scheme: light dark; --text: #1d2329; --quiet: #5b6670; --line: #dfe4e8;
  --page: #fff; --box: #f5f7f9; --mark: #fff4d6; --link: #0b62c4 }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ec; --quiet: #9aa6b1; --line: #30373e;
  --page: #14181c; --box: #1d2329; --mark: #3b3216; --link: #79b4ff } }
body { margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif }
.pages { padding: .75rem 1.25rem; border-bottom: 1px solid var(--line) }
.pages p { display: grid; grid-template-columns: 5.5rem 1fr; margin: 0 }
.pages b { font-weight: 600 }
.pages span { display: flex; flex-wrap: wrap; gap: 0 1.25rem }
@media (max-width: 700px) { .pages span { flex-wrap: nowrap; overflow-x: auto; white-space: nowrap } }
.pages input[type=search] { font: inherit; color: inherit; background: var(--box);
  border: 1px solid var(--line); border-radius: .375rem; padding: .2rem .6rem; width: min(20rem, 100%);
  box-sizing: border-box; margin-bottom: .4rem }
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
.text mark { background: var(--mark); color: inherit }
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
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** A whole page: HTML that reads without scripts and asks no other address. */
export function page(name: DocsPage, main: string, { id = '', after = '' } = {}): string {
  const language = languageOf(name)
  return framed(language, titleOf(name), navigation(language, name), main, { id, after })
}

/** What stands at an address below `/docs` that is no page: the way to those that are. */
export function missingPage(language: Language): string {
  const [title, text] =
    language === 'en'
      ? ['There is no such page', 'Perhaps it has another name now. These are all:']
      : ['Esta página não existe', 'Talvez ela tenha outro nome agora. Estas são todas:']
  const names = pagesIn(language).flatMap((group) => group.names)
  const links = names.map((name) => `<li>${linkTo(name, titleOf(name))}</li>`)
  const main = `<h1>${title}</h1>\n<p>${text}</p>\n<ul>\n${links.join('\n')}\n</ul>`
  return framed(language, title, navigation(language), main)
}

/** What the guides say of some words, as they were typed: each part of them that was found. */
export function searchPage(language: Language, query: string, found: string[]): string {
  const { search, nothing } = WORDS[language]
  const title = query === '' ? search : `${search}: ${escapeHtml(query)}`
  const none = query === '' ? '' : `<p>${nothing}</p>`
  const main = `<h1>${title}</h1>\n${found.length > 0 ? found.join('\n') : none}`
  return framed(language, search, navigation(language, undefined, query), main)
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

/** The pages in this language, a field to search them, and the same one in the other. */
function navigation(language: Language, current?: DocsPage, query = ''): string {
  const { pages, search } = WORDS[language]
  const rows = pagesIn(language).map(({ title, names }) => {
    const links = names.map((name) => linkTo(name, titleOf(name), name === current))
    return `<p><b>${title}</b><span>${links.join('\n')}</span></p>`
  })
  return `<nav class="pages" aria-label="${pages}">
<form action="/docs/search" role="search"><input type="hidden" name="language" value="${language}">
<input type="search" name="q" value="${escapeHtml(query)}" maxlength="200" aria-label="${search}" placeholder="${search}"></form>
${rows.join('\n')}
${otherLanguage(language, current)}</nav>`
}

const WORDS = {
  en: {
    pages: 'Pages',
    search: 'Search the guides',
    nothing: 'No guide has these words. The API reference lists every operation.',
  },
  'pt-BR': {
    pages: 'Páginas',
    search: 'Buscar nos guias',
    nothing: 'Nenhum guia tem estas palavras. A referência da API lista todas as operações.',
  },
}

function otherLanguage(language: Language, current?: DocsPage): string {
  const start = language === 'en' ? 'quick-start.pt-BR' : 'quick-start'
  const name = (current !== undefined && translationOf(current)) || start
  return linkTo(name, language === 'en' ? 'Português' : 'English')
}

function linkTo(name: DocsPage, text: string, isCurrent = false): string {
  const mark = isCurrent ? ' aria-current="page"' : ''
  return `<a href="${addressOf(name)}" lang="${languageOf(name)}"${mark}>${text}</a>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
