import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from './support/service.ts'

const README = await readFile(new URL('../README.md', import.meta.url), 'utf8')
const PACKAGE = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))

interface Example {
  script: string
  /** The JSON shown below the script: a part of what its last request answers. */
  shown: unknown
}

/** The shell blocks, each with the JSON block that follows it. */
function examples(): Example[] {
  const blocks = [...README.matchAll(/```(sh|json)\n([\s\S]*?)```/g)]
  return blocks.flatMap(([, language, script = ''], i) => {
    if (language !== 'sh') return []
    const [, nextLanguage, json = ''] = blocks[i + 1] ?? []
    return [{ script, shown: nextLanguage === 'json' ? JSON.parse(json) : undefined }]
  })
}

const isNpm = ({ script }: Example) => /^npm /m.test(script)

/** The blocks of code; of a diagram all but its labels, which are in the language of the page. */
const blocksOf = (text: string) =>
  Array.from(text.matchAll(/```[a-z]*\n[\s\S]*?```/g), ([all]) =>
    all.startsWith('```mermaid') ? all.replace(/"[^"]*"/g, '""') : all,
  )

test('the README in Portuguese has the same commands and answers', async () => {
  const portuguese = await readFile(new URL('../README.pt-BR.md', import.meta.url), 'utf8')
  assert.deepEqual(blocksOf(portuguese), blocksOf(README))
})

/** The guides that it leads to, in whichever language: `docs/people.pt-BR.md` as `docs/people.md`. */
const guidesIn = (text: string) =>
  new Set([...text.matchAll(/\]\((docs\/[^)#]*)/g)].map(([, path]) => path?.replace('.pt-BR', '')))

test('the README in Portuguese tells as much, and leads to guides in Portuguese where they are', async () => {
  const portuguese = await readFile(new URL('../README.pt-BR.md', import.meta.url), 'utf8')
  assert.deepEqual([...guidesIn(portuguese)].toSorted(), [...guidesIn(README)].toSorted())
  const rowsOf = (text: string) => text.split('\n').filter((line) => /^(\||- )/.test(line)).length
  assert.equal(rowsOf(portuguese), rowsOf(README))
  const translated = (await readdir(new URL('../docs', import.meta.url)))
    .filter((name) => name.endsWith('.pt-BR.md'))
    .map((name) => `docs/${name}`)
  const missing = translated.filter((path) => !portuguese.includes(`(${path})`))
  assert.deepEqual(missing, [])
})

/** Guides that are in both languages, but for those that are made from tables. */
const guides = (await readdir(new URL('../docs', import.meta.url))).flatMap((name) => {
  const [, guide] = /^(.+)\.pt-BR\.md$/.exec(name) ?? []
  return guide === undefined || guide === 'errors' ? [] : [guide]
})

/** What stands in code in these is said in the language of the page: names of files, comments of programs. */
const SPOKEN = [
  'accounts',
  'console',
  'invoice-check',
  'java-and-delphi',
  'machines',
  'production',
  'quick-start',
  'runbook',
  'versions',
]

for (const guide of guides) {
  test(`the guide ${guide} in Portuguese has all that the English one has`, async () => {
    const read = (name: string) => readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8')
    const [english, portuguese] = await Promise.all([
      read(`${guide}.md`),
      read(`${guide}.pt-BR.md`),
    ])
    const isSpoken = SPOKEN.includes(guide)
    if (!isSpoken) assert.deepEqual(blocksOf(portuguese), blocksOf(english))
    // Paragraph for paragraph, row for row, and each name in code where it stands in the other; a
    // guide that is named may be the one in Portuguese.
    const shape = (text: string) =>
      text
        .replaceAll('.pt-BR.md`', '.md`')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => ({
          begins: /^(#+ |\| |- |)/.exec(line)?.[0],
          code: isSpoken ? [] : (line.match(/`[^`]+`/g) ?? []).toSorted(),
        }))
    assert.deepEqual(shape(portuguese), shape(english))
  })
}

test('the npm commands of the README exist', () => {
  const commands = examples()
    .filter(isNpm)
    .flatMap(({ script }) => script.trim().split('\n'))
  assert.ok(commands.length >= 3)
  for (const command of commands) {
    const [, first = '', second = ''] = command.split(/\s+/)
    const script = first === 'run' ? second : first
    assert.ok(script === 'install' || PACKAGE.scripts[script], command)
  }
})

test('the requests of the README answer what it shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-readme-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const service = await startService({ DATA_DIR: join(folder, 'data') })
  try {
    const requests = examples().filter((example) => !isNpm(example))
    const separator = '\n-- next example --\n'
    const script = requests
      .map((example) => example.script.replaceAll('http://127.0.0.1:3000', service.address))
      .join(`printf '%s' '${separator}'\n`)
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder })
    const outputs = stdout.split(separator)
    assert.equal(outputs.length, requests.length)
    requests.forEach(({ shown }, i) => {
      const answers = jsonValues(outputs[i] ?? '')
      assert.ok(answers.length > 0, `no answer to ${requests[i]?.script}`)
      if (shown === undefined)
        for (const answer of answers) assert.ok(!('code' in answer), JSON.stringify(answer))
      else assert.partialDeepStrictEqual(answers.at(-1), shown as object)
    })
  } finally {
    await service.stop('SIGTERM')
  }
})

/** The JSON objects that curl printed, each on a line of its own. */
function jsonValues(text: string): object[] {
  return text === '' ? [] : JSON.parse(`[${text.replaceAll('}\n{', '},{')}]`)
}
