import { findAccount, findOpenAccount } from '../../accounts/commands.ts'
import { LONGEST_OVERLAP_S, renewToken, withdrawOldSecret } from '../../accounts/rotation.ts'
import { Problem } from '../../base/problems.ts'
import { inTransaction, type Tx } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { type Command, onMigrated, parse, print, UsageError } from '../command.ts'
import { secondsOf } from './time-span.ts'
import { idsOf } from './token.ts'

export const tokenRotate: Command = {
  name: 'token rotate',
  parameters: msg`--account ACCOUNT ID`,
  summary: msg`give a token another secret; prints it, alone, this once`,
  options: [
    [msg`--account ACCOUNT`, msg`name or id`],
    [
      msg`--old-ends-after TIME`,
      msg`how long the old one works on: 0, 12h, 30d at most; default: 24h`,
    ],
  ],
  more: msg`The id is that of "pedido token list". What the token may do, and until when, stays.`,
  run: async (words) => {
    const options = { account: { type: 'string' }, 'old-ends-after': { type: 'string' } } as const
    const { values, positionals } = parse({ args: words, options, allowPositionals: true })
    const wanted = values['old-ends-after']
    const overlapS = wanted === undefined ? undefined : secondsOf('--old-ends-after', wanted)
    if (overlapS !== undefined && overlapS > LONGEST_OVERLAP_S) {
      throw new UsageError(msg`--old-ends-after takes 30d at most.`)
    }
    const { account, id } = oneToken(values.account, positionals)
    const token = await onMigrated(async ({ db }) => {
      const { account_id } = await findOpenAccount(db, account)
      return inUsage(inTransaction(db, (tx: Tx) => renewToken(tx, account_id, id, overlapS)))
    })
    print(`${token}\n`)
  },
}

export const tokenEndOld: Command = {
  name: 'token end-old',
  parameters: msg`--account ACCOUNT ID`,
  summary: msg`end the secret that a token had before its last rotation`,
  options: [[msg`--account ACCOUNT`, msg`name or id`]],
  run: async (words) => {
    const options = { account: { type: 'string' } } as const
    const { values, positionals } = parse({ args: words, options, allowPositionals: true })
    const { account, id } = oneToken(values.account, positionals)
    await onMigrated(async ({ db }) => {
      const { account_id } = await findAccount(db, account)
      await inUsage(inTransaction(db, (tx: Tx) => withdrawOldSecret(tx, account_id, id)))
    })
  },
}

function oneToken(account: string | undefined, words: string[]): { account: string; id: number } {
  const [id, ...more] = idsOf(words) ?? []
  if (account && id !== undefined && more.length === 0) return { account, id }
  throw new UsageError(msg`Give --account and the id of one token.`)
}

/** What the service refuses, in the words of a command. */
function inUsage<T>(doing: Promise<T>): Promise<T> {
  return doing.catch((error: unknown) => {
    throw error instanceof Problem ? new UsageError(error.detail) : error
  })
}
