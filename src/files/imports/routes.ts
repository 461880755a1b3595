import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Actor } from '../../access/actor.ts'
import { actorOf, watchedRequest } from '../../access/authenticate.ts'
import { Problem, refuseParameters } from '../../base/problems.ts'
import { requireScope } from '../../base/scopes.ts'
import { type Db, singleRow, type Tx } from '../../database/database.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { letTakeLong } from '../../http/client-errors.ts'
import { sendRecord } from '../../http/conditional.ts'
import { sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, cursorList, idParams, list, single } from '../../http/schemas.ts'
import { cleanedName } from '../../http/uploads/files.ts'
import { refuseContentEncoding } from '../../http/wire/compression.ts'
import { problemLanguage } from '../../http/wire/negotiation.ts'
import { compileValidator } from '../../http/wire/validation.ts'
import type { AccountQueue } from '../../jobs/account-queue.ts'
import type { Services } from '../../services.ts'
import { type Message, msg } from '../../texts/message.ts'
import {
  beginImport,
  type FileInput,
  findImport,
  importsFor,
  refuseTooManyImports,
  resourcesOf,
  savedMapping,
  scopeOf,
  unknownFields,
} from './commands.ts'
import type { Mapping } from './mapping/columns.ts'
import { hasPreset } from './presets/presets.ts'
import type { Encoding } from './reading/encoding.ts'
import { refusedFile } from './refused.ts'
import { runRoutes } from './run-routes.ts'
import {
  importCounts,
  importQuery,
  importRecord,
  importSource,
  importsQuery,
  mappingSchema,
  needsScope,
  upload,
} from './schema.ts'
import { imports_discard, imports_insert } from './sql.ts'
import { type KeptFile, keepFile } from './upload.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Accounts with an import to begin with. */
    importsDue: AccountQueue
  }
}

const ref = Type.Ref('Import')
const common = { tag: 'Imports', scope: 'imports:manage' } as const

/** Files that are brought in. */
export async function importRoutes(app: App, services: Services): Promise<void> {
  for (const schema of [importCounts, importRecord]) app.addSchema(schema)
  await app.register(async (scope: App) => {
    scope.setValidatorCompiler(compileValidator)
    await scope.register(multipart, {
      limits: { fileSize: services.config.IMPORT_MAX_BYTES, files: 2, fields: 20, parts: 30 },
    })
    createRoute(scope, services)
  })
  readRoutes(app, services)
  refusedRoute(app, services)
  await runRoutes(app, services)
}

function createRoute(app: App, services: Services): void {
  app.post(
    '/imports',
    operation({
      ...common,
      operationId: 'createImport',
      summary: 'Bring in a file: CSV, a workbook (.xlsx, .ods) or JSON',
      description: `The service finds out and reports the encoding, the separator, decimals, dates and what each column holds. It creates records, or changes those with the same code. In a file of orders each line is an item, and all lines with the same code are one order. The file is tried first unless \`dry_run=false\`. ${needsScope}`,
      query: importQuery,
      consumes: 'multipart/form-data',
      upload,
      success: changed(ref),
      status: 201,
      changes: true,
      problems: [
        'unsupported_media_type',
        'body_too_large',
        'bad_request',
        'validation_failed',
        'limit_reached',
      ],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const { resource, dry_run: isDryRun = true } = request.query
      requireScope(actor.scopes, scopeOf(resource))
      if (!request.isMultipart()) {
        throw new Problem('unsupported_media_type', msg`Send the file as multipart/form-data.`)
      }
      refuseContentEncoding(request)
      const room = await makeRoom(services, request)
      try {
        const sent = await keepUpload(services, request, reply, room)
        const begin = (tx: Tx, by: Actor) => beginImport(tx, by, sent, isDryRun)
        return await change(services.primary, request, reply, begin, { content: sent.sha256 })
      } finally {
        app.importsDue.add(actor.account_id)
        await discard(services, request, room.id)
      }
    },
  )
}

/** Keeps the room for a file that is being sent, under what the request says of it. */
async function makeRoom(
  { primary }: Services,
  request: FastifyRequest,
): Promise<{ id: number; encoding: Encoding | undefined }> {
  const { account_id, scopes, only: sees, id_token, token_name, request_id } = actorOf(request)
  const query = request.query as { resource: string; mode?: string; dry_run?: boolean }
  const { resource, mode = 'patch', dry_run = true } = query
  const sent = await mappingOf(primary, request)
  const mapping = JSON.stringify(sent)
  const language = problemLanguage(request.headers['accept-language'])
  const sight = [sees.users, sees.branches] as const
  await refuseTooManyImports(primary, account_id)
  const by = [scopes, ...sight, id_token, token_name, request_id, language] as const
  const row = await imports_insert(primary, [account_id, resource, mode, dry_run, mapping, ...by])
  return { id: singleRow(row).id, encoding: sent.encoding }
}

async function keepUpload(
  { primary, config }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, encoding }: { id: number; encoding: Encoding | undefined },
): Promise<FileInput & { sha256: string }> {
  const { account_id } = actorOf(request)
  const arrived = watchArrival(request, reply, config.REQUEST_TIMEOUT_MS)
  const kept = await receive(request, (content) =>
    keepFile(primary, account_id, id, content, encoding, arrived, config.IMPORT_KEPT_BYTES),
  ).finally(arrived.end)
  return { id, ...kept }
}

/** Forgets what did not become an import: one that broke off, or the repeat of a request. */
async function discard({ primary }: Services, request: FastifyRequest, id: number): Promise<void> {
  try {
    await imports_discard(primary, [actorOf(request).account_id, id])
  } catch (error) {
    request.log.error({ err: error }, `import ${id} could not be removed`)
  }
}

/**
 * Lets a large file take its time, as long as it goes on arriving at 1,000 bytes a second.
 * @returns gets each piece; `end` ends the watch
 */
function watchArrival(request: FastifyRequest, reply: FastifyReply, everyMs: number) {
  letTakeLong(request, reply)
  watchedRequest(request, reply).addEventListener('abort', () => request.raw.destroy())
  let came = 0
  const timer = setInterval(() => {
    if (came < everyMs) request.raw.destroy()
    came = 0
  }, everyMs)
  const piece = (bytes: number) => {
    came += bytes
  }
  return { piece, end: () => clearInterval(timer) }
}

/** What of a mapping a request can say by itself. */
const OWN = ['preset', 'decimal', 'dates', 'encoding', 'sheet'] as const

const checkMapping = compileValidator({ schema: mappingSchema })

/** What the request says of the file. @throws Problem */
async function mappingOf(db: Db, request: FastifyRequest): Promise<Mapping> {
  const { mapping: text, resource, ...query } = request.query as Record<string, string>
  const own: Mapping = Object.fromEntries(
    OWN.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  )
  if (resource === undefined) return own
  const isKnown = own.preset === undefined || hasPreset(resource, own.preset)
  if (!isKnown) {
    const detail = msg`${own.preset} has no export of ${resource} that is known.`
    refuseParameters([{ parameter: 'preset', code: 'enum', detail }])
  }
  if (text === undefined) return own
  const wrong = (detail: Message) =>
    refuseParameters([{ parameter: 'mapping', code: 'format', detail }])
  if (!text.startsWith('{')) {
    const saved = await savedMapping(db, actorOf(request), text, resource)
    if (!saved) wrong(msg`names no saved mapping of ${resource}.`)
    return { ...saved, ...own }
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    wrong(msg`is neither a name nor JSON: ${(error as Error).message}.`)
  }
  const checked = checkMapping(parsed)
  if ('error' in checked) {
    const { errors } = checked.error as Problem
    refuseParameters(
      errors.map(({ pointer = '', code, detail }) => ({
        parameter: 'mapping',
        code,
        detail: pointer ? msg`${pointer} ${detail}` : detail,
      })),
    )
  }
  const mapping = parsed as Mapping
  const unknown = unknownFields(resource, mapping)
  refuseParameters(
    unknown.map(({ pointer, code, detail }) => ({
      parameter: 'mapping',
      code,
      detail: msg`${pointer}: ${detail}`,
    })),
  )
  return { ...mapping, ...own }
}

/** The one file of an upload, kept by `keep`. */
async function receive(
  request: FastifyRequest,
  keep: (content: AsyncIterable<Buffer>) => Promise<KeptFile>,
): Promise<KeptFile & { name: string | null }> {
  let kept: (KeptFile & { name: string | null }) | undefined
  try {
    for await (const part of request.files()) {
      if (kept) throw wrongFiles('several_files', msg`The upload has more than one file.`)
      kept = { ...(await keep(part.file)), name: cleanedName(part.filename) }
      if (part.file.truncated) {
        throw new Problem('body_too_large', msg`The file is larger than IMPORT_MAX_BYTES.`)
      }
    }
  } catch (error) {
    throw uploadProblem(error)
  }
  if (!kept) throw wrongFiles('file_required', msg`The upload has no file.`)
  if (kept.bytes === 0) throw wrongFiles('file_required', msg`The file is empty.`)
  return kept
}

function wrongFiles(code: 'several_files' | 'file_required', detail: Message): Problem {
  return new Problem('validation_failed', detail, { errors: [{ pointer: '', code, detail }] })
}

function uploadProblem(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === 'FST_FILES_LIMIT') {
    return wrongFiles('several_files', msg`The upload has more than one file.`)
  }
  const isCut = code === 'ERR_STREAM_PREMATURE_CLOSE' || code === undefined
  if (error instanceof Problem || !isCut) return error
  return new Problem('bad_request', msg`The multipart body is broken or cut off.`, { cause: error })
}

/** What each filter of the list means. */
const filters: Record<string, (value: string) => RawBuilder<unknown>> = {
  resource: (value) => sql`r.resource = ${value}`,
  state: (value) => sql`r.state = ${value}`,
}

function readRoutes(app: App, { readsOf }: Services): void {
  app.get(
    '/imports',
    operation({
      ...common,
      operationId: 'listImports',
      summary: 'List the imports',
      description: `The newest first: imports of records that the token may write. An import is kept for 90 days after its end.`,
      query: importsQuery,
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      return sendList(readsOf(request), request, reply, {
        source: importSource,
        defaultSort: '-id',
        conditions: [
          sql`r.account_id = ${actor.account_id}`,
          sql`r.state <> 'uploading'`,
          sql`r.resource = any (${resourcesOf(actor)}::text[])`,
        ],
        within: importsFor(actor),
        filters,
        query: request.query,
      })
    },
  )

  app.get(
    '/imports/:id',
    operation({
      ...common,
      operationId: 'readImport',
      summary: 'Read an import',
      description: `What the file was taken for, how far it is, and what became of its records. ${needsScope}`,
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { id } = request.params
      const found = await findImport(readsOf(request).db, actorOf(request), id)
      return sendRecord(request, reply, found.document)
    },
  )
}

function refusedRoute(app: App, { readsOf }: Services): void {
  app.get(
    '/imports/:id/refused',
    operation({
      ...common,
      operationId: 'readImportRefusedLines',
      summary: 'Read the refused lines of an import',
      description: `As CSV: the lines as they were, with a last column that says why. You can correct the file and send it again: that column is ignored. If an account keeps many imports, the lines of the oldest are forgotten (410). \`Accept-Language: pt-BR\` gives the column a Portuguese heading; the reasons are in the language that \`POST /imports\` was sent with. ${needsScope}`,
      params: idParams,
      produces: 'text/csv',
      success: Type.String({ format: 'binary' }),
      problems: ['refused_lines_gone'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const actor = actorOf(request)
      const { db } = readsOf(request)
      const { layout, details_kept } = await findImport(db, actor, id)
      if (!details_kept) throw linesGone(id)
      const language = problemLanguage(request.headers['accept-language'])
      const lines = refusedFile(db, actor.account_id, id, layout, language)
      watchedRequest(request, reply).addEventListener('abort', () => reply.raw.destroy())
      return reply
        .header('Content-Disposition', `attachment; filename="refused-${id}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(lines))
    },
  )
}

function linesGone(id: number): Problem {
  const detail = msg`The refused lines of import ${id} are no longer kept: the account keeps those of newer imports.`
  return new Problem('refused_lines_gone', detail)
}
