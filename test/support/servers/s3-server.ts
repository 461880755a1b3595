/**
 * The part of Amazon S3's protocol that image storage uses, for tests: PutObject, GetObject,
 * HeadObject, DeleteObject and ListObjectsV2 with path-style addresses. It verifies each
 * request's AWS Signature Version 4 and body hash, so the real SDK has to drive it.
 * Source: Amazon S3 API reference, "Authenticating Requests: Using the Authorization Header".
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  status: number
  body?: string | Buffer
  type?: string
}

export interface S3Server {
  endpoint: string
  bucket: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  /** What is stored, by key. */
  objects: Map<string, { bytes: Buffer; type: string | undefined }>
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
}

/** Starts on a free port of the loopback address. */
export async function startS3Server(options: S3Options = {}): Promise<S3Server> {
  const { pageSize = 1_000, onRequest } = options
  const objects: S3Server['objects'] = new Map()
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { status, body: answer = '', type = 'application/xml' } = handle(request, body)
    response.writeHead(status, { 'content-type': type, 'content-length': answer.length })
    response.end(request.method === 'HEAD' ? undefined : answer)
  })

  function handle(request: IncomingMessage, body: Buffer): Answer {
    const url = new URL(request.url ?? '/', 'http://s3')
    const fault = signatureFault(request, url, body)
    if (fault) return failure(403, fault)
    const [, inBucket, ...rest] = url.pathname.split('/')
    if (inBucket !== bucket) return failure(404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    requests.push(`${request.method} ${key}`)
    onRequest?.(`${request.method} ${key}`, objects)
    if (request.method === 'GET' && key === '') return list(url.searchParams)
    const object = objects.get(key)
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
        return { status: 200, body: object.bytes, ...(object.type && { type: object.type }) }
      default:
        return failure(501, 'NotImplemented')
    }
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
    const left = keys.filter((key) => key > after)
    const page = left.slice(0, pageSize)
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    const more = left.length > page.length
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const body = `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`
    return { status: 200, body }
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region,
    credentials,
    objects,
    requests,
    close() {
      server.closeAllConnections()
      return new Promise((closed, failed) => server.close((e) => (e ? failed(e) : closed())))
    },
  }
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
