import { changeToken, type TokenPatch } from '../../accounts/changes.ts'
import { findAccount } from '../../accounts/commands.ts'
import { Problem } from '../../base/problems.ts'
import { inTransaction, type Tx } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { type Command, onMigrated, parse, UsageError } from '../command.ts'
import { errorsOf, idsOf, readEnd } from './token.ts'

export const tokenChange: Command = {
  name: 'token change',
  parameters: msg`--account ACCOUNT ID`,
  summary: msg`change a token, whose secret stays`,
  options: [
    [msg`--account ACCOUNT`, msg`name or id`],
    [msg`--name NAME`, msg`what the token is for`],
    [
      msg`--address ADDRESS …`,
      msg`an address or a network that it works from; may stand several times`,
    ],
    ['--any-address', msg`it works from everywhere`],
    [msg`--expires-at TIME`, msg`RFC 3339; no later than it is`],
  ],
  more: msg`The id is that of "pedido token list". What the options leave out stays.`,
  run: async (words) => {
    const { account, id, body } = read(words)
    await onMigrated(async ({ db }) => {
      const { account_id } = await findAccount(db, account)
      const changing = inTransaction(db, (tx: Tx) => changeToken(tx, account_id, id, body))
      await changing.catch((error: unknown) => {
        throw error instanceof Problem ? new UsageError(errorsOf(error)) : error
      })
    })
  },
}

function read(words: string[]): { account: string; id: number; body: TokenPatch } {
  const { values, positionals } = parse({
    args: words,
    options: {
      account: { type: 'string' },
      name: { type: 'string' },
      address: { type: 'string', multiple: true },
      'any-address': { type: 'boolean' },
      'expires-at': { type: 'string' },
    },
    allowPositionals: true,
  })
  const { account, name, address, 'any-address': isAny = false } = values
  const [id, ...more] = idsOf(positionals) ?? []
  if (!account || id === undefined || more.length > 0)
    throw new UsageError(msg`Give --account and the id of one token.`)
  if (isAny && address) throw new UsageError(msg`Give --address or --any-address, not both.`)
  const addresses = isAny ? [] : address
  const expires_at = readEnd(values['expires-at'])
  const body = {
    ...(name ? { name } : {}),
    ...(addresses ? { addresses } : {}),
    ...(expires_at ? { expires_at } : {}),
  }
  if (Object.keys(body).length === 0) throw new UsageError(msg`Give what is to change.`)
  return { account, id, body }
}
