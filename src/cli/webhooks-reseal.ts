import { readConfig } from '../config.ts'
import { openSecretBox } from '../processes/secret-key.ts'
import { ResealError, reseal } from '../webhooks/reseal.ts'
import { type Command, onMigrated, parse, print } from './command.ts'

export const webhooksReseal: Command = {
  name: 'webhooks reseal',
  summary: 'encrypt their secrets with the first key of SECRET_KEY',
  run: async (words) => {
    parse({ args: words, options: {} })
    const box = await openSecretBox(readConfig())
    if (!box) throw new ResealError('There is no key: set SECRET_KEY.')
    const resealed = await onMigrated(({ db }) => reseal(db, box))
    print(`Webhooks sealed anew: ${resealed}.\n`)
  },
}
