import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { markdown } from '../bench/support/table.ts'
import { BARE_ENVIRONMENT } from './support/service.ts'

// What the bench measures, nobody tests; that it is asked and answers in one way, this does.

const root = fileURLToPath(new URL('../', import.meta.url))

const FILES = {
  bench: 'bench/run.ts',
  'bench:citus': 'bench/citus.ts',
  'bench:day': 'bench/day/run.ts',
  'bench:scale': 'bench/scale/run.ts',
}

function run(command: keyof typeof FILES, ...words: string[]) {
  return spawnSync(process.execPath, [root + FILES[command], ...words], {
    env: BARE_ENVIRONMENT,
    encoding: 'utf8',
  })
}

/** What is wrong with these words, in a sentence. */
function wrong(command: keyof typeof FILES, ...words: string[]): string {
  const { status, stdout, stderr } = run(command, ...words)
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, /^[^\n]+\.\n$/)
  return stderr.trim()
}

const scripts: Record<string, string> = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
).scripts

test('there are four commands, and performance.md names each of their scenarios', () => {
  const commands = Object.entries(scripts).filter(([name]) => name.startsWith('bench'))
  assert.deepEqual(
    Object.fromEntries(commands),
    Object.fromEntries(Object.entries(FILES).map(([name, file]) => [name, `node ${file}`])),
  )
  const page = readFileSync(`${root}docs/performance.md`, 'utf8')
  for (const command of Object.keys(FILES) as (keyof typeof FILES)[]) {
    const { status, stdout, stderr } = run(command, '--help')
    assert.equal(status, 0, stderr)
    const names = Array.from(stdout.matchAll(/^ {2}([a-z][\w-]*) /gm), ([, name]) => name)
    assert.ok(names.length > 0, stdout)
    const missing = names.filter((name) => !page.includes(`\`${name}\``))
    assert.deepEqual(missing, [], command)
  }
})

test('what there is not is told with what there is', () => {
  assert.equal(
    wrong('bench:scale', 'lists', 'listen'),
    'There is no scenario listen: lists, creates, renames, writes, grow are.',
  )
  assert.equal(
    wrong('bench', 'documents', '--seconds', '3'),
    '--seconds is none of the flags of documents: --rounds, --json, --help.',
  )
  assert.equal(
    wrong('bench:day', '--minutes', '3'),
    'There is no flag --minutes: --seconds, --connections, --json, --help are.',
  )
  assert.match(
    wrong('bench', 'observed', '--part', 'dashes'),
    /^observed has no part 'dashes': 'nothing', 'metrics', .*'traces of a tenth' are\.$/,
  )
  assert.equal(
    wrong('bench', 'codes', '--only', 'embedded'),
    'codes does not run on embedded, but on postgres.',
  )
  assert.equal(wrong('bench', '--rounds', '1.5'), '--rounds takes a whole number above 0.')
})

test('a scenario’s help names its parts', () => {
  const { stdout } = run('bench', 'exports', '--help')
  assert.match(stdout, /^ {2}'format=csv&rows=items'$/m)
  assert.match(stdout, /^ {2}--filled URL /m)
  assert.doesNotMatch(stdout, /--seconds/)
})

test('one report, as Markdown and as JSON', () => {
  const head = { What: 'text', ms: 1 } as const
  const rows = [
    ['a list', 1.25],
    ['an order', null],
  ]
  assert.equal(
    markdown({ title: 'Two', head, rows, note: 'One run.' }),
    'Two\n\n| What | ms |\n| --- | ---: |\n| a list | 1.3 |\n| an order | ? |\n\nOne run.',
  )
  const { status, stdout, stderr } = run('bench', 'documents', '--rounds', '1', '--json')
  assert.equal(status, 0, stderr)
  const [found] = JSON.parse(stdout)
  assert.deepEqual([found.scenarios, found.rounds], [['documents'], 1])
  const made: { Document: string; 'CPU ms': number }[] = found.tables[0].rows
  assert.deepEqual(
    made.map((row) => row.Document),
    ['the first, 1 line', '1 line', '50 lines'],
  )
  assert.ok(made.every((row) => row['CPU ms'] > 0))
})
