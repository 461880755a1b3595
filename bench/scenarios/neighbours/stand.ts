import { type Db, inTransaction } from '../../../src/database/database.ts'
import { inviteMember } from '../../../src/members/commands.ts'
import type { DatabaseHost } from '../../support/database-host.ts'
import {
  fillAccount,
  inDatabase,
  type Seeded,
  serving,
  withWorkers,
} from '../../support/service.ts'

/** An account with orders, and one person who signs in. */
export interface Account extends Seeded {
  email: string
  password: string
}

/** A service with two accounts. */
export interface Stand {
  address: string
  /** Of the process whose children the workers are. */
  pid: number
  quiet: Account
  noisy: Account
}

const PASSWORD = 'quatro caixas de erva-mate'

/** Serves two accounts with so many orders. */
export async function onStand<T>(
  host: DatabaseHost,
  workers: number,
  orders: { quiet: number; noisy: number },
  use: (stand: Stand) => Promise<T>,
): Promise<T> {
  const own = await host.createDatabase()
  const invited = await inDatabase(own, async (db) => ({
    quiet: await fill(db, 'quiet', orders.quiet),
    noisy: await fill(db, 'noisy', orders.noisy),
  }))
  return serving(host, { ...own, ...withWorkers(host, workers) }, async ({ address, pid }) => {
    const quiet = await accepted(address, invited.quiet)
    const noisy = await accepted(address, invited.noisy)
    return use({ address, pid, quiet, noisy })
  })
}

type Invited = Omit<Account, 'password'> & { link: string }

async function fill(db: Db, name: string, orders: number): Promise<Invited> {
  const account = await fillAccount(db, name, { orders, itemsMax: 10, events: true })
  const email = `ana@${name}.example`
  const member = { email, name: 'Ana Souza', role: 'owner', language: 'pt-BR', id_user: null }
  const { link } = await inTransaction(db, (tx) => inviteMember(tx, account.account_id, member))
  return { ...account, email, link }
}

async function accepted(address: string, { link, ...account }: Invited): Promise<Account> {
  const answer = await fetch(`${address}/session/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link, password: PASSWORD }),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return { ...account, password: PASSWORD }
}
