import type { Actor, Viewer } from '../../access/actor.ts'
import type { Outcome, Precondition } from '../../base/outcomes.ts'
import { notFound, type Problem } from '../../base/problems.ts'
import type { Reader, Tx } from '../../database/database.ts'
import { capital, msg } from '../../texts/message.ts'
import { noun } from '../../texts/nouns.ts'
import { createRecord, deleteRecord, putRecord, updateRecord } from '../commands.ts'
import type { Key, LineDefinition } from '../definitions.ts'
import { type Body, recordNotFound } from '../explained.ts'
import { changesCustomer, mayOnlyRead, showsCustomer } from '../portfolio/portfolio.ts'
import { type FoundOwner, owner_find } from './sql.ts'

// Lines of a record, such as a customer's addresses, where the path names the record.

/** The id of the owner, as far as the viewer sees it. */
export async function findOwner(
  db: Reader,
  viewer: Viewer,
  line: LineDefinition,
  key: Key,
): Promise<number> {
  return (await seenOwner(db, viewer, line, key, false)).id
}

/** That of one that the actor may change. */
async function keepOwner(tx: Tx, actor: Actor, line: LineDefinition, key: Key): Promise<number> {
  const { id, id_users } = await seenOwner(tx, actor, line, key, true)
  if (line.owner.of.hasSellers && !changesCustomer(actor, id_users)) throw mayOnlyRead()
  return id
}

async function seenOwner(
  db: Reader,
  viewer: Viewer,
  line: LineDefinition,
  key: Key,
  keep: boolean,
): Promise<FoundOwner> {
  const { of } = line.owner
  const found = await owner_find(db, of, viewer.account_id, key, keep)
  const isSeen = found && (!of.hasSellers || showsCustomer(viewer, found.id_users))
  if (!isSeen) throw ownerNotFound(line, key)
  return found
}

function ownerNotFound({ owner: { of, lines } }: LineDefinition, key: Key): Problem {
  if ('id' in key || !/^\d+$/.test(key.fk_id)) return recordNotFound(of, key)
  const { fk_id } = key
  const path = `${of.path}/${fk_id}/${lines}`
  const record = capital(noun(of.singular))
  return notFound(msg`${record} with fk_id "${fk_id}" (an id is written ${path})`)
}

export async function createLine(
  tx: Tx,
  actor: Actor,
  line: LineDefinition,
  owner: Key,
  body: Body,
): Promise<Outcome> {
  return createRecord(tx, actor, line, body, await keepOwner(tx, actor, line, owner))
}

/** A line by its own code, under the record that it belongs to. */
export interface LineKey {
  owner: Key
  fk_id: string
}

/** Creates or replaces the owner's line with this fk_id. */
export async function putLine(
  tx: Tx,
  actor: Actor,
  line: LineDefinition,
  { owner, fk_id }: LineKey,
  body: Body,
  precondition: Precondition,
): Promise<Outcome> {
  const id = await keepOwner(tx, actor, line, owner)
  return putRecord(tx, actor, line, fk_id, body, precondition, id)
}

export async function updateLine(
  tx: Tx,
  actor: Actor,
  line: LineDefinition,
  { owner, fk_id }: LineKey,
  body: Body,
  precondition: Precondition,
): Promise<Outcome> {
  const id = await keepOwner(tx, actor, line, owner)
  return updateRecord(tx, actor, line, { fk_id }, body, precondition, id)
}

export async function deleteLine(
  tx: Tx,
  actor: Actor,
  line: LineDefinition,
  { owner, fk_id }: LineKey,
  precondition: Precondition,
): Promise<Outcome> {
  const id = await keepOwner(tx, actor, line, owner)
  return deleteRecord(tx, actor, line, { fk_id }, precondition, id)
}
