import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DateTime } from 'luxon'
import { makeFolder, refuseFileInPlace } from '../../base/system/folders.ts'
import { isBucketAddress, readBucketAddress } from '../../base/values/bucket-address.ts'
import type { Config } from '../../config.ts'
import type { Reader } from '../../database/database.ts'
import { Bucket } from '../../storage/bucket.ts'
import { backupBucket } from '../buckets.ts'
import { knownOwner, ownerOf } from './owner.ts'

/** Where backups by schedule are kept. Their names sort as their times. */
export interface BackupStore {
  /** Each question is a request that somebody counts. */
  isRemote: boolean
  /** The whole ones, the oldest first. */
  names(): Promise<string[]>
  /** How a command names one. */
  addressOf(name: string): string
  remove(name: string): Promise<void>
  /** Removes what was cut off long ago, where that is not the next backup's own matter. */
  removeCutOff(): Promise<void>
}

const NAME = /^pedido-\d{8}T\d{6}Z\.zip$/
const FORMAT = "'pedido-'yyyyMMdd'T'HHmmss'Z.zip'"
const DAY_MS = 86_400_000

/** The name of a backup that is begun now. */
export const nameAt = (ms: number): string =>
  DateTime.fromMillis(ms, { zone: 'utc' }).toFormat(FORMAT)

/** When a backup was begun, in seconds since 1970. */
export const timeOf = (name: string): number =>
  DateTime.fromFormat(name, FORMAT, { zone: 'utc' }).toSeconds()

/** Opens the store for a service that makes backups there. */
export async function openBackupStore(
  config: Config,
  address: string,
  db: Reader,
): Promise<BackupStore> {
  if (isBucketAddress(address)) {
    return bucketStore(config, address, await ownerOf(config, db))
  }
  refuseFileInPlace(address, 'BACKUP_DIR')
  makeFolder(address)
  return folderStore(address)
}

/** The store for who only looks; undefined where nothing was made there yet. */
export async function findBackupStore(
  config: Config,
  address: string,
  db: Reader | undefined,
): Promise<BackupStore | undefined> {
  if (!isBucketAddress(address)) return existsSync(address) ? folderStore(address) : undefined
  const owner = await knownOwner(config, db)
  return owner === undefined ? undefined : bucketStore(config, address, owner)
}

/** The newest backup below an address of a bucket, whichever database it is of. */
export async function newestOfAll(config: Config, address: string): Promise<string | undefined> {
  const { bucket: name, key } = readBucketAddress(address)
  const bucket = await Bucket.open(backupBucket(config, name))
  const stored = await bucket.list(key === '' ? '' : `${key}/`)
  const names = stored.map((one) => one.key.split('/').at(-1) ?? '')
  return names
    .filter((one) => NAME.test(one))
    .sort()
    .at(-1)
}

function folderStore(folder: string): BackupStore {
  return {
    isRemote: false,
    names: async () =>
      readdirSync(folder)
        .filter((name) => NAME.test(name))
        .sort(),
    addressOf: (name) => join(folder, name),
    remove: (name) => rm(join(folder, name), { force: true }),
    // Each backup does it in its folder.
    removeCutOff: async () => {},
  }
}

async function bucketStore(config: Config, address: string, owner: string): Promise<BackupStore> {
  const { bucket: name, key } = readBucketAddress(address)
  const bucket = await Bucket.open(backupBucket(config, name))
  const folder = key === '' ? `${owner}/` : `${key}/${owner}/`
  return {
    isRemote: true,
    async names() {
      const stored = await bucket.list(folder)
      const names = stored.map((one) => one.key.slice(folder.length))
      return names.filter((one) => NAME.test(one)).sort()
    },
    addressOf: (one) => `s3://${name}/${folder}${one}`,
    remove: (one) => bucket.remove(folder + one),
    removeCutOff: () => bucket.removeUnfinished(folder, new Date(Date.now() - DAY_MS)),
  }
}
