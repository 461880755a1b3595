import { parseArgs } from 'node:util'
import { readConfig } from '../../src/config.ts'
import { type DatabaseHost, type Kind, onDatabaseHost } from './database-host.ts'
import type { LoadOptions } from './load.ts'
import { joined, markdown, plain, type Table } from './table.ts'

/** Flags that take a number. What each is unless given, a scenario says. */
const NUMBERS = {
  seconds: 'of load on each server, in all rounds together',
  'warm-up': 'seconds of load before, which do not count',
  rounds: 'turns that servers take, or times that it is done',
  connections: 'clients at once',
  orders: 'in the account before it begins',
  workers: 'processes of the service on PostgreSQL',
}

const TEXTS = {
  only: ['embedded|postgres', 'on this database alone'],
  part: ['NAME', 'this part of a scenario alone; as often as wanted'],
  filled: ['URL', 'of a database that `npm run seed` has filled, in place of one of its own'],
  coordinator: ['URL', 'of a database with the extension citus, as a superuser'],
} as const

type Numbers = Record<keyof typeof NUMBERS, number>
type Given = Partial<Record<Exclude<keyof typeof TEXTS, 'part'>, string>>

/** What a scenario is run with; a number that it takes none of is NaN. */
export interface Options extends LoadOptions, Pick<Given, 'filled' | 'coordinator'> {
  /** Scenarios that share `run` are run at once. */
  names: string[]
  host: DatabaseHost
  orders: number
  workers: number
  /** Whether a part is to be measured. */
  isPart(name: string): boolean
}

export interface Scenario {
  name: string
  about: string
  /** Where it runs, one after the other; nothing where it sets up databases of its own. */
  databases: Kind[]
  /** The numbers that it takes, and what they are unless given. */
  numbers: Partial<Numbers>
  takes?: ('filled' | 'coordinator')[]
  parts?: string[]
  run(options: Options): Promise<Table[]>
}

interface Command {
  /** As it is typed. */
  typed: string
  about: string
  scenarios: Scenario[]
  /** What is measured where none is named; all unless given. */
  usual?: string[]
}

/** A command line that can't be understood; says why. */
export class UsageError extends Error {}

/** Runs the scenarios that this process's command line names, and prints what they find. */
export async function runCommand(command: Command): Promise<void> {
  try {
    const line = parse(command)
    if (line.help) process.stdout.write(helpOf(command, line.named))
    else await measure(line)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

interface Line {
  named: Scenario[]
  chosen: Scenario[]
  numbers: Partial<Numbers>
  texts: Given
  parts: string[]
  json: boolean
  help: boolean
}

const flagNames = [...Object.keys(NUMBERS), ...Object.keys(TEXTS), 'json', 'help']

/** @throws UsageError */
function parse({ scenarios, usual }: Command): Line {
  const options = Object.fromEntries(
    flagNames.map((name) => {
      const type = name === 'json' || name === 'help' ? ('boolean' as const) : ('string' as const)
      return [name, { type }]
    }),
  )
  const settings = { options, allowPositionals: true, strict: false, tokens: true } as const
  const { tokens, positionals } = parseArgs(settings)
  const given = tokens.filter((token) => token.kind === 'option')
  const unknown = given.find(({ name }) => !flagNames.includes(name))
  if (unknown)
    throw new UsageError(`There is no flag ${unknown.rawName}: ${flagsIn(scenarios)} are.`)
  const named = positionals.map((name) => namedIn(scenarios, name))
  const usually = scenarios.filter(({ name }) => usual?.includes(name) ?? true)
  const chosen = named.length ? [...new Set(named)] : usually
  const line: Line = { named, chosen, numbers: {}, texts: {}, parts: [], json: false, help: false }
  for (const { name, value } of given) take(line, name, value)
  return line
}

function namedIn(scenarios: Scenario[], name: string): Scenario {
  const found = scenarios.find((one) => one.name === name)
  if (found) return found
  throw new UsageError(`There is no scenario ${name}: ${list(scenarios.map(nameOf))} are.`)
}

/** Holds a flag to what the chosen scenarios take. @throws UsageError */
function take(line: Line, flag: string, value: string | undefined): void {
  if (flag === 'json' || flag === 'help') {
    line[flag] = true
    return
  }
  const { chosen } = line
  if (!chosen.flatMap(flagsOf).includes(flag)) {
    const names = list(chosen.map(nameOf))
    throw new UsageError(`--${flag} is none of the flags of ${names}: ${flagsIn(chosen)}.`)
  }
  if (value === undefined) throw new UsageError(`--${flag} takes a value.`)
  if (flag in NUMBERS) line.numbers[flag as keyof Numbers] = numberOf(flag, value)
  else if (flag === 'part') line.parts.push(partOf(chosen, value))
  else line.texts[flag as keyof Given] = flag === 'only' ? databaseOf(chosen, value) : value
}

function flagsOf({ numbers, databases, takes = [], parts }: Scenario): string[] {
  const only = databases.length > 0 ? ['only'] : []
  return [...Object.keys(numbers), ...only, ...takes, ...(parts ? ['part'] : [])]
}

function flagsIn(scenarios: Scenario[]): string {
  const flags = new Set([...scenarios.flatMap(flagsOf), 'json', 'help'])
  return list(Array.from(flags, (name) => `--${name}`))
}

function numberOf(flag: string, value: string): number {
  const isWhole = !['seconds', 'warm-up'].includes(flag)
  const number = Number(value)
  if (number > 0 && (!isWhole || Number.isInteger(number))) return number
  throw new UsageError(`--${flag} takes a ${isWhole ? 'whole ' : ''}number above 0.`)
}

function partOf(chosen: Scenario[], value: string): string {
  for (const { name, parts = [] } of chosen) {
    if (parts.includes(value)) continue
    const are = parts.length ? `: ${list(parts.map((one) => `'${one}'`))} are` : ''
    throw new UsageError(`${name} has no part '${value}'${are}.`)
  }
  return value
}

function databaseOf(chosen: Scenario[], value: string): string {
  for (const { name, databases } of chosen) {
    if (databases.some((kind) => kind === value)) continue
    const where = databases.length ? `on ${list(databases)}` : 'on databases of its own'
    throw new UsageError(`${name} does not run on ${value}, but ${where}.`)
  }
  return value
}

async function measure({ chosen, numbers, texts, parts, json }: Line): Promise<void> {
  const { filled } = texts
  const only = filled === undefined ? texts.only : 'postgres'
  // What is filled may be a folder, too.
  const server = filled?.startsWith('postgres') ? filled : readConfig().DATABASE_URL
  const results: object[] = []
  for (const [run, alike] of Map.groupBy(chosen, (one) => one.run)) {
    const names = alike.map(nameOf)
    const { databases, numbers: usual } = alike[0] as Scenario
    const own = Object.entries({ ...usual, ...numbers }).filter(([name]) => name in usual)
    const all = Object.fromEntries(own) as Numbers
    const options = {
      ...{ ...all, ...texts, names, warmUpSeconds: all['warm-up'] },
      isPart: (name: string) => parts.length === 0 || parts.includes(name),
    }
    const tables: Table[] = []
    for (const kind of databases.length ? databases : ['embedded' as const]) {
      if (only !== undefined && kind !== only) continue
      note(`${list(names)}${databases.length ? `, ${kind}` : ''} …`)
      tables.push(...(await onDatabaseHost(kind, server, (host) => run({ ...options, host }))))
    }
    const found = joined(tables)
    results.push({ scenarios: names, ...all, tables: found.map(plain) })
    if (!json) process.stdout.write(`## ${list(names)}\n\n${found.map(markdown).join('\n\n')}\n\n`)
  }
  if (json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
}

/** Tells the person who waits how far it is. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

function helpOf({ typed, about, scenarios, usual }: Command, named: Scenario[]): string {
  const rows = named.length ? named : scenarios
  const taken = new Set(rows.flatMap(flagsOf))
  const flags = Object.entries({ ...NUMBERS, ...TEXTS })
    .filter(([name]) => taken.has(name))
    .map(([name, about]) =>
      typeof about === 'string' ? [`--${name} N`, about] : [`--${name} ${about[0]}`, about[1]],
    )
  const without = usual ? `; without a NAME ${list(usual)}` : ''
  const usually = named.length ? usualOf : () => ''
  return [
    `${typed} -- [NAME …] [flags]: ${about}${without}`,
    columns(rows.map(({ name, about, ...row }) => [name, `${about}${usually(row.numbers)}`])),
    columns([
      ...flags,
      ['--json', 'figures as JSON'],
      ['--help', 'with a NAME: its numbers and parts, too'],
    ]),
    ...named.flatMap(({ name, parts }) =>
      parts ? [`Parts of ${name}:\n\n${columns(parts.map((part) => [`'${part}'`, '']))}`] : [],
    ),
    'With DATABASE_URL what wants a PostgreSQL runs on that server, else on a throw-away one.\n',
  ].join('\n\n')
}

function usualOf(numbers: Partial<Numbers>): string {
  const flags = Object.entries(numbers).map(([name, value]) => `--${name} ${value}`)
  return flags.length ? ` (${flags.join(' ')})` : ''
}

function columns(rows: string[][]): string {
  const width = Math.max(...rows.map(([first = '']) => first.length))
  return rows.map(([first = '', text]) => `  ${first.padEnd(width)}  ${text}`.trimEnd()).join('\n')
}

const nameOf = ({ name }: Scenario) => name

const list = (names: readonly string[]) => names.join(', ')
