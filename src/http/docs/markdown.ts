import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { packageFile } from '../../base/system/package.ts'
import { escapeHtml, page } from './page.ts'
import { addressOf, type DocsPage, fileOf, pageOfFile } from './pages.ts'

/** A guide as it is written; its links to other guides lead to them as Markdown. */
export const guideText = (name: DocsPage): Promise<string> =>
  readFile(new URL(fileOf(name), packageFile), 'utf8')

/** The page of such a guide. */
export async function guidePage(name: DocsPage): Promise<string> {
  return page(name, rendererOf(fileOf(name)).parse(await guideText(name), { async: false }))
}

/** Markdown of ours as HTML; what it holds is not checked, so nothing of others may be in it. */
export function markdown(text: string): string {
  return ofDocs.parse(text, { async: false })
}

/** @param file which the text is of, from the root of the package: its links begin there */
function rendererOf(file: string): Marked {
  return new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const target = targetOf(href, file)
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
}

const ofDocs = rendererOf('docs/')

/** Where a link of the repository leads here; undefined: to a file that is no page of the service. */
function targetOf(href: string, from: string): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href
  const [file = '', fragment] = href.split('#')
  const name = pageOfFile(posix.join(posix.dirname(from), file))
  if (name === undefined) return undefined
  return addressOf(name) + (fragment ? `#${fragment}` : '')
}

/** As GitHub makes them, so that links within a page lead to the same place. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
