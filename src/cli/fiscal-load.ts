import { readFile } from 'node:fs/promises'
import { readCatalogue } from '../taxes/file.ts'
import { loadCatalogue } from '../taxes/load.ts'
import { msg } from '../texts/message.ts'
import { oneFile } from './backup.ts'
import { type Command, onMigrated, parse, print } from './command.ts'

export const fiscalLoad: Command = {
  name: 'fiscal load',
  parameters: msg`FILE`,
  summary: msg`take a newer catalogue of taxes: effects on totals, and rates, by date`,
  options: [['--older', msg`takes a file of an earlier day than the loaded one, too`]],
  more: msg`All of the file or nothing of it. A service that runs goes by it at once. See docs/taxes.md.`,
  run: async (words) => {
    const options = { older: { type: 'boolean' } } as const
    const { values, positionals } = parse({ args: words, options, allowPositionals: true })
    const path = oneFile(positionals)
    const file = readCatalogue(await readFile(path), path)
    const { date, taxes, effects, rates } = file
    const isNew = await onMigrated(({ db }) => loadCatalogue(db, file, values.older === true))
    print(
      isNew
        ? msg`Loaded the catalogue of ${date}: ${taxes.length} taxes, ${effects.length} effects, ${rates.length} rates.\n`
        : msg`This catalogue of ${date} is loaded already.\n`,
    )
  },
}
