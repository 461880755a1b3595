import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { accounts_any, tokens_findBySha256 } from '../access/sql.ts'
import { accountOfToken, sha256 } from '../access/tokens.ts'
import { createAccount, createToken } from '../accounts/commands.ts'
import { writeSecret } from '../base/durable-files.ts'
import type { Config } from '../config.ts'
import { type Db, inTransaction } from '../database/database.ts'
import type { Log } from '../database/pool.ts'
import { makeSecretKey } from './secret-key.ts'

/** What somebody needs to know to begin with. */
export type Welcome = (address: string) => string

/**
 * Makes the key of the embedded database's secrets. Where there is no account yet: makes one on the
 * embedded database, else says how to.
 */
export async function firstSteps(config: Config, db: Db): Promise<Welcome> {
  await makeSecretKey(config)
  const isNew = (await accounts_any(db, [])).length === 0
  if (!isNew) {
    const reminder = await tokenReminder(config, db)
    return () => reminder
  }
  if (config.DATABASE_URL !== undefined) {
    return () => `
There is no account yet. Make one, and a token for it:

  npm run pedido -- account create NAME
  npm run pedido -- token create --account NAME --name admin --scope '*'
`
  }
  const token = await createFirstAccount(config, db)
  return (address) => `
Your token may do everything. It is shown this once and kept in ${tokenFile(config)}:

  ${token}

Try it:

  curl -H 'Authorization: Bearer ${token}' ${address}/orders
`
}

/** Whoever missed the first start's output is told where its token is, as long as that works. */
async function tokenReminder(config: Config, db: Db): Promise<string> {
  if (config.DATABASE_URL !== undefined) return ''
  const token = (await readFile(tokenFile(config), 'utf8').catch(() => '')).trim()
  const account = accountOfToken(token)
  if (account === undefined) return ''
  const [row] = await tokens_findBySha256(db, [account, sha256(token)])
  return row ? `The token of the first start is kept in ${tokenFile(config)}\n` : ''
}

/**
 * The account `default` and a token that may do everything. The token is in its file before the
 * database knows it, so it can't get lost.
 */
async function createFirstAccount(config: Config, db: Db): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { account_id } = await createAccount(tx, { name: 'default', time_zone: config.TIME_ZONE })
    const { token } = await createToken(tx, {
      account_id,
      name: 'admin',
      scopes: ['*'],
      expires_at: null,
    })
    await writeSecret(tokenFile(config), token)
    return token
  })
}

const tokenFile = (config: Config) => join(config.DATA_DIR, 'admin-token')

/** Where people on this machine reach the service. */
export function addressOf({ port }: AddressInfo, { HOST }: Config): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  const host = everywhere[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)
  return `http://${host}:${port}`
}

export function greet(address: string, welcome: Welcome): void {
  const line = `Pedido listens on ${address}, its reference is at ${address}/docs\n`
  process.stdout.write(line + welcome(address))
}

/** Before there is a logger: progress is for people and goes to stderr. */
export const startLog: Log = { info: writeLine, warn: writeLine }

function writeLine(text: string): void {
  process.stderr.write(`${text}\n`)
}
