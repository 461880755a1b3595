import { readConfig } from '../config.ts'
import { connect } from '../database/connect.ts'
import { migrate } from '../database/schema/migrate.ts'
import { type Command, note, parse, print } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database up to date (serve does it too)',
  more: 'While the version before serves, too: no request waits for it. One that was interrupted goes on\nwhere it was. See docs/upgrading.md.',
  run: async (words) => {
    parse({ args: words, options: {} })
    const database = await connect(readConfig(), note)
    try {
      const applied = await migrate(database.pool, { tell: note.info })
      print(
        applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The database is up to date.\n',
      )
    } finally {
      await database.close()
    }
  },
}
