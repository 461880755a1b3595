import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { makeFolder } from '../../base/system/folders.ts'
import { isBucketAddress, readBucketAddress } from '../../base/values/bucket-address.ts'
import type { Config } from '../../config.ts'
import { bucketTarget, fileTarget, type Target } from '../../operations/backup/places.ts'
import { Bucket } from '../../storage/bucket.ts'
import { imageBucket } from '../buckets.ts'

/** Where files of history are kept. */
export interface HistoryStore {
  /** How a person finds what has this name. */
  addressOf(name: string): string
  /** Nothing that is there is overwritten. */
  write(name: string): Promise<Target>
  /** What is at an address that this store has given. */
  find(address: string): Promise<Readable | undefined>
  /** Removes it, also where it is half written. */
  remove(address: string): Promise<void>
}

/** Opens the store that the settings name: where the images are, unless they say else. */
export async function openHistory(config: Config): Promise<HistoryStore> {
  const { HISTORY_DIR, IMAGE_STORAGE, S3_BUCKET, DATA_DIR } = config
  const byImages = IMAGE_STORAGE === 's3' ? `s3://${S3_BUCKET}/history` : join(DATA_DIR, 'history')
  const address = HISTORY_DIR ?? byImages
  return isBucketAddress(address) ? inBucket(config, address) : inFolder(resolve(address))
}

function inFolder(folder: string): HistoryStore {
  const incoming = join(folder, '.incoming')
  const partialOf = (path: string) => join(incoming, basename(path))
  return {
    addressOf: (name) => join(folder, name),
    async write(name) {
      const path = join(folder, name)
      for (const one of [incoming, dirname(path)]) makeFolder(one)
      const target = fileTarget(path, incoming)
      const clear = () => rm(partialOf(path), { force: true })
      return {
        ...target,
        keep: async () => {
          await target.keep()
          await clear()
        },
        drop: async () => {
          await target.drop()
          await clear()
        },
      }
    },
    async find(address) {
      const found = await stat(address).catch(nothing)
      return found && createReadStream(address)
    },
    async remove(address) {
      for (const path of [address, partialOf(address)]) await rm(path, { force: true })
    },
  }
}

function nothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function inBucket(config: Config, address: string): Promise<HistoryStore> {
  const { bucket: name, key } = readBucketAddress(address)
  const bucket = await Bucket.open(imageBucket(config, name))
  const keyOf = (one: string) => (key === '' ? one : `${key}/${one}`)
  return {
    addressOf: (one) => `s3://${name}/${keyOf(one)}`,
    write: async (one) => bucketTarget(bucket, keyOf(one)),
    async find(one) {
      const stored = await bucket.find(readBucketAddress(one).key)
      return stored && bucket.read(stored, 0, stored.bytes)
    },
    remove: (one) => bucket.remove(readBucketAddress(one).key),
  }
}
