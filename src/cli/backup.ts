import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fingerprintOf, secretKeysText } from '../base/secret-box.ts'
import { OperatorError } from '../base/system/operator-error.ts'
import { programVersion } from '../base/system/package.ts'
import { type Config, readConfig } from '../config.ts'
import { connect, withBuilder } from '../database/connect.ts'
import type { Database } from '../database/database.ts'
import { copyLive } from '../database/embedded/live-copy.ts'
import { hasDatabase, openScratch, withScratch } from '../database/embedded/scratch.ts'
import { isConnectionLost } from '../database/failures.ts'
import { openImageStorage } from '../images/storage.ts'
import { ArchiveReader } from '../operations/backup/archive.ts'
import { described, loadBackup } from '../operations/backup/read.ts'
import { type Tell, writeBackup } from '../operations/backup/write.ts'
import { openImages } from '../processes/images.ts'
import { secretKeys } from '../processes/secret-key.ts'
import { Progress } from './client/progress.ts'
import { type Command, note, parse, print, UsageError } from './command.ts'

export const backupCommand: Command = {
  name: 'backup',
  parameters: 'FILE',
  summary: 'save the whole database and the images, while the service runs or not',
  options: {
    '--with-secret-key': 'the key of the secrets too: then whoever has the file reads them',
  },
  more: 'The file is a zip. It holds everything that the service knows: keep it as safe as the database.',
  run: async (words) => {
    const { values, positionals } = parse({
      args: words,
      options: { 'with-secret-key': { type: 'boolean' } },
      allowPositionals: true,
    })
    const file = oneFile(positionals)
    if (existsSync(file)) throw new UsageError(`There is a file ${file}: name a new one.`)
    await backUp(readConfig(), file, values['with-secret-key'] ?? false)
  },
}

export const backupVerify: Command = {
  name: 'backup verify',
  parameters: 'FILE',
  summary: 'restore a backup into a database that is thrown away, and compare',
  more: 'It needs room beside FILE for the whole database; neither DATABASE_URL nor DATA_DIR is touched.',
  run: async (words) => {
    const { positionals } = parse({ args: words, options: {}, allowPositionals: true })
    const file = oneFile(positionals)
    const archive = await ArchiveReader.open(file)
    try {
      await withScratch(dirname(file), (folder) =>
        withProgress(async (tell) => {
          const database = await openScratch(folder)
          try {
            const images = await openImageStorage({ driver: 'disk', folder: `${folder}/images` })
            await loadBackup(database.pool, archive, images, tell)
          } finally {
            await database.close()
          }
        }),
      )
      print(`The backup is whole: everything in it was restored and is as it was.\n`)
      print(`${described(archive.manifest)}\n`)
    } finally {
      archive.close()
    }
  },
}

/** @throws UsageError */
export function oneFile([file, ...more]: string[]): string {
  if (file === undefined || more.length > 0) throw new UsageError('Name one file.')
  return resolve(file)
}

/** Shows on a terminal how far `work` is. */
export async function withProgress<T>(work: (tell: Tell) => Promise<T>): Promise<T> {
  const progress = new Progress()
  try {
    return await work((label, part, more) => progress.show(label, part, more))
  } finally {
    progress.end()
  }
}

async function backUp(config: Config, file: string, withKey: boolean): Promise<void> {
  const keys = await secretKeys(config)
  const { manifest, bytes } = await onDatabase(config, dirname(file), async (database) =>
    withProgress(async (tell) =>
      writeBackup(
        {
          database,
          images: await openImages(config),
          from: config.DATABASE_URL === undefined ? 'embedded' : 'postgresql',
          version: programVersion(),
          keys: {
            key_fingerprints: (keys ?? []).map(fingerprintOf),
            ...(withKey && keys ? { secret_key: secretKeysText(keys) } : {}),
          },
        },
        file,
        tell,
      ),
    ),
  )
  const { missing_images } = manifest
  if (missing_images.length > 0) {
    note.warn(`Images that were replaced meanwhile, or are gone: ${missing_images.join(', ')}.`)
  }
  print(`${file}: ${(bytes / 1e6).toFixed(1)} MB\n${described(manifest)}\n`)
}

/** Runs `work` on the server's database, or on a copy of the embedded one in `folder`. */
async function onDatabase<T>(
  config: Config,
  folder: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL !== undefined) return closing(await connect(config, note), work)
  const { DATA_DIR } = config
  if (!hasDatabase(DATA_DIR)) {
    throw new OperatorError(
      `There is no database in ${resolve(DATA_DIR)}, so there is nothing to save. Set DATA_DIR to the folder of the service, or DATABASE_URL.`,
    )
  }
  return withScratch(folder, async (scratch) => {
    await copyLive(DATA_DIR, scratch)
    return closing(withBuilder(await openScratch(scratch)), work)
  })
}

/** Runs `work` on a database and closes it. */
export async function closing<T>(
  database: Database,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  try {
    return await work(database)
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    throw new OperatorError(
      'The connection to the database broke off. Nothing half was left; run the command again.',
      { cause: error },
    )
  } finally {
    await database.close()
  }
}
