import { readFile } from 'node:fs/promises'
import { type ErrorCode, errorCodesInPortuguese } from '../../base/problems.ts'
import { packageFile } from '../../base/system/package.ts'
import { addressOf, pageOfFile, translationOf } from './pages.ts'

/** The texts of the document in Portuguese by the English ones; empty where nobody has written one yet. */
export const PORTUGUESE = 'docs/reference.pt-BR.json'

/** Of what a value may be, such as its digits: it may stand behind what a property says of itself. */
const OF_VALUE = / (Exact: .*)$/s

let known: Promise<ReadonlyMap<string, string>> | undefined

/** The document with its texts in Portuguese; what has none is left in English. */
export async function inPortuguese<T extends object>(document: T): Promise<T> {
  known ??= readTexts()
  const texts = await known
  const one = (text: string) => texts.get(text) || undefined
  return withTexts(document, (text) => {
    const [ofValue, value = ''] = OF_VALUE.exec(text) ?? ['']
    const own = text.slice(0, text.length - ofValue.length)
    const found =
      one(text) ??
      titlesIn(text) ??
      [one(own) ?? own, one(value) ?? value].filter(Boolean).join(' ')
    return found.replaceAll(/\]\((\/docs[^)#]*)(#[^)]*)?\)/g, (_link, ...link) => linkTo(link))
  })
}

/** Codes of problems with their titles, of which a part of the document has its own. */
function titlesIn(text: string): string | undefined {
  if (!/^`\w+`: /.test(text)) return undefined
  return text.replaceAll(/`(\w+)`: [^;]+/g, (title, code) => {
    const translated = errorCodesInPortuguese[code as ErrorCode]?.[0]
    return translated === undefined ? title : `\`${code}\`: ${translated}`
  })
}

async function readTexts(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(new URL(PORTUGUESE, packageFile), 'utf8')
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
}

/** The page in Portuguese, whose headings are others. */
function linkTo([address = '', anchor = '']: string[]): string {
  const page = pageOfFile(`docs/${address === '/docs' ? 'quick-start' : address.slice(6)}.md`)
  const translated = page && translationOf(page)
  return translated ? `](${addressOf(translated)})` : `](${address}${anchor})`
}

/** Puts something in the place of each text of an OpenAPI document that is for people. */
export function withTexts<T extends object>(document: T, change: (text: string) => string): T {
  const changed = changeTexts(document, change) as Tagged
  return {
    ...changed,
    tags: changed.tags.map((tag) => ({ ...tag, 'x-displayName': change(tag.name) })),
    'x-tagGroups': changed['x-tagGroups'].map((group) => ({ ...group, name: change(group.name) })),
  } as unknown as T
}

interface Tagged {
  tags: { name: string }[]
  'x-tagGroups': { name: string }[]
}

/** Values, not texts of the document: they may be called like those. */
const VALUES = ['example', 'enum', 'default', 'value']

/** @param areNames whether the keys are names that somebody has given, such as those of properties */
function changeTexts(node: unknown, change: (text: string) => string, areNames = false): unknown {
  if (Array.isArray(node)) return node.map((one) => changeTexts(one, change))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (areNames) return [key, changeTexts(value, change)]
      if (VALUES.includes(key) || (key === 'examples' && Array.isArray(value))) return [key, value]
      if ((key === 'summary' || key === 'description') && typeof value === 'string')
        return [key, change(value)]
      return [key, changeTexts(value, change, key === 'properties' || key === 'examples')]
    }),
  )
}
