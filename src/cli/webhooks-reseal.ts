import { OperatorError } from '../base/system/operator-error.ts'
import { resealProviders } from '../members/provider/reseal.ts'
import { openSecretBox } from '../processes/secret-key.ts'
import { msg } from '../texts/message.ts'
import { reseal } from '../webhooks/reseal.ts'
import { type Command, onMigrated, parse, print } from './command.ts'
import { readConfigAsOwner } from './owner.ts'

/** What can't be sealed anew; says of which records. */
class ResealError extends OperatorError {}

export const webhooksReseal: Command = {
  name: 'webhooks reseal',
  summary: msg`encrypt their secrets, and those of sign-in providers, with the first key of SECRET_KEY`,
  run: async (words) => {
    parse({ args: words, options: {} })
    const box = await openSecretBox(readConfigAsOwner())
    if (!box) throw new ResealError(msg`There is no key: set SECRET_KEY.`)
    const [webhooks, providers] = await onMigrated(
      async ({ db }) => [await reseal(db, box), await resealProviders(db, box)] as const,
    )
    const done = msg`Webhooks sealed anew: ${webhooks.resealed}.\nSign-in providers sealed anew: ${providers.resealed}.\n`
    const failed = [...webhooks.failed, ...providers.failed]
    if (failed.length === 0) return print(done)
    throw new ResealError(msg`${done}These could not be:\n${failed.join('\n')}`)
  },
}
