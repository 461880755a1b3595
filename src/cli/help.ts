import { capital, msg } from '../texts/message.ts'
import { type Command, inWords, type Option } from './command.ts'

const column = (rows: readonly Option[]) => {
  const spoken = rows.map(([typed, meaning]) => [inWords(typed), inWords(meaning)] as const)
  const width = Math.max(...spoken.map(([left]) => left.length)) + 3
  return spoken.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('')
}

const rowsOf = (commands: Command[]) =>
  column(commands.map(({ name, summary }): Option => [`pedido ${name}`, summary]))

const ALL = msg`All commands: pedido --help`

/** What `pedido account` prints: the commands that begin so. */
export function helpOfGroup(word: string, commands: Command[]): string {
  const head = inWords(msg`"pedido ${word}" goes on with one of these words:`)
  return `${head}\n\n${rowsOf(commands)}\n${inWords(ALL)}`
}

/** What `pedido --help` prints. */
export function helpOfAll(commands: Command[]): string {
  return inWords(msg`Pedido, the self-hosted order management service.

${rowsOf(commands)}
Each tells its options: pedido COMMAND --help
In a clone of the repository, "pedido" is "npm run --silent pedido --".
Settings are environment variables: docs/configuration.md.
`)
}

/** What `pedido COMMAND --help` prints. */
export function helpOf({ name, parameters, summary, options = [], more }: Command): string {
  return [
    `pedido ${name}${parameters ? ` ${inWords(parameters)}` : ''}\n`,
    `\n${inWords(capital(summary))}.\n`,
    options.length > 0 ? `\n${column(options)}` : '',
    more ? `\n${inWords(more)}\n` : '',
    `\n${inWords(ALL)}\n`,
  ].join('')
}
