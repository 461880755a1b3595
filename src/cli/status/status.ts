import { findingsOf } from '../../processes/status/findings.ts'
import { messageJson, msg } from '../../texts/message.ts'
import { type Command, parse, print } from '../command.ts'
import { line } from '../doctor/finding.ts'
import { readConfigAsOwner } from '../owner.ts'
import { lookAtService } from './look.ts'

const NOT_WELL = 1
/** As LSB has it for what does not run. */
const NOT_RUNNING = 3

export const statusCommand: Command = {
  name: 'status',
  summary: msg`show how the service is: version, database, what waits, the last backup`,
  options: [['--json', msg`as one line of JSON, with what is not well`]],
  more: msg`It changes nothing. Exit code 0: it runs and is well. 1: something is not well, marked FAULT. 3: no service\nruns here, and nothing else is wrong.`,
  run: async (words) => {
    const { values } = parse({ args: words, options: { json: { type: 'boolean' } } })
    const config = readConfigAsOwner()
    const status = await lookAtService(config)
    const findings = findingsOf(status, config)
    const faults = findings.filter(({ grade }) => grade === 'fault')
    const state = faults.length > 0 ? 'faulty' : status.services.length > 0 ? 'well' : 'stopped'
    if (values.json) print(`${messageJson({ state, ...status, faults }, 'en')}\n`)
    else print(findings.map(line).join(''))
    process.exitCode = { well: 0, faulty: NOT_WELL, stopped: NOT_RUNNING }[state]
  },
}
