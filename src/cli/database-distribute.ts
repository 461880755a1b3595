import { distribute, NotDistributable } from '../database/schema/distribute.ts'
import { msg } from '../texts/message.ts'
import { type Command, note, onMigrated, parse, print } from './command.ts'
import { readConfigAsOwner } from './owner.ts'

export const databaseDistribute: Command = {
  name: 'database distribute',
  summary: msg`spread a new database over a Citus cluster, by account`,
  run: async (words) => {
    parse({ args: words, options: {} })
    if (readConfigAsOwner().DATABASE_URL === undefined) {
      throw new NotDistributable(
        msg`The embedded database can’t be distributed: let DATABASE_URL name the coordinator of a Citus cluster.`,
      )
    }
    const { tables, workers } = await onMigrated(({ pool }) => distribute(pool))
    if (workers === 0) {
      note.warn(
        msg`There are no workers: the coordinator keeps the shards itself (docs/scaling.md).`,
      )
    }
    print(
      tables.length > 0
        ? msg`Distributed by account: ${tables}.\n`
        : msg`The database is distributed already.\n`,
    )
  },
}
