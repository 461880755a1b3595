import type { Viewer } from '../../../access/actor.ts'
import { notFound, Problem } from '../../../base/problems.ts'
import { type Reader, singleRow } from '../../../database/database.ts'
import { msg } from '../../../texts/message.ts'
import { withHistory } from '../history.ts'
import type { OrderKey } from '../keys.ts'
import { readOrder } from '../order.ts'
import { diffJson, diffOf } from './diff.ts'
import {
  order_versions_bounds,
  order_versions_read,
  order_versions_readAt,
  type VersionRow,
} from './sql.ts'

// A version of an order is what its event tells: nothing else is stored for it.

/**
 * An order as it was in one of its versions. Of a deleted order there are versions by its id.
 * @throws Problem `not_found` where there is no such version, or it is not for the viewer; `version_gone`
 *   where it is no longer kept
 */
export async function readVersion(
  db: Reader,
  viewer: Viewer,
  key: OrderKey,
  version: number,
): Promise<string> {
  return versionOf(db, viewer, await withHistory(db, viewer, key), version)
}

/** The same of an order that the viewer may know of. */
export async function versionOf(
  db: Reader,
  viewer: Viewer,
  id: number,
  version: number,
): Promise<string> {
  const [row] = await order_versions_read(db, [viewer.account_id, id, version, ...seenBy(viewer)])
  const missing = () => notFound(msg`Version ${version} of order ${id}`)
  if (row) return shown(row, missing)
  const { last } = await boundsOf(db, viewer, id)
  if (last === null || version > last) throw missing()
  throw gone(msg`Version ${version} of order ${id} is no longer kept.`)
}

/** An order as it was at an instant, which is after its last change until then. */
export async function readOrderAt(
  db: Reader,
  viewer: Viewer,
  key: OrderKey,
  at: string,
): Promise<string> {
  const id = await withHistory(db, viewer, key)
  const [row] = await order_versions_readAt(db, [viewer.account_id, id, at, ...seenBy(viewer)])
  const missing = () => notFound(msg`Order ${id} as it was at ${at}`)
  if (row?.type === 'order.deleted') throw missing()
  if (row) return shown(row, missing)
  const { first } = await boundsOf(db, viewer, id)
  if (first === 1) throw missing()
  throw gone(msg`What order ${id} was at ${at} is no longer kept.`)
}

/**
 * What differs between a version and another one, as JSON.
 * @param other null: the order as it is now
 */
export async function readDiff(
  db: Reader,
  viewer: Viewer,
  key: OrderKey,
  version: number,
  other: number | null,
): Promise<string> {
  const id = await withHistory(db, viewer, key)
  const from = await versionOf(db, viewer, id, version)
  if (other !== null) {
    return diffJson(diffOf(from, await versionOf(db, viewer, id, other)), version, other)
  }
  const { document } = await readOrder(db, viewer, { id })
  const { last } = await boundsOf(db, viewer, id)
  return diffJson(diffOf(from, document), version, last)
}

async function boundsOf(db: Reader, { account_id }: Viewer, id: number) {
  return singleRow(await order_versions_bounds(db, [account_id, id]))
}

const seenBy = ({ only: { users, branches, customers } }: Viewer) =>
  [users, branches, customers] as const

function shown({ document }: VersionRow, missing: () => Problem): string {
  if (document === null) throw missing()
  return document
}

const gone = (detail: ConstructorParameters<typeof Problem>[1]) =>
  new Problem('version_gone', detail)
