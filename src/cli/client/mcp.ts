import { msg } from '../../texts/message.ts'
import { type Command, parse } from '../command.ts'
import { connectionHelp, connectionOf, connectionOptions } from './connection.ts'

export const mcpCommand: Command = {
  name: 'mcp',
  summary: msg`let an assistant look at a running service, by the Model Context Protocol`,
  options: [
    ['--write', msg`it may create and move orders, too, and comment on them`],
    ...connectionHelp,
  ],
  more: msg`An assistant starts it by itself and speaks to it over stdin and stdout. It can do what the token may: give it one with few scopes, such as orders:read, customers:read, products:read and reference:read.`,
  run: async (words) => {
    const { values } = parse({
      args: words,
      options: { ...connectionOptions, write: { type: 'boolean' } },
    })
    const { write = false, ...given } = values
    const { pedido } = connectionOf(given)
    // What it needs of others is loaded by nobody else.
    const { serveAssistant } = await import('./mcp-server.ts')
    serveAssistant(pedido, write)
  },
}
