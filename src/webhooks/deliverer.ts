import type { SecretBox } from '../base/secret-box.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { databaseFailure } from '../database/failures.ts'
import type { EventHub } from '../events/hub.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { type Job, openTurnQueue, type TurnQueue } from './queue.ts'
import { type Turn, takeTurn } from './turn.ts'
import {
  sessions_find,
  webhook_lanes_due,
  webhook_lanes_held,
  webhook_lanes_hold,
  webhook_lanes_release,
} from './turn-sql.ts'

/** Webhooks that one process works on at once: each may wait 15 s for a receiver that is silent. */
const TURNS = 50
/** Of a constant size, so that PostgreSQL keeps its plan. */
const TAKEN_AT_ONCE = 10
/** How often it is looked whether another process died over its turns. */
const LOOK_MS = 1_000
/** What is under way is waited for so long when the service stops. */
const GRACE_MS = 5_000

interface Parts {
  hub: EventHub
  /** Under which the database shows the sessions of this process. */
  sessions: string
  secrets: SecretBox | undefined
  outbound: Outbound
  log: {
    warn(fields: object, text: string): void
    error(fields: object, text: string): void
  }
}

type TakenTurn = Turn & Job

/**
 * Sends events to webhooks. What is to be sent the tables say; the queue says whose turn it is. A
 * process that dies leaves its turns to the others, as soon as the database has noticed.
 */
export class Deliverer {
  readonly #parts: Parts
  readonly #running = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  readonly #cut = new AbortController()
  #queue: TurnQueue | undefined
  #round: Promise<void> = Promise.resolve()
  #lookedAt = -Infinity
  #told = ''

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Begins with what is due, as far as there is room. */
  run(db: Db): Promise<void> {
    if (!this.#stop.signal.aborted) this.#round = this.#beginDue(db)
    return this.#round
  }

  async #beginDue(db: Db): Promise<void> {
    try {
      await this.#freeLeft(db)
      const due = await webhook_lanes_due(db, [TURNS])
      if (due.length === 0) return
      const queue = await this.#opened(db)
      for (const lane of due) await queue.add(lane)
      let isMore = true
      while (isMore && this.#running.size < TURNS && !this.#stop.signal.aborted) {
        const turns = await this.#take(db, queue)
        for (const turn of turns) this.#begin(db, queue, turn)
        isMore = turns.length === TAKEN_AT_ONCE
      }
    } catch (error) {
      if (isMissing(error)) await this.#forgetQueue()
      throw error
    }
  }

  /** Opened when there is something to send for the first time: most have no webhooks. */
  async #opened(db: Db): Promise<TurnQueue> {
    this.#queue ??= await openTurnQueue(db, (error) => this.#tell(error))
    return this.#queue
  }

  /** Another one is made when it is needed. */
  async #forgetQueue(): Promise<void> {
    const queue = this.#queue
    this.#queue = undefined
    await queue?.close()
  }

  /** Lets what is under way come to an end, for some seconds, and begins nothing more. */
  async close(): Promise<void> {
    this.#stop.abort()
    const timer = setTimeout(() => this.#cut.abort(), GRACE_MS)
    // It may open the queue or take turns just now.
    await this.#round.catch(() => {})
    await Promise.all(this.#running.values())
    clearTimeout(timer)
    await this.#queue?.close()
  }

  /** Together, so that no job is taken of which the table does not say by whom. */
  #take(db: Db, queue: TurnQueue): Promise<TakenTurn[]> {
    return inTransaction(db, async (tx) => {
      const turns: TakenTurn[] = []
      for (const job of await queue.take(tx, TAKEN_AT_ONCE)) {
        const { account_id, id_webhook } = job
        const holder = [this.#parts.sessions, job.job]
        const [held] = await webhook_lanes_hold(tx, [account_id, id_webhook, ...holder])
        if (held) turns.push({ ...job, ...held })
        // The webhook was deleted.
        else await queue.remove(tx, job.job)
      }
      return turns
    })
  }

  #begin(db: Db, queue: TurnQueue, turn: TakenTurn): void {
    const { secrets, outbound, log, hub } = this.#parts
    const calls = { outbound, stop: this.#stop.signal, cut: this.#cut.signal }
    const key = keyOf(turn)
    const running = takeTurn(turn, { db, secrets, log, ...calls })
      .then(() => free(db, queue, turn))
      .then(() => this.#tell())
      .catch((error: unknown) => this.#tell(error))
      .finally(() => {
        this.#running.delete(key)
        // What came while it was ending.
        hub.due()
      })
    this.#running.set(key, running)
  }

  /** Turns of processes that are gone, and of this one where the database failed it. */
  async #freeLeft(db: Db): Promise<void> {
    if (performance.now() - this.#lookedAt < LOOK_MS) return
    const held = await webhook_lanes_held(db, [])
    const holders = held.map(({ holder }) => holder)
    // Apart: Citus would look for sessions on the nodes where the rows are.
    const sessions = held.length > 0 ? await sessions_find(db, [holders]) : []
    const others = new Set(
      sessions.map(({ name }) => name).filter((name) => name !== this.#parts.sessions),
    )
    const left = held.filter((turn) => !others.has(turn.holder) && !this.#running.has(keyOf(turn)))
    for (const turn of left) await free(db, await this.#opened(db), turn)
    this.#lookedAt = performance.now()
  }

  /** Once, however often it happens. */
  #tell(error?: unknown): void {
    const what = error === undefined ? '' : String(error)
    if (error !== undefined && what !== this.#told) {
      this.#parts.log.error({ err: error }, 'sending to webhooks failed; it will go on')
    }
    this.#told = what
  }
}

/** A table, or something else that the queue needs, was dropped. */
const isMissing = (error: unknown) => databaseFailure(error)?.code.startsWith('42') === true

const keyOf = ({ account_id, id_webhook, epoch }: Turn) => `${account_id} ${id_webhook} ${epoch}`

/** Ends a turn, unless another one has begun. */
async function free(db: Db, queue: TurnQueue, turn: TakenTurn): Promise<void> {
  const { account_id, id_webhook, epoch, job } = turn
  await inTransaction(db, async (tx) => {
    const [freed] = await webhook_lanes_release(tx, [account_id, id_webhook, epoch])
    if (freed) await queue.remove(tx, job)
  })
}
