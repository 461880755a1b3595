import { readFile } from 'node:fs/promises'
import { Marked, type Tokens } from 'marked'
import { packageFile } from '../../base/system/package.ts'
import { addressOf, type DocsPage, escapeHtml, page, pageOf } from './page.ts'

const DOCS = new URL('docs/', packageFile)

/** A guide as it stands in `docs/`; its links to other guides lead to them as Markdown. */
export const guideText = (file: string): Promise<string> => readFile(new URL(file, DOCS), 'utf8')

/** The page of such a guide. */
export async function guidePage(place: DocsPage, file: string): Promise<string> {
  return page(place, markdown(await guideText(file)))
}

/** Markdown of ours as HTML; what it holds is not checked, so nothing of others may be in it. */
export function markdown(text: string): string {
  return renderer.parse(text, { async: false })
}

const renderer = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading) {
      return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens)
      const target = targetOf(href)
      return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`
    },
    html: () => '',
  },
  hooks: {
    // Wide tables scroll by themselves, not the page.
    postprocess: (html) =>
      html
        .replaceAll('<table>', '<div class="table"><table>')
        .replaceAll('</table>', '</table></div>'),
  },
})

/** Where a link of the repository leads here; undefined: to a file that is no page of the service. */
function targetOf(href: string): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href
  const [file = '', fragment] = href.split('#')
  const name = pageOf(file.replace(/\.md$/, ''))
  if (name === undefined) return undefined
  return addressOf(name) + (fragment ? `#${fragment}` : '')
}

/** As GitHub makes them, so that links within a page lead to the same place. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
