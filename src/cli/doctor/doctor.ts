import { clusterBackupFinding } from '../../operations/status/finding.ts'
import { messageJson, msg } from '../../texts/message.ts'
import { type Command, parse, print } from '../command.ts'
import { readConfigAsOwner } from '../owner.ts'
import {
  backupFindings,
  folderFindings,
  imageFinding,
  machineFinding,
  settingFindings,
} from './checks.ts'
import { examineDatabase } from './database.ts'
import { line } from './finding.ts'

const FAILED = 1

export const doctorCommand: Command = {
  name: 'doctor',
  summary: msg`look whether the service could run here, and what to do where not`,
  options: [['--json', msg`a line of JSON for each finding`]],
  more: msg`It changes nothing, and may run beside the service, with the same settings. Exit code 1 where something is a fault.`,
  run: async (words) => {
    const { values } = parse({ args: words, options: { json: { type: 'boolean' } } })
    const config = readConfigAsOwner()
    const database = await examineDatabase(config)
    const findings = [
      machineFinding(),
      ...settingFindings(config),
      ...folderFindings(config),
      ...database.found,
      await imageFinding(config),
      ...(database.isDistributed
        ? [clusterBackupFinding('backups', config.BACKUP_DIR)]
        : await backupFindings(config)),
    ]
    print(findings.map(values.json ? (one) => `${messageJson(one, 'en')}\n` : line).join(''))
    if (findings.some(({ grade }) => grade === 'fault')) process.exitCode = FAILED
  },
}
