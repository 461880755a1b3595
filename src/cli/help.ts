import type { Command } from './command.ts'

const column = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length)) + 3
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('')
}

/** What `pedido --help` prints. */
export function helpOfAll(commands: Command[]): string {
  const rows = commands.map(({ name, summary }): [string, string] => [`pedido ${name}`, summary])
  return `Pedido, the self-hosted order management service.

${column(rows)}
Each tells its options: pedido COMMAND --help
In a clone of the repository, "pedido" is "npm run --silent pedido --".
Settings are environment variables: docs/configuration.md.
`
}

/** What `pedido COMMAND --help` prints. */
export function helpOf({ name, parameters, summary, options = {}, more }: Command): string {
  const rows = Object.entries(options)
  return [
    `pedido ${name}${parameters ? ` ${parameters}` : ''}\n`,
    `\n${summary[0]?.toUpperCase()}${summary.slice(1)}.\n`,
    rows.length > 0 ? `\n${column(rows)}` : '',
    more ? `\n${more}\n` : '',
    '\nAll commands: pedido --help\n',
  ].join('')
}
