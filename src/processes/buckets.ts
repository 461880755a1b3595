import type { Config } from '../config.ts'
import type { BucketSettings } from '../storage/client.ts'

/** How a bucket of images is reached. */
export function imageBucket(config: Config, bucket: string): BucketSettings {
  const { S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  return {
    bucket,
    region: S3_REGION,
    ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}),
    ...credentials(S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY),
  }
}

/** How a bucket of backups is reached: as that of the images, unless settings of its own say else. */
export function backupBucket(config: Config, bucket: string): BucketSettings {
  const { BACKUP_S3_REGION, BACKUP_S3_ENDPOINT } = config
  return {
    ...imageBucket(config, bucket),
    ...(BACKUP_S3_REGION ? { region: BACKUP_S3_REGION } : {}),
    ...(BACKUP_S3_ENDPOINT ? { endpoint: BACKUP_S3_ENDPOINT } : {}),
    ...credentials(config.BACKUP_S3_ACCESS_KEY_ID, config.BACKUP_S3_SECRET_ACCESS_KEY),
  }
}

function credentials(
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
): Pick<BucketSettings, 'credentials'> {
  return accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}
}
