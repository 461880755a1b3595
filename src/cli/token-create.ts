import { createToken, findAccount } from '../accounts/commands.ts'
import { scopes } from '../base/scopes.ts'
import { isDateTime, toInstant } from '../base/values/date-time.ts'
import { inTransaction } from '../database/database.ts'
import { type Command, onMigrated, parse, print, UsageError } from './command.ts'

interface Wanted {
  account: string
  name: string
  scopes: string[]
  expires_at: string | null
}

export const tokenCreate: Command = {
  name: 'token create',
  parameters: '--account ACCOUNT --name NAME --scope SCOPE …',
  summary: 'make a token; prints it, alone, this once',
  options: {
    '--account ACCOUNT': 'name or id',
    '--name NAME': 'what the token is for',
    '--scope SCOPE …': "one or more of the scopes below, or '*' for all",
    '--expires-at TIME': 'RFC 3339; never unless given',
  },
  more: `Scopes: ${scopes.join(', ')}.`,
  run: async (words) => {
    const { account, ...wanted } = read(words)
    const { token } = await onMigrated(async ({ db }) => {
      const { account_id } = await findAccount(db, account)
      return inTransaction(db, (tx) => createToken(tx, { account_id, ...wanted }))
    })
    print(`${token}\n`)
  },
}

function read(words: string[]): Wanted {
  const { values, positionals } = parse({
    args: words,
    options: {
      account: { type: 'string' },
      name: { type: 'string' },
      scope: { type: 'string', multiple: true },
      'expires-at': { type: 'string' },
    },
    allowPositionals: true,
  })
  // --scope a b c: what follows a scope without a name of its own is one more scope.
  const granted = [...new Set([...(values.scope ?? []), ...positionals])]
  const { account, name, 'expires-at': expires } = values
  if (!account || !name || granted.length === 0) {
    throw new UsageError('A token needs --account, --name and at least one --scope.')
  }
  const unknown = granted.filter((one) => one !== '*' && !scopes.some((scope) => scope === one))
  if (unknown.length > 0) throw new UsageError(`There is no scope ${unknown.join(', ')}.`)
  if (expires !== undefined && !isDateTime(expires)) {
    throw new UsageError('--expires-at takes an RFC 3339 date-time such as 2027-01-01T00:00:00Z.')
  }
  const expires_at = expires === undefined ? null : toInstant(expires, 'UTC')
  return { account, name, scopes: granted, expires_at }
}
