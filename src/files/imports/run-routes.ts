import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { App } from '../../http/app.ts'
import { change } from '../../http/change.ts'
import { preconditionOf } from '../../http/conditional.ts'
import { operation } from '../../http/openapi/operation.ts'
import { changed, idParams } from '../../http/schemas.ts'
import { withoutBodies } from '../../http/wire/bodiless.ts'
import type { Services } from '../../services.ts'
import { cancelImport, findImport, mapImport, runImport } from './commands.ts'
import type { Mapping } from './mapping/columns.ts'
import { importPatch, needsScope } from './schema.ts'
import { checkEncoding } from './upload.ts'

const ref = Type.Ref('Import')
const common = { tag: 'Imports', scope: 'imports:manage' } as const

/** A change of an import that is there. */
const step = {
  ...common,
  params: idParams,
  success: changed(ref),
  changes: true,
  conditional: true,
} as const

/** What becomes of a file that is there: its columns are named, it is done, or ended. */
export async function runRoutes(app: App, services: Services): Promise<void> {
  mapRoute(app, services)
  await withoutBodies(app, (scope) => {
    runRoute(scope, services)
    cancelRoute(scope, services)
  })
}

function mapRoute(app: App, { primary }: Services): void {
  app.patch(
    '/imports/:id',
    operation({
      ...step,
      operationId: 'updateImport',
      summary: 'Say what the columns of a file are',
      description: `For an import that is \`needs_mapping\`, which is then tried, or done at once if it was sent with \`dry_run=false\`; or for one that is \`checked\`, which is tried again. ${needsScope}`,
      body: importPatch,
      problems: ['import_state', 'invalid_parameter'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const body = request.body as { mapping: Mapping; dry_run?: boolean }
      const { account_id } = actorOf(request)
      const precondition = preconditionOf(request)
      if (body.mapping.encoding !== undefined) {
        const { encoding } = await findImport(primary, actorOf(request), id)
        if (encoding !== null)
          await checkEncoding(primary, { account_id, id }, body.mapping.encoding)
      }
      await change(primary, request, reply, (tx, actor) =>
        mapImport(tx, actor, id, body, precondition),
      )
      app.importsDue.add(account_id)
      return reply
    },
  )
}

function runRoute(app: App, { primary }: Services): void {
  app.post(
    '/imports/:id/run',
    operation({
      ...step,
      operationId: 'runImport',
      summary: 'Do what was tried',
      description: `Writes the records of a file that is \`checked\`, in the background. ${needsScope}`,
      problems: ['import_state'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const precondition = preconditionOf(request)
      await change(primary, request, reply, (tx, actor) => runImport(tx, actor, id, precondition))
      app.importsDue.add(actorOf(request).account_id)
      return reply
    },
  )
}

function cancelRoute(app: App, { primary }: Services): void {
  app.post(
    '/imports/:id/cancel',
    operation({
      ...step,
      operationId: 'cancelImport',
      summary: 'End an import',
      description: `What was written stays; nothing more is written. ${needsScope}`,
      problems: ['import_state'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const precondition = preconditionOf(request)
      return change(primary, request, reply, (tx, actor) =>
        cancelImport(tx, actor, id, precondition),
      )
    },
  )
}
