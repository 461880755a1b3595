import { migrate } from '../database/schema/migrate.ts'
import { say } from '../texts/text.ts'
import { type Command, connectAlone, note, parse, print } from './command.ts'
import { readConfigAsOwner } from './owner.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: say`bring the database up to date (serve does it too)`,
  more: say`While the version before serves, too: no request waits for it. One that was interrupted goes on\nwhere it was. See docs/upgrading.md.`,
  run: async (words) => {
    parse({ args: words, options: {} })
    const database = await connectAlone(readConfigAsOwner())
    try {
      const applied = await migrate(database.pool, { tell: note.info })
      print(applied.length > 0 ? say`Applied ${applied}.\n` : say`The database is up to date.\n`)
    } finally {
      await database.close()
    }
  },
}
