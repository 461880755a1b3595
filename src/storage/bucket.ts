import { Readable } from 'node:stream'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { OperatorError } from '../base/system/operator-error.ts'
import { type Message, msg } from '../texts/message.ts'
import { type BucketSettings, openClient } from './client.ts'
import { Upload } from './upload.ts'

// Large files in a bucket, in memory that does not grow with them.

/** The bucket does not do what it is asked. The message says what, and what to look at. */
export class BucketFailed extends OperatorError {}

/** What is stored under a key. */
export interface Stored {
  key: string
  bytes: number
  /** Another one whenever what is stored was replaced. */
  etag: string
}

/** A connection that is silent for so long is dead. */
const SILENCE_MS = 60_000
/** How often a transfer that breaks off goes on where it was. */
const TRIES = 5

const NOT_FOUND = 404
const PRECONDITION_FAILED = 412
const NOT_IMPLEMENTED = 501

type Sdk = typeof import('@aws-sdk/client-s3')

export class Bucket {
  readonly name: string
  readonly #sdk: Sdk
  readonly #client: S3Client
  readonly #where: Message

  private constructor(sdk: Sdk, client: S3Client, { bucket, endpoint }: BucketSettings) {
    this.#sdk = sdk
    this.#client = client
    this.name = bucket
    this.#where =
      endpoint === undefined ? msg`The bucket ${bucket}` : msg`The bucket ${bucket} at ${endpoint}`
  }

  /** Asks nothing of the bucket yet. */
  static async open(settings: BucketSettings): Promise<Bucket> {
    const client = await openClient(settings, { socketTimeout: SILENCE_MS })
    return new Bucket(await import('@aws-sdk/client-s3'), client, settings)
  }

  /**
   * What is stored under keys that begin so, in their order.
   * @throws BucketFailed
   */
  async list(prefix: string): Promise<Stored[]> {
    const found: Stored[] = []
    let token: string | undefined
    do {
      const page = await this.#explaining(msg`list`, () =>
        this.#client.send(
          new this.#sdk.ListObjectsV2Command({
            Bucket: this.name,
            Prefix: prefix,
            ...(token && { ContinuationToken: token }),
          }),
        ),
      )
      for (const { Key = '', Size = 0, ETag = '' } of page.Contents ?? []) {
        found.push({ key: Key, bytes: Size, etag: ETag })
      }
      token = page.NextContinuationToken
    } while (token)
    return found
  }

  /** @throws BucketFailed */
  async find(key: string): Promise<Stored | undefined> {
    const command = new this.#sdk.HeadObjectCommand({ Bucket: this.name, Key: key })
    return this.#explaining(msg`look at`, async () => {
      try {
        const { ContentLength = 0, ETag = '' } = await this.#client.send(command)
        return { key, bytes: ContentLength, etag: ETag }
      } catch (error) {
        if (statusOf(error) === NOT_FOUND) return undefined
        throw error
      }
    })
  }

  /**
   * The bytes from `start` up to `end`, which is not among them. Where the connection breaks off it
   * goes on from there.
   */
  read({ key, etag }: Stored, start: number, end: number): Readable {
    return Readable.from(this.#parts(key, etag, start, end), { objectMode: false })
  }

  async *#parts(key: string, etag: string, start: number, end: number): AsyncGenerator<Buffer> {
    let at = start
    for (let attempt = 1; at < end; attempt++) {
      try {
        const { Body } = await this.#get(key, etag, at, end)
        for await (const part of Body as Readable) {
          at += (part as Buffer).length
          yield part as Buffer
        }
        if (at < end) throw new Error('the answer ended too early')
      } catch (error) {
        if (attempt === TRIES || statusOf(error) !== undefined)
          throw this.#explained(msg`read`, error)
      }
    }
  }

  #get(key: string, etag: string, start: number, end: number): Promise<GetObjectCommandOutput> {
    const Range = `bytes=${start}-${end - 1}`
    return this.#client.send(
      new this.#sdk.GetObjectCommand({ Bucket: this.name, Key: key, Range, IfMatch: etag }),
    )
  }

  /** What is written to it is stored under the key when it is kept, and not before. */
  upload(key: string): Upload {
    const target = { Bucket: this.name, Key: key }
    const { sdk, client } = { sdk: this.#sdk, client: this.#client }
    return new Upload({
      store: (bytes) =>
        this.#explaining(msg`write to`, () =>
          this.#unlessThere((condition) =>
            client.send(new sdk.PutObjectCommand({ ...target, ...condition, Body: bytes })),
          ),
        ),
      begin: () =>
        this.#explaining(msg`write to`, async () => {
          const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target))
          return UploadId ?? ''
        }),
      storePart: (UploadId, PartNumber, bytes) =>
        this.#explaining(msg`write to`, async () => {
          const part = { ...target, UploadId, PartNumber, Body: bytes }
          const { ETag = '' } = await client.send(new sdk.UploadPartCommand(part))
          return { PartNumber, ETag }
        }),
      complete: (UploadId, Parts) =>
        this.#explaining(msg`write to`, () =>
          this.#unlessThere((condition) =>
            client.send(
              new sdk.CompleteMultipartUploadCommand({
                ...target,
                ...condition,
                UploadId,
                MultipartUpload: { Parts },
              }),
            ),
          ),
        ),
      abort: async (UploadId) => {
        await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId }))
      },
    })
  }

  /** Not every service knows the condition that nothing is there yet; the others are not asked for it. */
  async #unlessThere<T>(send: (condition: { IfNoneMatch?: '*' }) => Promise<T>): Promise<T> {
    try {
      return await send({ IfNoneMatch: '*' })
    } catch (error) {
      if (statusOf(error) === NOT_IMPLEMENTED) return send({})
      if (statusOf(error) !== PRECONDITION_FAILED) throw error
      throw new BucketFailed(
        msg`Somebody else was faster: there is a file of that name in ${this.name}.`,
      )
    }
  }

  /**
   * Removes what was stored; nothing where there is no such key.
   * @throws BucketFailed
   */
  async remove(key: string): Promise<void> {
    await this.#explaining(msg`remove from`, () =>
      this.#client.send(new this.#sdk.DeleteObjectCommand({ Bucket: this.name, Key: key })),
    )
  }

  /**
   * Ends uploads below these keys that were begun before, and whose writers were killed.
   * @throws BucketFailed
   */
  async removeUnfinished(prefix: string, before: Date): Promise<void> {
    const Bucket = this.name
    await this.#explaining(msg`look for unfinished uploads in`, async () => {
      const found = await this.#client.send(
        new this.#sdk.ListMultipartUploadsCommand({ Bucket, Prefix: prefix }),
      )
      for (const { Key, UploadId, Initiated } of found.Uploads ?? []) {
        if (!Initiated || Initiated >= before) continue
        await this.#client.send(
          new this.#sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }),
        )
      }
    })
  }

  async #explaining<T>(what: Message, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.#explained(what, error)
    }
  }

  #explained(what: Message, error: unknown): BucketFailed {
    if (error instanceof BucketFailed) return error
    const { name, message, code } = error as Error & { code?: string }
    const reason = [code ?? (name === 'Error' ? '' : name), message].filter(Boolean).join(': ')
    return new BucketFailed(
      msg`${this.#where} can’t be used (to ${what} it): ${reason}. Look at its name, endpoint, region, keys and their rights (get, put, list, delete).`,
      { cause: error },
    )
  }
}

/** What the service answered; undefined where no answer came. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}
