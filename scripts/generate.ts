import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { migratedDatabase } from './generate/database.ts'
import { configurationPage, errorsPage, integratingPage } from './generate/documents.ts'
import { openApiText } from './generate/openapi.ts'
import { schemaText } from './generate/schema.ts'

const ROOT = new URL('../', import.meta.url)

/** Every file that is made from another and kept in git, with how it is made. */
const files: Record<
  string,
  (db: Awaited<ReturnType<typeof migratedDatabase>>) => string | Promise<string>
> = {
  'schema.sql': ({ db }) => schemaText(db),
  'docs/configuration.md': configurationPage,
  'docs/errors.md': errorsPage,
  'docs/integrating.md': integratingPage,
  'openapi.json': ({ db }) => openApiText(db),
}

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
})

const database = await migratedDatabase()
const drifted: string[] = []
for (const [path, make] of Object.entries(files)) {
  if (positionals.length > 0 && !positionals.includes(path)) continue
  const text = await make(database)
  const url = new URL(path, ROOT)
  if (text === (await readFile(url, 'utf8').catch(() => undefined))) continue
  drifted.push(path)
  if (!values.check) await writeFile(url, text)
}
await database.close()

if (values.check && drifted.length > 0) {
  const list = drifted.map((path) => `  ${path}`).join('\n')
  console.error(
    `These files are not what their sources make:\n${list}\nRenew them with: npm run generate`,
  )
  process.exitCode = 1
} else {
  console.log(
    drifted.length > 0 ? `Renewed ${drifted.join(', ')}.` : 'All generated files are up to date.',
  )
}
