import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { instantSql } from '../../database/instant.ts'
import type { App } from '../../http/app.ts'
import { change, preview } from '../../http/change.ts'
import { preconditionOf, sendRecord } from '../../http/conditional.ts'
import { cursorOnlyParameters, sendList } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { closed, cursorList, single } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { placeholderIds } from '../changes/placeholders.ts'
import { correcting } from '../decisions.ts'
import { attemptOf, explainFailure } from '../failures.ts'
import type { OrderBody } from '../input.ts'
import { orderAddresses } from '../paths.ts'
import { eventsWithin, ofOrder, withHistory } from '../reads/history.ts'
import type { OrderKey } from '../reads/keys.ts'
import { comparedJson } from '../reads/versions/diff.ts'
import { readDiff, readVersion } from '../reads/versions/read.ts'
import { restoreVersion } from './restore.ts'
import { restored, restoreQuery, versionAddresses, versionSchemas, withVersion } from './schema.ts'

const read = { tag: 'Order history', scope: 'orders:read' } as const

/** The versions of an order: what it was, what differs, and back. */
export function versionRoutes(app: App, services: Services): void {
  for (const schema of versionSchemas) app.addSchema(schema)
  listRoutes(app, services)
  readRoutes(app, services)
  restoreRoutes(app, services)
}

const versions = {
  table: 'events',
  document: `(select to_json(x) from (select r.version, r.type, ${instantSql('r.time')} as time,
      (select to_json(t) from (select r.id_token as id, r.token_name as name where r.id_token is not null) t) as token,
      r.request_id,
      coalesce((select json_agg(key order by key) from jsonb_object_keys(r.previous) key), '[]') as changed_fields,
      r.reason, r.restored_version) x)::text`,
  sortable: { id: 'bigint' } as const,
}

function listRoutes(app: App, { readsOf }: Services): void {
  for (const { path, params, ending, by } of orderAddresses) {
    app.get(
      `${path}/versions`,
      operation({
        ...read,
        operationId: `listOrderVersions${ending}`,
        summary: `The versions of an order${by}, oldest first`,
        description:
          'In cursor mode. Its history without the order itself: each change made a version, which is read by its number. A deleted order still has its versions by `id`.',
        params,
        query: closed(cursorOnlyParameters),
        success: cursorList(Type.Ref('OrderVersion')),
        problems: ['invalid_cursor'],
      }),
      async (request, reply) => {
        const actor = actorOf(request)
        const reads = readsOf(request)
        const id = await withHistory(reads.db, actor, request.params as OrderKey)
        return sendList(reads, request, reply, {
          source: versions,
          defaultSort: 'id',
          conditions: ofOrder(actor, id),
          within: eventsWithin(actor),
          filters: {},
          query: { ...(request.query as object), pagination: 'cursor' },
        })
      },
    )
  }
}

type VersionKey = OrderKey & { version: number }

function readRoutes(app: App, { readsOf }: Services): void {
  for (const { path, params, ending, by } of versionAddresses) {
    app.get(
      path,
      operation({
        ...read,
        operationId: `readOrderVersion${ending}`,
        summary: `Read a version of an order${by}`,
        description:
          'The whole order as it was, with the names of then. What old versions did not have yet is unset.',
        params,
        success: single(Type.Ref('Order')),
        conditional: true,
        problems: ['version_gone'],
      }),
      async (request, reply) => {
        const { version, ...key } = request.params as VersionKey
        const { db } = readsOf(request)
        return sendRecord(request, reply, await readVersion(db, actorOf(request), key, version))
      },
    )

    app.get(
      `${path}/diff`,
      operation({
        ...read,
        operationId: `readOrderVersionDiff${ending}`,
        summary: `Compare two versions of an order${by}`,
        description:
          'What differs, value by value, with the exact difference of amounts; items are matched by their `id`. To compare with the order as it is now leave `with` out.',
        params,
        query: withVersion,
        success: single(Type.Ref('OrderDiff')),
        conditional: true,
        problems: ['version_gone'],
      }),
      async (request, reply) => {
        const { version, ...key } = request.params as VersionKey
        const { with: other = 'current' } = request.query as { with?: string }
        const { db } = readsOf(request)
        const second = other === 'current' ? null : Number(other)
        const diff = await readDiff(db, actorOf(request), key, version, second)
        return sendRecord(request, reply, diff)
      },
    )
  }
}

interface RestoreQuery {
  dry_run?: boolean
  correction?: string
}

function restoreRoutes(app: App, { primary }: Services): void {
  for (const { path, params, ending, by } of versionAddresses) {
    app.post(
      `${path}/restore`,
      operation({
        tag: 'Order history',
        scope: 'orders:write',
        operationId: `restoreOrderVersion${ending}`,
        summary: `Restore a version of an order${by}`,
        description:
          'The order gets the content of the version by a change of its own, which the history shows with `restored_version`. Status, reason and number stay. Figures are written as they were. What it names and is not there any more is refused, each by its field, as is what the status locks, unless `correction` says why it is corrected. With `dry_run=true` you see what would change.',
        params,
        query: restoreQuery,
        success: restored,
        changes: true,
        conditional: true,
        problems: [
          'version_gone',
          'validation_failed',
          'duplicate_fk_id',
          'duplicate_value',
          'order_locked',
        ],
      }),
      (request, reply) => {
        const { version, ...key } = request.params as VersionKey
        const query = request.query as RestoreQuery
        let body: OrderBody | undefined
        const report = (written: OrderBody) => {
          body = written
        }
        const met = preconditionOf(request)
        const done = query.dry_run
          ? preview(primary, request, reply, async (tx, actor) => {
              const who = correcting(actor, query)
              const would = await restoreVersion(tx, who, key, version, met, report, placeholderIds)
              return comparedJson(would, true)
            })
          : change(primary, request, reply, async (tx, actor) => {
              const back = await restoreVersion(
                tx,
                correcting(actor, query),
                key,
                version,
                met,
                report,
              )
              return { done: 'updated', document: comparedJson(back, false), tagged: back.document }
            })
        return done.catch((error: unknown) => {
          if (!body) throw error
          const attempt = { ...attemptOf(key, body), replaces: true }
          return explainFailure(primary, actorOf(request), attempt, error)
        })
      },
    )
  }
}
