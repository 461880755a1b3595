import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type ImageStorage, openImageStorage } from '../images/storage.ts'

/** Opens the storage of images that the settings name. */
export async function openImages(config: Config): Promise<ImageStorage> {
  if (config.IMAGE_STORAGE === 'disk') {
    return openImageStorage({ driver: 'disk', folder: join(config.DATA_DIR, 'images') })
  }
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  const credentials =
    S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
      ? { credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } }
      : {}
  return openImageStorage({
    driver: 's3',
    bucket: S3_BUCKET ?? '',
    region: S3_REGION,
    ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}),
    ...credentials,
  })
}
