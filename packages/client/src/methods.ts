import { bulkOf } from './bulk.ts'
import { listOf } from './lists.ts'
import { noteVersion, versionOf } from './records.ts'
import { streamOf } from './stream.ts'
import {
  type Request,
  randomName,
  readJson,
  readResults,
  type Settings,
  send,
} from './transport.ts'
import type { Answer, Call, FileContent, HeaderOptions, Records, RequestOptions } from './types.ts'

type Query = Record<string, unknown>
type AllOptions = RequestOptions & Partial<HeaderOptions>
type Method = (...given: unknown[]) => unknown

/**
 * A method of the client from its line in the table: method, path and letters. Its arguments are
 * those of the path, the body, the query and the options, each where the operation has it.
 *
 * | | |
 * |---|---|
 * | b | takes a body, sent as JSON |
 * | u | takes a file, which is uploaded |
 * | n | takes records, which are sent as lines, and gives a result for each |
 * | q | takes a query |
 * | l | gives a list that has page mode and cursor mode |
 * | c | gives a list that has cursor mode alone |
 * | f | gives a file |
 * | s | gives a stream of events |
 */
export function methodOf(settings: Settings, line: string): Method {
  const [method = '', template = '', letters = ''] = line.split(' ')
  const has = (letter: string) => letters.includes(letter)
  return (...given) => {
    const path = template.replaceAll(/\{\w+\}/g, () => segment(given.shift()))
    const body = has('b') || has('u') || has('n') ? given.shift() : undefined
    const query = has('q') ? ((given.shift() ?? {}) as Query) : {}
    const options = (given.shift() ?? {}) as AllOptions
    const address = { method, path, options }
    if (has('l') || has('c')) {
      const start = has('l') ? { pagination: 'cursor' } : {}
      const ask = (asked: Query) => callOf(getJson(settings, requestOf(address, asked)))
      return listOf(ask, query, start)
    }
    if (has('s')) return stream(settings, address, query)
    if (has('n')) return bulk(settings, requestOf(address, query), body as Records<unknown>, query)
    const request = requestOf(address, query)
    if (has('f')) return callOf(download(settings, request))
    const asked = has('u')
      ? upload(settings, request, body as FileContent)
      : json(settings, request, body)
    return callOf(asked)
  }
}

interface Address {
  method: string
  path: string
  options: AllOptions
}

function requestOf({ method, path, options }: Address, query: Query): Request {
  const { idempotencyKey, ifMatch, ifNew, consistency, at, correction, expand, ...rest } = options
  const isChange = method !== 'GET'
  return {
    method,
    path: path + searchOf({ expand, ...query, at, correction }),
    headers: {
      ...(ifMatch === undefined ? {} : { 'If-Match': versionOf(ifMatch) }),
      ...(ifNew === true ? { 'If-None-Match': '*' } : {}),
      ...(consistency === undefined ? {} : { Prefer: `consistency=${consistency}` }),
    },
    idempotencyKey: isChange ? (idempotencyKey ?? randomName()) : undefined,
    waitMs: Number(query['wait'] ?? 0) * 1000,
    options: rest,
  }
}

/** A part of a path. Nothing in it can lead to another path: `..` and nothing at all would. */
function segment(value: unknown): string {
  const text = String(value ?? '')
  if (['', '.', '..'].includes(text)) throw new TypeError(`"${text}" can’t stand in a path.`)
  return encodeURIComponent(text)
}

function searchOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, textOf(value)]))
  return given.length > 0 ? `?${parameters}` : ''
}

/** A list has commas between its values; one in a value stands behind a backslash. */
function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  return value.map((one) => String(one).replaceAll(/[\\,]/g, '\\$&')).join(',')
}

/** Sends JSON where there is a body, and takes the record out of its envelope. */
async function json(settings: Settings, request: Request, body: unknown): Promise<Answer<unknown>> {
  if (body === undefined) return record(await getJson(settings, request))
  const headers = { ...request.headers, 'Content-Type': 'application/json' }
  return record(await getJson(settings, { ...request, headers, body: JSON.stringify(body) }))
}

const getJson = (settings: Settings, request: Request) => send(settings, request, readJson)

function record(answer: Answer<unknown>): Answer<unknown> {
  const { data: envelope, response } = answer
  const { data = envelope } = envelope as { data?: unknown }
  noteVersion(data, response)
  return { ...answer, data }
}

function download(settings: Settings, request: Request): Promise<Answer<Blob>> {
  const headers = { ...request.headers, Accept: '*/*' }
  return send(settings, { ...request, headers }, (response) => response.blob())
}

/** Sends a file as a form. It is written once, as each writing has another boundary. */
async function upload(settings: Settings, request: Request, file: FileContent) {
  const form = new FormData()
  form.append('file', file instanceof Blob ? file : new Blob([file]))
  const written = new Response(form)
  const type = written.headers.get('Content-Type') ?? ''
  const headers = { ...request.headers, 'Content-Type': type }
  const body = await written.arrayBuffer()
  return record(await getJson(settings, { ...request, headers, body }))
}

/** A request of lines has no `Idempotency-Key`: sent again it says `unchanged`. */
function bulk(settings: Settings, request: Request, records: Records<unknown>, query: Query) {
  const type = 'application/x-ndjson'
  const headers = { ...request.headers, 'Content-Type': type, Accept: type }
  const ask = async (body: string, count: number) => {
    const sent = { ...request, headers, body, idempotencyKey: undefined }
    return (await send(settings, sent, (response) => readResults(response, count))).data
  }
  return bulkOf(ask, records, query['atomic'] === true)
}

function stream(settings: Settings, address: Address, { cursor, after, ...filters }: Query) {
  const open = async (place: string | undefined, options: RequestOptions) => {
    const headers: Record<string, string> = { Accept: 'text/event-stream' }
    if (place !== undefined) headers['Last-Event-ID'] = place
    const request = requestOf({ ...address, options: { ...address.options, ...options } }, filters)
    const { data } = await send(
      settings,
      { ...request, headers: { ...request.headers, ...headers } },
      async (response) => response,
    )
    return data
  }
  return streamOf(open, (cursor ?? after) as string | undefined, address.options)
}

/** A promise of what was asked for, with the way to the whole answer. */
function callOf<T>(answer: Promise<Answer<T>>): Call<T> {
  const data = answer.then((whole) => whole.data)
  const withResponse = () => {
    // Who takes the whole answer learns of a failure by it.
    data.catch(() => {})
    return answer
  }
  return Object.assign(data, { withResponse })
}
