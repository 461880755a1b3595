import { Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Actor } from '../../access/actor.ts'
import { actorOf, watchedRequest } from '../../access/authenticate.ts'
import { inPieces } from '../../base/giving-way/pieces.ts'
import { refuseParameters } from '../../base/problems.ts'
import { today } from '../../base/values/date-time.ts'
import type { Snapshot } from '../../database/snapshot/snapshot.ts'
import { type Language, languages, msg } from '../../texts/message.ts'
import { addVary } from '../wire/headers.ts'
import {
  type Encoding,
  encodingFor,
  preferredLanguage,
  preferredType,
} from '../wire/negotiation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Hears of an export before anything of it is read; where it throws, nothing is. */
    onExport: (actor: Actor, made: MadeExport) => Promise<void>
  }
}

/** An export, as it was asked for. */
export interface MadeExport {
  resource: string
  format: ExportFormat
  /** Of the address. */
  parameters: Record<string, unknown>
}

/** The media types of a list as a file, by what `format` calls them. */
const exportTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type ExportFormat = keyof typeof exportTypes

const JSON_TYPE = 'application/json'
const formats = Object.keys(exportTypes) as ExportFormat[]

/** What can be had as a file. */
export interface Exported {
  /** The end of its list's address. */
  resource: string
  /** What people call the records of the list. */
  called: Readonly<Record<Language, string>>
}

/** What a file shall look like. */
export interface ExportStyle {
  format: ExportFormat
  /** Of headings; property names where it is undefined. */
  language: Language | undefined
  /** CSV as spreadsheets in Brazil read it. */
  isBrazilian: boolean
  /** What a row is. */
  rows: 'orders' | 'items'
  /** The top-level properties that are wanted; all where it is undefined. */
  fields: string[] | undefined
  time_zone: string
}

export interface ExportRequest extends ExportStyle, Exported {
  account_id: number
  /** The records' JSON in parts. */
  read: (snapshot: Snapshot) => AsyncIterable<string[]>
}

/** A file on its way. */
export interface OpenExport {
  chunks: AsyncIterable<string | Uint8Array>
  /** Stops it, wherever it is. A second call does nothing. */
  end: () => void
}

interface ExportEvents {
  /** Nobody takes it any more. */
  gone: AbortSignal
  /** Called as soon as nothing refuses the export. */
  onAccepted: () => Promise<void>
}

/** What makes files of lists: `src/files/exports/`. */
export interface Exporter {
  /** How long a client may take nothing, in milliseconds. */
  stallMs: number
  /** @throws Problem before anything is sent */
  open: (asked: ExportRequest, when: ExportEvents) => Promise<OpenExport>
}

/** Query parameters of a list that can be had as a file. */
export function exportParameters({ hasItems = false } = {}) {
  return {
    format: Type.Optional(
      Type.String({
        enum: ['json', ...formats],
        description:
          'The whole list as a file, whatever `Accept` says: CSV, JSON by lines (NDJSON) or XLSX.',
        examples: ['csv'],
        'x-component': 'ExportFormat',
      }),
    ),
    csv: Type.Optional(
      Type.String({
        enum: ['rfc', 'br'],
        description:
          '`br`: CSV with `;`, decimal comma, a byte order mark, dates as dd/mm/yyyy hh:mm in the account’s time zone and headings for people. RFC 4180 unless given.',
        examples: ['br'],
        'x-component': 'ExportCsv',
      }),
    ),
    language: Type.Optional(
      Type.String({
        enum: [...languages],
        description:
          'The language of the headings of XLSX and `csv=br`; unless given, that of `Accept-Language`, or Portuguese. Other CSV has property names unless this is given.',
        examples: ['pt-BR'],
        'x-component': 'ExportLanguage',
      }),
    ),
    ...(hasItems
      ? {
          rows: Type.Optional(
            Type.String({
              enum: ['orders', 'items'],
              description:
                'What a row of CSV or XLSX is: an order, or each of its items with what the order says. `orders` unless given.',
              examples: ['items'],
            }),
          ),
        }
      : {}),
  }
}

const FILE = Type.String({ format: 'binary' })

/** The other media types of a list, with what each holds; of NDJSON a line. For `operation()`. */
export function exportMedia(record: TSchema): Record<string, TSchema> {
  return { [exportTypes.csv]: FILE, [exportTypes.ndjson]: record, [exportTypes.xlsx]: FILE }
}

/** The format that a request asks for; undefined: JSON, in pages. `format` comes before `Accept`. */
export function exportFormat({ query, headers }: FastifyRequest): ExportFormat | undefined {
  const { format } = query as { format?: 'json' | ExportFormat }
  if (format !== undefined) return format === 'json' ? undefined : format
  const { accept } = headers
  if (accept === undefined || accept === '*/*' || accept === JSON_TYPE) return undefined
  const type = preferredType(accept, [JSON_TYPE, ...Object.values(exportTypes)])
  return formats.find((name) => exportTypes[name] === type)
}

/** Sends a whole list as a file, as far as the client takes it. What fails then breaks it off. */
export async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    exporter,
    resource,
    called,
    format,
    read,
  }: Exported & Pick<ExportRequest, 'format' | 'read'> & { exporter: Exporter },
): Promise<FastifyReply> {
  refusePages(request)
  const actor = actorOf(request)
  const { account_id, time_zone } = actor
  const style = styleOf(request, format, time_zone)
  const day = today(time_zone)
  const name = `${fileName(called[style.language ?? 'en'])}-${day}.${format}`
  reply
    .type(
      format === 'csv' ? `${exportTypes.csv}; charset=utf-8; header=present` : exportTypes[format],
    )
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Cache-Control', 'no-store')
  addVary(reply, 'Accept-Language')
  const encoding = format === 'xlsx' ? undefined : encodingOf(request, reply)
  if (request.method === 'HEAD') return reply.send('')
  const ended = watchedRequest(request, reply)
  const { format: _, ...parameters } = request.query as Record<string, unknown>
  const onAccepted = () => request.server.onExport(actor, { resource, format, parameters })
  const asked = { ...style, resource, called, account_id, read }
  const opened = await exporter
    .open(asked, { gone: whenOver(reply, ended), onAccepted })
    .catch((error: unknown) => {
      throw ended.aborted ? ended.reason : error
    })
  reply.raw.setTimeout(exporter.stallMs, () => reply.raw.destroy())
  const plain = Readable.from(inTurns(opened), { objectMode: false, highWaterMark: 65_536 })
  return reply.send(encoding ? compressed(plain, encoding) : plain)
}

/** The client has left, or may no longer read: what is on its way to him then breaks off. */
function whenOver(reply: FastifyReply, ended: AbortSignal): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  ended.addEventListener('abort', () => {
    if (reply.raw.headersSent) reply.raw.destroy()
  })
  return AbortSignal.any([closed.signal, ended])
}

/** `Condições de pagamento` is `condicoes-de-pagamento`: headers have no accents. */
function fileName(called: string): string {
  const bare = called.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return bare.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

const ofPages = ['page', 'limit', 'offset', 'cursor', 'after', 'pagination', 'wait']

function refusePages({ query }: FastifyRequest): void {
  const given = ofPages.filter((name) => Object.hasOwn(query as object, name))
  refuseParameters(
    given.map((parameter) => ({
      parameter,
      code: 'not_in_export',
      detail: msg`is not for an export, which has the whole list.`,
    })),
  )
}

function styleOf(request: FastifyRequest, format: ExportFormat, time_zone: string): ExportStyle {
  const { csv, language, rows, fields } = request.query as {
    csv?: 'rfc' | 'br'
    language?: Language
    rows?: 'orders' | 'items'
    fields?: string
  }
  const isBrazilian = format === 'csv' && csv === 'br'
  const isForPeople = isBrazilian || format === 'xlsx'
  const wanted = isForPeople ? preferredLanguage(request.headers['accept-language']) : undefined
  return {
    format,
    language: language ?? wanted,
    isBrazilian,
    rows: rows ?? 'orders',
    fields: fields?.split(','),
    time_zone,
  }
}

/** Lets others have their turn between the chunks, as each is some milliseconds of work. */
async function* inTurns({ chunks, end }: OpenExport): AsyncGenerator<string | Uint8Array> {
  const pieceDone = inPieces()
  try {
    for await (const chunk of chunks) {
      yield chunk
      await pieceDone()
    }
  } finally {
    end()
  }
}

function encodingOf({ headers }: FastifyRequest, reply: FastifyReply): Encoding | undefined {
  addVary(reply, 'Accept-Encoding')
  const { 'accept-encoding': accepted } = headers
  const encoding = accepted === undefined ? undefined : encodingFor(String(accepted))
  if (encoding) reply.header('Content-Encoding', encoding)
  return encoding
}

/** Flushed with each chunk, so that the first ones do not wait for more. Levels: `compression.ts`. */
function compressed(plain: Readable, encoding: Encoding): Transform {
  const zipped =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
        })
      : createGzip({ level: 3, flush: constants.Z_SYNC_FLUSH })
  plain.once('error', (error) => zipped.destroy(error))
  zipped.once('close', () => plain.destroy())
  return plain.pipe(zipped)
}
