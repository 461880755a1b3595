import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CLIENT_FOLDERS, clientFiles } from './generate/client/files.ts'
import { configurationPage, configurationPageInPortuguese } from './generate/configuration.ts'
import { migratedDatabase } from './generate/database.ts'
import {
  errorsPage,
  errorsPageInPortuguese,
  guidePage,
  integratingPage,
} from './generate/documents.ts'
import { endpointsText } from './generate/endpoints.ts'
import { FUNCTIONS, functionsText } from './generate/functions.ts'
import { invoiceCheckPage } from './generate/invoice-check.ts'
import { openApiText } from './generate/openapi.ts'
import { portugueseTexts } from './generate/reference.ts'
import { schemaText } from './generate/schema.ts'

const ROOT = new URL('../', import.meta.url)

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
})

/** Every file that is made from another and kept in git, by its path. */
async function generatedFiles(): Promise<Map<string, string>> {
  const functions = await functionsText()
  // The schema is made with them.
  if (!values.check) await writeFile(new URL(FUNCTIONS, ROOT), functions)
  const database = await migratedDatabase()
  try {
    const openApi = await openApiText(database.db)
    return new Map([
      [FUNCTIONS, functions],
      ['schema.sql', await schemaText(database.db)],
      ['docs/configuration.md', configurationPage()],
      ['docs/configuration.pt-BR.md', configurationPageInPortuguese()],
      ['docs/errors.md', errorsPage()],
      ['docs/errors.pt-BR.md', errorsPageInPortuguese()],
      ['docs/invoice-check.md', await invoiceCheckPage('en')],
      ['docs/invoice-check.pt-BR.md', await invoiceCheckPage('pt')],
      ['docs/imports.md', await guidePage('docs/imports.md')],
      ['docs/imports.pt-BR.md', await guidePage('docs/imports.pt-BR.md')],
      ['docs/integrating.md', await integratingPage('docs/integrating.md')],
      ['docs/integrating.pt-BR.md', await integratingPage('docs/integrating.pt-BR.md')],
      ['openapi.json', openApi],
      ['docs/reference.pt-BR.json', await portugueseTexts(openApi)],
      ['docs/endpoints.txt', endpointsText(openApi)],
      ...clientFiles(openApi),
    ])
  } finally {
    await database.close()
  }
}

/** What nothing is made for any more, in the folders that hold only what is made. */
async function leftBehind(files: Map<string, string>): Promise<string[]> {
  const paths = await Promise.all(
    CLIENT_FOLDERS.map(async (folder) => {
      const entries = await readdir(new URL(folder, ROOT), { withFileTypes: true }).catch(() => [])
      return entries.filter((one) => one.isFile()).map(({ name }) => `${folder}/${name}`)
    }),
  )
  return paths.flat().filter((path) => !files.has(path))
}

const files = await generatedFiles()
const isMeant = (path: string) => positionals.length === 0 || positionals.includes(path)
const drifted: string[] = []
for (const [path, text] of files) {
  const url = new URL(path, ROOT)
  if (!isMeant(path) || text === (await readFile(url, 'utf8').catch(() => undefined))) continue
  drifted.push(path)
  if (values.check) continue
  await mkdir(new URL('.', url), { recursive: true })
  await writeFile(url, text)
}
for (const path of (await leftBehind(files)).filter(isMeant)) {
  drifted.push(path)
  if (!values.check) await rm(new URL(path, ROOT))
}

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
