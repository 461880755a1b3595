import { migrate } from '../database/schema/migrate.ts'
import { loadReleasedCatalogue } from '../taxes/load.ts'
import { msg } from '../texts/message.ts'
import { type Command, connectAlone, note, parse, print } from './command.ts'
import { readConfigAsOwner } from './owner.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: msg`bring the database up to date (serve does it too)`,
  more: msg`While the version before serves, too: no request waits for it. One that was interrupted goes on\nwhere it was. See docs/upgrading.md.`,
  run: async (words) => {
    parse({ args: words, options: {} })
    const database = await connectAlone(readConfigAsOwner())
    try {
      const applied = await migrate(database.pool, { log: note.info })
      await loadReleasedCatalogue(database.db)
      print(applied.length > 0 ? msg`Applied ${applied}.\n` : msg`The database is up to date.\n`)
    } finally {
      await database.close()
    }
  },
}
