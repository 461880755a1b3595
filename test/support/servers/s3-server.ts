/**
 * The part of Amazon S3's protocol that the service uses, for tests: PutObject, GetObject, HeadObject,
 * DeleteObject, ListObjectsV2 and multipart uploads, with path-style addresses. It verifies each
 * request's AWS Signature Version 4 and body hash, so the real SDK has to drive it.
 * Source: Amazon S3 API reference, "Authenticating Requests: Using the Authorization Header".
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  status: number
  body?: string | Buffer
  type?: string
  etag?: string
}

interface Stored {
  bytes: Buffer
  type: string | undefined
}

interface Unfinished {
  key: string
  parts: Map<number, Buffer>
  begun: Date
}

export interface S3Server {
  endpoint: string
  bucket: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  /** What is stored, by key. */
  objects: Map<string, Stored>
  /** Uploads in parts that were neither completed nor aborted, by their id. */
  uploads: Map<string, Unfinished>
  /** `METHOD key` of each request that was accepted. */
  requests: string[]
  close(): Promise<void>
}

const credentials = { accessKeyId: 'TESTKEY', secretAccessKey: 'test-secret' }
const region = 'eu-test-1'
const bucket = 'images'

interface S3Options {
  /** Objects in one page of a list. */
  pageSize?: number
  /** Told of each accepted request before it is carried out. */
  onRequest?: (request: string, objects: S3Server['objects']) => void
  /** Whether this request is not allowed. */
  refuses?: (request: string) => boolean
  /** Whether the connection of this answer breaks off in the middle. */
  breaks?: (request: string) => boolean
}

/** Starts on a free port of the loopback address. */
export async function startS3Server(options: S3Options = {}): Promise<S3Server> {
  const { pageSize = 1_000, onRequest, refuses = () => false, breaks = () => false } = options
  const uploads: S3Server['uploads'] = new Map()
  let lastId = 0
  const objects: S3Server['objects'] = new Map()
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { status, body: answer = '', type = 'application/xml', etag } = handle(request, body)
    const headers = { 'content-type': type, 'content-length': answer.length, ...(etag && { etag }) }
    response.writeHead(status, headers)
    if (request.method === 'HEAD') return void response.end()
    const { pathname } = new URL(request.url ?? '/', 'http://s3')
    if (!breaks(`${request.method} ${pathname}`)) return void response.end(answer)
    response.write(answer.slice(0, answer.length / 2), () => response.destroy())
  })

  function handle(request: IncomingMessage, body: Buffer): Answer {
    const url = new URL(request.url ?? '/', 'http://s3')
    const fault = signatureFault(request, url, body)
    if (fault) return failure(403, fault)
    const [, inBucket, ...rest] = url.pathname.split('/')
    if (inBucket !== bucket) return failure(404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    if (refuses(`${request.method} ${key}`)) return failure(403, 'AccessDenied')
    requests.push(`${request.method} ${key}`)
    onRequest?.(`${request.method} ${key}`, objects)
    if (request.method === 'GET' && key === '') {
      return url.searchParams.has('uploads') ? listUploads() : list(url.searchParams)
    }
    const object = objects.get(key)
    const isNew = request.headers['if-none-match'] === '*'
    if (isNew && object) return failure(412, 'PreconditionFailed')
    const id = url.searchParams.get('uploadId')
    if (request.method === 'POST' && url.searchParams.has('uploads')) return begin(key)
    if (id !== null) return inParts(id, key, request.method, url.searchParams, body)
    switch (request.method) {
      case 'PUT':
        objects.set(key, { bytes: body, type: request.headers['content-type'] })
        return { status: 200 }
      case 'DELETE':
        objects.delete(key)
        return { status: 204 }
      case 'GET':
      case 'HEAD':
        if (!object) return failure(404, 'NoSuchKey')
        return sent(object, request.headers)
      default:
        return failure(501, 'NotImplemented')
    }
  }

  function begin(key: string): Answer {
    const id = `upload-${++lastId}`
    uploads.set(id, { key, parts: new Map(), begun: new Date() })
    return xml(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }

  function inParts(
    id: string,
    key: string,
    method: string | undefined,
    query: URLSearchParams,
    body: Buffer,
  ): Answer {
    const upload = uploads.get(id)
    if (upload?.key !== key) return failure(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return { status: 200, etag: etagOf(body) }
    }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const numbers = Array.from(body.toString().matchAll(/<PartNumber>(\d+)</g), ([, n]) =>
      Number(n),
    )
    const parts = numbers.map((number) => upload.parts.get(number) ?? Buffer.of())
    if (parts.slice(0, -1).some(({ length }) => length < 5 * 2 ** 20)) {
      return failure(400, 'EntityTooSmall')
    }
    objects.set(key, { bytes: Buffer.concat(parts), type: undefined })
    return xml('<CompleteMultipartUploadResult/>')
  }

  function listUploads(): Answer {
    const entries = Array.from(
      uploads,
      ([id, { key, begun }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    )
    return xml(`<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`)
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter') || undefined
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix))
    const names = new Set(keys.map((key) => folded(key, prefix, delimiter)))
    const left = [...names].sort().filter((name) => name > after)
    const page = left.slice(0, pageSize)
    const contents = page
      .map((name) =>
        objects.has(name)
          ? `<Contents><Key>${name}</Key></Contents>`
          : `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`,
      )
      .join('')
    const more = left.length > page.length
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return xml(
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`,
    )
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region,
    credentials,
    objects,
    uploads,
    requests,
    close() {
      server.closeAllConnections()
      return new Promise((closed, failed) => server.close((e) => (e ? failed(e) : closed())))
    },
  }
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

const xml = (body: string): Answer => ({ status: 200, body: `<?xml version="1.0"?>${body}` })

/** An object, or the part of it that is asked for. */
function sent({ bytes, type }: Stored, headers: IncomingHttpHeaders): Answer {
  const etag = etagOf(bytes)
  if (headers['if-match'] && headers['if-match'] !== etag) return failure(412, 'PreconditionFailed')
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const head = { etag, ...(type && { type }) }
  if (start === undefined) return { status: 200, body: bytes, ...head }
  return { status: 206, body: bytes.subarray(Number(start), Number(end) + 1), ...head }
}

function failure(status: number, code: string): Answer {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` }
}

/** S3's error code for what is wrong with the request's authorization, if anything is. */
function signatureFault(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const { authorization = '', 'x-amz-date': time, 'x-amz-content-sha256': hash } = request.headers
  const [, key, scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  if (key !== credentials.accessKeyId) return 'InvalidAccessKeyId'
  if (!scope.endsWith(`/${region}/s3/aws4_request`)) return 'AuthorizationHeaderMalformed'
  // Hence no aws-chunked body either: its hash header starts with STREAMING-.
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  const headers = signed.split(';').map((name) => `${name}:${request.headers[name]}\n`)
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), signed, hash]
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical.join('\n'))].join('\n')
  const signingKey = scope
    .split('/')
    .reduce<Buffer | string>((k, part) => hmac(k, part), `AWS4${credentials.secretAccessKey}`)
  return hmac(signingKey, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: Buffer | string, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

/** A key, or the part of it up to the delimiter that follows the prefix: a folder. */
function folded(key: string, prefix: string, delimiter: string | undefined): string {
  const end = delimiter === undefined ? -1 : key.indexOf(delimiter, prefix.length)
  return end < 0 ? key : key.slice(0, end + 1)
}
