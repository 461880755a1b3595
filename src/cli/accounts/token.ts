import type { Only } from '../../access/only.ts'
import {
  findAccount,
  findOpenAccount,
  issueToken,
  listTokens,
  withdrawToken,
} from '../../accounts/commands.ts'
import { Refusal } from '../../base/refusals.ts'
import { scopes } from '../../base/scopes.ts'
import { isDateTime, toInstant } from '../../base/values/date-time.ts'
import { inTransaction } from '../../database/database.ts'
import { say, type Text, verbatim } from '../../texts/text.ts'
import { type Command, inWords, onMigrated, parse, print, UsageError } from '../command.ts'
import { listed } from './table.ts'

interface Wanted {
  account: string
  name: string
  scopes: string[]
  only: Only
  expires_at: string | null
}

export const tokenCreate: Command = {
  name: 'token create',
  parameters: say`--account ACCOUNT --name NAME --scope SCOPE …`,
  summary: say`make a token; prints it, alone, this once`,
  options: [
    [say`--account ACCOUNT`, say`name or id`],
    [say`--name NAME`, say`what the token is for`],
    [say`--scope SCOPE …`, say`one or more of the scopes below, or '*' for all`],
    ['--only-user ID …', say`only orders of this seller; may stand several times`],
    ['--only-branch ID …', say`only orders of this branch company, likewise`],
    [say`--expires-at TIME`, say`RFC 3339; never unless given`],
  ],
  more: say`Scopes: ${scopes}.`,
  run: async (words) => {
    const { account, ...wanted } = read(words)
    const token = await onMigrated(async ({ db }) => {
      const { account_id } = await findOpenAccount(db, account)
      const create = inTransaction(db, (tx) => issueToken(tx, { account_id, ...wanted }))
      return create.catch((error: unknown) => {
        throw error instanceof Refusal ? new UsageError(faultsOf(error)) : error
      })
    })
    print(`${token}\n`)
  },
}

export const tokenList: Command = {
  name: 'token list',
  parameters: say`--account ACCOUNT`,
  summary: say`show an account's tokens, not the secrets`,
  options: [
    [say`--account ACCOUNT`, say`name or id`],
    ['--json', say`a line of JSON each`],
  ],
  run: async (words) => {
    const options = { account: { type: 'string' }, json: { type: 'boolean' } } as const
    const { account, json } = parse({ args: words, options }).values
    if (!account) throw new UsageError(say`Whose tokens? Give --account.`)
    const tokens = await onMigrated(async ({ db }) =>
      listTokens(db, (await findAccount(db, account)).account_id),
    )
    const heading = ['ID', say`NAME`, say`SCOPES`, say`ENDS`, say`LAST USED`]
    print(
      listed(tokens, json, heading, ({ id, name, scopes, expires_at, last_used_at }) => [
        ...[id, name, (scopes as string[]).join(' ')].map(String),
        ...[expires_at, last_used_at].map((time) => (time as string | null) ?? say`never`),
      ]),
    )
  },
}

export const tokenRevoke: Command = {
  name: 'token revoke',
  parameters: say`--account ACCOUNT ID …`,
  summary: say`end tokens, within two seconds for every process`,
  options: [[say`--account ACCOUNT`, say`name or id`]],
  more: say`Ids are those of "pedido token list". All are ended, or none where one is not there.`,
  run: async (words) => {
    const options = { account: { type: 'string' } } as const
    const { values, positionals } = parse({ args: words, options, allowPositionals: true })
    const { account } = values
    const ids = idsOf(positionals) ?? []
    if (!account || ids.length === 0)
      throw new UsageError(say`Give --account and the ids of tokens.`)
    await onMigrated(async ({ db }) => {
      const { account_id } = await findAccount(db, account)
      const revoking = inTransaction(db, async (tx) => {
        for (const id of ids) await withdrawToken(tx, account_id, id)
      })
      await revoking.catch((error: unknown) => {
        throw error instanceof Refusal ? new UsageError(error.detail) : error
      })
    })
  },
}

/** All that is wrong, by the option that it stands in; a line each. */
function faultsOf({ faults, detail }: Refusal): Text {
  const lines = faults.map((fault) => {
    const option = fault.pointer?.startsWith('/only/id_user/') ? '--only-user' : '--only-branch'
    return `${option} ${inWords(fault.detail)}`
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
    },
    allowPositionals: true,
  })
  // --scope a b c: what follows a scope without a name of its own is one more scope.
  const granted = [...new Set([...(values.scope ?? []), ...positionals])]
  const { account, name, 'expires-at': expires } = values
  if (!account || !name || granted.length === 0) {
    throw new UsageError(say`A token needs --account, --name and at least one --scope.`)
  }
  const unknown = granted.filter((one) => one !== '*' && !scopes.some((scope) => scope === one))
  if (unknown.length > 0) throw new UsageError(say`There is no scope ${unknown}.`)
  if (expires !== undefined && !isDateTime(expires)) {
    throw new UsageError(
      say`--expires-at takes an RFC 3339 date-time such as 2027-01-01T00:00:00Z.`,
    )
  }
  const expires_at = expires === undefined ? null : toInstant(expires, 'UTC')
  const only = { users: idsOf(values['only-user']), branches: idsOf(values['only-branch']) }
  return { account, name, scopes: granted, only, expires_at }
}

/** Null: of all. */
function idsOf(words: string[] | undefined): number[] | null {
  const wrong = words?.find((word) => !/^[1-9]\d{0,14}$/.test(word))
  if (wrong !== undefined) throw new UsageError(say`"${wrong}" is not the id of a record.`)
  return words ? [...new Set(words.map(Number))] : null
}
