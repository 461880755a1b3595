import { webcrypto } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { type TObject, Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { Tx } from '../../database/database.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { isUnchanged, sendRecord } from '../../http/conditional.ts'
import { sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, cursorList, deleted, idParams, list, single } from '../../http/schemas.ts'
import { leftOf } from '../../http/turns/left.ts'
import {
  cleanedName,
  fileUpload,
  sentFile,
  takingFiles,
  uploadProblems,
  wrongFile,
} from '../../http/uploads/files.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import type { OrderKey } from '../reads/keys.ts'
import { readOrder } from '../reads/order.ts'
import {
  addAttachment,
  attachmentNotFound,
  deleteAttachment,
  findContent,
  type NewFile,
  putContent,
  readAttachment,
} from './commands.ts'
import { endings, mediaTypeOf } from './media-types.ts'
import {
  attachmentSchemas,
  attachmentSource,
  attachmentsQuery,
  id_attachment,
  uploadQuery,
} from './schema.ts'

const ref = Type.Ref('OrderAttachment')
const read = { tag: 'Order attachments', scope: 'orders:read' } as const
const write = { tag: 'Order attachments', scope: 'orders:write', changes: true } as const

/** How a path names an order. */
interface OrderAddress {
  path: string
  params: TObject
  ending: string
  by: string
}

/**
 * Files beside orders, which stay as they are.
 * @param addresses of an order
 */
export async function attachmentRoutes(
  app: App,
  services: Services,
  addresses: readonly OrderAddress[],
): Promise<void> {
  for (const schema of attachmentSchemas) app.addSchema(schema)
  await takingFiles(app, services.config.MAX_UPLOAD_BYTES, (scope) => {
    for (const address of addresses) uploadRoute(scope, services, address)
  })
  for (const address of addresses) {
    listRoute(app, services, address)
    contentRoute(app, services, address)
    deleteRoute(app, services, address)
  }
  readRoute(app, services)
}

function uploadRoute(
  app: App,
  { primary, images, quotas }: Services,
  { path, params, ending, by }: OrderAddress,
): void {
  app.post(
    `${path}/attachments`,
    operation({
      ...write,
      operationId: `createOrderAttachment${ending}`,
      summary: `Attach a file to an order${by}`,
      description:
        'PDF, XML, JPEG, PNG, WebP, CSV, XLSX or text in UTF-8 or Latin-1, by its bytes; at most `MAX_UPLOAD_BYTES` (10 MiB) and 50 of an order. In any status, locked ones too: the order stays as it is, with its version and entity tag. Files are kept as they are: nobody looks for viruses in them. The event is `attachment.created`.',
      params,
      query: uploadQuery,
      consumes: 'multipart/form-data',
      upload: fileUpload,
      status: 201,
      success: changed(ref),
      problems: [...uploadProblems, 'limit_reached'],
    }),
    async (request, reply) => {
      const key = request.params as OrderKey
      const actor = actorOf(request)
      // Before the body is read; with a key it may be sent again, and its order be gone since.
      if (request.headers['idempotency-key'] === undefined) await readOrder(primary, actor, key)
      const { name } = request.query as { name?: string }
      const file = await newFile(await sentFile(request), name)
      let put: Promise<{ id_order: number }> | undefined
      const store = () => {
        put ??= putContent(primary, images, actor, key, file)
        return put
      }
      const command = async (tx: Tx) => {
        const { id_order } = await store()
        return addAttachment(tx, images, actor, key, file, id_order)
      }
      const content = `${file.sha256} ${file.name}`
      const work = () =>
        change(primary, request, reply, command, {
          content,
          before: async () => void (await store()),
        })
      return quotas.attachments.run(actor.account_id, work, leftOf(request))
    },
  )
}

/** @param wanted what it is to be called, before what its sender calls it */
async function newFile(
  sent: { bytes: Buffer; name: string | null },
  wanted: string | undefined,
): Promise<NewFile> {
  const { bytes: content } = sent
  if (content.length === 0) throw wrongFile('file_required', msg`holds an empty file.`)
  const name = cleanedName(wanted) ?? sent.name
  const media_type = mediaTypeOf(content, name)
  // In a thread: 10 MiB take 20 ms or more.
  const digest = await webcrypto.subtle.digest('SHA-256', content as Uint8Array<ArrayBuffer>)
  const sha256 = Buffer.from(digest).toString('hex')
  return { name: name ?? `file.${endings[media_type]}`, media_type, content, sha256 }
}

function listRoute(
  app: App,
  { readsOf }: Services,
  { path, params, ending, by }: OrderAddress,
): void {
  app.get(
    `${path}/attachments`,
    operation({
      ...read,
      operationId: `listOrderAttachments${ending}`,
      summary: `List the attachments of an order${by}`,
      description: 'The oldest first, unless `sort` says otherwise. A deleted order has none.',
      params,
      query: attachmentsQuery,
      success: Type.Union([list(ref), cursorList(ref)]),
      problems: ['invalid_cursor'],
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const reads = readsOf(request)
      const { id } = await readOrder(reads.db, actor, request.params as OrderKey)
      return sendList(reads, request, reply, {
        source: attachmentSource,
        defaultSort: 'id',
        conditions: [
          sql`r.account_id = ${actor.account_id}`,
          sql`r.id_order = ${id}`,
          sql`r.deleted_at is null`,
        ],
        filters: {},
        query: request.query as Record<string, unknown>,
      })
    },
  )
}

/** The path of one of an order’s attachments. */
const below = ({ properties }: TObject) => Type.Object({ ...properties, id_attachment })

const BINARY = 'application/octet-stream'

function contentRoute(
  app: App,
  { config, primary, images, readsOf }: Services,
  { path, params, ending, by }: OrderAddress,
): void {
  app.get(
    `${path}/attachments/:id_attachment`,
    operation({
      ...read,
      operationId: `readOrderAttachmentContent${ending}`,
      summary: `Download an attachment of an order${by}`,
      description:
        'The file as it was sent. It is always something to be saved (`Content-Disposition: attachment`) and never a page: what it is says `media_type` of the list. With `If-None-Match` it is sent only if it is another one.',
      params: below(params),
      produces: BINARY,
      success: Type.String({ format: 'binary' }),
      conditional: true,
      responseHeaders: {
        'Cache-Control': '`private, no-cache`: keep it, and ask with `If-None-Match`.',
        'Content-Disposition': 'The name of the file, in `filename*` as RFC 6266 wants it.',
        'Content-Security-Policy': '`sandbox`: a browser runs nothing of it.',
      },
    }),
    async (request, reply) => {
      const { id_attachment: id, ...order } = request.params
      const key = order as OrderKey
      const actor = actorOf(request)
      // A second try: a replica may still name what was removed, or not yet what was added.
      for (const source of [readsOf(request).db, primary]) {
        const found = await findContent(source, actor, key, id)
        if (isUnchanged(request, reply, `"${found.sha256}"`)) return reply.code(304).send()
        const files = images.forOrder(actor.account_id, found.id_order)
        const content = await files.stream(found.sha256)
        if (!content) continue
        reply.raw.setTimeout(config.STREAM_STALL_MS, () => reply.raw.destroy())
        return asDownload(reply, found).send(content)
      }
      throw attachmentNotFound(id)
    },
  )
}

/** Whoever opens the address saves a file, whatever is in it. */
function asDownload(
  reply: FastifyReply,
  { name, bytes }: { name: string; bytes: number },
): FastifyReply {
  return reply
    .type(BINARY)
    .header('Content-Length', bytes)
    .header('Content-Disposition', dispositionOf(name))
    .header('Content-Security-Policy', "sandbox; default-src 'none'")
}

/** RFC 6266: the name in UTF-8, and for whoever does not know that, what of it is plain ASCII. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["%\\]/gu, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function deleteRoute(
  app: App,
  { primary }: Services,
  { path, params, ending, by }: OrderAddress,
): void {
  app.delete(
    `${path}/attachments/:id_attachment`,
    operation({
      ...write,
      operationId: `deleteOrderAttachment${ending}`,
      summary: `Take an attachment from an order${by}`,
      description:
        'In any status. Its content is removed for good within a minute. The event is `attachment.deleted`.',
      params: below(params),
      success: deleted,
    }),
    (request, reply) => {
      const { id_attachment: id, ...order } = request.params
      const key = order as OrderKey
      return change(primary, request, reply, (tx, actor) => deleteAttachment(tx, actor, key, id))
    },
  )
}

function readRoute(app: App, { readsOf }: Services): void {
  app.get(
    '/orders/attachments/:id',
    operation({
      ...read,
      operationId: 'readOrderAttachment',
      summary: 'Read what an attachment of an order is',
      description:
        'Its name, media type and size; the file itself is below its order. With `If-None-Match` it is sent only if it is another one.',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { id } = request.params
      const document = await readAttachment(readsOf(request).db, actorOf(request), id)
      return sendRecord(request, reply, document)
    },
  )
}
