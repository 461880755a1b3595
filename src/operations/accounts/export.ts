import type { PoolClient } from 'pg'
import { BoxError, type SecretBox } from '../../base/secret-box.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import {
  accountSummary,
  accountTables,
  countRows,
  findIdentity,
  highestId,
  type Identity,
  sealedValues,
} from '../../database/dump/account.ts'
import { storedFiles } from '../../database/dump/files.ts'
import { inSnapshot } from '../../database/dump/snapshot.ts'
import { type DumpTable, type SequenceState, sequenceStates } from '../../database/dump/tables.ts'
import type { OpenDatabase } from '../../database/pool.ts'
import { appliedMigrations } from '../../database/schema/ledger.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { msg } from '../../texts/message.ts'
import { ArchiveWriter } from '../backup/archive.ts'
import { addFiles, one } from '../backup/files.ts'
import type { Target } from '../backup/places.ts'
import type { ReportProgress } from '../backup/progress.ts'
import { addTables } from '../backup/write.ts'
import { ACCOUNT_EXPORT, type AccountManifest, SECRETS } from './manifest.ts'
import { SEALED_COLUMNS, type Secret, travelling } from './portable.ts'

/** What an account's export is made of. */
export interface ExportSource {
  pool: OpenDatabase['pool']
  account_id: number
  images: ImageStorage
  /** Of the program. */
  version: string
  /** Opens the secrets that go along; undefined: none does. */
  secrets: SecretBox | undefined
}

/**
 * Writes an account as it is at one moment, with its images and attachments, to a place where it is seen only when it
 * is whole.
 * @returns what the file says of itself, and its bytes
 */
export async function exportAccount(
  { pool, account_id, images, version, secrets }: ExportSource,
  target: Target,
  report: ReportProgress,
): Promise<{ manifest: AccountManifest; bytes: number }> {
  const archive = new ArchiveWriter(ACCOUNT_EXPORT, target)
  try {
    const manifest = await inSnapshot(
      pool,
      async (client) => {
        const account = await identityOf(client, account_id)
        const migrations = await appliedMigrations(client)
        const made_at = new Date().toISOString()
        const stored = await storedFiles(client, account_id)
        const files = await addFiles(
          archive,
          images,
          stored,
          ({ id, name }) => `${id}/${name}`,
          report,
        )
        const all = await accountTables(client)
        const tables = await measured(client, travelling(all, secrets !== undefined), account_id)
        const saved = await addTables(client, archive, tables, report, account_id)
        const others = all.filter(({ name }) => name !== 'accounts')
        const sequences = await statesAbove(client, others, account_id)
        const summary = await accountSummary(client, account_id)
        const head = { format: ACCOUNT_EXPORT.format, version, made_at, migrations, account }
        const sealed = secrets ? await addSecrets(client, archive, account_id, secrets) : {}
        return { ...head, ...files, summary, ...sealed, tables: saved, sequences }
      },
      true,
    )
    return { manifest, bytes: await archive.finish(manifest) }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

async function identityOf(client: PoolClient, account_id: number): Promise<Identity> {
  const account = await findIdentity(client, account_id)
  if (!account) throw new OperatorError(msg`There is no account with the id ${account_id}.`)
  return account
}

/** The tables with what progress goes by: the account's own rows. */
async function measured(
  client: PoolClient,
  tables: DumpTable[],
  account_id: number,
): Promise<DumpTable[]> {
  const found: DumpTable[] = []
  for (const table of tables) {
    const rowsAbout = await countRows(client, table, account_id)
    found.push({ ...table, rowsAbout, size: rowsAbout })
  }
  return found
}

/**
 * Where numbers go on. On a cluster a node draws some of them, so what the account has counts, too.
 */
async function statesAbove(
  client: PoolClient,
  tables: DumpTable[],
  account_id: number,
): Promise<SequenceState[]> {
  const states: SequenceState[] = []
  for (const state of await sequenceStates(client, tables)) {
    const highest = await highestId(client, state, account_id)
    const isAbove = BigInt(highest) > BigInt(state.last_value)
    states.push(isAbove ? { ...state, last_value: highest, is_called: true } : state)
  }
  return states
}

/** What is sealed, opened: another installation has another key. */
async function addSecrets(
  client: PoolClient,
  archive: ArchiveWriter,
  account_id: number,
  box: SecretBox,
): Promise<Pick<AccountManifest, 'secrets'>> {
  const lines: string[] = []
  for (const [table, contexts] of Object.entries(SEALED_COLUMNS)) {
    for (const { id, column, sealed } of await sealedValues(
      client,
      table,
      Object.keys(contexts),
      account_id,
    )) {
      const context = (contexts[column] as (typeof contexts)[string])(account_id, id)
      const secret: Secret = { table, id, column, secret: openedFor(box, sealed, context) }
      lines.push(`${JSON.stringify(secret)}\n`)
    }
  }
  const { sha256 } = await archive.add(SECRETS, one(Buffer.from(lines.join(''))))
  return { secrets: sha256 }
}

function openedFor(box: SecretBox, sealed: Buffer, context: string): string {
  try {
    return box.open(sealed, context)
  } catch (error) {
    if (!(error instanceof BoxError)) throw error
    throw new OperatorError(
      msg`A secret (${context}) can't be opened: ${error.message} Set SECRET_KEY to the keys of the service, or leave out --with-secrets.`,
      { cause: error },
    )
  }
}
