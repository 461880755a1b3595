import { readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { accounts_any, accounts_first, tokens_findBySha256 } from '../access/sql.ts'
import { accountOfToken, sha256 } from '../access/tokens.ts'
import { createToken } from '../accounts/commands.ts'
import { createAccount } from '../accounts/creation.ts'
import { writeSecret } from '../base/durable-files.ts'
import { type Config, lacksPublicUrl } from '../config.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { databaseProblem } from '../database/failures.ts'
import type { Log } from '../database/pool.ts'
import { hasMember } from '../members/commands.ts'
import { linkAddress, makeLink } from '../members/links.ts'
import { makeSecretKey } from './secret-key.ts'

/** What somebody needs to know to begin with. */
export interface FirstStart {
  /** Where the token of the first start is kept, as long as it works. */
  tokenFile?: string
  /** That token, where this is the first start. */
  token?: string
  /** The secret of a one-time link that makes the first member, */
  link?: string
  /** and the file that is to keep its address. */
  linkFile?: string
  /** There is nobody yet who could ask anything. */
  isWithoutAccount?: boolean
}

/**
 * Makes the key of the embedded database's secrets. Where there is no account yet: makes one on the
 * embedded database. While nobody can sign in there: makes a link for it.
 */
export async function firstStart(config: Config, db: Db): Promise<FirstStart> {
  await makeSecretKey(config)
  if (config.DATABASE_URL !== undefined) return { isWithoutAccount: await seemsNew(db) }
  const tokenFile = resolve(config.DATA_DIR, 'admin-token')
  const token = (await isNew(db)) ? await createFirstAccount(config, db, tokenFile) : undefined
  return {
    ...(token !== undefined || (await works(db, tokenFile)) ? { tokenFile } : {}),
    ...(token === undefined ? {} : { token }),
    ...(await firstLink(config, db)),
  }
}

/** A new link for the first member, at each start until there is one. */
async function firstLink(config: Config, db: Db): Promise<Pick<FirstStart, 'link' | 'linkFile'>> {
  const linkFile = resolve(config.DATA_DIR, 'owner-link')
  const [account, ...others] = await accounts_first(db, [])
  const isReady = !account || others.length > 0 || (await hasMember(db, account.account_id))
  if (isReady) {
    await rm(linkFile, { force: true })
    return {}
  }
  const link = await inTransaction(db, (tx) => makeLink(tx, account.account_id, 'owner', null))
  return { link, linkFile }
}

/** Puts the link for the first member into its file, once it is known where the service listens. */
export async function keepLink(
  { link, linkFile }: FirstStart,
  address: string,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
): Promise<void> {
  if (link === undefined || linkFile === undefined) return
  await writeSecret(linkFile, linkAddress(PUBLIC_URL ?? browserAddress(address), link))
}

/** Whether there is no account yet. */
async function isNew(db: Db): Promise<boolean> {
  return (await accounts_any(db, [])).length === 0
}

/**
 * The same, where the service does well without knowing: a cluster that lacks a node can't tell,
 * and is no reason not to start for the accounts of the others.
 */
async function seemsNew(db: Db): Promise<boolean> {
  try {
    return await isNew(db)
  } catch (error) {
    if (databaseProblem(error)?.code !== 'unavailable') throw error
    return false
  }
}

/** Whether the token in a file is one that still works. */
async function works(db: Db, tokenFile: string): Promise<boolean> {
  const token = (await readFile(tokenFile, 'utf8').catch(() => '')).trim()
  const account = accountOfToken(token)
  if (account === undefined) return false
  return (await tokens_findBySha256(db, [account, sha256(token)])).length > 0
}

/**
 * The account `default` and a token that may do everything. The token is in its file before the
 * database knows it, so it can't get lost.
 */
async function createFirstAccount(config: Config, db: Db, tokenFile: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { account_id } = await createAccount(tx, { name: 'default', time_zone: config.TIME_ZONE })
    const { token } = await createToken(tx, {
      account_id,
      name: 'admin',
      scopes: ['*'],
      expires_at: null,
    })
    await writeSecret(tokenFile, token)
    return token
  })
}

/** How links for people begin, before anybody has asked for one over HTTP. */
export function linkBase({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`
}

/** Where people on this machine reach the service. */
export function addressOf({ port }: AddressInfo, { HOST }: Config): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  const host = everywhere[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)
  return `http://${host}:${port}`
}

/** The same for a browser: it keeps passkeys for `localhost`, and for no address of numbers. */
function browserAddress(address: string): string {
  return address.replace(/^http:\/\/(127\.0\.0\.1|\[::1\]):/, 'http://localhost:')
}

/**
 * Tells in one line that the service can be reached, and what to begin with: a token goes to a
 * terminal alone, and so does a link; a log gets the path of its file.
 */
export function logReady(
  log: Logger,
  address: string,
  first: FirstStart,
  config: Pick<Config, 'PUBLIC_URL' | 'ALLOW_INSECURE_SIGN_IN' | 'TRUST_PROXY'>,
): void {
  const { PUBLIC_URL, ALLOW_INSECURE_SIGN_IN } = config
  const { tokenFile, token, linkFile, link, isWithoutAccount } = first
  const isTerminal = process.stdout.isTTY
  const fields = {
    ...(tokenFile === undefined || (isTerminal && token) ? {} : { token_file: tokenFile }),
    ...(linkFile === undefined || isTerminal ? {} : { owner_link_file: linkFile }),
  }
  const shown = isTerminal ? browserAddress(address) : address
  const line = `Pedido listens on ${shown}, its reference is at ${shown}/docs`
  always(log).info(fields, line)
  if (isTerminal && link) process.stdout.write(firstMember(linkAddress(PUBLIC_URL ?? shown, link)))
  if (isTerminal && token) process.stdout.write(firstToken(token, tokenFile ?? '', address))
  if (isWithoutAccount) log.warn(FIRST_ACCOUNT)
  if (ALLOW_INSECURE_SIGN_IN) log.warn(INSECURE)
  if (lacksPublicUrl(config)) log.warn(WITHOUT_PUBLIC_URL)
}

const firstMember = (address: string) => `
Open this link in a browser to choose your e-mail and password. It is for you alone, and works once:

  ${address}

`

const firstToken = (token: string, tokenFile: string, address: string) => `
Your token may do everything. It is shown this once and kept in ${tokenFile}:

  ${token}

Try it:

  curl -H 'Authorization: Bearer ${token}' ${address}/orders

`

const FIRST_ACCOUNT =
  'There is no account yet. Make one: pedido account create NAME; ' +
  "and a token for it: pedido token create --account NAME --name admin --scope '*'. " +
  'In a clone of the repository "pedido" is "npm run --silent pedido --".'

const INSECURE =
  'ALLOW_INSECURE_SIGN_IN is set: who signs in by plain http sends the password where others on the network can read it.'

const WITHOUT_PUBLIC_URL =
  'TRUST_PROXY is set and PUBLIC_URL is not: links, passkeys and the metadata of OAuth name the host that the proxy asks for.'

/** Tells in one line what the first start is about, before it says nothing for seconds. */
export function announceDatabase(log: Logger, { DATA_DIR }: Config): void {
  always(log).info(`Pedido makes its database in ${resolve(DATA_DIR)}: a few seconds, this once.`)
}

/** Tells in one line where the service can be asked for its metrics. */
export function announceMetrics(log: Logger, address: string): void {
  always(log).info({ metrics: address }, `Pedido tells its metrics at ${address}`)
}

/** Tells in one line that the service stops, and why. */
export function logStop(log: Logger, reason: string): void {
  always(log).info(`Pedido stops: ${reason}`)
}

/** The lines of start and stop are for every level but `silent`. */
const always = (log: Logger) => (log.level === 'silent' ? log : log.child({}, { level: 'info' }))

/** Before the service listens: progress is for people and goes to stderr. */
export const startLog: Log = { info: writeLine, warn: writeLine }

function writeLine(text: string): void {
  process.stderr.write(`${text}\n`)
}
