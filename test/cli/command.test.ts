import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, UsageError } from '../../src/cli/command.ts'

// What is wrong with a command line is told in the words of its help.

const options = {
  account: { type: 'string' },
  'time-zone': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

function told(...args: string[]): string {
  try {
    parse({ args, options })
  } catch (error) {
    assert.ok(error instanceof UsageError)
    return error.message
  }
  return 'nothing'
}

test('an option that there is not is named with the one that was meant, or with all', () => {
  assert.equal(told('--acount', '1'), 'There is no option --acount; --account was probably meant.')
  assert.equal(told('--time', 'UTC'), 'There is no option --time; --time-zone was probably meant.')
  const all = 'It has --account, --time-zone, --dry-run.'
  assert.equal(told('--colour'), `There is no option --colour. ${all}`)
  assert.equal(told('--toString'), `There is no option --toString. ${all}`)
  assert.throws(() => parse({ args: ['--x'], options: {} }), /--x\. The command has none\.$/)
})

test('a value that lacks, one that is not taken and a word too many are told', () => {
  assert.equal(told('--account'), '--account needs a value.')
  assert.equal(told('--account', '--dry-run'), '--account needs a value.')
  assert.equal(told('--dry-run=no'), '--dry-run takes no value.')
  assert.equal(told('--dry-run', 'why'), '"why" is one word too many.')
  assert.equal(told('--account=-1', '--dry-run'), 'nothing')
})
