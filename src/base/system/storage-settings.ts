import { any, folderOrBucket, integer, oneOf, setting, timesOfDay } from './setting-readers.ts'

/** The settings of what is kept beside the database. */
export const storageSettings = {
  IMAGE_STORAGE: setting<'disk' | 's3'>(
    'disk',
    oneOf('disk', 's3'),
    'Where images and attachments are kept: `DATA_DIR/images` or an S3-compatible bucket.',
  ),
  S3_BUCKET: setting<string | undefined>(undefined, any, 'Bucket, with `IMAGE_STORAGE=s3`.'),
  S3_ENDPOINT: setting<string | undefined>(
    undefined,
    any,
    'Endpoint of an S3-compatible service; unset: AWS.',
  ),
  S3_REGION: setting('us-east-1', any, 'Region of the bucket.'),
  S3_ACCESS_KEY_ID: setting<string | undefined>(
    undefined,
    any,
    'Access key; unset: the AWS default chain.',
    true,
  ),
  S3_SECRET_ACCESS_KEY: setting<string | undefined>(
    undefined,
    any,
    'Secret of the access key.',
    true,
  ),
  BACKUP_DIR: setting<string | undefined>(
    undefined,
    folderOrBucket,
    'Where the service makes backups by itself: a folder, best on another disk than the database, or `s3://bucket/folder`; unset: nowhere. Where several machines serve one database, on one of them. Not with a Citus cluster.',
  ),
  BACKUP_SCHEDULE: setting<readonly string[]>(
    ['02:30'],
    timesOfDay,
    'When, as times of the day in `TIME_ZONE`, by comma. One that was missed is made up.',
  ),
  BACKUP_KEEP: setting(14, integer(1, 10_000), 'How many of them are kept: the newest.'),
  BACKUP_S3_ENDPOINT: setting<string | undefined>(
    undefined,
    any,
    'For `s3://…` in `BACKUP_DIR`; unset: as `S3_ENDPOINT`.',
  ),
  BACKUP_S3_REGION: setting<string | undefined>(undefined, any, 'The same; unset: as `S3_REGION`.'),
  BACKUP_S3_ACCESS_KEY_ID: setting<string | undefined>(
    undefined,
    any,
    'The same; unset: as `S3_ACCESS_KEY_ID`.',
    true,
  ),
  BACKUP_S3_SECRET_ACCESS_KEY: setting<string | undefined>(
    undefined,
    any,
    'Secret of that access key.',
    true,
  ),
  HISTORY_DAYS: setting<number | undefined>(
    undefined,
    integer(1, 36_500),
    'Days after which events that have left the feed go from the database into files (`HISTORY_DIR`); unset: never.',
  ),
  HISTORY_DIR: setting<string | undefined>(
    undefined,
    folderOrBucket,
    'Where to: a folder, or `s3://bucket/folder`, which is reached as the bucket of the images; unset: `history` where the images are, in `DATA_DIR` or in `S3_BUCKET`.',
  ),
}
