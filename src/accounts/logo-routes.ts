import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { isUnchanged } from '../http/conditional.ts'
import { operation } from '../http/openapi/operation.ts'
import { changed, deleted } from '../http/schemas.ts'
import { leftOf } from '../http/turns/left.ts'
import { fileUpload, imageProblems, sentFile, takingFiles } from '../http/uploads/files.ts'
import { prepareLogo } from '../images/images.ts'
import type { Services } from '../services.ts'
import { readLogo, setLogo } from './commands.ts'

const tag = 'Account'
const PNG = 'image/png'

/** What stands at the head of the account's documents. */
export async function logoRoutes(app: App, services: Services): Promise<void> {
  const { primary, readsOf, makeImage, quotas } = services
  await takingFiles(app, services.config.MAX_UPLOAD_BYTES, (scope) => {
    scope.put(
      '/account/logo',
      operation({
        tag,
        scope: 'tokens:manage',
        operationId: 'setAccountLogo',
        summary: 'Set the account’s logo',
        description:
          'JPEG, PNG, WebP, AVIF or GIF. Kept as PNG of at most 1,200 × 400 pixels, without metadata. It stands at the head of the account’s documents.',
        consumes: 'multipart/form-data',
        upload: fileUpload,
        success: changed(Type.Ref('Account')),
        changes: true,
        problems: imageProblems,
      }),
      async (request, reply) => {
        const { account_id } = actorOf(request)
        const { bytes } = await sentFile(request)
        const image = await prepareLogo(bytes, (kind, original) =>
          quotas.images.run(account_id, () => makeImage(kind, original), leftOf(request)),
        )
        return change(primary, request, reply, (tx, actor) => setLogo(tx, actor, image), {
          content: bytes,
        })
      },
    )
  })

  app.get(
    '/account/logo',
    operation({
      tag,
      scope: 'orders:read',
      operationId: 'readAccountLogo',
      summary: 'Read the account’s logo',
      description: 'As PNG. Ask again with `If-None-Match`: it is sent only if it has changed.',
      produces: PNG,
      success: Type.String({ format: 'binary' }),
      conditional: true,
      problems: ['not_found'],
      responseHeaders: {
        'Cache-Control': '`private, no-cache`: keep it, and ask with `If-None-Match`.',
      },
    }),
    async (request, reply) => {
      const { fileName, bytes } = await readLogo(readsOf(request).db, actorOf(request).account_id)
      if (isUnchanged(request, reply, `"${fileName}"`)) return reply.code(304).send()
      return reply.type(PNG).send(bytes)
    },
  )

  app.delete(
    '/account/logo',
    operation({
      tag,
      scope: 'tokens:manage',
      operationId: 'deleteAccountLogo',
      summary: 'Take the account’s logo away',
      success: deleted,
      changes: true,
      problems: ['not_found'],
    }),
    async (request, reply) =>
      change(primary, request, reply, (tx, actor) => setLogo(tx, actor, null)),
  )
}
