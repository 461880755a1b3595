import type { StoredFile } from '../../database/dump/files.ts'
import type { ImageStorage, StoredFiles } from '../../images/storage.ts'
import { type Message, msg } from '../../texts/message.ts'
import { type ArchiveReader, type ArchiveWriter, BadArchive } from './archive.ts'
import type { ReportProgress } from './progress.ts'

// What lies beside the rows of a database, in an archive of it: `images/` and `attachments/`, with the same
// keys below them. A file's name begins with its SHA-256.

type Kind = StoredFile['kind']

const kinds: readonly Kind[] = ['images', 'attachments']

const labels: Readonly<Record<Kind, Message>> = {
  images: msg`images`,
  attachments: msg`attachments`,
}

/** How many files an archive has, and which it has not. */
export interface SavedFiles {
  images: number
  /** Images that were replaced while it was written, or that were gone before: keys. */
  missing_images: string[]
  /** As above; archives of versions before attachments have neither. */
  attachments?: number
  missing_attachments?: string[]
}

const filesOf = (
  storage: ImageStorage,
  kind: Kind,
  account_id: number | string,
  id: number | string,
): StoredFiles =>
  kind === 'images' ? storage.forProduct(account_id, id) : storage.forOrder(account_id, id)

/**
 * Adds files, before all else: one that is replaced meanwhile is gone soon, and then named.
 * @param keyOf where a file lies below the folder of its kind
 */
export async function addFiles(
  archive: Pick<ArchiveWriter, 'add'>,
  storage: ImageStorage,
  stored: StoredFile[],
  keyOf: (file: StoredFile) => string,
  report: ReportProgress,
): Promise<Required<SavedFiles>> {
  const missing: Record<Kind, string[]> = { images: [], attachments: [] }
  const saved: Record<Kind, number> = { images: 0, attachments: 0 }
  for (const [i, file] of stored.entries()) {
    const { kind, account_id, id, name } = file
    const key = keyOf(file)
    const bytes = await filesOf(storage, kind, account_id, id).get(name)
    if (bytes) {
      await archive.add(`${kind}/${key}`, one(bytes), true)
      saved[kind]++
    } else missing[kind].push(key)
    report(labels[kind], (i + 1) / stored.length, msg`${i + 1} of ${stored.length}`)
  }
  return {
    images: saved.images,
    missing_images: missing.images,
    attachments: saved.attachments,
    missing_attachments: missing.attachments,
  }
}

export async function* one(bytes: Buffer) {
  yield bytes
}

/** Where an archive's files go. */
interface Placing {
  storage: ImageStorage
  /** Whose they become; unless given, that of each key. */
  account_id?: number
  /** Takes what removes those that were stored. */
  undo: (() => Promise<void>)[]
  /** What is wrong where there are other files than the archive says. */
  refuse: (found: number, what: Message, expected: number) => Message
}

type Archive = Pick<ArchiveReader<never>, 'named' | 'read'> & { manifest: SavedFiles }

/**
 * Stores the files. Their names are their digests, so each is what it was, and one that is there
 * already may be in use by the service that the archive is of.
 */
export async function putFiles(
  archive: Archive,
  { storage, account_id: whose, undo, refuse }: Placing,
  report: ReportProgress,
): Promise<void> {
  for (const kind of kinds) {
    const names = archive.named(`${kind}/`)
    const expected = archive.manifest[kind] ?? 0
    if (names.length !== expected) {
      throw new BadArchive(refuse(names.length, labels[kind], expected))
    }
    for (const [i, entry] of names.entries()) {
      const parts = entry.slice(kind.length + 1).split('/')
      const [account_id = '', id = '', name = ''] =
        whose === undefined ? parts : [String(whose), ...parts]
      const files = filesOf(storage, kind, account_id, id)
      const bytes = Buffer.concat(
        await Array.fromAsync(archive.read(entry, name.slice(0, SHA256_LENGTH))),
      )
      if (!(await files.exists(name))) {
        undo.push(() => files.remove(name))
        await files.put(name, bytes)
      }
      report(labels[kind], (i + 1) / names.length, msg`${i + 1} of ${names.length}`)
    }
  }
}

const SHA256_LENGTH = 64
