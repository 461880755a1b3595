import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestWord } from '../base/system/misspelled.ts'
import { OperatorError } from '../base/system/operator-error.ts'
import { type Config, readConfig } from '../config.ts'
import { connect } from '../database/connect.ts'
import type { Database } from '../database/database.ts'
import { OutcomeUnknown } from '../database/failures.ts'
import type { Log } from '../database/pool.ts'
import { migrate } from '../database/schema/migrate.ts'

/** One command of `pedido`. */
export interface Command {
  /** As it is typed: `token create`. */
  name: string
  /** What follows the name. */
  parameters?: string
  /** What it does, in the list of commands. */
  summary: string
  /** Its options, each with what it means. */
  options?: Record<string, string>
  /** Further lines of its help. */
  more?: string
  /** @throws UsageError, OperatorError */
  run(words: string[]): Promise<void>
}

/** A command line that can't be understood: the command's own help is shown with it. */
export class UsageError extends OperatorError {}

/** @throws UsageError */
export function parse<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(misread(config) ?? (error as Error).message)
  }
}

/** What is wrong with the words of a command line, in those of its help. */
function misread({ args, options = {}, allowPositionals = false }: ParseArgsConfig) {
  const { tokens } = parseArgs({ args: args ?? [], options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional' && !allowPositionals) {
      return `"${token.value}" is one word too many.`
    }
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (!option) return unknownOption(rawName, Object.keys(options))
    // What begins with a dash is the next option, unless it is said with `=`.
    const isMissing = value === undefined || (!token.inlineValue && value.startsWith('-'))
    if (option.type === 'string' && isMissing) return `${rawName} needs a value.`
    if (option.type === 'boolean' && value !== undefined) return `${rawName} takes no value.`
  }
  return undefined
}

function unknownOption(written: string, names: string[]): string {
  const known = names.map((name) => `--${name}`)
  const meant = nearestWord(written, known)
  if (meant !== undefined) return `There is no option ${written}; ${meant} was probably meant.`
  const options = known.length > 0 ? `It has ${known.join(', ')}.` : 'The command has none.'
  return `There is no option ${written}. ${options}`
}

/**
 * Runs `work` on the database of the settings, once it is up to date.
 * @throws OperatorError also where the connection was lost during a commit
 */
export async function onMigrated<T>(
  work: (database: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  const database = await connect(config, note)
  try {
    await migrate(database.pool)
    return await work(database, config)
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    throw new OperatorError(
      'The connection to the database broke off while the change was being stored. Look whether it was made before you repeat it.',
      { cause: error },
    )
  } finally {
    await database.close()
  }
}

/** What was asked for goes to stdout, and nothing else does. */
export function print(text: string): void {
  process.stdout.write(text)
}

/** Progress is for people and goes to stderr. */
export const note: Log = { info: writeLine, warn: writeLine }

function writeLine(text: string): void {
  process.stderr.write(`${text}\n`)
}
