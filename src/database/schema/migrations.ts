import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { packageFile } from '../../base/system/package.ts'

// The files of `migrations/`. docs/upgrading.md tells what may stand in one.

const FOLDER = new URL('migrations/', packageFile)

const FUNCTIONS = 'functions.sql'

/**
 * How a migration is carried out: all of it in one transaction; each statement an index that is
 * built without holding writers; or one statement, again and again, until it changes no row.
 */
type Mode = 'transaction' | 'concurrently' | 'batches'

const MODES: readonly Mode[] = ['transaction', 'concurrently', 'batches']

export interface Migration {
  version: number
  /** Of the file. */
  name: string
  text: string
  checksum: string
  mode: Mode
  /** Programs that know the migration of this version serve beside it, and those after them. */
  compatibleWith: number
}

/** All migrations, in their order. */
export async function readMigrations(folder: URL = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => parsed(name, await readFile(new URL(name, folder), 'utf8'))),
  )
}

/**
 * The functions that say what an order is, in a file that changes with the model: a database has them
 * as of a revision.
 */
export interface Functions {
  /** Of the file. */
  name: string
  text: string
  checksum: string
  /** Goes up with each text. */
  revision: number
}

export async function readFunctions(folder: URL = FOLDER): Promise<Functions> {
  const text = await readFile(new URL(FUNCTIONS, folder), 'utf8')
  const revision = Number(headOf(text, 'revision'))
  if (!Number.isSafeInteger(revision)) throw new Error(`${FUNCTIONS} has no line "-- revision: 1"`)
  return { name: FUNCTIONS, text, checksum: checksumOf(text), revision }
}

function parsed(name: string, text: string): Migration {
  const version = Number(name.slice(0, 4))
  const mode = headOf(text, 'mode') ?? 'transaction'
  if (!isMode(mode)) throw new Error(`${name}: "-- mode: ${mode}" is none of ${MODES.join(', ')}`)
  const compatibleWith = Number(headOf(text, 'compatible-with') ?? version)
  return { version, name, text, checksum: checksumOf(text), mode, compatibleWith }
}

const isMode = (mode: string): mode is Mode => MODES.some((known) => known === mode)

/** What a comment of its own says, as `-- mode: batches`. */
function headOf(text: string, word: string): string | undefined {
  return new RegExp(`^-- ${word}: (\\S+)$`, 'm').exec(text)?.[1]
}

/** The same whatever a checkout made of the ends of lines. */
function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/** What is no end of a statement, whatever stands in it; then the end. */
const PART =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|(?<end>;)|[^;'"$/-]+|[\s\S]/g

/** The statements of a migration, without comments between them. */
export function statementsOf(text: string): string[] {
  const statements = ['']
  for (const { 0: part, groups } of text.matchAll(PART)) {
    if (groups?.['end']) statements.push('')
    else if (!/^(--|\/\*)/.test(part)) statements.push(statements.pop() + part)
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}
