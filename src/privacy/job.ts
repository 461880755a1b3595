import { pause } from '../base/pause.ts'
import { addressesOf, codeOf } from '../customers/anonymise.ts'
import { type Db, inTransaction, singleRow, type Tx } from '../database/database.ts'
import { rewriteEvents } from '../events/rewriting/rewrite.ts'
import { redactImport, redactMappings } from '../files/imports/job/redact.ts'
import { redactOrderMails } from '../files/links/commands.ts'
import { rewriteAnswers } from '../http/idempotency.ts'
import type { AccountQueue } from '../jobs/account-queue.ts'
import { forEachAlone } from '../jobs/for-each.ts'
import { redactViews } from '../members/views/redact.ts'
import { attachmentsRedactedLately, redactAttachments } from '../orders/attachments/commands.ts'
import { ordersAmong, redactOrders, retainedOrders } from '../orders/changes/redact.ts'
import { redactComments, redactedLately } from '../orders/comments/commands.ts'
import { redactRecalculations } from '../orders/recalculations/commands.ts'
import { redactBreaking } from '../records/custom-fields/redact.ts'
import { clearAnswers } from '../webhooks/answers.ts'
import { redactDescriptions } from '../webhooks/redact.ts'
import { FIRST_STAGE, keepingOf, knownNow } from './commands.ts'
import { identifies, type Known, mentions, NOTHING } from './known.ts'
import { records_mentioning } from './mentioned-sql.ts'
import { type Person, rewrittenBody, rewrittenEvent } from './person.ts'
import {
  type AnonymisationRow,
  accounts_timeZone,
  anonymisations_due,
  anonymisations_end,
  anonymisations_find,
  anonymisations_lockFree,
  anonymisations_move,
  anonymisations_setMentioned,
} from './sql.ts'

/** Orders of one transaction: a writer who meets one waits for some 50 ms. */
const ORDERS = 100
/** Events that one transaction looks at. */
const EVENTS = 1_000
/** An import that is just worked on is looked at again. */
const WAIT_S = 5

/** What one transaction is about. */
interface Part {
  tx: Tx
  account_id: number
  id_customer: number
  person: Person
  row: AnonymisationRow
  years: number
  time_zone: string
}

/** A part of the work by its name: the key that it came to; undefined where nothing is left of it. */
type Stage = (part: Part) => Promise<string | undefined>

/**
 * In this order: writers that still knew the person's data have committed what they wrote of it before
 * an order of theirs can be locked, and so before anything later is looked at.
 */
const STAGES = [FIRST_STAGE, 'events', 'answers', 'imports', 'texts']

/** Imports are gone through by transactions of their own: a file may be long. */
const stages: Record<string, Stage> = {
  [FIRST_STAGE]: async ({ tx, account_id, id_customer, person, row, years, time_zone }) => {
    const keeping = await keepingOf(tx, account_id, row, time_zone, years)
    const isIdentifying = (code: string) => identifies(person.known, code)
    const orders = { account_id, id_customer }
    const after = Number(row.position)
    const ids = await redactOrders(tx, orders, keeping, isIdentifying, after, ORDERS)
    await redactOrderMails(tx, account_id, ids)
    await clearAnswers(tx, account_id, await redactBeside(tx, account_id, ids))
    return ids.at(-1)?.toString()
  },
  events: async ({ tx, account_id, id_customer, person, row }) => {
    const of = { account_id, id_customer, addresses: [...person.addresses] }
    const rewrite = (event: Parameters<typeof rewrittenEvent>[1]) => rewrittenEvent(person, event)
    const found = await rewriteEvents(tx, of, rewrite, Number(row.position), EVENTS)
    if (!found) return undefined
    // Also of orders that were the customer's, or are deleted.
    await redactOrderMails(tx, account_id, found.orders)
    const beside = await redactBeside(tx, account_id, found.orders)
    await clearAnswers(tx, account_id, [...found.uids, ...beside])
    return found.last.toString()
  },
  answers: async ({ tx, account_id, person, row }) => {
    const ids = [person.id, ...person.addresses].map((id) => `"id":${id},`)
    const comments = await redactedLately(tx, account_id)
    const attachments = await attachmentsRedactedLately(tx, account_id)
    const beside = [...comments, ...attachments].map((id) => `{"id":${id},"id_order":`)
    const texts = [
      ...ids,
      ...beside,
      ...person.known.texts.map((text) => JSON.stringify(text).slice(1, -1)),
    ]
    const rewrite = (body: string) => rewrittenBody({ ...person, comments, attachments }, body)
    return rewriteAnswers(tx, account_id, texts, rewrite, row.position)
  },
  texts: async ({ tx, account_id, id_customer, person }) => {
    const isAbout = (text: string) => mentions(person.known, text)
    await redactViews(tx, account_id, isAbout)
    await redactMappings(tx, account_id, isAbout)
    await redactRecalculations(tx, account_id, isAbout)
    await redactDescriptions(tx, account_id, isAbout)
    await redactBreaking(tx, account_id, async (resource, records) => {
      const ids = records.map(({ id }) => id)
      const own =
        resource === 'orders' ? await ordersAmong(tx, { account_id, id_customer }, ids) : []
      const mentioning = records.filter(({ detail }) => isAbout(detail)).map(({ id }) => id)
      return new Set([...own, ...mentioning, ...(resource === 'customers' ? [id_customer] : [])])
    })
    await reportMentions(tx, account_id, id_customer, person)
    return undefined
  },
}

/** What stands beside orders. → the `uid`s of its events */
async function redactBeside(tx: Tx, account_id: number, ids: number[]): Promise<string[]> {
  const ofComments = await redactComments(tx, account_id, ids)
  return [...ofComments, ...(await redactAttachments(tx, account_id, ids))]
}

/**
 * Names of records, of tokens and of members stay: whose they are a person has to say. What was found
 * before stays reported, as nothing is known of the person any more when it is asked for again.
 */
async function reportMentions(
  tx: Tx,
  account_id: number,
  id_customer: number,
  { known }: Person,
): Promise<void> {
  if (known.texts.length === 0) return
  const found = await records_mentioning(tx, [account_id, known.texts, id_customer])
  await anonymisations_setMentioned(tx, [account_id, id_customer, JSON.stringify(found)])
}

/**
 * Makes the job that removes the data of anonymised customers from all that holds it, in small steps,
 * and lets go of orders that had to stay once their time has passed. Goes by what the tables say: any
 * number of processes may run it, and one that is killed loses the step it was at.
 * @param queue gets the accounts that may have some
 * @param years for which orders stay that are fiscal documents
 */
export function anonymisingJob(
  queue: AccountQueue,
  years: number,
): (db: Db, stop: AbortSignal) => Promise<void> {
  return (db, stop) =>
    queue.forEach(stop, async (account_id) => {
      const due = await anonymisations_due(db, [account_id])
      await forEachAlone(due, stop, ({ id_customer }) =>
        goOn(db, account_id, id_customer, years, stop),
      )
    })
}

async function goOn(
  db: Db,
  account_id: number,
  id_customer: number,
  years: number,
  stop: AbortSignal,
): Promise<void> {
  for (;;) {
    const started = performance.now()
    const waits = await redactImports(db, account_id, id_customer)
    const isOver = waits || (await step(db, account_id, id_customer, years))
    if (isOver || stop.aborted) return
    // Half of the time is for requests.
    await pause(performance.now() - started, stop)
  }
}

/** @returns true where there is nothing to do now */
function step(db: Db, account_id: number, id_customer: number, years: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [row] = await anonymisations_lockFree(tx, [account_id, id_customer])
    if (!row) return true
    const { time_zone } = singleRow(await accounts_timeZone(tx, [account_id]))
    if (row.state === 'done') {
      const known = await knownNow(tx, { account_id, id_customer })
      await move(tx, account_id, row, { stage: FIRST_STAGE, position: '', known })
      return false
    }
    const person = await personOf(tx, account_id, row)
    const part = { tx, account_id, id_customer, person, row, years, time_zone }
    const work = stages[row.stage]
    if (!work) return false
    const position = await work(part)
    const next = position === undefined ? stageAfter(row.stage) : row.stage
    if (next) await move(tx, account_id, row, { stage: next, position: position ?? '' })
    else await end(part)
    return next === undefined
  })
}

const stageAfter = (stage: string) => STAGES[STAGES.indexOf(stage) + 1]

async function personOf(tx: Tx, account_id: number, row: AnonymisationRow): Promise<Person> {
  const { id_customer: id } = row
  const addresses = new Set(await addressesOf(tx, account_id, id))
  const known = JSON.parse(row.known) as Known
  const beside = { comments: new Set<number>(), attachments: new Set<number>() }
  return { id, fk_id: await codeOf(tx, account_id, id), addresses, ...beside, known }
}

interface Reached {
  stage: string
  position: string
  known?: Known
  waits?: boolean
}

async function move(
  tx: Tx,
  account_id: number,
  row: AnonymisationRow,
  { stage, position, known, waits = false }: Reached,
): Promise<void> {
  const texts = known ? JSON.stringify(known) : row.known
  const seconds = waits ? WAIT_S : 0
  await anonymisations_move(tx, [account_id, row.id_customer, stage, position, texts, seconds])
}

/** What is known of the person goes last; it is due again when the first of the kept orders may go. */
async function end({ tx, account_id, id_customer, row, years, time_zone }: Part): Promise<void> {
  const keeping = await keepingOf(tx, account_id, row, time_zone, years)
  const { first_year } = await retainedOrders(tx, { account_id, id_customer }, keeping, 0)
  const year = first_year === null ? null : first_year + years + 1
  const nothing = JSON.stringify(NOTHING)
  await anonymisations_end(tx, [account_id, id_customer, FIRST_STAGE, nothing, year, time_zone])
}

/**
 * Goes through imports, where it has come to them.
 * @returns true where it has to wait for one that is just worked on
 */
async function redactImports(db: Db, account_id: number, id_customer: number): Promise<boolean> {
  for (;;) {
    const [row] = await anonymisations_find(db, [account_id, id_customer])
    if (row?.state !== 'running' || row.stage !== 'imports') return false
    const known = JSON.parse(row.known) as Known
    const isAbout = (text: string) => mentions(known, text)
    const done = await redactImport(db, account_id, isAbout, Number(row.position))
    const reached = !done
      ? { stage: stageAfter(row.stage) ?? row.stage, position: '' }
      : { stage: row.stage, position: done.isAtWork ? row.position : String(done.id) }
    const waits = done?.isAtWork ?? false
    const isMoved = await inTransaction(db, async (tx) => {
      const [now] = await anonymisations_lockFree(tx, [account_id, id_customer])
      // Somebody else has gone on, or was asked to begin anew.
      if (now?.stage !== row.stage || now.position !== row.position) return false
      await move(tx, account_id, now, { ...reached, waits })
      return true
    })
    if (!isMoved || waits) return true
  }
}
