import { userInfo } from 'node:os'
import { test_accounts_list, test_accounts_lockStep } from '../../access/test-accounts/sql.ts'
import { findAccount, issueToken } from '../../accounts/commands.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import type { Config } from '../../config.ts'
import { type Database, type Db, inTransaction } from '../../database/database.ts'
import { linkAddress, makeLink } from '../../members/links.ts'
import { closeAccount } from '../../operations/accounts/deletion.ts'
import { removeAccount } from '../../operations/accounts/removals.ts'
import { beginTestAccount, TEST_ACCOUNT_NAME } from '../../operations/test-accounts/commands.ts'
import { makeData } from '../../operations/test-accounts/making.ts'
import { SIZES } from '../../operations/test-accounts/steps.ts'
import { linkBase } from '../../processes/first-start.ts'
import { openImages } from '../../processes/images.ts'
import { filesOf } from '../../processes/serve.ts'
import { type Message, msg } from '../../texts/message.ts'
import { withProgress } from '../backup.ts'
import { type Command, onMigrated, parse, print, UsageError } from '../command.ts'

/** A test account, for who is to try it. */
interface Made {
  id: number
  name: string
  /** Where its first member chooses e-mail and password. */
  link: string
  token: string
  address: string
}

export const demoCommand: Command = {
  name: 'demo',
  parameters: msg`[--remove [ACCOUNT]]`,
  summary: msg`make a test account with customers, products and a year of orders, or remove it`,
  options: [
    [msg`--name NAME`, msg`of the account; default: ${TEST_ACCOUNT_NAME}`],
    ['--remove', msg`remove a test account with all its data; never another account`],
    ['--json', msg`what was made as a line of JSON`],
  ],
  more: msg`It prints a link to sign in with, which works once within a day, and a token. All of it is made up and marked\nas a test. Run again after a crash it makes the rest.`,
  run: async (words) => {
    const { values, positionals } = parse({
      args: words,
      options: {
        name: { type: 'string' },
        remove: { type: 'boolean' },
        json: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    const { name = TEST_ACCOUNT_NAME, remove = false, json } = values
    const [account, ...more] = positionals
    if (more.length > 0 || name.trim() === '' || (account !== undefined && !remove)) {
      throw new UsageError(msg`Name no account, or with --remove the one to be removed.`)
    }
    if (remove)
      return print(await onMigrated((database, config) => clear(database, config, account)))
    const made = await onMigrated((database, config) => make(database, config, name.trim()))
    print(json ? `${JSON.stringify(made)}\n` : described(made))
  },
}

/** Makes it; one whose making was cut off is made whole. */
async function make({ db }: Database, config: Config, name: string): Promise<Made> {
  const known = (await test_accounts_list(db, [])).find((one) => one.name === name)
  if (known && !(await isUnfinished(db, known.account_id))) {
    throw new OperatorError(
      msg`The test account ${known.account_id}, "${name}", exists already. Let somebody in: pedido member create or pedido token create --account ${known.account_id}. Remove it: pedido demo --remove ${known.account_id}`,
    )
  }
  const id =
    known?.account_id ?? (await inTransaction(db, (tx) => beginTestAccount(tx, name))).account_id
  await withProgress((report) => {
    const onProgress = (part: number) => report(msg`sample data`, part, msg`account ${id}`)
    const parts = { maxItems: config.MAX_ITEMS, onCommitted: () => {}, onProgress }
    return makeData(db, id, parts, new AbortController().signal)
  })
  const address = linkBase(config)
  return inTransaction(db, async (tx) => ({
    ...{ id, name, address },
    link: linkAddress(address, await makeLink(tx, id, 'owner', null)),
    token: await issueToken(tx, { account_id: id, name: 'demo', scopes: ['*'], expires_at: null }),
  }))
}

async function isUnfinished(db: Db, account_id: number): Promise<boolean> {
  const left = await inTransaction(db, (tx) => test_accounts_lockStep(tx, [account_id]))
  return left.length > 0
}

const described = ({ id, name, link, token, address }: Made): Message =>
  msg`Test account ${id}, "${name}": ${SIZES.customers} customers, ${SIZES.products} products, ${SIZES.orders} orders.

Open this link to choose an e-mail and a password (once, within a day):

  ${link}

A token that may do everything there:

  ${token}

Try it, once the service runs:

  curl -H 'Authorization: Bearer ${token}' ${address}/orders

Remove it: pedido demo --remove
`

/** Removes a test account with all its data. */
async function clear(
  database: Database,
  config: Config,
  named: string | undefined,
): Promise<Message> {
  const { account_id, name } = await oneTestAccount(database.db, named)
  await inTransaction(database.db, (tx) =>
    closeAccount(tx, { account_id, seconds: 0, by: userInfo().username }),
  )
  const files = filesOf({ images: await openImages(config) }, config)
  const { signal } = new AbortController()
  const isGone = await withProgress((report) => {
    const onProgress = (part: number) => report(msg`removal`, part, msg`account ${account_id}`)
    return removeAccount(database, files, account_id, signal, { isPaced: false, onProgress })
  })
  return isGone
    ? msg`Test account ${account_id}, "${name}", and all its data are removed.\n`
    : msg`Test account ${account_id}, "${name}", is closed; the service is removing its data.\n`
}

/** @throws OperatorError where there is none, more than one, or it is a real account that is named */
async function oneTestAccount(db: Db, named: string | undefined) {
  const all = await test_accounts_list(db, [])
  if (named === undefined) {
    const [only, ...others] = all
    if (!only) throw new OperatorError(msg`There is no test account.`)
    if (others.length === 0) return only
    const ids = all.map(({ account_id }) => account_id)
    throw new OperatorError(
      msg`There are several test accounts: ${ids}. Name the one to be removed.`,
    )
  }
  const { account_id } = await findAccount(db, named)
  const found = all.find((one) => one.account_id === account_id)
  if (found) return found
  throw new OperatorError(
    msg`Account ${account_id} is no test account, and this removes test accounts only: see pedido account delete.`,
  )
}
