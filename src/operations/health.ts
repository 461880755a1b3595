import { sql } from 'kysely'
import { Type } from 'typebox'
import { RETRY_SOON, Refusal } from '../base/refusals.ts'
import type { Reader } from '../database/database.ts'
import type { Replica } from '../database/replica/replica.ts'
import { replicaStates } from '../database/replica/state.ts'
import type { App } from '../http/app.ts'
import { metaNow } from '../http/envelope.ts'
import { operation } from '../http/openapi/operation.ts'

const health = Type.Object(
  {
    status: Type.Literal('ok'),
    replica: Type.Optional(
      Type.Enum([...replicaStates], {
        description: 'Where reads may go to a replica: `used`, or why it is not.',
      }),
    ),
    meta: Type.Ref('Meta'),
  },
  { title: 'Health' },
)

declare module 'fastify' {
  interface FastifyInstance {
    /** The process is about to stop: it serves on, but nothing new shall come. */
    isLeaving: boolean
  }
}

/** `/health/live`: the process runs. `/health/ready`: it also reaches its database. */
export function healthRoutes(app: App, db: Reader, replica: Replica | undefined): void {
  app.decorate('isLeaving', false)
  const about = { tag: 'Health', scope: 'public', success: health } as const

  app.get(
    '/health/live',
    operation({
      ...about,
      operationId: 'live',
      summary: 'Whether the process runs',
      description: 'Looks at nothing else: restart the process when this fails.',
    }),
    async () => ({ status: 'ok', meta: metaNow() }),
  )

  app.get(
    '/health/ready',
    operation({
      ...about,
      operationId: 'ready',
      summary: 'Whether requests can be served',
      description:
        'Asks the database too, and whether it takes changes: send no requests while this fails.',
    }),
    async (request) => {
      if (app.isLeaving) {
        // As planned: a probe's 503 is no error to be logged.
        request.log = request.log.child({}, { level: 'silent' })
        throw new Refusal('unavailable', 'The service is about to stop.', { headers: RETRY_SOON })
      }
      const { rows } = await sql<{ readOnly: boolean }>`
        select current_setting('transaction_read_only')::boolean as "readOnly"`.execute(db)
      if (rows[0]?.readOnly) {
        throw new Refusal('unavailable', 'The database takes no changes just now.', {
          headers: RETRY_SOON,
        })
      }
      return { status: 'ok', ...(replica ? { replica: replica.state } : {}), meta: metaNow() }
    },
  )
}
