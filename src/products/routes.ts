import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import { notFound } from '../base/problems.ts'
import { type Db, inTransaction, type Reader } from '../database/database.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { isUnchanged } from '../http/conditional.ts'
import { operation } from '../http/openapi/operation.ts'
import { deleted, recordKeys, textOut } from '../http/schemas.ts'
import { leftOf } from '../http/turns/left.ts'
import { fileUpload, imageProblems, sentFile, takingFiles } from '../http/uploads/files.ts'
import { IMAGE_MAX_SIDE, IMAGE_WIDTH_MIN, prepareImage } from '../images/images.ts'
import { type ProductFiles, resizedName } from '../images/storage.ts'
import { setColumns } from '../records/commands.ts'
import { type Key, product } from '../records/definitions.ts'
import { recordNotFound } from '../records/explained.ts'
import type { Services } from '../services.ts'
import { msg } from '../texts/message.ts'
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

const tag = 'Products'

/** Upload and reading of product images. The life of the files: `image-storage.ts`. */
export async function productImageRoutes(app: App, services: Services): Promise<void> {
  await takingFiles(app, services.config.MAX_UPLOAD_BYTES, (scope) => {
    for (const key of recordKeys) uploadRoute(scope, services, key)
  })
  for (const key of recordKeys) {
    readRoute(app, services, key)
    deleteRoute(app, services, key)
  }
}

type RecordKey = (typeof recordKeys)[number]

async function productOf(db: Reader, account_id: number, key: Key) {
  const [row] = await products_image(
    db,
    'id' in key ? [account_id, null, key.id] : [account_id, key.fk_id, null],
  )
  return row
}

function uploadRoute(app: App, services: Services, { at, params, suffix, by }: RecordKey): void {
  const { primary } = services
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
      upload: fileUpload,
      status: 201,
      success: uploaded,
      problems: imageProblems,
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      // With a key it may be sent again, and its product be gone since.
      if (request.headers['idempotency-key'] === undefined) {
        const found = await productOf(primary, account_id, request.params)
        if (!found) throw recordNotFound(product, request.params)
      }
      const { bytes } = await sentFile(request)
      let stored: Promise<StoredImage> | undefined
      const store = () => {
        stored ??= storeImage(services, request, bytes)
        return stored
      }
      try {
        return await change(
          primary,
          request,
          reply,
          async (tx, actor) => {
            const { id, files, fileName, bytes } = await store()
            await products_lockImage(tx, [account_id, id])
            if (!(await files.exists(fileName))) await files.put(fileName, bytes)
            await setColumns(tx, actor, product, id, new Map([['image', fileName]]))
            const document = JSON.stringify({ message: 'Image uploaded successfully', fileName })
            return { done: 'created', document, location: `/products/${id}/image`, bare: true }
          },
          { content: bytes, before: async () => void (await store()) },
        )
      } finally {
        const put = await stored?.catch(() => undefined)
        if (put) await removeOldFiles(primary, request, put.id, put.files)
      }
    },
  )
}

interface StoredImage {
  id: number
  files: ProductFiles
  fileName: string
  bytes: Buffer
}

/** Puts what becomes of an upload among the files of its product, which does not name it yet. */
async function storeImage(
  { primary, images, makeImage, quotas }: Services,
  request: FastifyRequest<{ Params: Key }>,
  sent: Buffer,
): Promise<StoredImage> {
  const { account_id } = actorOf(request)
  const found = await productOf(primary, account_id, request.params)
  if (!found) throw recordNotFound(product, request.params)
  const { id } = found
  const { fileName, bytes } = await prepareImage(sent, (kind, original) =>
    quotas.images.run(account_id, () => makeImage(kind, original), leftOf(request)),
  )
  const files = images.forProduct(account_id, id)
  await files.put(fileName, bytes)
  return { id, files, fileName, bytes }
}

function deleteRoute(
  app: App,
  { primary, images }: Services,
  { at, params, suffix, by }: RecordKey,
): void {
  app.delete(
    `/products${at}/image`,
    operation({
      operationId: `deleteProductImage${suffix}`,
      tag,
      summary: `Take the image of a product away${by}`,
      description: 'The product stays, with `image` null.',
      scope: 'products:write',
      changes: true,
      params,
      success: deleted,
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const taken = new Set<number>()
      const answer = await change(primary, request, reply, async (tx, actor) => {
        const found = await productOf(tx, account_id, request.params)
        if (!found) throw recordNotFound(product, request.params)
        const { id } = found
        const [row] = await products_lockImage(tx, [account_id, id])
        if (!row?.image) throw noImage(request.params)
        await setColumns(tx, actor, product, id, new Map([['image', null]]))
        taken.add(id)
        return { done: 'deleted', id }
      })
      for (const id of taken) {
        await removeOldFiles(primary, request, id, images.forProduct(account_id, id))
      }
      return answer
    },
  )
}

/**
 * Also after a refused change: what was put for it goes again. What is left behind by a failure here,
 * the next upload removes.
 */
async function removeOldFiles(
  db: Db,
  request: FastifyRequest,
  id: number,
  files: ProductFiles,
): Promise<void> {
  const { account_id } = actorOf(request)
  try {
    await inTransaction(db, async (tx) => {
      const [row] = await products_lockImage(tx, [account_id, id])
      await files.removeOthers(row?.image ?? null)
    })
  } catch (error) {
    request.log.error({ err: error }, `old images of product ${id} could not be removed`)
  }
}

function readRoute(
  app: App,
  { primary, images, makeImage, readsOf, quotas }: Services,
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
      problems: ['quota_exceeded'],
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
        if (isUnchanged(request, reply, `"${name}"`)) return reply.code(304).send()
        const files = images.forProduct(account_id, row.id)
        const bytes =
          width === undefined
            ? await files.get(row.image)
            : // Others may wait for the same version, so it is made whoever has left.
              await files.getResized(row.image, width, (kind, original) =>
                quotas.images.run(account_id, () => makeImage(kind, original)),
              )
        if (bytes) return reply.type('image/webp').send(bytes)
      }
      throw noImage(key)
    },
  )
}

function noImage(key: Key) {
  return notFound(
    'id' in key
      ? msg`An image of product ${key.id}`
      : msg`An image of product with fk_id "${key.fk_id}"`,
  )
}
