import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestWord } from '../base/system/misspelled.ts'
import { OperatorError } from '../base/system/operator-error.ts'
import { explainSystemError } from '../base/system/system-errors.ts'
import type { Config } from '../config.ts'
import { connect } from '../database/connect.ts'
import type { Database } from '../database/database.ts'
import { DataDirInUse } from '../database/embedded/data-dir-lock.ts'
import { OutcomeUnknown } from '../database/failures.ts'
import { migrate } from '../database/schema/migrate.ts'
import { clientEnvironment } from '../environment.ts'
import { type Message, msg, verbatim } from '../texts/message.ts'
import { readConfigAsOwner } from './owner.ts'

/** An option as it is typed, and what it means. */
export type Option = readonly [typed: Message | string, meaning: Message]

/** One command of `pedido`. */
export interface Command {
  /** As it is typed: `token create`. */
  name: string
  /** What follows the name. */
  parameters?: Message | string
  /** What it does, in the list of commands. */
  summary: Message
  /** Its options. */
  options?: readonly Option[]
  /** Further lines of its help. */
  more?: Message
  /** @throws UsageError, OperatorError */
  run(words: string[]): Promise<void>
}

/** A command line that can't be understood: the command's own help is shown with it. */
export class UsageError extends OperatorError {
  // A sentence without `msg` does not compile.
  constructor(detail: Message) {
    super(detail)
  }
}

/** @throws UsageError */
export function parse<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(misread(config) ?? verbatim((error as Error).message))
  }
}

/** What is wrong with the words of a command line, in those of its help. */
function misread({ args, options = {}, allowPositionals = false }: ParseArgsConfig) {
  const { tokens } = parseArgs({ args: args ?? [], options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional' && !allowPositionals) {
      return msg`"${token.value}" is one word too many.`
    }
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (!option) return unknownOption(rawName, Object.keys(options))
    // What begins with a dash is the next option, unless it is said with `=`.
    const isMissing = value === undefined || (!token.inlineValue && value.startsWith('-'))
    if (option.type === 'string' && isMissing) return msg`${rawName} needs a value.`
    if (option.type === 'boolean' && value !== undefined) return msg`${rawName} takes no value.`
  }
  return undefined
}

function unknownOption(written: string, names: string[]): Message {
  const known = names.map((name) => `--${name}`)
  const meant = nearestWord(written, known)
  if (meant !== undefined) return msg`There is no option ${written}; ${meant} was probably meant.`
  if (known.length === 0) return msg`There is no option ${written}. The command has none.`
  return msg`There is no option ${written}. It has ${known}.`
}

/**
 * Runs `work` on the database of the settings, once it is up to date.
 * @throws OperatorError also where the connection was lost during a commit
 */
export async function onMigrated<T>(
  work: (database: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfigAsOwner()
  const database = await connectAlone(config)
  try {
    await migrate(database.pool)
    return await work(database, config)
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    throw new OperatorError(
      msg`The connection to the database broke off while the change was being stored. Look whether it was made before you repeat it.`,
      { cause: error },
    )
  } finally {
    await database.close()
  }
}

/**
 * Opens the database of the settings.
 * @throws OperatorError also where the embedded one is in use: here another DATA_DIR is no way out
 */
export async function connectAlone(config: Config): Promise<Database> {
  try {
    return await connect(config, note)
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    throw new OperatorError(
      msg`The embedded database in ${config.DATA_DIR} is in use by ${error.holder}, and it serves one process: stop the service for this command. Beside it you can run pedido status, account show, account export and backup; members, tokens and a test account are seen to in its console, or by its API.`,
      { cause: error },
    )
  }
}

/** What a person can put right, in a sentence or two; undefined for all else. */
export function sentenceOf(error: unknown): Message | undefined {
  if (error instanceof OperatorError) return error.detail
  return explainSystemError(error) ?? explainDatabaseError(error)
}

/** What PostgreSQL says of its files: a disk that is full, or fails, or was written to by others. */
function explainDatabaseError(error: unknown): Message | undefined {
  const { code, message } = error as { code?: string; message?: string }
  if (code === '53100') return msg`The disk of the database is full: ${message}. Make room there.`
  if (!OF_FILES.includes(code ?? '')) return undefined
  return msg`Files of the database are damaged or missing: ${message}. Look at its disk, and restore the newest backup (docs/backup.md).`
}

/** Of I/O, files that are not there, and what is in them. */
const OF_FILES = ['58030', '58P01', 'XX001', 'XX002']

/** A text in the language of who reads it. */
export function inWords(text: Message | string): string {
  return typeof text === 'string' ? text : text.in(clientEnvironment().language)
}

/** What was asked for goes to stdout, and nothing else does. */
export function print(text: Message | string): void {
  process.stdout.write(inWords(text))
}

/** Progress is for people and goes to stderr. */
export const note = { info: writeLine, warn: writeLine }

function writeLine(text: Message | string): void {
  process.stderr.write(`${inWords(text)}\n`)
}
