import type { RowScope } from '../../access/row-scope.ts'
import {
  findAccount,
  findOpenAccount,
  issueToken,
  listTokens,
  withdrawToken,
} from '../../accounts/commands.ts'
import { Problem } from '../../base/problems.ts'
import { scopes } from '../../base/scopes.ts'
import { isDateTime, toInstant } from '../../base/values/date-time.ts'
import { inTransaction } from '../../database/database.ts'
import { type Message, msg, verbatim } from '../../texts/message.ts'
import { type Command, inWords, onMigrated, parse, print, UsageError } from '../command.ts'
import { listed } from './table.ts'

interface Wanted {
  account: string
  name: string
  scopes: string[]
  only: RowScope
  expires_at: string | null
  addresses: string[]
}

export const tokenCreate: Command = {
  name: 'token create',
  parameters: msg`--account ACCOUNT --name NAME --scope SCOPE …`,
  summary: msg`make a token; prints it, alone, this once`,
  options: [
    [msg`--account ACCOUNT`, msg`name or id`],
    [msg`--name NAME`, msg`what the token is for`],
    [msg`--scope SCOPE …`, msg`one or more of the scopes below, or '*' for all`],
    ['--only-user ID …', msg`only orders of this seller; may stand several times`],
    ['--only-branch ID …', msg`only orders of this branch company, likewise`],
    [msg`--expires-at TIME`, msg`RFC 3339; never unless given`],
    [
      msg`--address ADDRESS …`,
      msg`an address or a network that it works from; may stand several times`,
    ],
  ],
  more: msg`Scopes: ${scopes}.`,
  run: async (words) => {
    const { account, ...wanted } = read(words)
    const token = await onMigrated(async ({ db }) => {
      const { account_id } = await findOpenAccount(db, account)
      const create = inTransaction(db, (tx) => issueToken(tx, { account_id, ...wanted }))
      return create.catch((error: unknown) => {
        throw error instanceof Problem ? new UsageError(errorsOf(error)) : error
      })
    })
    print(`${token}\n`)
  },
}

export const tokenList: Command = {
  name: 'token list',
  parameters: msg`--account ACCOUNT`,
  summary: msg`show an account's tokens, not the secrets`,
  options: [
    [msg`--account ACCOUNT`, msg`name or id`],
    ['--json', msg`a line of JSON each`],
  ],
  run: async (words) => {
    const options = { account: { type: 'string' }, json: { type: 'boolean' } } as const
    const { account, json } = parse({ args: words, options }).values
    if (!account) throw new UsageError(msg`Whose tokens? Give --account.`)
    const tokens = await onMigrated(async ({ db }) =>
      listTokens(db, (await findAccount(db, account)).account_id),
    )
    const heading = ['ID', msg`NAME`, msg`SCOPES`, msg`ENDS`, msg`LAST USED`]
    print(
      listed(tokens, json, heading, ({ id, name, scopes, expires_at, last_used_at }) => [
        ...[id, name, (scopes as string[]).join(' ')].map(String),
        ...[expires_at, last_used_at].map((time) => (time as string | null) ?? msg`never`),
      ]),
    )
  },
}

export const tokenRevoke: Command = {
  name: 'token revoke',
  parameters: msg`--account ACCOUNT ID …`,
  summary: msg`end tokens, within two seconds for every process`,
  options: [[msg`--account ACCOUNT`, msg`name or id`]],
  more: msg`Ids are those of "pedido token list". All are ended, or none where one is not there.`,
  run: async (words) => {
    const options = { account: { type: 'string' } } as const
    const { values, positionals } = parse({ args: words, options, allowPositionals: true })
    const { account } = values
    const ids = idsOf(positionals) ?? []
    if (!account || ids.length === 0)
      throw new UsageError(msg`Give --account and the ids of tokens.`)
    await onMigrated(async ({ db }) => {
      const { account_id } = await findAccount(db, account)
      const revoking = inTransaction(db, async (tx) => {
        for (const id of ids) await withdrawToken(tx, account_id, id)
      })
      await revoking.catch((error: unknown) => {
        throw error instanceof Problem ? new UsageError(error.detail) : error
      })
    })
  },
}

const options = [
  ['/only/id_user/', '--only-user'],
  ['/addresses', '--address'],
  ['/expires_at', '--expires-at'],
] as const

/** All that is wrong, by the option that it stands in; a line each. */
export function errorsOf({ errors, detail }: Problem): Message {
  const lines = errors.map((fieldError) => {
    const named = options.find(([start]) => fieldError.pointer?.startsWith(start))
    return `${named?.[1] ?? '--only-branch'} ${inWords(fieldError.detail)}`
  })
  return lines.length > 0 ? verbatim(lines.join('\n')) : detail
}

function read(words: string[]): Wanted {
  const { values, positionals } = parse({
    args: words,
    options: {
      account: { type: 'string' },
      name: { type: 'string' },
      scope: { type: 'string', multiple: true },
      'only-user': { type: 'string', multiple: true },
      'only-branch': { type: 'string', multiple: true },
      'expires-at': { type: 'string' },
      address: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  })
  // --scope a b c: what follows a scope without a name of its own is one more scope.
  const granted = [...new Set([...(values.scope ?? []), ...positionals])]
  const { account, name, address: addresses = [] } = values
  if (!account || !name || granted.length === 0) {
    throw new UsageError(msg`A token needs --account, --name and at least one --scope.`)
  }
  const unknown = granted.filter((one) => one !== '*' && !scopes.some((scope) => scope === one))
  if (unknown.length > 0) throw new UsageError(msg`There is no scope ${unknown}.`)
  const expires_at = readEnd(values['expires-at'])
  const only = { users: idsOf(values['only-user']), branches: idsOf(values['only-branch']) }
  return { account, name, scopes: granted, only, expires_at, addresses }
}

/** UTC; null: nothing was said. */
export function readEnd(expires: string | undefined): string | null {
  if (expires === undefined) return null
  if (isDateTime(expires)) return toInstant(expires, 'UTC')
  throw new UsageError(msg`--expires-at takes an RFC 3339 date-time such as 2027-01-01T00:00:00Z.`)
}

/** Null: of all. */
export function idsOf(words: string[] | undefined): number[] | null {
  const wrong = words?.find((word) => !/^[1-9]\d{0,14}$/.test(word))
  if (wrong !== undefined) throw new UsageError(msg`"${wrong}" is not the id of a record.`)
  return words ? [...new Set(words.map(Number))] : null
}
