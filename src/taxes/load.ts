import { readFile } from 'node:fs/promises'
import { OperatorError } from '../base/system/operator-error.ts'
import { packageFile } from '../base/system/package.ts'
import { type Db, inTransaction, type Reader } from '../database/database.ts'
import { msg } from '../texts/message.ts'
import type { Catalogue } from './catalogue.ts'
import { type CatalogueFile, readCatalogue } from './file.ts'
import {
  catalogue_loaded,
  catalogue_lock,
  catalogue_note,
  catalogue_read,
  effects_insert,
  rates_insert,
  taxes_clear,
  taxes_insert,
} from './sql.ts'

/** What came with this release. */
const RELEASED = new URL('fiscal/taxes.json', packageFile)

/** The catalogue that is loaded. */
export async function loadedCatalogue(db: Reader): Promise<Catalogue> {
  const [row] = await catalogue_read(db, [true])
  return row?.catalogue as Catalogue
}

/** By the digests of their files: one content each, in whatever database. */
const known = new Map<string, Catalogue>()
/** As many as two versions side by side, and one that is being replaced. */
const MOST_KNOWN = 3

/** The catalogue that is loaded, which is read once and asked for its digest after that. */
export async function knownCatalogue(db: Reader): Promise<Catalogue> {
  const [loaded] = await catalogue_loaded(db, [true])
  const found = loaded && known.get(loaded.sha256)
  if (found) return found
  const catalogue = await loadedCatalogue(db)
  if (catalogue.sha256 === null) return catalogue
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(catalogue.sha256, catalogue)
  return catalogue
}

/**
 * Loads the catalogue of this release, where the database has none or one of an earlier day. One of the
 * same day or a later one stays: an operator or a newer version has loaded it.
 */
export async function loadReleasedCatalogue(db: Db): Promise<void> {
  const bytes = await readFile(RELEASED)
  // Most starts find it loaded, and need no more of it: to read it whole takes a quarter of a second.
  const { date } = JSON.parse(bytes.toString()) as { date: string }
  const isDue = async (reader: Reader) => {
    const [loaded] = await catalogue_loaded(reader, [true])
    return loaded === undefined || loaded.date < date
  }
  if (!(await isDue(db))) return
  const file = readCatalogue(bytes, 'fiscal/taxes.json')
  await inTransaction(db, async (tx) => {
    await catalogue_lock(tx, [])
    if (await isDue(tx)) await replaceCatalogue(tx, file)
  })
}

/**
 * Puts the catalogue of a file in the place of the one that is loaded: all of it or nothing.
 * @param allowsOlder takes a file of an earlier day than the loaded one, too
 * @returns whether it was another one
 * @throws OperatorError where the file is older, or lacks a tax that the loaded one has
 */
export async function loadCatalogue(
  db: Db,
  file: CatalogueFile,
  allowsOlder: boolean,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await catalogue_lock(tx, [])
    const loaded = await loadedCatalogue(tx)
    if (loaded.sha256 === file.sha256) return false
    if (!allowsOlder) refuseOlder(loaded, file)
    await replaceCatalogue(tx, file)
    return true
  })
}

/** Lines of orders name taxes: one that is over is closed by an effect, and stays. */
function refuseOlder({ date, taxes }: Catalogue, file: CatalogueFile): void {
  if (date !== null && file.date < date) {
    throw new OperatorError(
      msg`The catalogue that is loaded is of ${date}, and this file of ${file.date}: nothing was loaded. To go back to it: --older.`,
    )
  }
  const known = new Set(file.taxes.map(({ tax }) => tax))
  const lacking = taxes.flatMap(({ tax }) => (known.has(tax) ? [] : [tax]))
  if (lacking.length > 0) {
    throw new OperatorError(
      msg`The file lacks taxes that are loaded (${lacking}): nothing was loaded. A tax that is over stays, and a row of effects closes it.`,
    )
  }
}

async function replaceCatalogue(tx: Reader, file: CatalogueFile): Promise<void> {
  await taxes_clear(tx, [])
  await taxes_insert(tx, [JSON.stringify(file.taxes)])
  await effects_insert(tx, [JSON.stringify(file.effects)])
  await rates_insert(tx, [JSON.stringify(file.rates)])
  await catalogue_note(tx, [file.date, file.sha256])
}
