import { resolve } from 'node:path'
import { fingerprintOf } from '../base/secret-box.ts'
import type { Config } from '../config.ts'
import { connect } from '../database/connect.ts'
import { hasDatabase } from '../database/embedded/data-dir.ts'
import { makeDatabase } from '../database/embedded/scratch.ts'
import { ArchiveReader } from '../operations/backup/archive.ts'
import { BACKUP, type Manifest } from '../operations/backup/manifest.ts'
import { described, loadBackup, NotEmpty } from '../operations/backup/read.ts'
import { openImages } from '../processes/images.ts'
import { keepSecretKeys, secretKeys } from '../processes/secret-key.ts'
import { msg } from '../texts/message.ts'
import { closing, oneFile, sourceOf, withProgress } from './backup.ts'
import { type Command, note, parse, print } from './command.ts'
import { readConfigAsOwner } from './owner.ts'

export const restoreCommand: Command = {
  name: 'restore',
  parameters: msg`FILE`,
  summary: msg`bring a backup back, into an empty database of either kind`,
  more: msg`FILE may be in a bucket: s3://bucket/folder/file.zip. Where to: the database that DATABASE_URL names, else the embedded one in DATA_DIR. Nothing is\noverwritten: a place that is not empty is refused.`,
  run: async (words) => {
    const { positionals } = parse({ args: words, options: {}, allowPositionals: true })
    const config = readConfigAsOwner()
    const archive = await ArchiveReader.open<Manifest>(
      BACKUP,
      await sourceOf(config, oneFile(positionals)),
    )
    try {
      await restore(config, archive)
      await reportMissingKeys(config, archive)
      if (config.DATABASE_URL === undefined && process.getuid?.() === 0)
        note.warn(ownedByRoot(config))
      print(msg`Restored.\n${described(archive.manifest)}\n`)
    } finally {
      archive.close()
    }
  },
}

async function restore(config: Config, archive: ArchiveReader<Manifest>): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = config
  if (DATABASE_URL === undefined) {
    if (hasDatabase(DATA_DIR)) {
      throw new NotEmpty(
        msg`There is a database in ${resolve(DATA_DIR)} already. Nothing was changed. Move it away, or set DATA_DIR to another folder.`,
      )
    }
    await makeDatabase(DATA_DIR, ({ pool }) =>
      withProgress(async (report) => loadBackup(pool, archive, await openImages(config), report)),
    )
    return
  }
  const images = await openImages(config)
  await closing(await connect(config, note), ({ pool }) =>
    withProgress((report) => loadBackup(pool, archive, images, report)),
  )
}

const ownedByRoot = ({ DATA_DIR }: Config) =>
  msg`What is in ${resolve(DATA_DIR)} is root’s. Where the service runs as another user: chown -R USER ${resolve(DATA_DIR)}`

/** Secrets of webhooks are read by the keys that sealed them: says which are missing here. */
async function reportMissingKeys(
  config: Config,
  { manifest }: ArchiveReader<Manifest>,
): Promise<void> {
  const here = ((await secretKeys(config)) ?? []).map(fingerprintOf)
  const missing = manifest.key_fingerprints.filter((one) => !here.includes(one))
  if (missing.length === 0) return
  if (manifest.secret_key !== undefined && here.length === 0) {
    const path = resolve(await keepSecretKeys(config, manifest.secret_key))
    if (config.DATABASE_URL === undefined) return
    note.warn(
      msg`The key of the secrets is in ${path} now. Before the service starts, set SECRET_KEY to what is in it.`,
    )
    return
  }
  const where =
    config.DATABASE_URL === undefined
      ? msg`put the file secret-key of the old DATA_DIR into ${resolve(config.DATA_DIR)}, or set SECRET_KEY`
      : msg`set SECRET_KEY to it (the embedded database keeps it in the file secret-key of its DATA_DIR)`
  note.warn(
    msg`Secrets of webhooks were sealed with a key that is not here (${missing}). Before the service starts, ${where}; without it nothing is sent to them.`,
  )
}
