import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { fingerprintOf, secretKeysText } from '../base/secret-box.ts'
import { cleanUpAtSignal } from '../base/system/clean-up.ts'
import { OperatorError } from '../base/system/operator-error.ts'
import { programVersion } from '../base/system/package.ts'
import { isBucketAddress, readBucketAddress } from '../base/values/bucket-address.ts'
import { type Config, readConfig } from '../config.ts'
import { connect, withBuilder } from '../database/connect.ts'
import type { Database } from '../database/database.ts'
import { hasDatabase } from '../database/embedded/data-dir.ts'
import { copyLive } from '../database/embedded/live-copy.ts'
import { openBareScratch, openScratch, withScratch } from '../database/embedded/scratch.ts'
import { isConnectionLost } from '../database/failures.ts'
import { explainingRights } from '../database/schema/rights.ts'
import { openImageStorage } from '../images/storage.ts'
import { ArchiveReader } from '../operations/backup/archive.ts'
import { claimFile } from '../operations/backup/claim.ts'
import type { SavedFiles } from '../operations/backup/files.ts'
import { BACKUP, type Manifest } from '../operations/backup/manifest.ts'
import {
  bucketSource,
  bucketTarget,
  fileSource,
  fileTarget,
  type Source,
  type Target,
  TargetTaken,
} from '../operations/backup/places.ts'
import type { ReportProgress } from '../operations/backup/progress.ts'
import { described, loadBackup } from '../operations/backup/read.ts'
import { writeBackup } from '../operations/backup/write.ts'
import { backupBucket } from '../processes/buckets.ts'
import { openImages } from '../processes/images.ts'
import { secretKeys } from '../processes/secret-key.ts'
import { Bucket } from '../storage/bucket.ts'
import { lines, megabytes, msg, verbatim } from '../texts/message.ts'
import { Progress } from './client/progress.ts'
import { type Command, inWords, note, parse, print, UsageError } from './command.ts'
import { readConfigAsOwner } from './owner.ts'

export const backupCommand: Command = {
  name: 'backup',
  parameters: msg`FILE`,
  summary: msg`save the whole database, the images and attachments, while the service runs or not`,
  options: [
    ['--with-secret-key', msg`the key of the secrets too: then whoever has the file reads them`],
  ],
  more: msg`FILE may be in a bucket: s3://bucket/folder/file.zip. It is a zip, and holds everything that the service\nknows: keep it as safe as the database.`,
  run: async (words) => {
    const { values, positionals } = parse({
      args: words,
      options: { 'with-secret-key': { type: 'boolean' } },
      allowPositionals: true,
    })
    const file = oneFile(positionals)
    await backUp(readConfigAsOwner(), file, values['with-secret-key'] ?? false)
  },
}

export const backupVerify: Command = {
  name: 'backup verify',
  parameters: msg`FILE`,
  summary: msg`restore a backup into a database that is thrown away, and compare`,
  more: msg`It needs room for the whole database beside FILE, or in the system’s folder for temporary files where FILE\nis in a bucket. Neither DATABASE_URL nor DATA_DIR is touched.`,
  run: async (words) => {
    const { positionals } = parse({ args: words, options: {}, allowPositionals: true })
    const file = oneFile(positionals)
    const archive = await ArchiveReader.open<Manifest>(BACKUP, await sourceOf(readConfig(), file))
    try {
      await withScratch(isBucketAddress(file) ? tmpdir() : dirname(file), (folder) =>
        withProgress(async (report) => {
          const database = await openBareScratch(folder)
          try {
            const images = await openImageStorage({ driver: 'disk', folder: `${folder}/images` })
            await loadBackup(database.pool, archive, images, report)
          } finally {
            await database.close()
          }
        }),
      )
      print(msg`The backup is whole: everything in it was restored and is as it was.\n`)
      print(`${inWords(described(archive.manifest))}\n`)
    } finally {
      archive.close()
    }
  },
}

/**
 * The one file that is named, by its full path or its address in a bucket.
 * @throws UsageError
 */
export function oneFile([file, ...more]: string[]): string {
  if (file === undefined || more.length > 0) throw new UsageError(msg`Name one file.`)
  if (!isBucketAddress(file)) return resolve(file)
  try {
    if (readBucketAddress(file).key !== '') return file
  } catch (error) {
    throw error instanceof OperatorError ? new UsageError(msg`"${file}" ${error.detail}.`) : error
  }
  throw new UsageError(msg`"${file}" names a bucket, and no file in it.`)
}

/** Where an archive is read. */
export async function sourceOf(config: Config, file: string): Promise<Source> {
  if (!isBucketAddress(file)) return fileSource(file)
  const { bucket, key } = readBucketAddress(file)
  return bucketSource(await Bucket.open(backupBucket(config, bucket)), key)
}

/** Shows on a terminal how far `work` is. */
export async function withProgress<T>(work: (report: ReportProgress) => Promise<T>): Promise<T> {
  const progress = new Progress()
  try {
    return await work((label, part, more) => progress.show(inWords(label), part, inWords(more)))
  } finally {
    progress.end()
  }
}

async function backUp(config: Config, file: string, withKey: boolean): Promise<void> {
  const keys = await secretKeys(config)
  const { manifest, bytes } = await writingTo(config, file, (database, target) =>
    withProgress(async (report) =>
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
        target(),
        report,
      ),
    ),
  )
  const gone = missingFiles(manifest)
  if (gone.length > 0) {
    note.warn(filesGone(gone))
  }
  print(lines([msg`${file}: ${megabytes(bytes)}`, described(manifest), verbatim('')]))
}

/** What an archive should have and has not. */
export const missingFiles = ({ missing_images, missing_attachments = [] }: SavedFiles) => [
  ...missing_images,
  ...missing_attachments,
]

export const filesGone = (names: string[]) =>
  msg`Images and attachments that were replaced meanwhile, or are gone: ${names}.`

type Writing<T> = (database: Database, target: () => Target) => Promise<T>

/**
 * Runs `work`, which reads the database and writes what is to be in `file`, a new file or object of a
 * bucket.
 * @throws UsageError, TargetTaken
 */
export function writingTo<T>(config: Config, file: string, work: Writing<T>): Promise<T> {
  return isBucketAddress(file) ? toBucket(config, file, work) : toFile(config, file, work)
}

async function toFile<T>(config: Config, file: string, work: Writing<T>): Promise<T> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw new UsageError(msg`${file} is a folder: name a new file in it.`)
  if (found) throw new UsageError(msg`There is a file ${file}: name a new one.`)
  const writing = async (scratch: string) => {
    await claimFile(file, scratch)
    const target = () => fileTarget(file, scratch)
    return onDatabase(config, scratch, (database) => work(database, target))
  }
  return withScratch(dirname(file), writing, file)
}

async function toBucket<T>(config: Config, file: string, work: Writing<T>): Promise<T> {
  const { bucket: name, key } = readBucketAddress(file)
  const bucket = await Bucket.open(backupBucket(config, name))
  if (await bucket.find(key)) throw new TargetTaken(file)
  const target = () => {
    const made = bucketTarget(bucket, key)
    cleanUpAtSignal(() => made.drop())
    return made
  }
  return reading(config, (database) => work(database, target))
}

/** Runs `work`, which only reads, on the server's database, or on a copy of the embedded one. */
export async function reading<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL !== undefined) return onDatabase(config, undefined, work)
  requireDatabase(config)
  return withScratch(config.DATA_DIR, (scratch) => onDatabase(config, scratch, work))
}

/** @param scratch a folder for the copy of the embedded database */
async function onDatabase<T>(
  config: Config,
  scratch: string | undefined,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL !== undefined || scratch === undefined) {
    return closing(await connect(config, note), work)
  }
  requireDatabase(config)
  await copyLive(config.DATA_DIR, scratch)
  return closing(withBuilder(await openScratch(scratch)), work)
}

function requireDatabase({ DATA_DIR }: Config): void {
  if (hasDatabase(DATA_DIR)) return
  throw new OperatorError(
    msg`There is no database in ${resolve(DATA_DIR)}, so there is nothing to save. Set DATA_DIR to the folder of the service, or DATABASE_URL.`,
  )
}

/** Runs `work` on a database and closes it. */
export async function closing<T>(
  database: Database,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  try {
    return await explainingRights(database.pool, () => work(database))
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    throw new OperatorError(
      msg`The connection to the database broke off. Nothing half was left; run the command again.`,
      { cause: error },
    )
  } finally {
    await database.close()
  }
}
