import { join } from 'node:path'
import { inPieces } from '../../base/giving-way/pieces.ts'
import { Problem, refuseParameters } from '../../base/problems.ts'
import type { Config } from '../../config.ts'
import { activeFields } from '../../custom/active-rules.ts'
import type { ActiveField } from '../../custom/rules.ts'
import { inSnapshot, type SnapshotSource } from '../../database/snapshot/snapshot.ts'
import type { Exporter, ExportRequest, OpenExport } from '../../http/lists/exports.ts'
import type { Quotas } from '../../quotas.ts'
import { msg } from '../../texts/message.ts'
import { type Column, columnsOf } from './columns.ts'
import { withDocuments } from './documents.ts'
import { encodedAside } from './encoding/aside.ts'
import { Spool } from './spool.ts'
import { CUSTOMER_DOCUMENT } from './tables.ts'

type Settings = Pick<Config, 'DATA_DIR' | 'EXPORT_SNAPSHOT_TIMEOUT_MS' | 'STREAM_STALL_MS'>

/**
 * Makes files of whole lists. A snapshot of the database is read as fast as it goes and kept aside
 * as far as the client is slower.
 * @param quotas how many files are made at once, and how many snapshots read; and for one account
 */
export function createExporter(
  settings: Settings,
  database: SnapshotSource,
  { exports, snapshots }: Pick<Quotas, 'exports' | 'snapshots'>,
): Exporter {
  const limitMs = settings.EXPORT_SNAPSHOT_TIMEOUT_MS
  const folder = join(settings.DATA_DIR, 'exports')
  return {
    stallMs: settings.STREAM_STALL_MS,
    open: async (asked, { gone, onAccepted }) => {
      const { account_id, resource } = asked
      const columns =
        asked.format === 'ndjson'
          ? []
          : chosenColumns(asked, await activeFields(database.db, account_id, resource))
      const leave = exports.take(account_id)
      const spool = new Spool(folder)
      const inTurn = (work: () => Promise<void>) =>
        snapshots.run(
          account_id,
          async () => {
            // Before there is a snapshot: with that it would wait for a second connection.
            await onAccepted()
            await work()
          },
          gone,
        )
      const copy = startCopy({ ...database, limitMs, inTurn }, sourceOf(asked, columns), spool)
      const end = () => {
        copy.stop()
        leave()
      }
      gone.addEventListener('abort', end)
      if (gone.aborted) end()
      try {
        await spool.ready()
      } catch (error) {
        end()
        throw error
      }
      return { chunks: encoded(spool.parts(), asked, columns), end }
    },
  }
}

/** @throws Problem where nothing is left to show */
function chosenColumns(asked: ExportRequest, declared: ActiveField[]): Column[] {
  const { resource, rows, fields } = asked
  const columns = columnsOf(asked, declared)
  if (rows === 'items' && resource === 'orders' && fields && !fields.includes('items')) {
    const detail = msg`has a row for each item, so \`fields\` must have items.`
    refuseParameters([{ parameter: 'rows', code: 'fields', detail }])
  }
  if (columns.length === 0) {
    const detail = msg`leaves no column: items have rows of their own with rows=items.`
    refuseParameters([{ parameter: 'fields', code: 'fields', detail }])
  }
  return columns
}

function encoded(
  parts: AsyncIterable<string[]>,
  asked: ExportRequest,
  columns: Column[],
): OpenExport['chunks'] {
  const { format, called, language, isBrazilian, time_zone } = asked
  if (format === 'ndjson') return linesOf(parts)
  return encodedAside(parts, columns, { format, called, language, isBrazilian, time_zone })
}

async function* linesOf(parts: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const lines of parts) yield `${lines.join('\n')}\n`
}

type Read = ExportRequest['read']

/** What is read of the database, with what only some files show. */
function sourceOf({ account_id, read }: ExportRequest, columns: Column[]): Read {
  if (!columns.some(({ name }) => name === CUSTOMER_DOCUMENT)) return read
  return async function* (snapshot) {
    for await (const orders of read(snapshot)) {
      yield await withDocuments(snapshot.db, account_id, orders)
    }
  }
}

interface Source extends SnapshotSource {
  limitMs: number
  /** Does the work as soon as the account has its turn. */
  inTurn: (work: () => Promise<void>) => Promise<void>
}

/** Copies a snapshot into a spool, and lets go of both when it is stopped. */
function startCopy({ limitMs, inTurn, ...database }: Source, read: Read, spool: Spool) {
  const stopped = new AbortController()
  const copy = () =>
    inSnapshot(database, async (snapshot) => {
      stopped.signal.addEventListener('abort', snapshot.cancel)
      const pieceDone = inPieces()
      if (!stopped.signal.aborted) {
        for await (const documents of read(snapshot)) {
          if (stopped.signal.aborted) break
          await spool.push(documents.map(inOneLine))
          await pieceDone()
        }
      }
      spool.complete()
    })
  const run = async () => {
    if (stopped.signal.aborted) return
    const timer = setTimeout(() => {
      const detail = msg`Reading this list took longer than ${limitMs} ms. Narrow it, such as by dates.`
      spool.fail(new Problem('unavailable', detail, { retryAfter: 1 }))
      stopped.abort()
    }, limitMs)
    await copy().finally(() => clearTimeout(timer))
  }
  const copying = inTurn(run).catch((error: unknown) => spool.fail(error))
  return {
    stop: () => {
      stopped.abort()
      spool.fail(new Problem('unavailable', msg`The export was stopped.`, { retryAfter: 1 }))
      void copying.then(() => spool.close()).catch(() => {})
    },
  }
}

/** In JSON a bare line break is only space. */
function inOneLine(json: string): string {
  return json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\r\n]/g, ' ') : json
}
