import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { secretBox } from '../../base/secret-box.ts'
import { openBareScratch, withScratch } from '../../database/embedded/scratch.ts'
import { isUpToDate, refuseNewerArchive } from '../../database/schema/ledger.ts'
import { migrate } from '../../database/schema/migrate.ts'
import { openImageStorage } from '../../images/storage.ts'
import { ArchiveReader } from '../backup/archive.ts'
import { fileSource, fileTarget, type Source, type Target } from '../backup/places.ts'
import type { ReportProgress } from '../backup/progress.ts'
import { exportAccount } from './export.ts'
import { importAccount } from './import.ts'
import { ACCOUNT_EXPORT, type AccountManifest } from './manifest.ts'

type Reader = ArchiveReader<AccountManifest>

/**
 * Runs `work` on an account's export, in the form of this version. One of an older version goes
 * through a database of that version, which is brought up to date and thrown away: what later
 * migrations do to rows is then done to these, too.
 * @param parent a folder with room for it
 * @throws NewerSchemaError, BadArchive
 */
export async function withExport<T>(
  source: Source,
  parent: string,
  report: ReportProgress,
  work: (archive: Reader) => Promise<T>,
): Promise<T> {
  const archive: Reader = await ArchiveReader.open(ACCOUNT_EXPORT, source)
  try {
    const { migrations } = archive.manifest
    await refuseNewerArchive(ACCOUNT_EXPORT.name, migrations)
    if (await isUpToDate(migrations)) return await work(archive)
    return await withScratch(parent, async (folder) => {
      const renewed = join(folder, 'account.zip')
      const unfinished = join(folder, 'unfinished')
      await mkdir(unfinished)
      await renew(archive, folder, fileTarget(renewed, unfinished), report)
      const current: Reader = await ArchiveReader.open(ACCOUNT_EXPORT, fileSource(renewed))
      try {
        return await work(current)
      } finally {
        current.close()
      }
    })
  } finally {
    archive.close()
  }
}

async function renew(
  archive: Reader,
  folder: string,
  target: Target,
  report: ReportProgress,
): Promise<void> {
  const { migrations, secrets, version } = archive.manifest
  const { pool, close } = await openBareScratch(folder)
  try {
    const images = await openImageStorage({ driver: 'disk', folder: join(folder, 'images') })
    const box = secretBox([createSecretKey(randomBytes(32))])
    await migrate(pool, { through: Math.max(...migrations.map((one) => one.version)) })
    const into = { pool, archive, images, secrets: () => box, name: undefined, isScratch: true }
    const { account_id } = await importAccount(into, report)
    await migrate(pool)
    const source = { pool, account_id, images, version, secrets: secrets ? box : undefined }
    await exportAccount(source, target, report)
  } finally {
    await close()
  }
}
