import { inspect } from 'node:util'
import { nearestWord } from './base/system/misspelled.ts'
import { programVersion } from './base/system/package.ts'
import { accountCreate, accountList } from './cli/accounts/account.ts'
import { accountDelete, accountRestore } from './cli/accounts/delete.ts'
import { demoCommand } from './cli/accounts/demo.ts'
import { historyList } from './cli/accounts/history.ts'
import { memberCreate, memberReset } from './cli/accounts/member.ts'
import { accountExport, accountImport } from './cli/accounts/move.ts'
import { accountShow } from './cli/accounts/show.ts'
import { tokenCreate, tokenList, tokenRevoke } from './cli/accounts/token.ts'
import { tokenChange } from './cli/accounts/token-changes.ts'
import { tokenEndOld, tokenRotate } from './cli/accounts/token-rotation.ts'
import { backupCommand, backupVerify } from './cli/backup.ts'
import { customerAnonymise } from './cli/client/anonymise.ts'
import { exportCommand } from './cli/client/export.ts'
import { importCommand } from './cli/client/import.ts'
import { listenCommand } from './cli/client/listen.ts'
import { mcpCommand } from './cli/client/mcp.ts'
import { type Command, inWords, note, print, sentenceOf, UsageError } from './cli/command.ts'
import { databaseDistribute } from './cli/database-distribute.ts'
import { doctorCommand } from './cli/doctor/doctor.ts'
import { fiscalLoad } from './cli/fiscal-load.ts'
import { helpOf, helpOfAll, helpOfGroup } from './cli/help.ts'
import { migrateCommand } from './cli/migrate.ts'
import { hasBecomeOwner } from './cli/owner.ts'
import { restoreCommand } from './cli/restore.ts'
import { serveCommand, workerCommand } from './cli/serve.ts'
import { statusCommand } from './cli/status/status.ts'
import { webhooksReseal } from './cli/webhooks-reseal.ts'
import { lines, type Message, msg } from './texts/message.ts'

/** Every command, in the order of the help. */
const commands = [
  serveCommand,
  migrateCommand,
  databaseDistribute,
  fiscalLoad,
  accountCreate,
  accountList,
  accountShow,
  accountExport,
  accountImport,
  accountDelete,
  accountRestore,
  demoCommand,
  tokenCreate,
  tokenList,
  tokenChange,
  tokenRotate,
  tokenEndOld,
  tokenRevoke,
  memberCreate,
  memberReset,
  historyList,
  webhooksReseal,
  backupVerify,
  backupCommand,
  restoreCommand,
  statusCommand,
  doctorCommand,
  importCommand,
  exportCommand,
  customerAnonymise,
  listenCommand,
  mcpCommand,
]

const FAILED = 1
const MISUSED = 2

async function main(words: string[]): Promise<void> {
  const command = [...commands, workerCommand].find(({ name }) => startsWith(words, name))
  if (command) return runCommand(command, words.slice(command.name.split(' ').length))
  if (words[0] === '--version') return print(`${programVersion()}\n`)
  if (words.length === 0 || words[0] === 'help' || words.includes('--help')) {
    return print(helpOfAll(commands))
  }
  // `pedido account`: which of its commands there are says more than the one that is spelled most like it.
  const group = commands.filter(({ name }) => words.length === 1 && name.startsWith(`${words[0]} `))
  if (group.length > 0) {
    process.exitCode = MISUSED
    return note.warn(helpOfGroup(words[0] ?? '', group))
  }
  const written = words.slice(0, 2).join(' ')
  const names = commands.map(({ name }) => name)
  const meant = nearestWord(written, names) ?? nearestWord(words[0] ?? '', names)
  note.warn(
    meant === undefined
      ? msg`There is no command "${written}".\nSee: pedido --help`
      : msg`There is no command "${written}". "pedido ${meant}" was probably meant.\nSee: pedido --help`,
  )
  process.exitCode = MISUSED
}

const startsWith = (words: string[], name: string) =>
  name.split(' ').every((part, i) => words[i] === part)

async function runCommand(command: Command, words: string[]): Promise<void> {
  if (words.includes('--help')) return print(helpOf(command))
  try {
    await command.run(words)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    note.warn(`${inWords(error.detail)}\n\n${helpOf(command)}`.trimEnd())
    process.exitCode = MISUSED
  }
}

/** What a person can put right is told in a sentence; a stack is for what is our fault. */
function describe(error: unknown): Message | string {
  const sentence = sentenceOf(error)
  if (sentence && isOfRights(error) && hasBecomeOwner()) return lines([sentence, AS_OWNER])
  return sentence ?? (error instanceof Error ? error.stack : undefined) ?? inspect(error)
}

const AS_OWNER = msg`(Root runs this command as the owner of DATA_DIR, so that the service can use what it leaves there.)`

const isOfRights = (error: unknown) =>
  ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')

main(process.argv.slice(2)).catch((error: unknown) => {
  note.warn(describe(error))
  process.exitCode = FAILED
})
