import { randomUUID } from 'node:crypto'
import type { Actor } from '../../access/actor.ts'
import { contains, containsCustomers, isRestricted, sightOf } from '../../access/row-scope.ts'
import type { Outcome } from '../../base/outcomes.ts'
import { notFound, Problem, refuseInvalid } from '../../base/problems.ts'
import { allows, insufficientScope, requireScope } from '../../base/scopes.ts'
import { needKey, opened, type SecretBox } from '../../base/secret-box.ts'
import { filterInstant } from '../../base/values/date-time.ts'
import { type Reader, singleRow, type Tx } from '../../database/database.ts'
import { startOfFeed } from '../../events/feed.ts'
import { scopesNamed, TEST_TYPE, typesMatching, typesWanted } from '../../events/types.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { msg } from '../../texts/message.ts'
import { findWebhook, lockWebhook } from '../commands.ts'
import { MAX_REPLAYS } from '../schema.ts'
import { openReceiver } from '../sealed.ts'
import {
  accounts_uid,
  events_at,
  type WebhookRow,
  webhook_cursors_find,
  webhook_cursors_makeDue,
  webhook_deliveries_find,
  webhook_deliveries_findWithin,
  webhook_deliveries_insertTest,
  webhook_replays_insert,
  webhook_replays_newId,
  webhook_retries_insert,
  webhook_retries_makeNextDue,
} from '../sql.ts'
import { type Attempt, sendTo } from './send.ts'

/** The types of events whose deliveries these scopes show; null: all. */
export function visibleTypes(scopes: readonly string[]): string[] | null {
  const types = typesWanted(['*'], scopes)
  return types && [...types, TEST_TYPE]
}

/** A delivery of this webhook, of an event that the token may see. */
export async function findDelivery(
  db: Reader,
  { account_id, scopes, only: sees }: Pick<Actor, 'account_id' | 'scopes' | 'only'>,
  id_webhook: number,
  id: number,
): Promise<{ position: number | null; document: string }> {
  const types = visibleTypes(scopes)
  const { users, branches, customers } = sees
  const key = [account_id, id_webhook, id, types] as const
  const [row] = isRestricted(sees)
    ? await webhook_deliveries_findWithin(db, [...key, users, branches, customers])
    : await webhook_deliveries_find(db, [...key])
  if (!row) throw notFound(msg`Delivery ${id} of webhook ${id_webhook}`)
  return row
}

/** Lets the event of a delivery be sent again, after earlier ones of its record that wait. */
export async function retryDelivery(
  tx: Tx,
  actor: Actor,
  id_webhook: number,
  id: number,
): Promise<Outcome> {
  const { account_id } = actor
  const { enabled } = await lockWebhook(tx, account_id, id_webhook)
  const { position } = await findDelivery(tx, actor, id_webhook, id)
  if (position === null) {
    throw new Problem(
      'delivery_was_test',
      msg`Delivery ${id} was a test, and no event of the feed.`,
    )
  }
  if (!enabled) throw new Problem('webhook_disabled', msg`Webhook ${id_webhook} is disabled.`)
  const [event] = await events_at(tx, [account_id, position])
  if (!event) {
    throw new Problem('event_gone', msg`The event of delivery ${id} is not kept any more.`)
  }
  const record = [event.resource, event.id_record] as const
  // First, so that no lease writes at the same time which event of the record is next.
  await webhook_cursors_makeDue(tx, [account_id, id_webhook])
  await webhook_retries_insert(tx, [account_id, id_webhook, position, ...record])
  await webhook_retries_makeNextDue(tx, [account_id, id_webhook, ...record])
  const { document } = await findDelivery(tx, actor, id_webhook, id)
  return { done: 'updated', document }
}

interface ReplayBody {
  from: string
  to?: string
  types?: string[]
}

/** Lets a part of the feed be sent once more. What the webhook has not come to yet comes anyway. */
export async function replayEvents(
  tx: Tx,
  actor: Actor,
  id_webhook: number,
  body: ReplayBody,
): Promise<Outcome> {
  const { account_id, time_zone, scopes } = actor
  const webhook = await lockWebhook(tx, account_id, id_webhook)
  const from = filterInstant(body.from, 'from', time_zone)
  const to = body.to === undefined ? null : filterInstant(body.to, 'to', time_zone)
  if (to !== null && from > to) {
    refuseInvalid([{ pointer: '/from', code: 'empty_range', detail: msg`is after to.` }])
  }
  const { types = webhook.types } = body
  requireScope(scopes, ...scopesNamed(types))
  refuseHidden(webhook, types)
  refuseOthers(actor, webhook, types)
  const [cursor] = await webhook_cursors_find(tx, [account_id, id_webhook])
  if (!cursor) throw new Error('a webhook has no place in the feed')
  if (cursor.replays >= MAX_REPLAYS) {
    const detail = msg`A webhook has at most ${MAX_REPLAYS} replays that are not done.`
    throw new Problem('limit_reached', detail)
  }
  const { position } = await startOfFeed(tx, account_id, { from })
  const events_at_most = Math.max(cursor.position - position, 0)
  const [{ id } = { id: 0 }] = await webhook_replays_newId(tx, [])
  // One without events is done as it is asked for.
  if (events_at_most > 0) {
    const range = [position, cursor.position] as const
    await webhook_replays_insert(tx, [account_id, id, id_webhook, ...range, types, from, to])
  }
  const document = JSON.stringify({ id, id_webhook, from, to, types, events_at_most })
  return { done: 'created', document, location: `/webhooks/${id_webhook}/status` }
}

/** The webhook gets what the token that last changed it could see, whoever asks for more. */
function refuseHidden({ scopes, token_name }: WebhookRow, types: string[]): void {
  const lacking = scopesNamed(types).filter((scope) => !allows(scopes, scope))
  if (lacking.length === 0) return
  const detail = msg`The token "${token_name}", which changed the webhook last, lacks ${lacking.join(', ')}. Write its \`types\` with another one.`
  throw insufficientScope(lacking, detail)
}

/** Nobody has events sent of orders and customers that he does not see. */
function refuseOthers(actor: Actor, webhook: WebhookRow, types: string[]): void {
  const { only: sees, restricted_read_all_customers } = actor
  const gets = sightOf({ ...webhook, restricted_read_all_customers })
  const isOf = (family: RegExp) => types.flatMap(typesMatching).some((type) => family.test(type))
  if (isOf(/^order\./) && !contains(sees, gets)) {
    const detail = msg`The webhook gets events of orders that this token, which is restricted (\`only\`), does not see. Name other \`types\`.`
    throw insufficientScope(['orders:read'], detail)
  }
  if (isOf(/^(customer|address)\./) && !containsCustomers(sees, gets)) {
    const detail = msg`The webhook gets events of customers that this token, which is restricted (\`only\`), does not see. Name other \`types\`.`
    throw insufficientScope(['customers:read'], detail)
  }
}

export interface Test {
  id: string
  attempt: Attempt
}

/** Sends a test, also to a webhook that is disabled. No connection is held meanwhile. */
export async function sendTest(
  db: Reader,
  actor: Actor,
  { secrets, outbound }: { secrets: SecretBox | undefined; outbound: Outbound },
  id_webhook: number,
  signal: AbortSignal,
): Promise<Test> {
  const { account_id } = actor
  const webhook = await findWebhook(db, account_id, id_webhook)
  const box = needKey(secrets)
  const receiver = opened(() => openReceiver(box, { ...webhook, test: actor.test }))
  const [{ uid } = { uid: '' }] = await accounts_uid(db, [account_id])
  const id = randomUUID()
  const body = Buffer.from(JSON.stringify(testEvent(id, uid, actor, webhook)))
  return { id, attempt: await sendTo(receiver, id, body, outbound, signal) }
}

/** In the form of the events of `src/events/feed.ts`, but for the place in the feed. */
function testEvent(id: string, account_uid: string, actor: Actor, webhook: WebhookRow) {
  return {
    specversion: '1.0',
    id,
    source: `urn:pedido:account:${account_uid}`,
    type: TEST_TYPE,
    subject: `/webhooks/${webhook.id}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataschema: 'urn:pedido:schema:webhook-event:1',
    ...(actor.traceparent !== null && { traceparent: actor.traceparent }),
    data: {
      version: webhook.version,
      record: JSON.parse(webhook.document),
      changed_fields: [],
      previous: null,
      token: { id: actor.id_token, name: actor.token_name },
      request_id: actor.request_id,
    },
  }
}

/** Keeps a test that was sent among the deliveries. */
export async function recordTest(
  tx: Tx,
  { account_id }: Actor,
  id_webhook: number,
  { id: id_event, attempt }: Test,
): Promise<Outcome> {
  const { time, milliseconds, status, failure, detail, response } = attempt
  const { id } = singleRow(
    await webhook_deliveries_insertTest(tx, [
      account_id,
      id_webhook,
      id_event,
      TEST_TYPE,
      `/webhooks/${id_webhook}`,
      time,
      milliseconds,
      status,
      failure,
      detail,
      response,
    ]),
  )
  const { document } = singleRow(
    await webhook_deliveries_find(tx, [account_id, id_webhook, id, null]),
  )
  return { done: 'created', document, location: `/webhooks/${id_webhook}/deliveries/${id}` }
}
