import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { PORTUGUESE } from '../src/http/docs/portuguese.ts'
import { keyOf } from '../src/texts/message.ts'
import { portuguese } from '../src/texts/pt-BR/all.ts'

// npm run check: holds `src/texts/pt-BR/` to the sentences that stand in the code, each written as
// msg`…`: none may be missing there, none stand there in vain, and each has all its values. So it does the
// texts of the API's document.

/** Every sentence of ours, with the file it stands in. */
function sentences(): Map<string, string> {
  const found = new Map<string, string>()
  for (const path of globSync('src/**/*.ts')) {
    new Visitor({
      TaggedTemplateExpression: ({ tag, quasi }) => {
        if (tag.type !== 'Identifier' || tag.name !== 'msg') return
        found.set(keyOf(quasi.quasis.map(({ value }) => value.cooked ?? value.raw)), path)
      },
    }).visit(parseSync(path, readFileSync(path, 'utf8')).program)
  }
  return found
}

const valuesIn = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort().join()

/** The texts of the API's document and their Portuguese, which `npm run generate` lists. */
const reference = Object.entries(
  JSON.parse(readFileSync(PORTUGUESE, 'utf8')) as Record<string, string>,
)

/** What a translation must leave as it is: code between backticks, and where links lead. */
const kept = (text: string) =>
  [...text.matchAll(/`[^`]+`|\]\([^)]+\)/g)]
    .map(([part]) => part)
    .sort()
    .join(' ')

const spoken = sentences()
const errors = [
  ...[...spoken].flatMap(([key, path]) => {
    const translated = portuguese.get(key)
    if (translated === undefined) return `${path}: no Portuguese for ${JSON.stringify(key)}`
    if (valuesIn(translated) !== valuesIn(key))
      return `${path}: other values in the Portuguese of ${JSON.stringify(key)}`
    return []
  }),
  ...[...portuguese.keys()]
    .filter((key) => !spoken.has(key))
    .map((key) => `src/texts/pt-BR: nothing says ${JSON.stringify(key)}`),
]
errors.push(
  ...reference.flatMap(([text, translated]) => {
    if (translated === '') return `${PORTUGUESE}: no Portuguese for ${JSON.stringify(text)}`
    if (kept(text) === kept(translated)) return []
    return `${PORTUGUESE}: other code or links in the Portuguese of ${JSON.stringify(text)}`
  }),
)
for (const fieldError of errors) console.error(fieldError)
if (errors.length > 0) process.exitCode = 1
else
  console.log(
    `${spoken.size} sentences and ${reference.length} texts of the reference, all in Portuguese.`,
  )
