import { Lexer, type Token } from 'marked'
import MiniSearch from 'minisearch'
import { withoutAccents } from '../../base/values/search-words.ts'
import type { Language } from '../../texts/message.ts'
import { guideText, slug } from './markdown.ts'
import { escapeHtml, searchPage } from './page.ts'
import { addressOf, type DocsPage, pagesIn, titleOf } from './pages.ts'
import { isReference } from './reference-page.ts'

/** A part of a guide: what stands below one of its headings. */
interface Section {
  /** Its address. */
  id: string
  page: string
  heading: string
  text: string
}

/** So many parts are shown. */
const MOST = 20
/** Characters of a part that are shown, around the first word that was found. */
const EXCERPT = 220
const BEFORE = 60

/** The page with what the guides of a language say of some words. */
export async function guideSearch(language: Language, query: string): Promise<string> {
  const found = query.trim() === '' ? [] : search(await indexOf(language), query)
  return searchPage(language, query, found.map(shown))
}

const indexes = new Map<Language, Promise<MiniSearch<Section>>>()

/** Made at the first search. */
function indexOf(language: Language): Promise<MiniSearch<Section>> {
  const known = indexes.get(language)
  if (known) return known
  const made = newIndex(language)
  indexes.set(language, made)
  made.catch(() => indexes.delete(language))
  return made
}

async function newIndex(language: Language): Promise<MiniSearch<Section>> {
  const index = new MiniSearch<Section>({
    fields: ['page', 'heading', 'text'],
    storeFields: ['id', 'page', 'heading', 'text'],
    processTerm: withoutAccents,
    searchOptions: {
      boost: { heading: 4, page: 3 },
      // It repeats the guides, of all versions.
      boostDocument: (id) => (String(id).startsWith(addressOf('changelog')) ? 0.2 : 1),
      prefix: true,
      fuzzy: 0.2,
    },
  })
  const names = pagesIn(language).flatMap((group) => group.names)
  // The operations have a page of their own, which searches them.
  for (const name of names.filter((one) => !isReference(one))) {
    index.addAll(sectionsOf(name, await guideText(name)))
  }
  return index
}

type Found = Section & { terms: string[] }

/** Parts with all of the words, else those with some of them. */
function search(index: MiniSearch<Section>, query: string): Found[] {
  const all = index.search(query, { combineWith: 'AND' })
  const results = all.length > 0 ? all : index.search(query)
  return results.slice(0, MOST) as unknown as Found[]
}

function sectionsOf(name: DocsPage, markdown: string): Section[] {
  const page = titleOf(name)
  const address = addressOf(name)
  const sections: Section[] = []
  let current: Section = { id: address, page, heading: '', text: '' }
  for (const token of new Lexer().lex(markdown)) {
    if (token.type !== 'heading') current.text += ` ${plain(token)}`
    else if (token.depth > 1) {
      sections.push(current)
      // Headings that are alike lead to the first one.
      const id = `${address}#${slug(token.text)}`
      const known = sections.find((one) => one.id === id)
      current = known ?? { id, page, heading: plain(token), text: '' }
      if (known) sections.splice(sections.indexOf(known), 1)
    }
  }
  return [...sections, current]
}

/** What a person reads of it. */
const plain = ({ type, raw }: Token) =>
  type === 'html'
    ? ''
    : raw
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/^```\w*|^\s*[-*#>|:\s]+|\|/gm, ' ')
        .replace(/[`*]/g, '')
        .replace(/\s+/g, ' ')
        .trim()

function shown({ id, page, heading, text, terms }: Found): string {
  const title = [page, heading].filter(Boolean).map(escapeHtml).join(' · ')
  return `<section><h3><a href="${escapeHtml(id)}">${title}</a></h3>\n<p>${excerpt(text, terms)}</p></section>`
}

/** Where the words stand, marked. */
function excerpt(text: string, terms: string[]): string {
  const isFound = (word: string) => terms.some((term) => withoutAccents(word).startsWith(term))
  const words = Array.from(text.matchAll(/[\p{L}\p{N}_]+/gu))
  const first = words.find(([word]) => isFound(word))?.index ?? 0
  const start = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1
  const end = text.length <= start + EXCERPT ? text.length : text.lastIndexOf(' ', start + EXCERPT)
  const parts = text.slice(start, end).split(/([\p{L}\p{N}_]+)/u)
  const marked = parts.map((part) =>
    isFound(part) ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part),
  )
  return `${start > 0 ? '… ' : ''}${marked.join('')}${end < text.length ? ' …' : ''}`
}
