import { readFile } from 'node:fs/promises'
import { PORTUGUESE, withTexts } from '../../src/http/docs/portuguese.ts'

/**
 * `docs/reference.pt-BR.json`: each text of the document, in its order, with the Portuguese that the file has.
 * A new text gets an empty one, which `npm run check` names; what is said no more goes.
 */
export async function portugueseTexts(openApi: string): Promise<string> {
  const file = new URL(`../../${PORTUGUESE}`, import.meta.url)
  const known = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  const texts = new Set<string>()
  withTexts(JSON.parse(openApi), (text) => {
    texts.add(text)
    return text
  })
  const lines = [...texts].map(
    (text) => `${JSON.stringify(text)}:\n  ${JSON.stringify(known[text] ?? '')}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}
