import type { FastifyRequest } from 'fastify'
import type { TokenHolder } from '../access/actor.ts'
import { actorOf } from '../access/authenticate.ts'
import type { TenantQuota } from '../base/tenant-quota.ts'
import type { Reader } from '../database/database.ts'
import type { Replica } from '../database/replica/replica.ts'
import { type Commits, recordingCommits, type WalPosition } from '../database/wal-positions.ts'
import type { App } from './app.ts'
import { leftOf } from './turns/left.ts'

declare module 'fastify' {
  interface FastifyRequest {
    readsReplica: boolean
    commits: Commits | undefined
    /** Notes what was committed so far, before an answer that goes on tells of it. */
    noteCommits: (() => Promise<void>) | undefined
  }
}

/** Where a request that changes nothing reads. */
export interface Reads {
  /** For any single statement that reads about as many rows as it gives. */
  db: Reader
  /**
   * Does work whose statements may read many rows, such as a search or sums: it waits for its
   * account's turn, and all such work has a part of the connections.
   */
  long: <T>(work: (db: Reader) => Promise<T>) => Promise<T>
  /** For statements that find one row by its key, and for nothing else. */
  pipelined: Reader
}

/** Where this request reads. Every GET handler asks, so that the answer is given in one place. */
export type ReadsOf = (request: FastifyRequest) => Reads

const STRONG = 'consistency=strong'
const LONGEST_PREFER = 1000
/** An account that asks for one long read after the other has half of the time. */
const RESTS = true

/**
 * Decides where each request reads: from the replica, where there is one, unless that has not got
 * yet what the same token has written, or the request asks for strong consistency.
 */
export function routeReads(
  app: App,
  primary: Omit<Reads, 'long'>,
  longReads: TenantQuota,
  replica?: Replica,
): ReadsOf {
  app.decorateRequest('readsReplica', false)
  app.addHook('onRequest', (request, reply, done) => {
    if (!isRead(request)) return done()
    const { prefer } = request.headers
    if (prefer !== undefined && asksForStrong(String(prefer))) {
      reply.header('Preference-Applied', STRONG)
      return done()
    }
    if (replica?.state !== 'used') return done()
    const { account_id, id_token } = request.actor as TokenHolder
    const covered = replica.covers(replica.written.of(account_id, id_token))
    if (covered instanceof Promise) {
      void covered.then((isCovered) => {
        request.readsReplica = isCovered
        done()
      })
    } else {
      request.readsReplica = covered
      done()
    }
  })
  if (replica) noteWrites(app, replica)
  return (request) => {
    const { db, pipelined } = replica && request.readsReplica ? replica : primary
    return {
      db,
      pipelined,
      long: (work) =>
        longReads.run(actorOf(request).account_id, () => work(db), leftOf(request), RESTS),
    }
  }
}

/**
 * Notes up to where a token has written, before it is answered. After a problem or a failure too:
 * what the answer tells of, such as the record that has the `fk_id` already, is there to be read.
 */
function noteWrites(app: App, { written, logEnd }: Replica): void {
  app.decorateRequest('commits', undefined)
  app.decorateRequest('noteCommits', undefined)
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.actor === null || isRead(request)) return done()
    const { account_id, id_token } = request.actor
    const commits: Commits = { position: undefined }
    request.commits = commits
    request.noteCommits = async () => {
      const end = commits.position ?? (await logEnd().catch(() => undefined))
      written.note(account_id, id_token, end)
    }
    recordingCommits(commits, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { actor, commits } = request
    if (actor === null || commits === undefined) return done(null, payload)
    const { account_id, id_token } = actor
    const note = (position: WalPosition | undefined) => {
      written.note(account_id, id_token, position)
      done(null, payload)
    }
    if (reply.statusCode < 400 && commits.position !== undefined) return note(commits.position)
    logEnd().then(note, () => note(undefined))
  })
}

/** The request reads for a token. */
export function isRead({ method, actor }: FastifyRequest): boolean {
  return actor !== null && (method === 'GET' || method === 'HEAD')
}

/**
 * True where `Prefer` asks for strong consistency. Names and values without quotes are those of
 * RFC 7240; of a preference that stands twice the first counts; unknown ones are passed over, as is
 * a header longer than any client's.
 */
function asksForStrong(prefer: string): boolean {
  if (prefer.length > LONGEST_PREFER) return false
  for (const preference of preferencesOf(prefer)) {
    // A parameter of the preference begins with the semicolon.
    const [pair = ''] = preference.split(';', 1)
    const [name = '', ...value] = pair.split('=')
    if (name.trim().toLowerCase() !== 'consistency') continue
    const wanted = value.join('=').trim()
    return wanted === 'strong' || wanted === '"strong"'
  }
  return false
}

/** The parts between commas. In quotes a comma is text, as is what follows a backslash. */
function preferencesOf(header: string): string[] {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < header.length; i++) {
    const character = header[i]
    if (character === '"') quoted = !quoted
    else if (quoted && character === '\\') i++
    else if (!quoted && character === ',') {
      parts.push(header.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, header.slice(start)]
}
