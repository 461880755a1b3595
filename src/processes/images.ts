import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type ImageStorage, openImageStorage } from '../images/storage.ts'
import { imageBucket } from './buckets.ts'

/** Opens the storage of images that the settings name. */
export async function openImages(config: Config): Promise<ImageStorage> {
  if (config.IMAGE_STORAGE === 'disk') {
    return openImageStorage({ driver: 'disk', folder: join(config.DATA_DIR, 'images') })
  }
  return openImageStorage({ driver: 's3', ...imageBucket(config, config.S3_BUCKET ?? '') })
}
