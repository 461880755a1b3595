import type { S3Client } from '@aws-sdk/client-s3'

/** How a bucket is reached. */
export interface BucketSettings {
  bucket: string
  region: string
  /** Address of an S3-compatible service; AWS's own when left out. */
  endpoint?: string
  /** When left out, the AWS SDK looks for them: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** Bucket in the path instead of the host name; default: when `endpoint` is given. */
  pathStyle?: boolean
}

/** How long is waited. */
interface Patience {
  /** For an answer. */
  requestTimeout?: number
  /** For any byte in either direction. */
  socketTimeout?: number
}

const CONNECT_MS = 5_000

/** Makes a client. The AWS SDK takes 0.2 s to load: only who uses it waits for it. */
export async function openClient(
  { region, endpoint, credentials, pathStyle }: BucketSettings,
  patience: Patience,
): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3')
  return new S3Client({
    region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    // The SDK's newer default checksums break older compatible services. The signature covers
    // the body's SHA-256 over HTTP, and TLS guards it over HTTPS.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      ...(patience.requestTimeout !== undefined && { throwOnRequestTimeout: true }),
      ...patience,
    },
  })
}
