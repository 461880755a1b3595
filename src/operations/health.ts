import { Type } from 'typebox'
import { Problem } from '../base/problems.ts'
import { programVersion } from '../base/system/package.ts'
import { type Database, type Reader, singleRow } from '../database/database.ts'
import type { Replica } from '../database/replica/replica.ts'
import { replicaStates } from '../database/replica/state.ts'
import type { App } from '../http/app.ts'
import { metaNow } from '../http/envelope.ts'
import { operation } from '../http/openapi/operation.ts'
import { nullable } from '../http/schemas.ts'
import { msg } from '../texts/message.ts'
import { type Nodes, nodeCounter } from './cluster-nodes.ts'
import { database_readOnly, database_standbyAway } from './sql.ts'

const releaseId = Type.String({
  pattern: '^\\d+\\.\\d+\\.\\d+',
  maxLength: 100,
  description: 'The version of the program; `meta.version` is the interface’s.',
  examples: ['1.0.0'],
})

const liveness = Type.Object(
  { status: Type.Literal('ok'), release_id: releaseId, meta: Type.Ref('Meta') },
  { title: 'Liveness' },
)

const COUNT = { minimum: 0, maximum: 1_000_000 }

const readiness = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded'], {
      description:
        '`degraded`: some nodes of the database’s cluster can’t be reached. Requests of the accounts that they hold get 503, those of all others are served.',
    }),
    nodes: Type.Optional(
      Type.Object(
        {
          total: Type.Integer({ ...COUNT, description: 'How many there are.' }),
          reachable: nullable(
            Type.Integer({
              ...COUNT,
              description: 'How many the coordinator reaches; null: not known in time.',
            }),
          ),
        },
        { description: 'The nodes that hold accounts, where the database is a Citus cluster.' },
      ),
    ),
    replica: Type.Optional(
      Type.Enum([...replicaStates], {
        description: 'Where reads may go to a replica: `used`, or why it is not.',
      }),
    ),
    release_id: releaseId,
    meta: Type.Ref('Meta'),
  },
  { title: 'Readiness' },
)

declare module 'fastify' {
  interface FastifyInstance {
    /** The process is about to stop: it serves on, but nothing new shall come. */
    isLeaving: boolean
  }
}

/** `/health/live`: the process runs. `/health/ready`: it also reaches its database. */
export function healthRoutes(
  app: App,
  { db, reads, isCluster }: Pick<Database, 'db' | 'reads' | 'isCluster'>,
  replica: Replica | undefined,
): void {
  app.decorate('isLeaving', false)
  const about = { tag: 'Health', scope: 'public' } as const
  const release_id = programVersion()
  const countNodes = isCluster ? nodeCounter(db) : undefined

  app.get(
    '/health/live',
    operation({
      ...about,
      success: liveness,
      operationId: 'live',
      summary: 'Whether the process runs',
      description: 'It looks at nothing else: restart the process when this fails.',
    }),
    async () => ({ status: 'ok', release_id, meta: metaNow() }),
  )

  app.get(
    '/health/ready',
    operation({
      ...about,
      success: readiness,
      operationId: 'ready',
      summary: 'Whether requests can be served',
      description:
        'It also asks the database, and whether it takes changes: send no requests while this fails. On a Citus cluster it asks the nodes every five seconds at most, and fails if it reaches none.',
    }),
    async (request) => {
      if (app.isLeaving) {
        // As planned: a probe's 503 is no error to be logged.
        request.log = request.log.child({}, { level: 'silent' })
        throw new Problem('unavailable', msg`The service is about to stop.`, { retryAfter: 1 })
      }
      await refuseWithoutChanges(reads)
      const nodes = await countNodes?.()
      if (nodes?.reachable === 0) {
        throw new Problem('unavailable', msg`No node of the database can be reached just now.`, {
          retryAfter: 1,
        })
      }
      return {
        status: nodes && isDegraded(nodes) ? 'degraded' : 'ok',
        ...(nodes ? { nodes } : {}),
        ...(replica ? { replica: replica.state } : {}),
        release_id,
        meta: metaNow(),
      }
    },
  )
}

const isDegraded = ({ total, reachable }: Nodes) => reachable !== total

async function refuseWithoutChanges(db: Reader): Promise<void> {
  if (singleRow(await database_readOnly(db, [])).read_only) {
    throw new Problem('unavailable', msg`The database takes no changes just now.`, {
      retryAfter: 1,
    })
  }
  if (singleRow(await database_standbyAway(db, [])).is_away) {
    throw new Problem(
      'unavailable',
      msg`Changes wait for a synchronous standby of the database, which is away.`,
      { retryAfter: 1 },
    )
  }
}
