import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collection, type Item, requestsOf } from './collection/requests.ts'

// `npm run collection`: converts openapi.json into a Postman collection, as people do, and sends
// each of its requests in order to a new service on the embedded database. Each must get a success
// or a problem that the document declares, and never a fault of ours. `--url URL --token TOKEN`
// sends them to a service that runs: to one with nothing in it, as they create and delete.

type Convert = (
  input: { type: 'json'; data: object },
  options: object,
  done: (
    error: Error | null,
    result: { result: boolean; reason?: string; output?: { data: Collection }[] },
  ) => void,
) => void

const ROOT = new URL('../', import.meta.url)

interface Operation {
  responses: Record<string, object>
  security?: object[]
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

function collectionOf(document: object): Promise<Collection> {
  const { convert } = createRequire(import.meta.url)('openapi-to-postmanv2') as { convert: Convert }
  // With all optional parameters at once each request would carry the same `Idempotency-Key`.
  const options = {
    folderStrategy: 'Tags',
    requestParametersResolution: 'Example',
    enableOptionalParameters: false,
  }
  return new Promise((resolve, reject) => {
    convert({ type: 'json', data: document }, options, (error, { result, reason, output }) => {
      const [first] = output ?? []
      if (error || !result || !first) reject(error ?? new Error(reason))
      else resolve(first.data)
    })
  })
}

/** Starts a service in this process, on a free port and in a folder of its own. */
async function startNewService(): Promise<{ url: string; token: string; stop(): Promise<void> }> {
  const { pedido } = await import('./collection/service.ts')
  const folder = await mkdtemp(join(tmpdir(), 'pedido-collection-'))
  const service = await pedido(folder)
  const stop = async () => {
    await service.stop()
    await rm(folder, { recursive: true })
  }
  return { ...service, stop }
}

async function main(): Promise<void> {
  const flag = (name: string) => {
    const at = process.argv.indexOf(name)
    return at < 0 ? undefined : process.argv[at + 1]
  }
  const document = JSON.parse(await readFile(new URL('openapi.json', ROOT), 'utf8')) as Document
  const collection = await collectionOf(document)
  const [url, token] = [flag('--url'), flag('--token')]
  const given = url !== undefined && token !== undefined
  const service = given ? { url, token, stop: async () => {} } : await startNewService()
  let errors = 0
  const counts = new Map<number, number>()
  try {
    for (const item of requestsOf(collection)) {
      const { line, status, isRight } = await ask(service, document, item)
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (process.argv.includes('--verbose') && isRight && status >= 400) console.log(line)
      if (!isRight) {
        errors++
        console.log(line)
      }
    }
  } finally {
    await service.stop()
  }
  const summary = [...counts].sort(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`)
  console.log(`${summary.join(', ')}${errors ? `; ${errors} not as declared` : ''}`)
  process.exitCode = errors > 0 ? 1 : 0
}

async function ask(service: { url: string; token: string }, document: Document, item: Item) {
  const { method, template, path, headers, body } = item
  const answer = await fetch(service.url + path, {
    method,
    headers: { ...headers, Authorization: `Bearer ${service.token}` },
    ...(body === undefined ? {} : { body }),
  })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await answer.text()
  if (isStream) await answer.body?.cancel()
  const { status } = answer
  // A new service has one token, which is then the one that asks.
  if (status === 200 && template === '/tokens/{id}/rotate-secret') {
    service.token = JSON.parse(text).data.token
  }
  const operation = document.paths[template]?.[method.toLowerCase()]
  const { responses = {}, security = [] } = operation ?? {}
  // The token is right; what asks for none may refuse the e-mail or the client of its example.
  const isKnown = status !== 401 || security.length === 0
  const isRight = status < 500 && isKnown && String(status) in responses
  return { status, isRight, line: `${status} ${method} ${path}: ${text.slice(0, 300)}` }
}

await main()
