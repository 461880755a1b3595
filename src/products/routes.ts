import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Actor } from '../access/actor.ts'
import { actorOf } from '../access/authenticate.ts'
import { notFound, Refusal } from '../base/refusals.ts'
import { type Db, inTransaction, type Reader } from '../database/database.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { isUnchanged } from '../http/conditional.ts'
import { operation } from '../http/openapi/operation.ts'
import { recordKeys, textOut } from '../http/schemas.ts'
import { refuseContentEncoding } from '../http/wire/json-body.ts'
import { compileValidator } from '../http/wire/validation.ts'
import { IMAGE_MAX_SIDE, IMAGE_WIDTH_MIN, prepareImage } from '../images/images.ts'
import { type ProductFiles, resizedName } from '../images/storage.ts'
import { recordNotFound, setColumns } from '../records/commands.ts'
import { type Key, product } from '../records/definitions.ts'
import type { Services } from '../services.ts'
import { products_image, products_lockImage } from './sql.ts'

const uploaded = Type.Object(
  {
    data: Type.Object(
      {
        message: textOut(100, { examples: ['Image uploaded successfully'] }),
        fileName: textOut(100, { examples: ['9c56cc51b374c3ba189210d5b6d4bf57790d351c.webp'] }),
      },
      { additionalProperties: false },
    ),
    meta: Type.Ref('Meta'),
  },
  { title: 'ImageResponse' },
)

const upload = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'The first file part counts, whatever its name.',
  }),
})

const tag = 'Products'

/** Upload and reading of product images. The life of the files: `image-storage.ts`. */
export async function productImageRoutes(app: App, services: Services): Promise<void> {
  // Encapsulated: no other address takes multipart bodies.
  await app.register(async (scope: App) => {
    // In a scope that adds schemas Fastify goes back to its own, which coerces: 1e400 was Infinity.
    scope.setValidatorCompiler(compileValidator)
    await scope.register(multipart, {
      // RFC 7578 lets a file have no name; a part with a type of its own is one all the same.
      isPartAFile: (_field, type, name) =>
        name !== undefined || (type !== undefined && !type.startsWith('text/plain')),
      limits: {
        fileSize: services.config.MAX_UPLOAD_BYTES,
        files: 2,
        fields: 20,
        fieldSize: 10_000,
        parts: 30,
      },
    })
    for (const key of recordKeys) uploadRoute(scope, services, key)
  })
  for (const key of recordKeys) readRoute(app, services, key)
}

type RecordKey = (typeof recordKeys)[number]

async function productOf(db: Reader, account_id: number, key: Key) {
  const [row] = await products_image(
    db,
    'id' in key ? [account_id, null, key.id] : [account_id, key.fk_id, null],
  )
  return row
}

function uploadRoute(
  app: App,
  { primary, images, shares }: Services,
  { at, params, suffix, by }: RecordKey,
): void {
  app.post(
    `/products${at}/image`,
    operation({
      operationId: `uploadProductImage${suffix}`,
      tag,
      summary: `Upload the image of a product${by}`,
      description:
        'JPEG, PNG, WebP, AVIF or GIF. Kept as WebP of at most 2,048 pixels a side, without metadata.',
      scope: 'products:write',
      changes: true,
      params,
      consumes: 'multipart/form-data',
      upload,
      status: 201,
      success: uploaded,
      refusals: [
        'unsupported_media_type',
        'body_too_large',
        'bad_request',
        'validation_failed',
        'image_invalid',
        'image_too_large',
        'share_used_up',
      ],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const found = await productOf(primary, account_id, request.params)
      if (!found) throw recordNotFound(product, request.params)
      const { id } = found
      const bytes = await onlyFile(request)
      const { fileName, bytes: stored } = await prepareImage(bytes, (work) =>
        shares.images.run(account_id, work),
      )
      const files = images.forProduct(account_id, id)
      await files.put(fileName, stored)
      try {
        return await change(
          primary,
          request,
          reply,
          async (tx, actor) => {
            await products_lockImage(tx, [account_id, id])
            if (!(await files.exists(fileName))) await files.put(fileName, stored)
            await setColumns(tx, actor, product, id, new Map([['image', fileName]]))
            const document = JSON.stringify({ message: 'Image uploaded successfully', fileName })
            return { done: 'created', document, location: `/products/${id}/image`, bare: true }
          },
          { content: bytes },
        )
      } finally {
        // What is left behind by a failure here, the next upload removes.
        await removeOldFiles(primary, actorOf(request), id, files).catch((error: unknown) => {
          request.log.error({ err: error }, `old images of product ${id} could not be removed`)
        })
      }
    },
  )
}

/** Also after a refused change: what was put for it goes again. */
async function removeOldFiles(
  db: Db,
  { account_id }: Actor,
  id: number,
  files: ProductFiles,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [row] = await products_lockImage(tx, [account_id, id])
    await files.removeOthers(row?.image ?? null)
  })
}

/** The one file of an upload. */
async function onlyFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', 'Send the image as multipart/form-data.')
  }
  refuseContentEncoding(request)
  const files: Buffer[] = []
  try {
    for await (const part of request.files()) files.push(await part.toBuffer())
  } catch (error) {
    throw uploadRefusal(error)
  }
  const [file] = files
  if (file && files.length === 1) return file
  const detail = file ? 'holds more than one file.' : 'holds no file part.'
  throw new Refusal('validation_failed', `The upload ${detail}`, {
    faults: [{ pointer: '', code: file ? 'several_files' : 'file_required', detail }],
  })
}

function uploadRefusal(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === 'FST_FILES_LIMIT') {
    const detail = 'holds more than one file.'
    return new Refusal('validation_failed', `The upload ${detail}`, {
      faults: [{ pointer: '', code: 'several_files', detail }],
    })
  }
  if (code?.startsWith('FST_')) return error
  return new Refusal('bad_request', 'The multipart body is broken or cut off.', { cause: error })
}

function readRoute(
  app: App,
  { primary, images, readsOf, shares }: Services,
  { at, params, suffix, by }: RecordKey,
): void {
  app.get(
    `/products${at}/image`,
    operation({
      operationId: `readProductImage${suffix}`,
      tag,
      summary: `Read the image of a product${by}`,
      description: 'As WebP. Ask again with `If-None-Match`: it is sent only if it has changed.',
      scope: 'products:read',
      params,
      query: Type.Object(
        {
          width: Type.Optional(
            Type.Integer({
              minimum: IMAGE_WIDTH_MIN,
              maximum: IMAGE_MAX_SIDE,
              description:
                'Pixels; rounded up to the next step (64, 128, 256, …) and never enlarged.',
              examples: [256],
            }),
          ),
        },
        { additionalProperties: false },
      ),
      produces: 'image/webp',
      refusals: ['share_used_up'],
      success: Type.String({ format: 'binary' }),
      conditional: true,
      responseHeaders: {
        'Cache-Control': '`private, no-cache`: keep it, and ask with `If-None-Match`.',
      },
    }),
    async (request, reply) => {
      const key = request.params
      const { width } = request.query
      const { account_id } = actorOf(request)
      // A second try: a replacement may remove the file between the row and the read, and a
      // replica may still name the one before.
      for (const source of [readsOf(request).db, primary]) {
        const row = await productOf(source, account_id, key)
        if (!row?.image) break
        const name = width === undefined ? row.image : resizedName(row.image, width)
        reply.header('Cache-Control', 'private, no-cache')
        if (isUnchanged(request, reply, `"${name}"`)) return reply.code(304).send()
        const files = images.forProduct(account_id, row.id)
        const bytes =
          width === undefined
            ? await files.get(row.image)
            : await files.getResized(row.image, width, (work) =>
                shares.images.run(account_id, work),
              )
        if (bytes) return reply.type('image/webp').send(bytes)
      }
      throw notFound(`An image of product ${'id' in key ? key.id : `with fk_id "${key.fk_id}"`}`)
    },
  )
}
