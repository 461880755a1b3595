import { isDeepStrictEqual } from 'node:util'
import type { Pool, PoolClient } from 'pg'
import type { SecretBox } from '../../base/secret-box.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { accountSummary } from '../../database/dump/account.ts'
import { loadRows } from '../../database/dump/load.ts'
import {
  findNamed,
  isAccountTaken,
  isUidTaken,
  loadingAccount,
  nextNumber,
  raiseSequences,
  tablesToLoad,
} from '../../database/dump/load-account.ts'
import type { DumpTable } from '../../database/dump/tables.ts'
import { databaseFailure } from '../../database/failures.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { isOwnHash } from '../../members/sign-in/passwords.ts'
import { type Message, msg } from '../../texts/message.ts'
import { newSecret } from '../../webhooks/signature.ts'
import { type ArchiveReader, BadArchive } from '../backup/archive.ts'
import { putFiles } from '../backup/files.ts'
import { type SavedTable, tableEntry } from '../backup/manifest.ts'
import type { ReportProgress } from '../backup/progress.ts'
import { linesOf } from '../backup/read.ts'
import { highestIds } from './ids.ts'
import { type AccountManifest, SECRETS } from './manifest.ts'
import { SEALED_COLUMNS, type Secret, travelling } from './portable.ts'

/** Where an account comes into, and from what. */
export interface ImportTarget {
  pool: Pool
  archive: ArchiveReader<AccountManifest>
  images: ImageStorage
  /** Seals the secrets; asked for only where there are any. */
  secrets: () => SecretBox
  /** What it is called here; as it was unless given. */
  name: string | undefined
  /** A database that is thrown away, of the version that the archive is of. */
  isScratch?: boolean
}

/** What came in. */
export interface Imported {
  account_id: number
  /** The same as there; else the id was another account's. */
  is_id_kept: boolean
  name: string
  rows: Record<string, number>
  images: number
  attachments: number
  /** Webhooks that came without their secrets: each has a new one, and is disabled. */
  disabled_webhooks: number[]
  /** Members whose passwords were hashed by other parameters than this service's: they came without. */
  refused_passwords: number[]
}

/**
 * Brings an account in: all of it or nothing. Ids of records stay as they are, since those of two
 * accounts are never in each other's way.
 * @throws BadArchive, OperatorError; nothing is there then that was not before
 */
export async function importAccount(
  target: ImportTarget,
  report: ReportProgress,
): Promise<Imported> {
  const { pool, archive } = target
  const { manifest } = archive
  const here = await tablesToLoad(pool)
  await raiseSequences(pool, here, await highestIds(archive, here))
  let imported: Imported | undefined
  const undo: (() => Promise<void>)[] = []
  try {
    await loadingAccount(pool, target.isScratch ?? false, async (client) => {
      const name = target.name ?? manifest.account.name
      await refuseName(client, name)
      const account_id = await idFor(client, manifest.account.id)
      const changes = await loadTables(client, target, account_id, here, report)
      await compare(client, account_id, manifest)
      await putFiles(
        archive,
        { storage: target.images, account_id, undo, refuse: otherFiles },
        report,
      )
      imported = {
        account_id,
        is_id_kept: account_id === manifest.account.id,
        name,
        rows: Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows])),
        images: manifest.images,
        attachments: manifest.attachments ?? 0,
        ...changes,
      }
    })
  } catch (error) {
    for (const remove of undo) await remove()
    if (databaseFailure(error)?.constraint !== 'accounts_pkey') throw error
    throw new OperatorError(
      msg`An account of the same id came in meanwhile. Nothing was changed; run the command again.`,
      { cause: error },
    )
  }
  if (!imported) throw new Error('nothing came in')
  const { account_id } = imported
  const last_value = String(account_id)
  await raiseSequences(pool, here, [{ table: 'accounts', column: 'account_id', last_value }])
  return imported
}

const otherFiles = (found: number, what: Message, expected: number) =>
  msg`The file has ${found} ${what}, not ${expected}. Nothing of it was kept; take another export.`

async function refuseName(client: PoolClient, name: string): Promise<void> {
  const other = await findNamed(client, name)
  if (other === undefined) return
  throw new OperatorError(
    msg`The account "${name}" exists already (id ${other}). Nothing was changed; give another --name.`,
  )
}

/** The id that it had, where nobody has or had that here; else a new one. */
async function idFor(client: PoolClient, wanted: number): Promise<number> {
  let account_id = wanted
  while (await isAccountTaken(client, account_id)) {
    account_id = await nextNumber(client, 'accounts', 'account_id')
  }
  return account_id
}

async function loadTables(
  client: PoolClient,
  { archive, secrets, name }: ImportTarget,
  account_id: number,
  here: DumpTable[],
  report: ReportProgress,
): Promise<Pick<Imported, 'disabled_webhooks' | 'refused_passwords'>> {
  const { manifest } = archive
  const sealing = new Sealing(await readSecrets(archive), secrets, account_id)
  const known = travelling(here, manifest.secrets !== undefined)
  const refused_passwords: number[] = []
  const all = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const saved of inOrderOf(known, manifest.tables)) {
    const table = tableFor(saved, known, here)
    let rows = 0
    for await (const lines of linesOf(archive.read(tableEntry(saved.name), saved.sha256))) {
      const changed = await changedLines(client, saved.name, lines, sealing, {
        uid: manifest.account.uid,
        name,
        refused_passwords,
      })
      await loadRows(client, table, changed, account_id)
      rows += lines.length
      done += lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
      report(msg`rows`, done / Math.max(1, all), saved.name)
    }
    if (rows !== saved.rows) {
      throw new BadArchive(msg`The file has ${rows} rows of ${saved.name}, not ${saved.rows}.`)
    }
  }
  return { disabled_webhooks: sealing.renewed, refused_passwords }
}

/** The tables of the file in the order in which their rows can come in here. */
function inOrderOf(known: DumpTable[], saved: SavedTable[]): SavedTable[] {
  const place = ({ name }: SavedTable) => known.findIndex((table) => table.name === name)
  return [...saved].sort((a, b) => place(a) - place(b))
}

/** The columns of the file; those that are sealed come beside them. */
function tableFor(saved: SavedTable, known: DumpTable[], here: DumpTable[]): DumpTable {
  const table = known.find(({ name }) => name === saved.name)
  const odd = table ? saved.columns.find((column) => !(column in table.columns)) : undefined
  if (!table || odd !== undefined) {
    const what = odd === undefined ? saved.name : `${saved.name}.${odd}`
    throw new BadArchive(
      msg`The file has what this version of Pedido does not: ${what}. Bring it in with the version that made it.`,
    )
  }
  const all = here.find(({ name }) => name === saved.name)?.columns ?? {}
  const wanted = [...saved.columns, ...Object.keys(SEALED_COLUMNS[saved.name] ?? {})]
  return {
    ...table,
    columns: Object.fromEntries(wanted.map((column) => [column, all[column] as string])),
  }
}

/** What has to be another here: what is sealed, what tells accounts apart, and what this service hashes. */
async function changedLines(
  client: PoolClient,
  table: string,
  lines: string[],
  sealing: Sealing,
  {
    uid,
    name,
    refused_passwords,
  }: { uid: string; name: string | undefined; refused_passwords: number[] },
): Promise<string[]> {
  if (table === 'members') return lines.map((line) => withOwnHash(line, refused_passwords))
  if (table in SEALED_COLUMNS) return lines.map((line) => sealing.line(table, line))
  if (table !== 'accounts') return lines
  const isNew = await isUidTaken(client, uid)
  return lines.map((line) => {
    const row = JSON.parse(line) as Record<string, string>
    if (isNew) row['uid'] = crypto.randomUUID()
    if (name !== undefined) row['name'] = name
    return JSON.stringify(row)
  })
}

/** Whoever made the file could else choose what a sign-in costs. The member chooses another password by a link. */
function withOwnHash(line: string, refused: number[]): string {
  const { password_hash: hash, ...row } = JSON.parse(line) as Record<string, string | null>
  if (hash === undefined || hash === null || isOwnHash(hash)) return line
  refused.push(Number(row['id']))
  return JSON.stringify({ ...row, password_hash: null })
}

/** Seals what came opened, for its new place. */
class Sealing {
  /** Webhooks that got a new secret. */
  readonly renewed: number[] = []
  readonly #secrets: Map<string, string> | undefined
  readonly #box: () => SecretBox
  readonly #account_id: number

  /** @param secrets by table, id and column; undefined where none came */
  constructor(secrets: Map<string, string> | undefined, box: () => SecretBox, account_id: number) {
    this.#secrets = secrets
    this.#box = box
    this.#account_id = account_id
  }

  line(table: string, line: string): string {
    const row = JSON.parse(line) as Record<string, string>
    const id = Number(row['id'] ?? 0)
    if (!this.#secrets) this.#disable(row, id)
    for (const [column, contextOf] of Object.entries(SEALED_COLUMNS[table] ?? {})) {
      const secret = this.#secrets
        ? this.#secrets.get(keyOf(table, id, column))
        : column === 'secret'
          ? newSecret()
          : undefined
      if (secret === undefined) continue
      const sealed = this.#box().seal(secret, contextOf(this.#account_id, id))
      row[column] = `\\x${sealed.toString('hex')}`
    }
    return JSON.stringify(row)
  }

  /** Its receiver does not know the new secret yet, and the values of its headers are missing. */
  #disable(row: Record<string, string>, id: number): void {
    this.renewed.push(id)
    row['enabled'] = 'false'
    row['header_names'] = '{}'
    delete row['old_secret_until']
  }
}

const keyOf = (table: string, id: number, column: string) => `${table} ${id} ${column}`

async function readSecrets(
  archive: ArchiveReader<AccountManifest>,
): Promise<Map<string, string> | undefined> {
  const { secrets } = archive.manifest
  if (secrets === undefined) return undefined
  const found = new Map<string, string>()
  for await (const lines of linesOf(archive.read(SECRETS, secrets))) {
    for (const line of lines) {
      const { table, id, column, secret } = JSON.parse(line) as Secret
      found.set(keyOf(table, id, column), secret)
    }
  }
  return found
}

async function compare(
  client: PoolClient,
  account_id: number,
  { summary }: AccountManifest,
): Promise<void> {
  const found = await accountSummary(client, account_id)
  if (isDeepStrictEqual(found, summary)) return
  throw new BadArchive(
    msg`What came in differs from what the file says: ${JSON.stringify(found)}, not ${JSON.stringify(summary)}. Nothing was kept; take another export.`,
  )
}
