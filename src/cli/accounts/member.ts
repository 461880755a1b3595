import { type RoleName, roleNames } from '../../access/roles.ts'
import { findOpenAccount } from '../../accounts/commands.ts'
import { isEmail, plainEmail } from '../../base/values/emails.ts'
import { composed } from '../../base/values/texts.ts'
import { inTransaction, type Tx } from '../../database/database.ts'
import { inviteNamed, resetNamed } from '../../members/commands.ts'
import { linkAddress } from '../../members/links.ts'
import { linkBase } from '../../processes/first-start.ts'
import { msg } from '../../texts/message.ts'
import { type Command, type Option, onMigrated, parse, print, UsageError } from '../command.ts'

const MEMBER: Option[] = [
  [msg`--account ACCOUNT`, msg`name or id`],
  ['--email EMAIL', msg`of the member`],
]

export const memberCreate: Command = {
  name: 'member create',
  parameters: msg`--account ACCOUNT --email EMAIL --name NAME --role ROLE`,
  summary: msg`let somebody sign in; prints a link to choose a password`,
  options: [
    ...MEMBER,
    [msg`--name NAME`, msg`of the member`],
    [msg`--role ROLE`, msg`one of ${roleNames}`],
    [msg`--language LANGUAGE`, msg`pt-BR or en, default: pt-BR`],
  ],
  more: msg`The link works once, within a week. Whoever has it becomes that member.`,
  run: async (words) => {
    const { account, ...member } = readMember(words)
    await printLink(account, (tx, account_id) =>
      inviteNamed(tx, account_id, { ...member, id_user: null }),
    )
  },
}

export const memberReset: Command = {
  name: 'member reset',
  parameters: msg`--account ACCOUNT --email EMAIL`,
  summary: msg`let a member choose another password; prints a link`,
  options: MEMBER,
  more: msg`The link works once, within a day. When it is used, the member is signed out elsewhere, and his passkeys are removed unless he says that they are all his.`,
  run: async (words) => {
    const { account, email } = readNamed(words)
    await printLink(account, (tx, account_id) => resetNamed(tx, account_id, email))
  },
}

/** Makes a link in the account and prints its address. */
async function printLink(
  account: string,
  make: (tx: Tx, account_id: number) => Promise<string>,
): Promise<void> {
  const address = await onMigrated(async ({ db }, config) => {
    const { account_id } = await findOpenAccount(db, account)
    return linkAddress(linkBase(config), await inTransaction(db, (tx) => make(tx, account_id)))
  })
  print(`${address}\n`)
}

const options = {
  account: { type: 'string' },
  email: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string' },
  language: { type: 'string' },
} as const

function readMember(words: string[]) {
  const { values } = parse({ args: words, options })
  const { account, email, name = '', role, language = 'pt-BR' } = values
  if (!account || !email || name.trim() === '' || !role) {
    throw new UsageError(msg`A member needs --account, --email, --name and --role.`)
  }
  if (!roleNames.includes(role as RoleName)) throw new UsageError(msg`There is no role ${role}.`)
  if (!['pt-BR', 'en'].includes(language)) throw new UsageError(msg`--language is pt-BR or en.`)
  return { account, email: emailOf(email), name: composed(name.trim()), role, language }
}

function readNamed(words: string[]) {
  const { account, email } = options
  const { values } = parse({ args: words, options: { account, email } })
  if (!values.account || !values.email) throw new UsageError(msg`Give --account and --email.`)
  return { account: values.account, email: emailOf(values.email) }
}

function emailOf(text: string): string {
  if (!isEmail(text)) throw new UsageError(msg`"${text}" is no e-mail address.`)
  return plainEmail(text)
}
